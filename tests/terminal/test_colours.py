"""Colours and their names on the wire."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.terminal.colours import PALETTE, RGB, components, format_colour, parse_colour


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("rgb:ff/80/00", 0xFF8000),
        ("rgb:ffff/0000/8080", 0xFF0080),
        ("rgb:f/0/8", 0xFF0088),
        ("#ff8000", 0xFF8000),
        ("#f80", 0xF08000),
        ("#ffff80000000", 0xFF8000),
    ],
)
def test_x11_specifications_are_read(spec: str, value: int) -> None:
    assert parse_colour(spec) == RGB | value


@pytest.mark.parametrize("spec", ["", "?", "red", "rgb:1/2", "#12345", "rgb:fffff/0/0", "#gggggg"])
def test_other_words_are_no_colours(spec: str) -> None:
    assert parse_colour(spec) is None


@given(st.integers(RGB, 2 * RGB - 1))
def test_a_colour_written_is_the_colour_read(colour: int) -> None:
    assert parse_colour(format_colour(colour)) == colour


def test_the_palette_is_xterms() -> None:
    assert len(PALETTE) == 256
    assert components(196) == (255, 0, 0)
    assert components(232) == (8, 8, 8)
    assert components(255) == (238, 238, 238)
