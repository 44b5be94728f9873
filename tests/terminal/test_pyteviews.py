"""pyte's views of a screen."""

import pyte

from pitwall.terminal import Terminal
from pitwall.terminal.pyteviews import pyte_colour


def terminal_after(text: str) -> Terminal:
    terminal = Terminal(3, 6)
    terminal.feed(text.encode())
    terminal.sample()
    return terminal


def test_the_screen_and_the_stream_are_pytes() -> None:
    terminal = terminal_after("")
    assert isinstance(terminal.screen, pyte.Screen)
    assert isinstance(terminal._stream, pyte.ByteStream)


def test_the_display_is_padded_and_has_wide_characters_once() -> None:
    assert terminal_after("漢e\u0301x").screen.display == ["漢e\u0301x  ", "      ", "      "]


def test_the_buffer_has_a_char_for_every_cell() -> None:
    buffer = terminal_after("\x1b[1;31;44ma\x1b[m漢").screen.buffer
    assert buffer[0][0] == pyte.screens.Char("a", fg="red", bg="blue", bold=True)
    assert [buffer[0][x].data for x in range(4)] == ["a", "漢", "", " "]
    assert buffer[2][5] == pyte.screens.Char(" ")
    assert (len(buffer), len(buffer[0]), list(buffer)) == (3, 6, [0, 1, 2])
    assert 3 not in buffer


def test_the_cursor_has_the_pens_attributes() -> None:
    cursor = terminal_after("ab\x1b[3m\x1b[?25l").screen.cursor
    assert (cursor.x, cursor.y, cursor.hidden, cursor.attrs.italics) == (2, 0, True, True)


def test_dirty_rows_are_those_changed_since_they_were_cleared() -> None:
    terminal = terminal_after("a")
    terminal.screen.dirty.clear()
    assert terminal.screen.dirty == set()
    terminal.feed(b"\x1b[2;1Hb")
    terminal.sample()
    assert terminal.screen.dirty == {1}
    assert terminal.screen.dirty == {1}
    terminal.screen.dirty.clear()
    assert terminal.screen.dirty == set()


def test_colours_have_pytes_names() -> None:
    assert [pyte_colour(colour) for colour in (-1, 3, 196, 1 << 24 | 0x010203)] == [
        "default",
        "brown",
        "ff0000",
        "010203",
    ]


def test_numbers_for_sgr_are_taken_as_pyte_gives_them() -> None:
    terminal = terminal_after("")
    terminal.screen.select_graphic_rendition(1, 31)
    terminal.screen.draw("x")
    assert terminal.screen.buffer[0][0] == pyte.screens.Char("x", fg="red", bold=True)
