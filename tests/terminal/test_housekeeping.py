"""No program makes a terminal grow."""

import tracemalloc

import pytest
from terminal_streams import cells

from pitwall.terminal import Terminal
from pitwall.terminal.attributes import MOST_LINK_SIZE, SLACK
from pitwall.terminal.housekeeping import MOST_IN_HISTORY, collect_clusters, collect_styles

MEGABYTE = 1 << 20


def size_of(terminal: Terminal, *data: bytes) -> int:
    """Return the memory that a terminal has taken after some bytes, fed again and again."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for piece in data:
            terminal.feed(piece)
            terminal.sample()
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "piece",
    [
        b"\x1b]2;" + b"x" * 100000,
        b"\x1bP" + b"x" * 100000,
        b"\x1b[" + b"1;" * 50000,
        b"\x1b7" * 3000,
        b"\x1b[?1049h\x1b7\x1b[22t\x1b[>1u" * 300,
        b"A\x1b[999999999b",
        b"e" + "\u0301".encode() * 3000,
        b"\x1b[c" * 3000,
        b"\x1b]9;" + b"x" * 1000 + b"\x07\x07",
        b"".join(b"\x1b[?%dh" % number for number in range(2000)),
        b"\x1bH\x1b[C" * 2000,
        b"\x1b]99;d=0:i=%d;x\x07" * 100,
    ],
    ids=lambda piece: repr(piece[:12]),
)
def test_hostile_output_is_bounded(piece: bytes) -> None:
    terminal = Terminal(24, 80, history=100)
    assert size_of(terminal, *[piece] * 6) < MEGABYTE


def colours(first: int, count: int) -> bytes:
    return b"".join(b"\x1b[38;2;0;%d;%dmx" % divmod(number, 256) for number in range(first, first + count))


def test_random_colours_keep_only_the_styles_in_use() -> None:
    terminal = Terminal(10, 40, history=20)
    for number in range(10):
        terminal.feed(colours(number * 5000, 5000))
        terminal.sample()
        assert len(terminal.screen.table.styles) <= 30 * 40 + 2 * SLACK
    runs = [run for row in terminal.look().rows for run in row.runs()]
    assert [run.attributes.foreground for run in runs[-3:]] == [1 << 24 | n for n in (49997, 49998, 49999)]


def test_a_screen_may_have_as_many_colours_as_cells() -> None:
    terminal = Terminal(60, 200)
    terminal.feed(b"\x1b[H" + colours(0, 12000))
    terminal.feed(b"\x1b[H" + colours(20000, 12000))
    runs = [run for row in terminal.look().rows for run in row.runs()]
    assert [run.attributes.foreground for run in runs] == [1 << 24 | n for n in range(20000, 32000)]


def test_rows_above_the_screen_lose_their_colours_when_there_are_too_many() -> None:
    terminal = Terminal(10, 100, history=1000)
    terminal.feed(colours(0, 30000))
    terminal.sample()
    collect_styles(terminal.screen)
    assert len(terminal.screen.table.styles) <= MOST_IN_HISTORY + 10 * 100 + 200
    assert str(terminal.history[0]) == "x" * 100
    assert len(terminal.history[0].runs()) == 1
    assert len(terminal.history[-1].runs()) == 100


def test_numbering_anew_changes_nothing_that_is_seen() -> None:
    terminal = Terminal(5, 20, history=10)
    terminal.feed("\x1b[1;31ma\x1b[44mb e\u0301 漢\u3099 \x1b]8;;http://x\x07c\r\n".encode() * 9)
    before = cells(terminal.look().rows), cells(terminal.history), terminal.screen.style
    collect_styles(terminal.screen)
    collect_clusters(terminal.screen)
    assert (cells(terminal.look().rows), cells(terminal.history), terminal.screen.style) == before


def test_endless_new_clusters_keep_only_those_in_use() -> None:
    terminal = Terminal(10, 40, history=20)
    letters = [chr(code) + mark for code in range(0x4E00, 0x9000) for mark in ("\u0301", "\u0302")]
    for start in range(0, len(letters), 5000):
        terminal.feed("".join(letters[start : start + 5000]).encode())
        terminal.sample()
        assert len(terminal.screen.clusters) <= 30 * 40 + 2 * SLACK
    assert terminal.text().replace("\n", "").endswith("".join(letters[-100:]))


def test_rows_above_the_screen_keep_the_letters_of_clusters_when_there_are_too_many() -> None:
    terminal = Terminal(5, 100, history=1000)
    terminal.feed("".join(chr(code) + "\u0301" for code in range(0x4E00, 0x9000)).encode())
    terminal.sample()
    collect_clusters(terminal.screen)
    assert len(terminal.screen.clusters) <= MOST_IN_HISTORY + 5 * 100 + 100
    assert str(terminal.history[0]).startswith("\u4e00\u4e01\u4e02")
    assert str(terminal.history[-1])[1] == "\u0301"


def test_endless_links_are_bounded() -> None:
    terminal = Terminal(24, 80)
    for start in range(0, 8000, 1000):
        terminal.feed(
            b"".join(b"\x1b]8;;http://%d/%s\x07x" % (n, b"y" * 2000) for n in range(start, start + 1000))
        )
        terminal.sample()
    assert terminal.screen.table._link_size < 2 * MOST_LINK_SIZE
    terminal.feed(b"\x1b[2J\x1b[H" + b"\x1b]8;;http://z/\x07x\x1b]8;;\x07" * 2)
    collect_styles(terminal.screen)
    terminal.feed(b"\x1b[2J\x1b[H\x1b]8;;http://z/\x07x")
    assert terminal.look().rows[0].runs()[0].attributes.link is not None


def test_an_idle_terminal_is_small() -> None:
    terminals = [Terminal(50, 200, history=2000) for _ in range(2)]
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        terminals.append(Terminal(50, 200, history=2000))
        assert tracemalloc.get_traced_memory()[0] - before < 30000
    finally:
        tracemalloc.stop()
