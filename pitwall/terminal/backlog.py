"""Bytes that wait to be parsed, and how much of them is."""

from pitwall.terminal import floods
from pitwall.terminal.screen import Screen
from pitwall.terminal.stream import Stream

SMALLEST_STEP = 256
LARGEST_STEP = 4096
"""Bytes parsed between two looks at how much work they were."""


class Backlog:
    """Feeds a stream in bounded steps; of a flood only what matters."""

    def __init__(self, screen: Screen, stream: Stream) -> None:
        self._screen = screen
        self._stream = stream
        self._pieces: list[bytes] = []
        self._next = b""
        self._flood = b""
        self._rest = b""
        """`_next` goes on with a flood, maybe an empty one, and that with the rest."""
        self._step = LARGEST_STEP
        self.size = 0

    def append(self, data: bytes) -> None:
        """Take bytes."""
        self._pieces.append(data)
        self.size += len(data)

    def parse(self, limit: int) -> bool:
        """Parse about `limit` bytes, fewer where they mean much work; return whether more are left."""
        while limit > 0 and self.size:
            if not self._next:
                self._go_on()
            data = self._next[: min(limit, self._step)]
            self._next = self._next[len(data) :]
            self._stream.feed(data)
            self.size -= len(data)
            work, self._screen.work = self._screen.work, 0
            limit -= len(data) + work
            self._step = SMALLEST_STEP if work > len(data) else min(4 * self._step, LARGEST_STEP)
        return self.size > 0

    def _go_on(self) -> None:
        """Take what is to be parsed next."""
        if self._flood:
            self._next, self._flood = self._flood, b""
            if self._stream.at_rest:
                end = floods.skippable(self._screen, self._next)
                floods.skip(self._screen, self._next[:end])
                self._next = self._next[end:]
                self.size -= end
            return
        if self._rest:
            self._next, self._rest = self._rest, b""
            return
        data = b"".join(self._pieces)
        self._pieces.clear()
        start = end = len(data)
        if end >= floods.SMALLEST:
            start, end = floods.find_flood(data, floods.lines_enough(self._screen))
        self._next, self._flood, self._rest = data[:start], data[start:end], data[end:]
        if not self._next:
            self._go_on()
