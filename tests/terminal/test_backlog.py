"""Bytes that wait to be parsed."""

import pytest
from terminal_streams import shown

from pitwall.terminal import Terminal

FLOOD = b"\x1b[31mline\x1b[m of a flood\r\n" * 3000


def test_bytes_wait_until_somebody_looks() -> None:
    terminal = Terminal(5, 20)
    terminal.feed(b"hello")
    assert terminal.pending == 5
    assert terminal.text() == "hello"
    assert terminal.pending == 0


def test_parsing_goes_in_bounded_steps() -> None:
    terminal = Terminal(5, 20, history=100000)
    terminal.append(FLOOD)
    steps = []
    while terminal.advance(1000):
        steps.append(terminal.pending)
    assert steps[0] == len(FLOOD) - 1000
    assert len(steps) == len(FLOOD) // 1000 - 1
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
