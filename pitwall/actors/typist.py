"""
What a window types and pastes, on its way to the programs: all of it, in order, as slowly as each program reads.

A program that takes what it is given costs nothing here. Behind one that is slower, input waits in a lane of its
pane's; a program that takes nothing at all for a while loses what waits, a paste up to and including its end.
"""

from collections import deque
from collections.abc import Awaitable, Callable

import trio

from pitwall.actors.pane import PaneActor
from pitwall.events.ids import PaneId
from pitwall.wire.window import Message, Said

WAITING_BYTES = 8 << 20
"""What may wait of one window's input; past that the window's mail fills, then its socket, then it reads no more."""
KEYS_TOGETHER = 256
"""Bytes up to which what waits is one piece with what comes next."""
PATIENCE = 60.0
"""
Seconds in which a terminal takes no input, after which its program counts as not reading: the kernel takes 4 kB at a
time, which at 80 bytes a second is still a program that reads.
"""
HELD_UP_PATIENCE = 5.0
"""The same while the window is held up, as so much waits that it can say nothing more."""
POLL_SECONDS = 0.5
"""How often that is looked at."""
QUIET_SECONDS = 0.5
"""After so long without input, what comes is no more of what was lost: pastes without brackets have no other end."""
PASTE_START, PASTE_END = b"\x1b[200~", b"\x1b[201~"
"""Bracketed paste (xterm's control sequences, mode 2004)."""


class Brackets:
    """Whether the end of a stream of input is within a bracketed paste; a start must come in one piece."""

    def __init__(self) -> None:
        self.inside = False
        self._tail = b""

    def feed(self, data: bytes) -> None:
        """More of the stream."""
        joined = self._tail + data
        start, end = joined.rfind(PASTE_START), joined.rfind(PASTE_END)
        if start >= 0 or end >= 0:
            self.inside = start > end
        self._tail = joined[-len(PASTE_END) + 1 :]

    def end(self, data: bytes) -> int:
        """Where the paste ends within what comes next, behind the bracket; -1: not in there."""
        found = (self._tail + data).find(PASTE_END)
        return found if found < 0 else found + len(PASTE_END) - len(self._tail)


class Lane:
    """
    One pane's input that waits, or the rest of a paste that goes the way that its beginning went.

    It is there only from the first byte that waits, is lost, or begins a bracketed paste.
    """

    def __init__(self, pane: PaneActor) -> None:
        self.pane = pane
        self.waiting: deque[bytes] = deque()
        self.lost = 0
        """Bytes that were lost and that the user was not told of."""
        self.quiet_at = 0.0
        self.served = False
        """Whether a task gives the program what waits, or will tell what was lost."""
        self._sent = Brackets()
        self._losing: Brackets | None = None
        self._stuck_at: int | None = None

    @property
    def needed(self) -> bool:
        """Whether the next input must come here."""
        return bool(self.waiting or self.lost or self.served or self._sent.inside or self._losing)

    @property
    def stuck(self) -> bool:
        """Whether the program has taken nothing since some of its input was lost for that."""
        return self._stuck_at == self.pane.taken

    def write(self, data: bytes) -> bool:
        """Give it to the program; ``False``: there is no room for it."""
        if not self.pane.type(data):
            return False
        self._sent.feed(data)
        return True

    def wait(self, data: bytes) -> None:
        """Have it wait; keys one by one cost no more than what they come to."""
        if self.waiting and len(self.waiting[-1]) + len(data) <= KEYS_TOGETHER:
            data = self.waiting.pop() + data
        self.waiting.append(data)

    def note(self, data: bytes) -> None:
        """The program was given this already."""
        self._sent.feed(data)

    def drop(self, data: bytes) -> None:
        """The program takes nothing: lose this, which is next, and what follows of the same paste."""
        self._stuck_at = self.pane.taken
        self._losing, self._sent = self._sent, Brackets()
        if self._losing.inside:
            self.pane.type_beyond(PASTE_END)
        rest = self._lose(data)
        if rest and not self.write(rest):
            self._losing = Brackets()
            self._lose(rest)

    def unlost(self, data: bytes) -> bytes:
        """What of the input is not the rest of something that was lost."""
        if self._losing is None:
            return data
        if not self._losing.inside and trio.current_time() >= self.quiet_at:
            self._losing = None
            return data
        return self._lose(data)

    def _lose(self, data: bytes) -> bytes:
        """What stands behind the end of the paste that is lost."""
        assert self._losing is not None
        self.quiet_at = trio.current_time() + QUIET_SECONDS
        end = self._losing.end(data) if self._losing.inside else -1
        if end < 0:
            self.lost += len(data)
            self._losing.feed(data)
            return b""
        self.lost += end
        self._losing = None
        return data[end:]

    def finish(self) -> None:
        """Nobody waits any more: leave the program what fits, and no paste without its end."""
        for data in self.waiting if self.pane.has_room else ():
            self.pane.type_beyond(data)
            self._sent.feed(data)
        self.waiting.clear()
        if self._sent.inside:
            self.pane.type_beyond(PASTE_END)


