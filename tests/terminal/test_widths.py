"""How many cells a character takes."""

import unicodedata

import pytest
import wcwidth

from pitwall.terminal.widths import cell_width, not_surely_narrow, split_by_width


@pytest.mark.parametrize(
    ("character", "width"), [("a", 1), ("é", 1), ("─", 1), ("❯", 1), ("⏺", 1), ("漢", 2), ("한", 2)]
)
def test_letters(character: str, width: int) -> None:
    assert cell_width(character) == width


@pytest.mark.parametrize("character", ["\u0301", "\u200b", "\u200d", "\ufe0f", "\u2060", "\u1160"])
def test_marks_joiners_and_selectors_take_no_cell(character: str) -> None:
    assert cell_width(character) == 0


@pytest.mark.parametrize("character", ["🚀", "✅", "👨", "🏽", "🇦"])
def test_emoji_modifiers_and_flags_take_two_cells_each(character: str) -> None:
    assert cell_width(character) == 2


def test_the_fast_tables_agree_with_wcwidth_on_the_whole_plane() -> None:
    for code in range(0xA0, 0x10000):
        character = chr(code)
        if unicodedata.category(character) == "Cs":
            continue
        width = wcwidth.wcwidth(character)
        narrow, *doubtful = split_by_width(character)
        assert (narrow == character) == (width == 1) == (not not_surely_narrow(character)), hex(code)
        assert cell_width(character) == width, hex(code)
        assert not narrow or not doubtful


def test_text_is_split_into_runs() -> None:
    assert split_by_width("ab漢字e\u0301🚀c") == ["ab", "漢字", "e", "\u0301", "", "🚀", "c"]
