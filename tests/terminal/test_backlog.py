"""Of what waits, a flood's lines that are pushed out are skipped; all else is parsed, in bounded steps."""

from itertools import pairwise

import pytest
from terminal_streams import shown

from pitwall.terminal import Terminal
from pitwall.terminal.backlog import SMALLEST_PIECE, Backlog
from pitwall.terminal.stream import Stream

ROWS, COLS, HISTORY = 10, 40, 20
LINES = [b"\x1b[3%dmline %05d\x1b[m\r\n" % (number % 8, number) for number in range(4000)]
ENOUGH = 2 * ROWS + HISTORY
FLOOD = b"\x1b[31mline\x1b[m of a flood\r\n" * 3000


class Counted:
    """A backlog on a terminal, and the pieces that its stream was fed."""

    def __init__(self) -> None:
        self.terminal = Terminal(ROWS, COLS, history=HISTORY)
        self.fed: list[bytes] = []
        counted = self

        class Counting(Stream):
            def feed(self, data: bytes) -> None:  # type: ignore[override]
                counted.fed.append(data)
                super().feed(data)

        self.backlog = Backlog(self.terminal.screen, Counting(self.terminal.screen))

    def parse(self) -> bytes:
        """Parse all that waits; what of it was not skipped."""
        while self.backlog.parse(65536):
            pass
        return b"".join(self.fed)


@pytest.mark.parametrize("size", [100, 4096, 65536, 1 << 20])
def test_of_a_flood_only_the_lines_that_stay_are_parsed(size: int) -> None:
    counted = Counted()
    data = b"".join(LINES)
    for start in range(0, len(data), size):
        counted.backlog.append(data[start : start + size])
    fed = counted.parse()
    assert data.startswith(fed[: len(LINES[0])])
    rest = fed[len(LINES[0]) :]
    assert data.endswith(rest)
    assert ENOUGH <= rest.count(b"\r\n") <= ENOUGH + SMALLEST_PIECE // len(LINES[0]) + 1
    drawn = Terminal(ROWS, COLS, history=HISTORY)
    for line in LINES:
        drawn.feed(line)
        drawn.advance()
    assert counted.terminal.look().rows[0].ansi() == drawn.look().rows[0].ansi()
    assert counted.terminal.text() == drawn.text()
    assert list(map(str, counted.terminal.history)) == list(map(str, drawn.history))


@pytest.mark.parametrize("between", [b"\x1b[5;5H", b"\x1b]2;a title\x07", b"\x1b7"])
def test_nothing_is_skipped_before_what_leaves_a_trace(between: bytes) -> None:
    counted = Counted()
    few = LINES[:ENOUGH]
    for part in (b"".join(LINES), between + b"x" * SMALLEST_PIECE + b"\r\n", b"".join(few)):
        counted.backlog.append(part)
    fed = counted.parse()
    before, after = fed.split(between)
    assert before.endswith(b"".join(LINES[-ENOUGH:]))
    assert after.endswith(b"".join(few))


def test_a_line_that_had_begun_is_finished_before_any_is_skipped() -> None:
    counted = Counted()
    counted.backlog.append(b"begun, ")
    counted.parse()
    counted.backlog.append(b"".join(LINES))
    assert counted.parse().startswith(b"begun, " + LINES[0])


def test_a_step_skips_no_more_than_a_part_of_what_waits() -> None:
    counted = Counted()
    coloured = b"".join(b"\x1b[3%dmword\x1b[39m \x1b[1mmore\x1b[22m\r\n" % (n % 8) for n in range(40_000))
    for start in range(0, len(coloured), 65536):
        counted.backlog.append(coloured[start : start + 65536])
    steps = [counted.backlog.size]
    while counted.backlog.parse(65536):
        steps.append(counted.backlog.size)
    assert max(before - after for before, after in pairwise(steps)) <= 2 * 65536
    assert len(b"".join(counted.fed)) < len(coloured) / 10


def test_bytes_wait_until_somebody_looks() -> None:
    terminal = Terminal(5, 20)
    terminal.feed(b"hello")
    assert terminal.pending == 5
    assert terminal.text() == "hello"
    assert terminal.pending == 0


def test_parsing_goes_in_bounded_steps() -> None:
    terminal = Terminal(5, 20, history=100000)
    terminal.append(FLOOD)
    steps = [len(FLOOD)]
    while terminal.advance(1000):
        steps.append(terminal.pending)
    assert all(900 < before - after <= 1000 for before, after in pairwise(steps))
    assert terminal.pending == 0


def test_a_step_within_a_sequence_and_a_character_changes_nothing() -> None:
    at_once, in_steps = Terminal(5, 20), Terminal(5, 20)
    data = "\x1b[31m漢字\x1b]0;title\x07é".encode() * 50
    at_once.append(data)
    at_once.sample()
    in_steps.append(data)
    while in_steps.advance(1):
        pass
    assert shown(in_steps) == shown(at_once)


def test_a_flood_that_comes_while_another_is_parsed_is_not_lost() -> None:
    terminal = Terminal(5, 20)
    terminal.append(FLOOD)
    terminal.advance(100)
    terminal.append(FLOOD + b"end")
    terminal.sample()
    assert terminal.pending == 0
    assert terminal.text().endswith("end")


def test_a_flood_in_the_midst_of_a_string_is_no_flood() -> None:
    terminal = Terminal(5, 20)
    terminal.append(b"a\x1bP")
    terminal.advance()
    terminal.append(FLOOD.replace(b"\x1b[31m", b"").replace(b"\x1b[m", b"") + b"\x1b\\b")
    assert terminal.text() == "ab"


def test_a_flood_in_the_midst_of_a_character_is_drawn_from_its_first_line_on() -> None:
    terminal = Terminal(5, 20)
    terminal.append("漢".encode()[:1])
    terminal.advance()
    terminal.append("漢".encode()[1:] + FLOOD)
    assert terminal.text() == "line of a flood\n" * 3 + "line of a flood"


@pytest.mark.parametrize(
    "heavy", [b"A\x1b[9999b", b"\x1bc", b"\x1b#8", b"\x1b[2J", b'\x1b[1"qa\x1b[0"qb\x1b[?2J']
)
def test_bytes_that_mean_much_work_count_for_more(heavy: bytes) -> None:
    terminal = Terminal(50, 200)
    data = heavy * (12000 // len(heavy))
    terminal.append(data)
    assert terminal.advance()
    assert terminal.pending > len(data) / 2
