"""From looks of a pane to what a window is told: applied in order, it is the look again."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminal_streams import streams

from pitwall.actors.painting import lines_of, modes_of, updates
from pitwall.terminal import Look, Terminal
from pitwall.terminal.sgr import Link, sgr_codes
from pitwall.terminal.sgr import Style as CellStyle
from pitwall.wire.frames import HEADER_SIZE, PAYLOAD_LIMIT
from pitwall.wire.window import HistoryPage, Line, PaneUpdate, Style, decode, encode

Cell = tuple[str, Style]
BLANK: Cell = (" ", Style())


class Shown:
    """What a window has of a pane: its rows, as the cells that are not blank at their end."""

    def __init__(self) -> None:
        self.rows: list[list[Cell]] = []
        self.cursor = (0, 0)
        self.cols = 0

    def take(self, told: Iterable[PaneUpdate]) -> "Shown":
        for update in told:
            received = decode(b"U", encode(update)[HEADER_SIZE:])
            assert received == update
            if update.full:
                self.rows = [[] for _ in range(update.rows)]
            assert len(self.rows) == update.rows
            self.cursor, self.cols = (update.cursor_row, update.cursor_col), update.cols
            for line in update.lines:
                self.rows[line.row] = cells(line, update.styles)
        return self


def cells(line: Line, styles: tuple[Style, ...]) -> list[Cell]:
    """The runs of a line, one for each style, blanks at the end left out."""
    return trimmed([(run.text, styles[run.style]) for run in line.runs])


def trimmed(runs: list[Cell]) -> list[Cell]:
    while runs and not runs[-1][0].strip(" ") and runs[-1][1] == Style():
        runs.pop()
    return runs


def style_of(style: CellStyle) -> Style:
    link = style.link or Link("")
    return Style(";".join(sgr_codes(style)), link.uri, link.identity)


def of_look(look: Look) -> list[list[Cell]]:
    """The rows of a look in the same form."""
    return [trimmed([(text, style_of(style)) for text, _, style in row.spans()]) for row in look.rows]


def look_after(data: bytes, rows: int = 5, cols: int = 20) -> Look:
    terminal = Terminal(rows, cols, history=10)
    terminal.feed(data)
    return terminal.look()


@given(st.lists(streams(), min_size=1, max_size=4))
def test_updates_applied_in_order_show_what_the_pane_shows(pieces: list[bytes]) -> None:
    terminal, shown = Terminal(5, 20, history=10), Shown()
    before: Look | None = None
    for piece in pieces:
        terminal.feed(piece)
        look = terminal.look()
        shown.take(updates("p", before, look))
        assert shown.rows == of_look(look)
        assert shown.cursor == look.cursor
        before = look


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 30), streams()), min_size=1, max_size=4))
def test_a_pane_of_another_size_is_told_anew(stages: list[tuple[int, int, bytes]]) -> None:
    terminal, shown = Terminal(5, 20, history=10), Shown()
    before: Look | None = None
    for rows, cols, piece in stages:
        terminal.resize(rows, cols)
        terminal.feed(piece)
        look = terminal.look()
        shown.take(updates("p", before, look))
        assert (len(shown.rows), shown.cols) == (rows, cols)
        assert shown.rows == of_look(look)
        before = look


def test_only_rows_that_changed_are_told() -> None:
    terminal = Terminal(5, 20, history=10)
    terminal.feed(b"one\r\ntwo\r\nthree")
    before = terminal.look()
    terminal.feed(b"\x1b[2;1HTWO")
    (update,) = updates("p", before, terminal.look())
    assert not update.full
    assert [line.row for line in update.lines] == [1]


def test_a_cursor_that_moved_is_told_without_rows() -> None:
    terminal = Terminal(5, 20, history=10)
    before = terminal.look()
    terminal.feed(b"\x1b[3;4H")
    (update,) = updates("p", before, terminal.look())
    assert (update.cursor_row, update.cursor_col, update.lines) == (2, 3, ())


def test_the_largest_screen_in_all_colours_goes_in_frames_that_fit() -> None:
    colours = b"".join(
        b"\x1b[1;4;38;2;%d;%d;7;48;2;1;%d;%dm\xe6\xbc\xa2" % (n % 256, n // 256, n % 7, n % 9)
        for n in range(9000)
    )
    look = look_after(colours, rows=60, cols=300)
    told = list(updates("p" * 16, None, look))
    assert len(told) > 1
    assert [update.full for update in told] == [True] + [False] * (len(told) - 1)
    assert max(len(encode(update)) for update in told) <= HEADER_SIZE + PAYLOAD_LIMIT
    assert Shown().take(told).rows == of_look(look)


def test_the_widest_row_in_all_colours_goes_in_a_frame() -> None:
    colours = b"".join(
        b"\x1b[38;2;%d;%d;255;48;2;1;%d;200mx" % (n % 256, n // 256, n % 7) for n in range(1000)
    )
    look = look_after(colours, rows=2, cols=1000)
    told = list(updates("p" * 16, None, look))
    assert max(len(encode(update)) for update in told) <= HEADER_SIZE + PAYLOAD_LIMIT


@pytest.mark.parametrize("link", [b"\x1b]8;;http://a/%d/%s\x1b\\a", b"\x1b]8;id=%d%s;http://a\x1b\\a"])
def test_a_screen_full_of_long_links_goes_in_frames_that_fit(link: bytes) -> None:
    links = b"".join(link % (n, b"q" * 1900) for n in range(400))
    look = look_after(links, rows=50, cols=20)
    told = list(updates("p" * 16, None, look))
    assert max(len(encode(update)) for update in told) <= HEADER_SIZE + PAYLOAD_LIMIT
    assert Shown().take(told).rows == of_look(look)


@pytest.mark.parametrize(
    "piece",
    [
        b"\x1b]8;;https://example.org/%d/" + b"q" * 1900 + b"\x1b\\a",
        b"\x1b]8;id=%d" + b"n" * 900 + b";http://a\x1b\\a",
        b"\x1b[38;5;%dme" + "\u0301".encode() * 31,
    ],
    ids=["links", "ids", "marks"],
)
def test_a_row_that_no_frame_holds_is_told_without_its_links_or_its_end(piece: bytes) -> None:
    look = look_after(b"".join(piece % (n % 255) for n in range(1000)), rows=2, cols=1000)
    told = list(updates("p" * 16, None, look))
    assert max(len(encode(update)) for update in told) <= HEADER_SIZE + PAYLOAD_LIMIT
    runs = told[0].lines[0].runs
    assert runs[0].text.startswith(("a", "e"))


@pytest.mark.parametrize(
    "piece",
    [
        b"\x1b[38;2;%d;%d;255;48;2;1;%d;200mx",
        b"\x1b]8;;https://example.org/%d/%d/%d/" + b"q" * 900 + b"\x1b\\x",
    ],
    ids=["colours", "links"],
)
def test_rows_of_a_page_that_no_frame_holds_together_are_told_up_to_what_one_holds(piece: bytes) -> None:
    pieces = b"".join(piece % (n % 256, n // 256, n % 7) for n in range(6000))
    rows = look_after(pieces, rows=200, cols=30).rows
    styles, lines = lines_of(enumerate(rows))
    assert [line.row for line in lines] == list(range(len(lines)))
    assert 0 < len(lines) < len(rows)
    page = HistoryPage("p" * 16, 0, len(rows), styles, lines)
    assert HEADER_SIZE + PAYLOAD_LIMIT // 2 < len(encode(page)) <= HEADER_SIZE + PAYLOAD_LIMIT


def test_a_style_is_named_once() -> None:
    look = look_after(b"\x1b[31mred\x1b[m plain\r\n\x1b[31mred again")
    styles, lines = lines_of(enumerate(look.rows))
    assert sorted(style.sgr for style in styles) == ["", "31"]
    assert lines[0].runs[0].style == lines[1].runs[0].style


def test_a_link_goes_with_its_text() -> None:
    look = look_after(b"\x1b]8;;https://example.org\x1b\\here\x1b]8;;\x1b\\")
    styles, lines = lines_of(enumerate(look.rows))
    assert styles[lines[0].runs[0].style].link == "https://example.org"


def test_the_parts_of_a_link_go_with_its_id_and_other_links_without() -> None:
    parts = b"\x1b]8;x=y:id=n:z=;http://a\x1b\\one two\x1b]8;;\x1b\\ \x1b]8;;http://a\x1b\\none\x1b]8;;\x1b\\"
    styles, lines = lines_of(enumerate(look_after(parts, cols=5).rows))
    assert styles[lines[0].runs[0].style] == styles[lines[1].runs[0].style] == Style("", "http://a", "n")
    assert Style("", "http://a") in styles


def test_the_modes_that_a_window_mirrors() -> None:
    modes = modes_of(
        look_after(
            b"\x1b[?1h\x1b=\x1b[?2004h\x1b[?1004h\x1b[?1002h\x1b[?1006h\x1b[?25l\x1b[4 q\x1b[?1049h"
        ).modes
    )
    assert (modes.application_cursor, modes.application_keypad) == (True, True)
    assert (modes.bracketed_paste, modes.focus, modes.alternate) == (True, True, True)
    assert (modes.mouse, modes.mouse_encoding) == (1002, 1006)
    assert (modes.cursor_visible, modes.cursor_shape) == (False, 4)


def test_a_blinking_cursor_keeps_its_shape() -> None:
    assert modes_of(look_after(b"\x1b[3 q").modes).cursor_shape == 3
    assert modes_of(look_after(b"").modes).cursor_shape == 0
