"""Bytes that wait to be parsed, and how much of them is."""

from collections import deque
from dataclasses import dataclass

from pitwall.terminal import floods
from pitwall.terminal.screen import Screen
from pitwall.terminal.stream import Stream

SMALLEST_STEP = 256
LARGEST_STEP = 4096
"""Bytes parsed between two looks at how much work they were."""
SMALLEST_PIECE = 16384
"""Bytes from which on looking for a flood is worth it."""
LINE_END = b"\r\n"


@dataclass(frozen=True, slots=True)
class _Piece:
    """Bytes that end with a line, where they hold any; as many `lines` of a flood, or none."""

    data: bytes
    lines: int


class Backlog:
    """
    Feeds a stream in bounded steps; of a flood only what matters.

    Each piece is looked at once, when it arrives, so that no step takes longer because much waits.
    """

    def __init__(self, screen: Screen, stream: Stream) -> None:
        self._screen = screen
        self._stream = stream
        self._pieces: deque[_Piece] = deque()
        self._tail: list[bytes] = []
        """What came after the pieces."""
        self._tail_size = 0
        self._next = b""
        self._at = 0
        """`_next` is what is parsed now, from there on; then come the pieces, then the tail."""
        self._parsed_end = b""
        """The last two bytes that were parsed."""
        self._step = LARGEST_STEP
        self.size = 0

    def append(self, data: bytes) -> None:
        """Take bytes."""
        self._tail.append(data)
        self._tail_size += len(data)
        self.size += len(data)
        if self._tail_size >= SMALLEST_PIECE:
            self._cut()

    def _cut(self) -> None:
        """Make a piece of the tail up to the end of its last line, or of all of it."""
        data = b"".join(self._tail)
        end = data.rfind(LINE_END) + len(LINE_END)
        if end < len(LINE_END):
            self._pieces.append(_Piece(data, 0))
            end = len(data)
        else:
            whole = data[:end]
            self._pieces.append(_Piece(whole, floods.flood_lines(whole)))
        self._tail = [data[end:]]
        self._tail_size = len(data) - end

    def parse(self, limit: int) -> bool:
        """Parse about `limit` bytes, fewer where they mean much work; return whether more are left."""
        while limit > 0 and self.size:
            if self._at == len(self._next):
                limit -= self._go_on()
                continue
            data = self._next[self._at : self._at + min(limit, self._step)]
            self._at += len(data)
            self._stream.feed(data)
            self._parsed_end = (self._parsed_end + data)[-len(LINE_END) :]
            self.size -= len(data)
            work, self._screen.work = self._screen.work, 0
            limit -= len(data) + work
            self._step = SMALLEST_STEP if work > len(data) else min(4 * self._step, LARGEST_STEP)
        return self.size > 0

    def _go_on(self) -> int:
        """Take what is to be parsed next, or skip a part of it; return how much work that was."""
        self._at = work = 0
        if not self._pieces:
            self._next = b"".join(self._tail)
            self._tail.clear()
            self._tail_size = 0
            return work
        piece = self._pieces.popleft()
        self._next = piece.data
        if not piece.lines or not self._stream.at_rest or not floods.only_scrolls(self._screen):
            return work
        if self._parsed_end != LINE_END:
            end = piece.data.index(LINE_END) + len(LINE_END)
            if piece.lines > 1:
                self._pieces.appendleft(_Piece(piece.data[end:], piece.lines - 1))
            self._next = piece.data[:end]
            return work
        skipped = self._pushed_out(piece)
        if skipped:
            work = floods.skip(self._screen, piece.data[:skipped])
            self.size -= skipped
            self._next = piece.data[skipped:]
        return work

    def _pushed_out(self, piece: _Piece) -> int:
        """How many bytes at the piece's beginning are lines that enough lines follow."""
        kept = floods.lines_enough(self._screen)
        for later in self._pieces:
            if kept <= 0 or not later.lines:
                break
            kept -= later.lines
        if kept <= 0:
            return len(piece.data)
        if piece.lines <= kept:
            return 0
        return len(piece.data.rsplit(LINE_END, kept + 1)[0]) + len(LINE_END)