class Typist:
    """The input of one window; what is lost of it is told with ``say``."""

    def __init__(self, say: Callable[[Said], Awaitable[None]]) -> None:
        self._say = say
        self._lanes: dict[PaneId, Lane] = {}
        self._size = 0
        self._room = trio.Event()
        self._held_up = False

    def take(self, pane: PaneActor, data: bytes, nursery: trio.Nursery) -> bool:
        """Give a program input, or have it wait; ``False``: too much waits, and this was not taken."""
        lane = self._lanes.get(pane.id)
        if lane is None:
            if pane.type(data):
                if PASTE_START in data:
                    self._lane(pane).note(data)
                    self._forget(pane.id)
                return True
            lane = self._lane(pane)
        elif lane.waiting and self._size + len(data) > WAITING_BYTES:
            return False
        self._enter(lane, data, nursery)
        return True

    async def room(self) -> None:
        """Wait until some of what waits is gone."""
        self._held_up = True
        try:
            await self._room.wait()
        finally:
            self._held_up = False

    def finish(self) -> None:
        """The window has gone."""
        for lane in self._lanes.values():
            lane.finish()
        self._lanes.clear()

    def _lane(self, pane: PaneActor) -> Lane:
        lane = self._lanes[pane.id] = Lane(pane)
        return lane

    def _forget(self, pane: PaneId) -> None:
        lane = self._lanes.get(pane)
        if lane is not None and not lane.needed:
            del self._lanes[pane]

    def _enter(self, lane: Lane, data: bytes, nursery: trio.Nursery) -> None:
        data = lane.unlost(data)
        if data and (lane.waiting or not lane.write(data)):
            if lane.stuck:
                lane.drop(data)
            else:
                lane.wait(data)
                self._size += len(data)
        if (lane.waiting or lane.lost) and not lane.served:
            lane.served = True
            nursery.start_soon(self._serve, lane)
        self._forget(lane.pane.id)

    async def _serve(self, lane: Lane) -> None:
        while lane.waiting or lane.lost:
            await self._give(lane)
            if lane.lost and trio.current_time() < lane.quiet_at:
                await trio.sleep_until(lane.quiet_at)
            elif lane.lost:
                lost, lane.lost = lane.lost, 0
                await self._say(Message(f"the program does not read its input: {_size(lost)} lost", 1))
        lane.served = False
        self._forget(lane.pane.id)

    async def _give(self, lane: Lane) -> None:
        """Give the program what waits as it takes it, until nothing waits or it takes nothing."""
        pane = lane.pane
        taken, since = pane.taken, trio.current_time()
        while lane.waiting:
            if not pane.listens:
                self._emptied(lane)
            while lane.waiting and lane.write(lane.waiting[0]):
                self._left(len(lane.waiting.popleft()))
            if not lane.waiting:
                return
            with trio.move_on_after(POLL_SECONDS):
                await pane.some_taken()
            if pane.taken != taken:
                taken, since = pane.taken, trio.current_time()
            elif trio.current_time() >= since + (HELD_UP_PATIENCE if self._held_up else PATIENCE):
                lane.drop(self._emptied(lane))

    def _emptied(self, lane: Lane) -> bytes:
        data = b"".join(lane.waiting)
        lane.waiting.clear()
        self._left(len(data))
        return data

    def _left(self, size: int) -> None:
        self._size -= size
        self._room.set()
        self._room = trio.Event()


def _size(count: int) -> str:
    if count < 1000:
        return "1 byte is" if count == 1 else f"{count} bytes are"
    return f"{count / 1e6:.1f} MB are" if count >= 1e6 else f"{count / 1e3:.0f} kB are"
