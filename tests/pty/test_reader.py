"""Output is read in large pieces, never waited for with the thread, and never lost."""

import os
import tty
from collections.abc import Iterator

import pytest
import trio
import trio.testing
from terminals import PATIENCE, command, running

from pitwall.pty.reader import CHUNK_BYTES, Output, drain, read_available


@pytest.fixture
def pty() -> Iterator[tuple[int, int]]:
    """A master, non-blocking, and a slave in raw mode; the test may close the slave."""
    master, slave = os.openpty()
    os.set_blocking(master, False)
    tty.setraw(slave)
    yield master, slave
    os.close(master)
    try:
        os.close(slave)
    except OSError:
        pass


def test_nothing_there_is_no_end(pty: tuple[int, int]) -> None:
    assert drain(pty[0]) == Output(b"", ended=False)


def test_all_that_is_there_comes_at_once(pty: tuple[int, int]) -> None:
    master, slave = pty
    data = bytes(range(256)) * 32
    assert os.write(slave, data) == len(data)

    assert drain(master) == Output(data, ended=False)


def test_no_more_comes_than_the_limit(pty: tuple[int, int]) -> None:
    master, slave = pty
    os.write(slave, b"abcdef")

    assert drain(master, 4) == Output(b"abcd", ended=False)
    assert drain(master, 4) == Output(b"ef", ended=False)


def test_the_end_on_linux_is_an_error_and_comes_after_the_output(pty: tuple[int, int]) -> None:
    master, slave = pty
    os.write(slave, b"last")
    os.close(slave)

    assert drain(master) == Output(b"last", ended=True)
    assert drain(master) == Output(b"", ended=True)


def test_the_end_on_macos_is_an_empty_read(pty: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    reads = [b"last", b""]
    monkeypatch.setattr(os, "read", lambda fd, size: reads.pop(0))

    assert drain(pty[0]) == Output(b"last", ended=True)


async def test_reading_waits_for_output(pty: tuple[int, int]) -> None:
    master, slave = pty
    seen = []

    async def read() -> None:
        seen.append(await read_available(master))

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(read)
            await trio.testing.wait_all_tasks_blocked()
            assert seen == []
            os.write(slave, b"hello")
    assert seen == [b"hello"]


async def test_the_end_is_empty(pty: tuple[int, int]) -> None:
    master, slave = pty
    os.write(slave, b"last")
    os.close(slave)

    assert await read_available(master) == b"last"
    assert await read_available(master) == b""


async def test_a_cancelled_read_loses_nothing(pty: tuple[int, int]) -> None:
    master, slave = pty
    os.write(slave, b"kept")
    with trio.CancelScope() as scope:
        scope.cancel()
        await read_available(master)
    assert scope.cancelled_caught

    assert await read_available(master) == b"kept"


async def test_a_flood_comes_whole_in_bounded_pieces_and_lets_others_run() -> None:
    size, largest, turns, ended = 0, 0, 0, False

    async def other() -> None:
        nonlocal turns
        while not ended:
            turns += 1
            await trio.lowlevel.checkpoint()

    async with running(command("/usr/bin/head", "-c", "20000000", "/dev/zero")) as child:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(other)
            while size < 20_000_000:
                piece = await read_available(child.master)
                size += len(piece)
                largest = max(largest, len(piece))
            ended = True
        assert await child.wait() == 0
    assert size == 20_000_000
    assert largest <= CHUNK_BYTES
    assert turns >= size // CHUNK_BYTES
