"""
The windows that are attached, and what they make of the tabs they show: their size, and whether somebody looks.

A tab is as large as the smallest window that shows it has room for, and grows back when that one goes. When no window
shows it, its panes share the room they last had.
"""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

import trio

from pitwall.actors.directory import Directory
from pitwall.actors.panes import PanesActor
from pitwall.events.ids import PaneId, TabId
from pitwall.events.panes import PaneResized
from pitwall.state.intents import Observe
from pitwall.state.layout import Box, Node, boxes, room
from pitwall.state.model import State, Tab
from pitwall.wire.window import Again, Geometry, Said

FAREWELL_SECONDS = 0.5
"""How long windows are waited for that do not take what they are told."""
FITTING_SECONDS = 2.0
"""How long a fitting goes on whose window has gone."""


@dataclass(slots=True, eq=False)
class View:
    """What one window shows: which tab, with which pane focused, how large; and the way to tell it something."""

    geometry: Geometry
    tab: TabId
    say: Callable[[Said], Awaitable[None]]
    focused: dict[TabId, PaneId] = field(default_factory=dict)
    zoomed: set[TabId] = field(default_factory=set)


class Windows:
    """All views, and the sizes that follow from them."""

    def __init__(self, directory: Directory, panes: PanesActor) -> None:
        self._directory = directory
        self._panes = panes
        self._views: set[View] = set()
        self._known: dict[TabId, tuple[Node | None, tuple[int, int]]] = {}
        """Each open tab's layout, and the room that its panes were last given."""
        self._turns: dict[TabId, trio.Lock] = {}
        """Fittings of one tab go one after the other: the last one is right."""
        self._told: dict[PaneId, tuple[int, int]] = {}
        """The sizes that the directory was told of, other than those that panes were opened with."""

    async def run(self) -> None:
        """Have the panes of a tab share its room again when one of them goes or a new one comes, for ever."""
        with self._directory.watch() as states:
            while True:
                for tab in self._rearranged(await states.take()):
                    await self.fit(tab)

    def _rearranged(self, state: State) -> list[TabId]:
        """The tabs whose layout is not the one that is known."""
        for gone in self._known.keys() - state.tabs.keys():
            del self._known[gone]
        for closed in self._turns.keys() - state.tabs.keys():
            del self._turns[closed]
        for pane in [pane for pane in self._told if not _is_open(state, pane)]:
            del self._told[pane]
        changed = []
        for tab in state.tabs.values():
            known = self._known.get(tab.id)
            if known is None:
                sizes = {pane.id: (pane.rows, pane.cols) for pane in state.panes_of(tab)}
                self._known[tab.id] = tab.layout, room(tab.layout, sizes)
            elif known[0] != tab.layout:
                self._known[tab.id] = tab.layout, known[1]
                changed.append(tab.id)
        return changed

    def add(self, view: View) -> None:
        """A window was attached."""
        self._views.add(view)

    async def remove(self, view: View) -> None:
        """A window has gone: what only it kept small grows."""
        self._views.discard(view)
        await self.fit(view.tab)

    async def see_you_again(self) -> None:
        """Tell all windows that the daemon comes back, but wait for none that does not listen."""
        with trio.move_on_after(FAREWELL_SECONDS):
            async with trio.open_nursery() as nursery:
                for view in self._views:
                    nursery.start_soon(view.say, Again())

    @property
    def attached(self) -> bool:
        """Whether there is any window."""
        return bool(self._views)

    def looks_at(self, tab: TabId) -> bool:
        """Whether the tab is the one shown by a window that has the user's focus."""
        return any(view.tab == tab and view.geometry.focused for view in self._views)

    def boxes(self, state: State, view: View) -> list[Box]:
        """Where the panes of the view's tab are."""
        tab = state.tabs.get(view.tab)
        size = self._size(view.tab)
        if tab is None or size is None:
            return []
        zoomed = self.focused(tab, view) if view.tab in view.zoomed else None
        if zoomed is not None:
            return [Box(zoomed, 0, 0, *size)]
        return list(boxes(tab.layout, *size))

    def focused(self, tab: Tab, view: View) -> PaneId | None:
        """The pane of a tab that has a window's keys: the one chosen there, else the first."""
        chosen = view.focused.get(tab.id)
        return chosen if chosen in tab.panes else next(iter(tab.panes), None)

    async def fit(self, tab_id: TabId) -> None:
        """
        Give the panes of a tab the size that the windows showing it leave them.

        It goes on for a bounded time when the caller is cancelled, as by a window that goes. Each pane has either
        size in its terminal, on its screen and in the journal alike.
        """
        while True:
            with trio.CancelScope(shield=True, deadline=trio.current_time() + FITTING_SECONDS) as patience:
                if tab_id in self._directory.state.tabs:
                    async with self._turns.setdefault(tab_id, trio.Lock()):
                        await self._fit(tab_id)
            if not patience.cancelled_caught:
                return
            await trio.lowlevel.checkpoint_if_cancelled()

    async def _fit(self, tab_id: TabId) -> None:
        state = self._directory.state
        tab = state.tabs.get(tab_id)
        known = self._known.get(tab_id)
        size = self._size(tab_id) or (known[1] if known is not None else None)
        if tab is None or size is None:
            return
        if known is not None:
            self._known[tab_id] = known[0], size
        for box in list(self._fitting(tab, size)):
            pane = self._panes.find(box.pane)
            if pane is None:
                continue
            wanted = box.rows, box.cols
            if pane.size != wanted:
                await pane.resize(*wanted)
            known_pane = state.panes[box.pane]
            if self._told.get(box.pane, (known_pane.rows, known_pane.cols)) != wanted:
                await self._directory.tell(
                    Observe((PaneResized(pane=box.pane, rows=box.rows, cols=box.cols),))
                )
                self._told[box.pane] = wanted

    def _fitting(self, tab: Tab, size: tuple[int, int]) -> Iterator[Box]:
        zooming = [view for view in self._views if view.tab == tab.id and tab.id in view.zoomed]
        zoomed = {self.focused(tab, view) for view in zooming}
        for box in boxes(tab.layout, *size):
            yield Box(box.pane, 0, 0, *size) if box.pane in zoomed else box

    def _size(self, tab: TabId) -> tuple[int, int] | None:
        rooms = [view.geometry for view in self._views if view.tab == tab and view.geometry.rows]
        if not rooms:
            return None
        return max(1, min(room.rows for room in rooms)), max(1, min(room.cols for room in rooms))


def _is_open(state: State, pane: PaneId) -> bool:
    known = state.panes.get(pane)
    return known is not None and known.tab in state.tabs
