"""Reading a PTY's master without ever blocking."""

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import trio

CHUNK_BYTES = 65536
"""The most that is handed on at once; Linux gives at most 4,095 bytes a read."""


@dataclass(frozen=True, slots=True)
class Output:
    """What a terminal's programs wrote."""

    data: bytes
    ended: bool
    """Nobody holds the other side any more. Not the program's end: that is ``Child.wait``."""


def drain(master: int, limit: int = CHUNK_BYTES) -> Output:
    """
    What is there now, up to about ``limit`` bytes, without waiting.

    Complete for a process that has ended: Linux passes on what is under way to the master before it says
    EAGAIN (``n_tty_read`` flushes the buffers).
    """
    parts: list[bytes] = []
    size = 0
    while size < limit:
        try:
            part = os.read(master, limit - size)
        except BlockingIOError:
            return Output(b"".join(parts), ended=False)
        except OSError:  # EIO: how Linux says that it is over
            part = b""
        if not part:  # how macOS says it
            return Output(b"".join(parts), ended=True)
        parts.append(part)
        size += len(part)
    return Output(b"".join(parts), ended=False)


async def read_available(
    master: int, go_first: Callable[[], Awaitable[None]] = trio.lowlevel.checkpoint
) -> bytes:
    """
    Wait for output and return what is there, up to 64 KiB; ``b""`` when nobody holds the other side any more.

    Who is to ``go_first`` does so before anything is read.

    Cancellation loses nothing. Raises ``trio.ClosedResourceError`` when the master is closed meanwhile.
    """
    await go_first()
    while True:
        output = drain(master)
        if output.data or output.ended:
            return output.data
        await trio.lowlevel.wait_readable(master)
