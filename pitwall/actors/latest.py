"""A channel of one that holds the latest value: who takes slowly misses what came between, and blocks nobody."""

from typing import Generic, TypeVar

import trio

Item = TypeVar("Item")


class Latest(Generic[Item]):
    """Both ends of the channel: ``put`` never waits, ``take`` waits for a value that was not taken yet."""

    def __init__(self) -> None:
        self._put, self._taken = trio.open_memory_channel[Item](1)

    def put(self, item: Item) -> None:
        """Make ``item`` the value to be taken next, in place of one that was not."""
        try:
            self._put.send_nowait(item)
        except trio.WouldBlock:
            self._taken.receive_nowait()
            self._put.send_nowait(item)

    async def take(self) -> Item:
        """The latest value that was not taken yet."""
        return await self._taken.receive()
