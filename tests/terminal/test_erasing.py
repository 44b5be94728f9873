"""Blanking parts of the screen."""

import pytest

from pitwall.terminal import Terminal
from pitwall.terminal.sgr import DEFAULT_STYLE

FULL = "11111\r\n22222\r\n33333\x1b[2;3H"


def terminal_after(text: str, history: int = 0) -> Terminal:
    terminal = Terminal(3, 5, history=history)
    terminal.feed(text.encode())
    return terminal


@pytest.mark.parametrize(
    ("sequence", "rows"),
    [
        ("\x1b[K", ["11111", "22", "33333"]),
        ("\x1b[1K", ["11111", "   22", "33333"]),
        ("\x1b[2K", ["11111", "", "33333"]),
        ("\x1b[J", ["11111", "22", ""]),
        ("\x1b[1J", ["", "   22", "33333"]),
        ("\x1b[2J", ["", "", ""]),
        ("\x1b[9J\x1b[9K", ["11111", "22222", "33333"]),
    ],
)
def test_a_part_is_blanked(sequence: str, rows: list[str]) -> None:
    assert [line.rstrip(" ") for line in terminal_after(FULL + sequence).sample().lines] == rows


def test_E09_erasing_the_scrollback_leaves_the_screen() -> None:
    terminal = terminal_after("a\r\nb\r\nc\r\nd", history=9)
    assert [str(row) for row in terminal.history] == ["a"]
    terminal.feed(b"\x1b[3J")
    assert terminal.history == ()
    assert terminal.text() == "b\nc\nd"


def test_erased_cells_have_the_pens_background_and_nothing_else() -> None:
    terminal = terminal_after("\x1b[1;4;31;44m" + FULL + "\x1b[K\x1b[m\x1b[3;1H\x1b[K")
    row = terminal.look().rows[1]
    assert [(width, style) for _, width, style in row.spans()][-1] == (
        3,
        DEFAULT_STYLE._replace(background=4),
    )
    assert terminal.look().rows[2].runs() == []


def test_protected_cells_are_spared_by_selective_erasing_alone() -> None:
    text = 'a\x1b[1"qb\x1b[mc\x1b[0"qd'
    assert terminal_after(text + "\x1b[?2K").text() == " bc"
    assert terminal_after(text + "\x1b[?2J").text() == " bc"
    assert terminal_after(text + "\x1b[2K").text() == ""


def test_an_erasing_ends_a_pending_wrap() -> None:
    assert terminal_after("abcde\x1b[JX").text() == "abcdX"


def test_selective_erasing_treats_a_wide_character_as_one() -> None:
    assert terminal_after('\x1b[1"q漢\x1b[0"q字\x1b[4G\x1b[?1K').text() == "漢"
    assert terminal_after('\x1b[1"q漢\x1b[0"q字\x1b[2G\x1b[?K').text() == "漢"
    assert terminal_after('漢\x1b[1"q字\x1b[0"q\x1b[2G\x1b[?K').text() == "  字"
