"""What a window said, on its way from its connection to the window actor: in order, a bounded number of frames."""

from collections.abc import AsyncIterator, Callable, Iterator

import trio

LIMIT_FRAMES = 256
"""What may wait; past that the window's socket fills, and it waits for itself alone."""


class WindowMail:
    """
    A channel of frames, with a short cut.

    ``at_once`` is offered each frame while all before it are dealt with and its reader waits: what it takes, returning
    ``True``, is done in the task that read it from the socket. So a key costs no task switch.
    """

    def __init__(self) -> None:
        self._put, self._taken = trio.open_memory_channel[tuple[bytes, bytes]](LIMIT_FRAMES)
        self.at_once: Callable[[bytes, bytes], bool] = _nothing

    async def put(self, kind: bytes, payload: bytes) -> None:
        """Hand a frame over, waiting for room."""
        if self._taken.statistics().tasks_waiting_receive and self.at_once(kind, payload):
            return
        await self._put.send((kind, payload))

    def __aiter__(self) -> AsyncIterator[tuple[bytes, bytes]]:
        return self._taken.__aiter__()

    def rest(self) -> Iterator[tuple[bytes, bytes]]:
        """What waits, once nobody reads any more: what a window said before it went."""
        while True:
            try:
                yield self._taken.receive_nowait()
            except (trio.WouldBlock, trio.EndOfChannel):
                return


def _nothing(kind: bytes, payload: bytes) -> bool:
    return False
