"""Select graphic rendition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.terminal import sgr
from pitwall.terminal.colours import RGB
from pitwall.terminal.sgr import DEFAULT_STYLE, Link, Style, apply_sgr, sgr_codes


@pytest.mark.parametrize(
    ("parameters", "flags"),
    [
        ("1", sgr.BOLD),
        ("2", sgr.FAINT),
        ("3", sgr.ITALIC),
        ("4", sgr.SINGLE),
        ("5", sgr.BLINK),
        ("7", sgr.REVERSE),
        ("8", sgr.CONCEAL),
        ("9", sgr.STRIKE),
        ("21", sgr.DOUBLE),
        ("4:3", 3 << sgr.UNDERLINE_SHIFT),
        ("4:0", 0),
        ("53", sgr.OVERLINE),
        ("1;2;22", 0),
        ("4;24", 0),
        ("1;4;0", 0),
        ("1;", 0),
        ("", 0),
        ("01", sgr.BOLD),
        ("999;1;77", sgr.BOLD),
    ],
)
def test_flags(parameters: str, flags: int) -> None:
    assert apply_sgr(DEFAULT_STYLE, parameters).flags == flags


@pytest.mark.parametrize(
    ("parameters", "colour"),
    [
        ("31", 1),
        ("97", 15),
        ("38;5;196", 196),
        ("38:5:196", 196),
        ("38;2;1;2;3", RGB | 0x010203),
        ("38;2;1;;3", RGB | 0x010003),
        ("38;2;;;", RGB),
        ("38:2:1:2:3", RGB | 0x010203),
        ("38:2::1:2:3", RGB | 0x010203),
        ("38:2:0:1:2:3:9:9", RGB | 0x010203),
        ("31;39", -1),
    ],
)
def test_foregrounds(parameters: str, colour: int) -> None:
    assert apply_sgr(DEFAULT_STYLE, parameters) == DEFAULT_STYLE._replace(foreground=colour)


@pytest.mark.parametrize(
    "parameters",
    [
        "38;2;1",
        "38;5",
        "38",
        "38;5;256",
        "38;2;256;0;0",
        "38:5",
        "38:2:1:2",
        "38;5;300",
        "48:9",
        "4:9",
        "38:",
    ],
)
def test_a_colour_that_is_cut_short_or_out_of_range_changes_nothing(parameters: str) -> None:
    assert apply_sgr(DEFAULT_STYLE, parameters) == DEFAULT_STYLE


def test_parameters_with_colons_and_with_semicolons_mix() -> None:
    style = apply_sgr(DEFAULT_STYLE, "38;5;99;4:3;48;2;1;2;3;58:5:7;1")
    assert style == Style(99, RGB | 0x010203, 7, sgr.BOLD | 3 << sgr.UNDERLINE_SHIFT, None)


def test_an_underline_colour_is_no_blinking() -> None:
    assert apply_sgr(DEFAULT_STYLE, "58;5;5") == DEFAULT_STYLE._replace(underline_colour=5)
    assert apply_sgr(DEFAULT_STYLE, "58;5;5;59") == DEFAULT_STYLE


def test_a_reset_leaves_link_and_protection_alone() -> None:
    style = DEFAULT_STYLE._replace(flags=sgr.PROTECTED, link=Link("http://x"))
    assert apply_sgr(style, "1;31;0") == style


colours = st.integers(-1, 255) | st.integers(RGB, 2 * RGB - 1)
styles = st.builds(Style, colours, colours, colours, st.integers(0, 255), st.none()).flatmap(
    lambda style: st.integers(0, 5).map(
        lambda shape: style._replace(flags=style.flags | shape << sgr.UNDERLINE_SHIFT)
    )
)


@given(styles)
def test_the_codes_of_a_style_lead_to_it(style: Style) -> None:
    assert apply_sgr(DEFAULT_STYLE, ";".join(sgr_codes(style)) or "0") == style


@given(styles, st.text(alphabet="0123456789;:", max_size=40))
def test_no_parameters_raise(style: Style, parameters: str) -> None:
    apply_sgr(style, parameters)
