"""Output that nobody will ever see."""

import pytest

from pitwall.terminal import Terminal
from pitwall.terminal.floods import flood_lines, lines_enough, only_scrolls, skip

LINES = b"\x1b[31mline\x1b[m\r\n" * 100


def test_lines_of_text_tabs_and_looks_are_a_floods() -> None:
    assert flood_lines(LINES) == 100
    assert flood_lines("a\tb \x1b[38:5:3mwörter 漢字\r\n".encode()) == 1


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
        b"\x1b[",
        b"\x1b[3",
    ],
)
def test_lines_with_a_sequence_that_leaves_a_trace_are_none(sequence: bytes) -> None:
    assert flood_lines(LINES + sequence + b"rest\r\n" + LINES) == 0


def test_a_screen_that_only_scrolls_is_rid_of_what_it_showed_after_two_screens_and_its_history() -> None:
    assert only_scrolls(Terminal(10, 80).screen)
    assert lines_enough(Terminal(10, 80).screen) == 20
    assert lines_enough(Terminal(10, 80, history=200).screen) == 220


@pytest.mark.parametrize("before", [b"\x1b[2;5r", b"\x1b[1;5r", b"\x1b[4h", b"\x1bN"])
def test_a_screen_on_which_lines_do_more_than_scroll_says_so(before: bytes) -> None:
    terminal = Terminal(10, 80)
    terminal.feed(before)
    terminal.sample()
    assert not only_scrolls(terminal.screen)


def test_skipping_changes_the_pen() -> None:
    skipped, drawn = Terminal(3, 20), Terminal(3, 20)
    data = b"\x1b[1;44mx\x1b[0my\x1b[3mz\x1b[38;5;9m\r\n"
    skip(skipped.screen, data)
    drawn.feed(data)
    drawn.sample()
    assert skipped.screen.style == drawn.screen.style


@pytest.mark.parametrize("reset", [b"\x1b[39m", b"\x1b[0;1m", b"\x1b[m"])
def test_skipping_a_long_run_of_looks_that_no_reset_ends_is_told_as_the_work_that_it_is(reset: bytes) -> None:
    skipped, drawn = Terminal(3, 20), Terminal(3, 20)
    data = b"".join(b"\x1b[3%dm%s word\x1b[%dm\r\n" % (n % 8, reset, 1 + n % 9) for n in range(2000))
    work = skip(skipped.screen, data)
    drawn.feed(data)
    drawn.sample()
    assert skipped.screen.style == drawn.screen.style
    assert work > len(data) if reset == b"\x1b[39m" else work < len(data)
