"""Input goes at once if it can, waits in a bounded queue if not, and blocks nobody."""

import errno
import os
import signal
import tty
from collections.abc import Iterator

import pytest
import trio
import trio.testing
from terminals import PATIENCE, python, running, shown

from pitwall.writer import Writer


@pytest.fixture
def pty() -> Iterator[tuple[int, int]]:
    """A master and a slave in raw mode, both non-blocking; nobody reads the slave."""
    master, slave = os.openpty()
    tty.setraw(slave)
    for fd in (master, slave):
        os.set_blocking(fd, False)
    yield master, slave
    os.close(master)
    os.close(slave)


def taken(slave: int) -> bytes:
    """All that the terminal holds for its program."""
    data = b""
    while True:
        try:
            data += os.read(slave, 65536)
        except BlockingIOError:
            return data


def test_a_key_is_written_at_once(pty: tuple[int, int]) -> None:
    writer = Writer(pty[0])

    assert writer.write(b"k")
    assert writer.size == 0
    assert taken(pty[1]) == b"k"


def test_trap_45_a_program_that_reads_nothing_blocks_nobody(pty: tuple[int, int]) -> None:
    writer = Writer(pty[0], limit=100_000)

    assert writer.write(b"x" * 90_000)
    assert 0 < writer.size < 90_000
    while writer.write(b"y" * 10_000):
        pass
    assert 90_000 <= writer.size <= 100_000


def test_what_does_not_fit_is_refused_whole(pty: tuple[int, int]) -> None:
    writer = Writer(pty[0], limit=60_000)
    assert writer.write(b"x" * 60_000)
    size = writer.size

    assert not writer.write(b"y" * (60_001 - size))
    assert writer.size == size
    assert writer.write(b"z" * (60_000 - size))


async def test_what_waits_arrives_whole_and_in_order(pty: tuple[int, int]) -> None:
    master, slave = pty
    writer = Writer(master)
    pieces = [bytes([n]) * 7_001 for n in range(60)]
    received = b""

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(writer.run)
            for piece in pieces:
                assert writer.write(piece)
            while len(received) < 60 * 7_001:
                await trio.lowlevel.wait_readable(slave)
                received += taken(slave)
            nursery.cancel_scope.cancel()

    assert received == b"".join(pieces)
    assert writer.size == 0


async def test_a_paste_arrives_after_keys_that_never_had_to_wait(pty: tuple[int, int]) -> None:
    master, slave = pty
    writer = Writer(master)
    received = b""

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(writer.run)
            await trio.testing.wait_all_tasks_blocked()
            assert writer.write(b"k")
            assert writer.write(b"x" * 99_999)
            while len(received) < 100_000:
                await trio.lowlevel.wait_readable(slave)
                received += taken(slave)
            nursery.cancel_scope.cancel()


async def test_sending_waits_for_room(pty: tuple[int, int]) -> None:
    master, slave = pty
    writer = Writer(master, limit=50_000)
    assert writer.write(b"x" * 50_000)
    sent = []

    async def send() -> None:
        sent.append(await writer.send(b"y" * 50_000))

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(writer.run)
            nursery.start_soon(send)
            await trio.testing.wait_all_tasks_blocked()
            assert sent == []
            received = b""
            while len(received) < 100_000:
                await trio.lowlevel.wait_readable(slave)
                received += taken(slave)
            nursery.cancel_scope.cancel()
    assert sent == [True]


async def test_what_is_larger_than_the_limit_is_sent_when_nothing_else_waits(pty: tuple[int, int]) -> None:
    assert not Writer(pty[0], limit=10).write(b"x" * 11)
    assert await Writer(pty[0], limit=10).send(b"x" * 11)

    assert taken(pty[1]) == b"x" * 11


async def test_a_send_that_is_cancelled_while_it_waits_has_written_nothing(pty: tuple[int, int]) -> None:
    master, slave = pty
    writer = Writer(master, limit=50_000)
    assert writer.write(b"x" * 50_000)

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(writer.run)
            async with trio.open_nursery() as sending:
                sending.start_soon(writer.send, b"y" * 40_000)
                await trio.testing.wait_all_tasks_blocked()
                sending.cancel_scope.cancel()
            received = b""
            while writer.size:
                await trio.lowlevel.wait_readable(slave)
                received += taken(slave)
            await writer.emptied()
            nursery.cancel_scope.cancel()
    assert (received + taken(slave)).replace(b"x", b"") == b""


