"""Output that nobody will ever see."""

import pytest

from pitwall.terminal import Terminal
from pitwall.terminal.floods import find_flood, lines_enough, skip, skippable

LINES = b"\x1b[31mline\x1b[m\r\n" * 100


def test_a_flood_begins_with_the_first_whole_line_and_ends_with_the_last() -> None:
    data = b"tail\r\n" + LINES + b"half\x1b[3"
    assert find_flood(data, 50) == (6, 6 + len(LINES))


@pytest.mark.parametrize(
    "sequence",
    [
        b"\x1b[A",
        b"\x1b7",
        b"\x1b]0;t\x07",
        b"\x07",
        b"\b",
        b"\x1b[?7l",
        b"\x1b[6n",
        b"\x1b(0",
        b"\x0b",
    ],
)
def test_a_flood_begins_after_the_last_sequence_that_leaves_a_trace(sequence: bytes) -> None:
    data = LINES + sequence + b"rest\r\n" + LINES
    start, end = find_flood(data, 50)
    assert data[start:end] == LINES


@pytest.mark.parametrize("sequence", [b"\x1b[A", b"\x1b7", b"\x07", b"\x1b[?7l", b"\x1b["])
def test_lines_with_such_a_sequence_among_the_last_are_no_flood(sequence: bytes) -> None:
    data = LINES + sequence + b"rest\r\n" * 49
    assert find_flood(data, 50) == (len(data), len(data))


def test_too_few_lines_are_no_flood() -> None:
    assert find_flood(LINES, 200) == (len(LINES), len(LINES))


def test_what_the_last_lines_push_out_is_skippable() -> None:
    screen = Terminal(10, 80).screen
    rest = LINES[skippable(screen, LINES) :]
    assert rest.count(b"\r\n") == lines_enough(screen) == 20
    assert skippable(Terminal(10, 80, history=200).screen, LINES) == 0


@pytest.mark.parametrize("before", [b"\x1b[2;5r", b"\x1b[1;5r", b"\x1b[4h", b"\x1bN"])
def test_nothing_is_skippable_where_lines_do_more_than_scroll(before: bytes) -> None:
    terminal = Terminal(10, 80)
    terminal.feed(before)
    terminal.sample()
    assert skippable(terminal.screen, LINES) == 0


def test_skipping_changes_the_pen() -> None:
    skipped, drawn = Terminal(3, 20), Terminal(3, 20)
    data = b"\x1b[1;44mx\x1b[0my\x1b[3mz\x1b[38;5;9m\r\n"
    skip(skipped.screen, data)
    drawn.feed(data)
    drawn.sample()
    assert skipped.screen.style == drawn.screen.style
