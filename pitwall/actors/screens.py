"""
The screens that one window shows, told to it as they change.

The window keeps those that it showed last, and what it knows of them is known here: to come back to a tab costs the
rows that changed meanwhile.
"""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

import trio

from pitwall.actors.latest import Latest
from pitwall.actors.painting import updates
from pitwall.actors.pane import PaneActor
from pitwall.actors.panes import PanesActor
from pitwall.events.ids import PaneId
from pitwall.terminal import Look
from pitwall.wire.window import Said

TELLING_SECONDS = 0.05
"""How long a scene waits for the screens that it shows."""
KEPT = 16
"""Screens that a window keeps besides those that it shows."""


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A pane that is watched for the window; ``told`` once the window has its screen."""

    watching: trio.CancelScope
    told: trio.Event


class Screens:
    """What one window is told of panes, by way of ``say``."""

    def __init__(self, panes: PanesActor, say: Callable[[Said], Awaitable[None]]) -> None:
        self._panes = panes
        self._say = say
        self._shown: dict[PaneId, _Shown] = {}
        self._known: dict[PaneId, Look] = {}

    def watch(self, wanted: Collection[PaneId], nursery: trio.Nursery) -> None:
        """Tell what changes on these panes' screens, in tasks of that nursery, and on no others."""
        for pane in self._shown.keys() - wanted:
            self._shown.pop(pane).watching.cancel()
        for pane in wanted:
            actor = self._panes.find(pane)
            if actor is not None and pane not in self._shown:
                shown = self._shown[pane] = _Shown(trio.CancelScope(), trio.Event())
                nursery.start_soon(self._paint, actor, shown)

    async def told(self) -> None:
        """Wait until the window has all screens that are watched, but not for one that a flood holds up."""
        deadline = trio.current_time() + TELLING_SECONDS
        for shown in list(self._shown.values()):
            if not shown.told.is_set():
                with trio.move_on_at(deadline):
                    await shown.told.wait()

    def kept(self, boxed: Collection[PaneId]) -> tuple[PaneId, ...]:
        """The panes whose screens the window is to keep besides those that it has boxes for; forget all others."""
        hidden = [pane for pane in self._known if pane not in boxed]
        for pane in hidden[:-KEPT]:
            del self._known[pane]
        return tuple(dict.fromkeys([*hidden[-KEPT:], *self._shown.keys() - set(boxed)]))

    async def _paint(self, pane: PaneActor, shown: _Shown) -> None:
        looks = Latest[Look]()
        with shown.watching:
            await pane.watch(looks)
            try:
                while True:
                    await self._tell(pane.id, await looks.take(), shown)
                    pane.shown()
                    shown.told.set()
            finally:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 1):
                    await pane.unwatch(looks)
        if self._shown.get(pane.id) is shown:
            del self._shown[pane.id]

    async def _tell(self, pane: PaneId, look: Look, shown: _Shown) -> None:
        """
        Tell what is not as the window knows it; a screen that was told in part counts for unknown.

        So does one that is not shown any more when all is told: a scene may have had the window forget it.
        """
        for update in updates(pane, self._known.pop(pane, None), look):
            await self._say(update)
        if self._shown.get(pane) is shown:
            self._known[pane] = look
