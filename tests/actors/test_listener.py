"""Who cannot be served is told why, and the listener neither spins nor gives up."""

import os
import resource
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from pitwall.actors import listener as listener_module
from pitwall.actors.listener import PATIENCE, Listener, bind
from pitwall.wire import frames

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts descriptors in /proc")


@dataclass
class Door:
    """A listener that answers each client with a word and serves it until it goes away."""

    path: str
    sockets: ExitStack = field(default_factory=ExitStack)
    served: int = 0
    left: trio.Event = field(default_factory=trio.Event)
    """Somebody has gone."""

    async def serve(self, stream: trio.SocketStream) -> None:
        async with stream:
            self.served += 1
            await stream.send_all(b"hello")
            await stream.receive_some(1)
        self.left.set()

    def clients(self, count: int) -> list[socket.socket]:
        """So many that have not connected yet."""
        return [self.sockets.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(count)]

    async def answer(self, client: socket.socket) -> bytes:
        """All that the client is told at once."""
        client.setblocking(False)
        await trio.lowlevel.wait_readable(client)
        return client.recv(4096)


@pytest.fixture
def path() -> Iterator[str]:
    # Not below pytest's own folder: a socket's path must be short.
    with tempfile.TemporaryDirectory() as home:
        yield str(Path(home) / "run" / "socket")


@asynccontextmanager
async def door(path: str) -> AsyncIterator[Door]:
    opened = Door(path)
    listening = bind(str(Path(path).parent), path)
    with opened.sockets:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Listener(listening, opened.serve).run)
            try:
                yield opened
            finally:
                listening.close()
                nursery.cancel_scope.cancel()


@contextmanager
def descriptors_left(count: int) -> Iterator[None]:
    """This process can open so many files more, for a while."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = max(map(int, os.listdir("/proc/self/fd"))) + 1 + count
    holes: list[int] = []
    try:
        while (hole := os.open(os.devnull, os.O_RDONLY)) < limit - count:
            holes.append(hole)
        os.close(hole)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for hole in holes:
            os.close(hole)


def told(answer: bytes) -> str:
    """What a client that is not served is told, which ends its command with 1."""
    (said, text), (end, code) = frames.FrameReader().feed(answer)
    assert (said, end, code) == (frames.ERROR_OUTPUT, frames.EXIT, b"\1")
    return text.decode()


async def test_who_cannot_be_accepted_for_want_of_a_descriptor_is_told(
    autojump_clock: MockClock, path: str
) -> None:
    async with door(path) as opened:
        clients = opened.clients(20)
        before = trio.current_time()
        with descriptors_left(0):
            for client in clients:
                client.connect(path)
            for client in clients:
                said = told(await opened.answer(client))
                assert said.startswith("pitwall: the daemon has too many files open to answer: ")
                assert "ulimit -n" in said
        assert trio.current_time() - before < PATIENCE + 0.5, "patience is had once"
        assert opened.served == 0


async def test_it_serves_again_as_soon_as_descriptors_are_free(autojump_clock: MockClock, path: str) -> None:
    async with door(path) as opened:
        first, second, third = opened.clients(3)
        with descriptors_left(0):
            first.connect(path)
            told(await opened.answer(first))
        second.connect(path)
        assert await opened.answer(second) == b"hello"
        with descriptors_left(0):
            third.connect(path)
            await trio.sleep(PATIENCE / 2)
        assert await opened.answer(third) == b"hello", "a moment without any is waited for"


async def test_the_last_descriptors_are_not_for_clients(autojump_clock: MockClock, path: str) -> None:
    async with door(path) as opened:
        first, second = opened.clients(2)
        with descriptors_left(2):
            first.connect(path)
            assert "too many files open" in told(await opened.answer(first))
            os.close(os.open(os.devnull, os.O_RDONLY))
            second.connect(path)
            assert "too many files open" in told(await opened.answer(second))


async def test_more_clients_than_are_served_are_told(
    autojump_clock: MockClock, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener_module, "MAX_CLIENTS", 2)
    async with door(path) as opened:
        first, second, third, fourth = opened.clients(4)
        for client in (first, second):
            client.connect(path)
            assert await opened.answer(client) == b"hello"
        third.connect(path)
        assert "clients and answers no more" in told(await opened.answer(third))
        first.close()
        await opened.left.wait()
        fourth.connect(path)
        assert await opened.answer(fourth) == b"hello"


async def test_a_listener_that_is_closed_while_it_waits_for_room_ends(
    autojump_clock: MockClock, path: str
) -> None:
    listening = bind(str(Path(path).parent), path)
    before = len(os.listdir("/proc/self/fd"))
    opened = Door(path)
    with opened.sockets:
        (client,) = opened.clients(1)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Listener(listening, opened.serve).run)
            with descriptors_left(0):
                client.connect(path)
                await trio.sleep(PATIENCE / 2)
                listening.close()
                await trio.sleep(PATIENCE)
    assert len(os.listdir("/proc/self/fd")) == before - 1
