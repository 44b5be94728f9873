"""Writing to a PTY's master: a bounded queue, so that a program which reads nothing blocks nobody."""

import os
from collections import deque

import trio

LIMIT_BYTES = 1 << 20
"""What may wait for a program to read it: a large paste fits, an endless one does not."""


class Writer:
    """
    The input of one terminal.

    ``write`` takes all of the data or none of it, so half a paste or half an escape sequence never arrives.
    ``run`` must run in a task for anything to go beyond what the kernel takes at once (18 to 20 kB). When it ends,
    for whatever reason, nothing is written any more: stop it before the master is closed, whose number is then
    used again.
    """

    def __init__(self, master: int, *, limit: int = LIMIT_BYTES) -> None:
        self._master = master
        self._limit = limit
        self._waiting: deque[memoryview] = deque()
        self._size = 0
        self._closed = False
        self._arrived = trio.Event()
        self._left = trio.Event()

    @property
    def size(self) -> int:
        """Bytes that wait."""
        return self._size

    def write(self, data: bytes) -> bool:
        """Write now or queue; never waits. ``False``: no room, or the terminal is gone; nothing was taken."""
        if self._closed or self._size + len(data) > self._limit:
            return False
        if data:
            self._waiting.append(memoryview(data))
            self._size += len(data)
            self._push()
            if self._waiting:
                self._arrived.set()
        return not self._closed

    async def send(self, data: bytes) -> bool:
        """Write, waiting for room in the queue; ``False`` if the terminal is gone or data above its limit."""
        await trio.lowlevel.checkpoint()
        while not self.write(data):
            if self._closed or len(data) > self._limit:
                return False
            await self._left.wait()
        return True

    async def run(self) -> None:
        """Write what waits, as the program reads it; returns when the terminal is gone."""
        try:
            while not self._closed:
                await self._arrived.wait()
                await trio.lowlevel.wait_writable(self._master)
                self._push()
        except trio.ClosedResourceError:
            pass
        finally:
            self._close()

    def _push(self) -> None:
        """Give the kernel what it takes."""
        try:
            while self._waiting:
                written = os.write(self._master, self._waiting[0])
                self._size -= written
                if written == len(self._waiting[0]):
                    self._waiting.popleft()
                else:
                    self._waiting[0] = self._waiting[0][written:]
        except BlockingIOError:
            pass
        except OSError:  # EIO: the other side is gone
            self._close()
        if not self._waiting and not self._closed and self._arrived.is_set():
            self._arrived = trio.Event()
        self._left.set()
        self._left = trio.Event()

    def _close(self) -> None:
        self._closed = True
        self._waiting.clear()
        self._size = 0
        self._arrived.set()
        self._left.set()