async def test_a_gone_terminal_ends_writing_without_a_word(
    pty: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(fd: int, data: bytes) -> int:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "write", fail)
    writer = Writer(pty[0])

    with trio.fail_after(PATIENCE):
        assert not writer.write(b"k")
        assert writer.size == 0
        await writer.emptied()
        assert not await writer.send(b"k")
        await writer.run()


async def test_closing_the_master_ends_the_writing_task() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    writer = Writer(master)
    assert writer.write(b"x" * 100_000)

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(writer.run)
            await trio.testing.wait_all_tasks_blocked()
            trio.lowlevel.notify_closing(master)
            os.close(master)
    os.close(slave)
    assert not writer.write(b"k")


async def test_a_stopped_writer_writes_no_more_as_the_descriptor_may_be_another_terminals(
    pty: tuple[int, int],
) -> None:
    writer = Writer(pty[0])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(writer.run)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()

    assert not writer.write(b"k")
    assert not await writer.send(b"k")
    assert taken(pty[1]) == b""


async def test_an_idle_writer_waits_without_turning(pty: tuple[int, int]) -> None:
    steps = 0

    class Steps(trio.abc.Instrument):
        def before_task_step(self, task: trio.lowlevel.Task) -> None:
            nonlocal steps
            steps += task.name.endswith("Writer.run")

    writer = Writer(pty[0])
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(writer.run)
            assert writer.write(b"x" * 100_000)
            await trio.testing.wait_all_tasks_blocked()
            trio.lowlevel.add_instrument(counter := Steps())
            await trio.testing.wait_all_tasks_blocked(0.05)
            trio.lowlevel.remove_instrument(counter)
            nursery.cancel_scope.cancel()
    assert steps == 0


async def test_trap_45_a_sleeping_program_gets_its_paste_when_it_wakes() -> None:
    script = (
        "import os, signal, sys, tty; tty.setraw(0); signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])\n"
        "print('asleep', flush=True); signal.sigwait([signal.SIGUSR1]); size = 0\n"
        "while size < 300000: size += len(os.read(0, 65536))\n"
        "print('got', size, 'bytes', flush=True)"
    )
    async with running(python(script)) as child, trio.open_nursery() as nursery:
        writer = Writer(child.master)
        nursery.start_soon(writer.run)
        await shown(child, "asleep")
        assert writer.write(b"p" * 300_000)
        assert writer.size > 0
        os.kill(child.pid, signal.SIGUSR1)
        assert "got 300000 bytes" in await shown(child, "bytes")
        nursery.cancel_scope.cancel()


async def test_many_may_wait_for_room_and_a_cancelled_one_writes_nothing(pty: tuple[int, int]) -> None:
    master, slave = pty
    writer = Writer(master, limit=50_000)
    assert writer.write(b"x" * 50_000)
    received = b""

    async def cancelled() -> None:
        with trio.CancelScope() as scope:
            scope.cancel()
            await writer.send(b"never")

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(writer.run)
            for piece in (b"a", b"b", b"c"):
                nursery.start_soon(writer.send, piece * 40_000)
            nursery.start_soon(cancelled)
            await trio.testing.wait_all_tasks_blocked()
            while len(received) < 170_000:
                await trio.lowlevel.wait_readable(slave)
                received += taken(slave)
            nursery.cancel_scope.cancel()
    pieces = received[50_000:]
    assert sorted(pieces[at : at + 40_000] for at in range(0, 120_000, 40_000)) == [
        piece * 40_000 for piece in (b"a", b"b", b"c")
    ]


async def test_a_send_within_what_is_cancelled_writes_nothing_though_there_is_room(
    pty: tuple[int, int],
) -> None:
    writer = Writer(pty[0])
    with trio.CancelScope() as scope:
        scope.cancel()
        await writer.send(b"never")
    assert scope.cancelled_caught
    assert taken(pty[1]) == b""


async def test_the_end_of_something_is_written_above_the_limit_and_what_was_taken_is_counted(
    pty: tuple[int, int],
) -> None:
    master, slave = pty
    writer = Writer(master, limit=50_000)
    assert writer.write(b"x" * 50_000)
    while writer.write(b"x"):
        pass
    assert writer.has_room
    writer.write_beyond(b"end")
    assert not writer.has_room
    whole = writer.taken + writer.size
    received = b""
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(writer.run)
            while len(received) < whole:
                await trio.lowlevel.wait_readable(slave)
                received += taken(slave)
            nursery.cancel_scope.cancel()
        assert received == b"x" * (whole - 3) + b"end"
        assert writer.taken == whole
        assert writer.closed
        writer.write_beyond(b"more")
        await writer.some_left()
    assert taken(slave) == b""
