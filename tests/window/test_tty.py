"""The outer terminal is raw for the window, and itself again afterwards, whatever happens."""

import os
import pty
import termios
from collections.abc import Iterator

import pytest

from pitwall.errors import Unsupported
from pitwall.window.tty import Tty


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    master, slave = pty.openpty()
    yield master, slave
    os.close(master)
    os.close(slave)


def test_it_is_put_back_once_with_the_farewell(ends: tuple[int, int]) -> None:
    master, slave = ends
    before = termios.tcgetattr(slave)
    tty = Tty(slave)
    tty.enter(lambda: b"bye")
    assert termios.tcgetattr(slave) != before
    tty.restore()
    tty.restore()
    assert termios.tcgetattr(slave) == before
    assert os.read(master, 100) == b"bye"
    tty.close()


def test_between_two_windows_nothing_typed_is_shown_and_nothing_is_said_twice(ends: tuple[int, int]) -> None:
    master, slave = ends
    before = termios.tcgetattr(slave)
    tty = Tty(slave)
    tty.enter(lambda: b"bye")
    tty.restore()
    tty.hush()
    assert not termios.tcgetattr(slave)[3] & (termios.ECHO | termios.ICANON)
    tty.close()
    assert termios.tcgetattr(slave) == before
    assert os.read(master, 100) == b"bye"


def test_a_terminal_that_takes_nothing_is_given_up(
    ends: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, slave = ends
    monkeypatch.setattr("pitwall.window.tty.RESTORE_SECONDS", 0.3)
    before = termios.tcgetattr(slave)
    tty = Tty(slave)
    tty.enter(lambda: b"x" * 1_000_000)
    tty.close()
    assert termios.tcgetattr(slave) == before
    assert set(tty.unsent) == set(b"x")


def test_a_terminal_that_has_gone_does_no_harm() -> None:
    master, slave = pty.openpty()
    tty = Tty(slave)
    tty.enter(lambda: b"bye")
    os.close(slave)
    os.close(master)
    assert tty.size() == (24, 80)
    tty.close()


def test_what_is_no_terminal_is_refused() -> None:
    reading, writing = os.pipe()
    with pytest.raises(Unsupported, match="the terminal cannot be opened"):
        Tty(reading)
    os.close(reading)
    os.close(writing)


async def test_it_is_not_made_non_blocking_for_others(ends: tuple[int, int]) -> None:
    master, slave = ends
    tty = Tty(slave)
    assert os.get_blocking(slave)
    tty.enter(bytes)
    os.write(master, b"key")
    assert await tty.read() == b"key"
    tty.close()
