import pytest

from pitwall.detect.screen import Screen, is_blank, without_trailing_blank


def test_a_screen_is_split_at_newlines_only() -> None:
    assert Screen.of("a\r\n\u2028b\x0bc\n", "title") == Screen(("a\r", "\u2028b\x0bc", ""), "title")


@pytest.mark.parametrize("line", ["", " ", "\t", "\u00a0", "\u3000 "])
def test_a_line_of_white_space_is_blank(line: str) -> None:
    assert is_blank(line)


@pytest.mark.parametrize("line", ["x", " x ", "\u200b", "─", "⠀"])
def test_a_line_with_anything_else_is_not_blank(line: str) -> None:
    """The last one is U+2800, braille without dots: a character, though nothing shows."""
    assert not is_blank(line)


def test_only_trailing_blank_lines_are_dropped() -> None:
    assert without_trailing_blank(("", "a", " ", "b", "\u00a0", "")) == ("", "a", " ", "b")


def test_a_blank_screen_has_no_lines() -> None:
    assert without_trailing_blank(("", "  ")) == ()
