"""
The detector's clock: one for all panes, so that idle panes cost nothing.

A pane is looked at when its screen may have changed, at most every 400 ms, or when a deadline that its detector
asked for is due. With nothing of that the clock sleeps.
"""

import math
from dataclasses import dataclass

import trio

from pitwall.actors.latest import Latest
from pitwall.actors.messages import EmulatorMessage, LookDue
from pitwall.events.ids import PaneId

PERIOD = 0.4
"""Seconds between two looks at one pane (spec, "Where status comes from")."""


@dataclass(slots=True)
class _Watched:
    emulator: "trio.MemorySendChannel[EmulatorMessage]"
    looked: float = -math.inf
    due: float = math.inf
    queued: trio.CancelScope | None = None
    """Of a look that waits for its place behind output."""


class Clock:
    """Panes register their emulator; ``stir`` and ``wake_at`` say when they are to be looked at."""

    def __init__(self) -> None:
        self._panes: dict[PaneId, _Watched] = {}
        self._changed = Latest[None]()
        self._next = math.inf

    def register(self, pane: PaneId, emulator: "trio.MemorySendChannel[EmulatorMessage]") -> None:
        """Tell the pane's emulator whenever its screen is to be looked at, until the pane is forgotten."""
        self._panes[pane] = _Watched(emulator)
        self.stir(pane)

    def forget(self, pane: PaneId) -> None:
        """The pane is gone."""
        watched = self._panes.pop(pane, None)
        if watched is not None and watched.queued is not None:
            watched.queued.cancel()

    def stir(self, pane: PaneId) -> None:
        """The pane's screen may have changed: look within a period."""
        watched = self._panes.get(pane)
        if watched is not None:
            self._at(watched, watched.looked + PERIOD)

    def wake_at(self, pane: PaneId, when: float) -> None:
        """Look at the pane at ``when`` (trio's clock), though nothing may have changed."""
        watched = self._panes.get(pane)
        if watched is not None:
            self._at(watched, when)

    def _at(self, watched: _Watched, when: float) -> None:
        watched.due = min(watched.due, when)
        if watched.due < self._next:
            self._next = watched.due
            self._changed.put(None)

    async def run(self) -> None:
        """Send out looks, for ever."""
        async with trio.open_nursery() as nursery:
            while True:
                with trio.move_on_at(self._next):
                    await self._changed.take()
                    continue
                now = trio.current_time()
                self._next = math.inf
                for watched in self._panes.values():
                    if watched.due <= now:
                        self._look(watched, now, nursery)
                    self._next = min(self._next, watched.due)

    def _look(self, watched: _Watched, now: float, nursery: trio.Nursery) -> None:
        if watched.queued is not None:
            watched.due = now + PERIOD
            return
        watched.looked, watched.due = now, math.inf
        try:
            watched.emulator.send_nowait(LookDue())
        except trio.WouldBlock:  # a flood keeps the mailbox full: only who queues gets a place in it
            watched.queued = trio.CancelScope()
            nursery.start_soon(self._queue, watched, watched.queued)

    async def _queue(self, watched: _Watched, scope: trio.CancelScope) -> None:
        try:
            with scope:
                await watched.emulator.send(LookDue())
        finally:
            watched.queued = None
