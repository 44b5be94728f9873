"""The display paints at once what comes seldom, together what comes often, and never faster than it is taken."""

import os
import pty
from collections.abc import Iterator

import pytest
import trio
import trio.testing
from trio.testing import MockClock
from windowmodels import window

from pitwall.window.display import BURST, FRAME_SECONDS, Display
from pitwall.window.model import Model
from pitwall.window.tty import Tty
from pitwall.wire.window import Message


class Shown:
    """A model, its display, and the outer terminal's other side."""

    def __init__(self) -> None:
        self.master, slave = pty.openpty()
        os.set_blocking(self.master, False)
        self.tty = Tty(slave)
        os.close(slave)
        self.model: Model = window("hello there")
        self.display = Display(self.tty, self.model, {})

    def taken(self) -> bytes:
        """All that was painted and not taken so far."""
        data = b""
        while True:
            try:
                data += os.read(self.master, 65536)
            except OSError:
                return data

    def say(self, text: str) -> None:
        """Have the status bar say something, which must be painted."""
        self.model.message = Message(text)
        self.display.show()

    def close(self) -> None:
        self.tty.close()
        os.close(self.master)


@pytest.fixture
def shown() -> Iterator[Shown]:
    made = Shown()
    yield made
    made.close()


async def test_nothing_is_painted_before_the_terminal_is_entered(shown: Shown) -> None:
    shown.display.show()
    assert shown.taken() == b""
    shown.display.enter()
    shown.display.show()
    assert b"hello there" in shown.taken()


async def test_what_comes_seldom_is_painted_by_whoever_brings_it(shown: Shown, mock_clock: MockClock) -> None:
    shown.display.enter()
    for number in range(BURST):
        shown.say(f"number {number}")
        assert f"{number}".encode() in shown.taken()


async def test_what_goes_on_and_on_is_painted_together_a_frame_later(
    shown: Shown, mock_clock: MockClock
) -> None:
    shown.display.enter()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown.display.run)
        for number in range(BURST + 1):
            shown.say(f"number {number}")
        shown.taken()
        for text in ("left out", "the last"):
            shown.say(text)
        await trio.testing.wait_all_tasks_blocked()
        assert shown.taken() == b""
        mock_clock.jump(FRAME_SECONDS)
        await trio.testing.wait_all_tasks_blocked()
        painted = shown.taken()
        assert b"the last" in painted
        assert b"left out" not in painted
        nursery.cancel_scope.cancel()


async def test_a_terminal_that_takes_nothing_is_sent_no_further_frame_until_it_does(
    shown: Shown, mock_clock: MockClock
) -> None:
    shown.display.enter()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown.display.run)
        # Each frame is the whole screen: soon the terminal takes no more.
        for number in range(400):
            shown.model.repaint = True
            shown.say(f"number {number} ")
            mock_clock.jump(1)
            await trio.testing.wait_all_tasks_blocked()
        shown.say("the last")
        painted = b""
        while b"the last" not in painted:
            painted += shown.taken()
            await trio.testing.wait_all_tasks_blocked()
            mock_clock.jump(1)
        frames = painted.count(b"\x1b[H\x1b[2J")
        assert 1 < frames < 100
        nursery.cancel_scope.cancel()


async def test_a_terminal_that_has_gone_ends_the_display(shown: Shown) -> None:
    shown.display.enter()
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(shown.display.run)
            await trio.testing.wait_all_tasks_blocked()
            os.close(shown.master)
            shown.say("is anybody there?")
    shown.master = os.open(os.devnull, os.O_RDONLY)
