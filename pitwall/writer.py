"""
Writing to what takes bytes at its own pace, a terminal or a socket: a bounded queue that blocks nobody.

What can be written is written at once, by whoever has it: no task must be woken for a key or its echo.
"""

import os
from collections import deque

import trio

LIMIT_BYTES = 1 << 20
"""What may wait here for a program to read it; who has more waits for room."""


class Writer:
    """
    The way out through one non-blocking descriptor.

    ``write`` takes all of the data or none of it, so half a paste or half an escape sequence never arrives.
    ``run`` must run in a task for anything to go beyond what the kernel takes at once (18 to 20 kB for a terminal).
    When it ends, for whatever reason, nothing is written any more: stop it before the descriptor is closed, whose
    number is then used again.
    """

    def __init__(self, fd: int, *, limit: int = LIMIT_BYTES) -> None:
        self._fd = fd
        self._limit = limit
        self._waiting: deque[memoryview] = deque()
        self._size = 0
        self.taken = 0
        """All bytes that the other side's kernel took so far."""
        self._closed = False
        self._arrived = trio.Event()
        self._left: trio.Event | None = None
        """Set when some of it has been taken; there only while somebody waits for that."""

    @property
    def size(self) -> int:
        """Bytes that wait."""
        return self._size

    def write(self, data: bytes) -> bool:
        """Write now or queue; never waits. ``False``: no room, or the other side is gone; nothing was taken."""
        if self._closed or self._size + len(data) > self._limit:
            return False
        self._take(data)
        return not self._closed

    def write_beyond(self, data: bytes) -> None:
        """Write now or queue, above the limit if need be: for what ends something that was begun."""
        if not self._closed:
            self._take(data)

    @property
    def closed(self) -> bool:
        """Whether nothing is written any more."""
        return self._closed

    @property
    def has_room(self) -> bool:
        """Whether no more waits than may."""
        return self._size <= self._limit

    async def send(self, data: bytes) -> bool:
        """
        Write, waiting for room in the queue; ``False``: the other side is gone.

        Data of any size is taken when nothing else waits. A cancelled send has written all of it or nothing.
        """
        await trio.lowlevel.checkpoint_if_cancelled()
        while self._size and self._size + len(data) > self._limit and not self._closed:
            await self.some_left()
        if not self._closed:
            self._take(data)
        await trio.lowlevel.cancel_shielded_checkpoint()
        return not self._closed

    async def some_left(self) -> None:
        """Wait until some of what waits has been taken, or the other side is gone."""
        if self._closed:
            await trio.lowlevel.checkpoint()
            return
        if self._left is None:
            self._left = trio.Event()
        await self._left.wait()

    async def emptied(self) -> None:
        """Wait until nothing waits any more, or the other side is gone."""
        while self._size and not self._closed:
            await self.some_left()

    async def run(self) -> None:
        """Write what waits, as it is taken; returns when the other side is gone."""
        try:
            while not self._closed:
                await self._arrived.wait()
                await trio.lowlevel.wait_writable(self._fd)
                self._push()
        except trio.ClosedResourceError:
            pass
        finally:
            self._close()

    def _take(self, data: bytes) -> None:
        if not data:
            return
        self._waiting.append(memoryview(data))
        self._size += len(data)
        self._push()
        if self._waiting:
            self._arrived.set()

    def _push(self) -> None:
        """Give the kernel what it takes."""
        try:
            while self._waiting:
                written = os.write(self._fd, self._waiting[0])
                self._size -= written
                self.taken += written
                if written == len(self._waiting[0]):
                    self._waiting.popleft()
                else:
                    self._waiting[0] = self._waiting[0][written:]
        except BlockingIOError:
            pass
        except OSError:  # EIO, EPIPE: the other side is gone
            self._close()
        if not self._waiting and not self._closed and self._arrived.is_set():
            self._arrived = trio.Event()
        self._tell()

    def _tell(self) -> None:
        if self._left is not None:
            self._left.set()
            self._left = None

    def _close(self) -> None:
        self._closed = True
        self._waiting.clear()
        self._size = 0
        self._arrived.set()
        self._tell()
