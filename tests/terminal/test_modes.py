"""The modes that a program sets in its terminal."""

import pytest

from pitwall.terminal import Modes, Terminal
from pitwall.terminal.modes import INITIAL, KNOWN_ANSI, KNOWN_PRIVATE, private


def test_a_fresh_terminal_has_the_modes_that_are_the_defaults() -> None:
    assert Terminal(5, 10).modes == Modes()


def test_private_and_ansi_modes_do_not_collide() -> None:
    assert not KNOWN_PRIVATE & KNOWN_ANSI
    assert INITIAL <= KNOWN_PRIVATE | KNOWN_ANSI


@pytest.mark.parametrize("number", [number for number in range(2100) if private(number) in KNOWN_PRIVATE])
def test_every_known_mode_is_told_from_unknown_ones(number: int) -> None:
    terminal = Terminal(5, 10)
    terminal.feed(b"\x1b[?%d$p" % number)
    setting = 1 if private(number) in INITIAL else 2
    assert terminal.take_replies() == b"\x1b[?%d;%d$y" % (number, setting)
