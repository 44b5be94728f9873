"""
Courtesy: floods hold still while a key is on its way to its program, and its echo on the way back.

One thread runs all panes, so between any two steps of that way every pane that floods would take its slice of
reading or parsing, several milliseconds together. A key is a moment; a flood is not slowed by giving it that.
"""

import math

import trio

from pitwall.events.ids import PaneId

HOLD_SECONDS = 0.01
"""How long a key holds floods up whose echo does not come: many programs show none."""


class Courtesy:
    """Whoever types says so, and whoever shows; panes that flood ask between two slices."""

    def __init__(self) -> None:
        self._pane: PaneId | None = None
        self._until = -math.inf
        self._again = -math.inf
        self._over = trio.Event()

    def typed(self, pane: PaneId) -> None:
        """A key has gone to the pane's program. Half of the time at most is held for keys, however many there are."""
        now = trio.current_time()
        if now >= self._again:
            self._pane = pane
            self._until = now + HOLD_SECONDS
            self._again = self._until + HOLD_SECONDS

    def shown(self, pane: PaneId) -> None:
        """What the pane's program wrote has gone to a window: floods go on."""
        if pane == self._pane:
            self._pane = None
            self._until = -math.inf
            self._over.set()
            self._over = trio.Event()

    async def give_way(self, pane: PaneId) -> None:
        """Before a slice of a pane's flood: let others go first. The pane that holds others is not held."""
        await trio.lowlevel.checkpoint()
        while pane != self._pane and trio.current_time() < self._until:
            with trio.move_on_at(self._until):
                await self._over.wait()
