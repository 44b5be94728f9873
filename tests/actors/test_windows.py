"""The windows that are attached, and what they make of the tabs they show."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import cast

import trio
from trio.testing import MockClock, wait_all_tasks_blocked
from worlds import World

from pitwall.actors.directory import Directory
from pitwall.actors.latest import Latest
from pitwall.actors.panes import PanesActor
from pitwall.actors.windows import View, Windows
from pitwall.events.ids import PaneId, TabId
from pitwall.events.panes import PaneClosed, PaneOpened, Side
from pitwall.state.intents import Intent
from pitwall.state.layout import Box
from pitwall.state.model import State
from pitwall.wire.window import Again, Geometry, Said


class Ledger:
    """A directory whose facts happen at once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.told = Latest[State]()
        self.told.put(world.state)
        self.slow = self.stuck = False

    @property
    def state(self) -> State:
        return self.world.state

    async def tell(self, intent: Intent) -> None:
        if self.slow:
            await trio.lowlevel.checkpoint()
        if self.stuck:
            await trio.sleep_forever()
        self.world.happens(*intent.decide(self.world.state))
        self.told.put(self.world.state)

    @contextmanager
    def watch(self) -> Iterator[Latest[State]]:
        yield self.told


class Pane:
    """A terminal that only has a size."""

    def __init__(self, panes: "Panes", rows: int, cols: int) -> None:
        self._panes = panes
        self.size = rows, cols
        self.resizes = 0

    async def resize(self, rows: int, cols: int) -> None:
        if self._panes.slow:
            await trio.lowlevel.checkpoint()
            await trio.lowlevel.checkpoint()
        self.size = rows, cols
        self.resizes += 1


class Panes:
    """A terminal for every pane of a world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._panes: dict[PaneId, Pane] = {}
        self.slow = False

    def find(self, pane: PaneId) -> Pane | None:
        known = self._world.state.panes.get(pane)
        if known is None:
            return None
        return self._panes.setdefault(pane, Pane(self, known.rows, known.cols))


class Room:
    """A world of tabs of 40 rows and 120 columns, shown in windows."""

    def __init__(self) -> None:
        self.world = World()
        self.tab = self.world.tab("claude").id
        self.ledger = Ledger(self.world)
        self.panes = Panes(self.world)
        self.windows = Windows(cast("Directory", self.ledger), cast("PanesActor", self.panes))
        self.said: list[Said] = []

    async def say(self, said: Said) -> None:
        self.said.append(said)

    async def window(self, rows: int, cols: int, *, focused: bool = True) -> View:
        """A window on the tab, attached."""
        view = View(Geometry(rows, cols, focused), self.tab, self.say)
        self.windows.add(view)
        await self.windows.fit(self.tab)
        return view

    def split(self, side: Side = "right", beside: int = 0) -> PaneId:
        pane = PaneId(self.world.new_id())
        first = self.world.state.panes[self.world.state.tabs[self.tab].panes[beside]]
        self.world.happens(
            PaneOpened(
                pane=pane,
                tab=self.tab,
                argv=(),
                program=first.program,
                cwd=first.cwd,
                rows=10,
                cols=10,
                beside=first.id,
                side=side,
            )
        )
        self.world.start(pane)
        self.ledger.told.put(self.world.state)
        return pane

    def close(self, pane: PaneId) -> None:
        self.world.happens(PaneClosed(pane=pane, tab=self.tab))
        self.ledger.told.put(self.world.state)

    def sizes(self, tab: TabId | None = None) -> list[tuple[int, int]]:
        """The sizes of a tab's terminals, which must be those in the state."""
        sizes = []
        for key in self.world.state.tabs[tab or self.tab].panes:
            pane, known = self.panes.find(key), self.world.state.panes[key]
            assert pane is not None
            assert pane.size == (known.rows, known.cols)
            sizes.append(pane.size)
        return sizes


@asynccontextmanager
async def room() -> AsyncIterator[Room]:
    built = Room()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(built.windows.run)
        await wait_all_tasks_blocked()
        yield built
        nursery.cancel_scope.cancel()


async def test_a_tab_is_as_large_as_the_window_that_shows_it() -> None:
    async with room() as it:
        view = await it.window(24, 80)
        assert it.sizes() == [(24, 80)]
        view.geometry = Geometry(30, 90, focused=True)
        await it.windows.fit(it.tab)
        assert it.sizes() == [(30, 90)]


async def test_the_smallest_window_wins_and_the_tab_grows_back() -> None:
    async with room() as it:
        await it.window(50, 100)
        small = await it.window(24, 150)
        assert it.sizes() == [(24, 100)]
        await it.windows.remove(small)
        assert it.sizes() == [(50, 100)]


async def test_a_window_that_shows_another_tab_has_no_say() -> None:
    async with room() as it:
        await it.window(50, 100)
        other = it.world.tab("make").id
        small = await it.window(10, 20)
        left, small.tab = small.tab, other
        await it.windows.fit(left)
        await it.windows.fit(other)
        assert it.sizes() == [(50, 100)]
        assert it.sizes(other) == [(10, 20)]


async def test_a_tab_that_nobody_shows_keeps_its_size() -> None:
    async with room() as it:
        assert not it.windows.attached
        view = await it.window(24, 80)
        assert it.windows.attached
        await it.windows.remove(view)
        assert not it.windows.attached
        assert it.sizes() == [(24, 80)]


async def test_what_fits_is_not_resized() -> None:
    async with room() as it:
        await it.window(24, 80)
        pane = it.panes.find(it.world.state.tabs[it.tab].panes[0])
        assert pane is not None
        for _ in range(3):
            await it.windows.fit(it.tab)
        assert pane.resizes == 1


class Steps(trio.abc.Instrument):
    """Cancels when a task is about to take its step of a number."""

    def __init__(self, task: trio.lowlevel.Task, scope: trio.CancelScope, at: int) -> None:
        self._task, self._scope, self._left = task, scope, at

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        if task is self._task:
            self._left -= 1
            if self._left == 0:
                self._scope.cancel()


async def cancelled_at(step: int, act: Callable[[], Awaitable[None]]) -> bool:
    """Do it, but cancel before its step of that number; whether it took so many."""
    with trio.CancelScope() as scope:
        trio.lowlevel.add_instrument(steps := Steps(trio.lowlevel.current_task(), scope, step))
        try:
            await act()
        finally:
            trio.lowlevel.remove_instrument(steps)
    return scope.cancel_called


async def test_a_fitting_that_is_cancelled_at_any_step_leaves_no_two_sizes() -> None:
    step, more = 0, True
    while more:
        step += 1
        async with room() as it:
            it.split("right")
            await wait_all_tasks_blocked()
            view = await it.window(24, 81)
            it.ledger.slow = it.panes.slow = True
            view.geometry = Geometry(30, 91, focused=True)
            more = await cancelled_at(step, lambda: it.windows.fit(it.tab))
            assert it.sizes() == [(30, 45), (30, 45)]
    assert step > 5


async def test_a_fitting_that_nobody_waits_for_any_more_is_given_up_and_made_up_for(
    autojump_clock: MockClock,
) -> None:
    async with room() as it:
        view = await it.window(24, 80)
        it.ledger.stuck = True
        view.geometry = Geometry(30, 90, focused=True)
        with trio.fail_after(60):
            with trio.move_on_after(1) as gone:
                await it.windows.fit(it.tab)
            assert gone.cancelled_caught
            it.ledger.stuck = False
            await it.windows.remove(view)
        assert it.sizes() == [(30, 90)]


async def test_two_fittings_of_a_tab_go_one_after_the_other() -> None:
    async with room() as it:
        it.split("right")
        await wait_all_tasks_blocked()
        view = await it.window(24, 81)
        it.ledger.slow = it.panes.slow = True
        async with trio.open_nursery() as nursery:
            for cols in range(81, 121, 2):
                view.geometry = Geometry(24, cols, focused=True)
                nursery.start_soon(it.windows.fit, it.tab)
                await trio.lowlevel.checkpoint()
        assert it.sizes() == [(24, 59), (24, 59)]


async def test_a_pane_that_comes_and_goes_takes_room_of_the_others_without_any_window() -> None:
    async with room() as it:
        pane = it.split("right")
        await wait_all_tasks_blocked()
        assert it.sizes() == [(40, 59), (40, 60)]
        it.split("below", beside=1)
        await wait_all_tasks_blocked()
        assert it.sizes() == [(40, 59), (19, 60), (20, 60)]
        it.close(pane)
        await wait_all_tasks_blocked()
        assert it.sizes() == [(40, 59), (40, 60)]


async def test_a_pane_that_goes_in_a_window_leaves_its_room() -> None:
    async with room() as it:
        await it.window(24, 81)
        pane = it.split("right")
        await wait_all_tasks_blocked()
        assert it.sizes() == [(24, 40), (24, 40)]
        it.close(pane)
        await wait_all_tasks_blocked()
        assert it.sizes() == [(24, 81)]


async def test_a_zoomed_pane_has_all_the_room_and_gives_it_back() -> None:
    async with room() as it:
        view = await it.window(24, 81)
        pane = it.split("right")
        await wait_all_tasks_blocked()
        view.focused[it.tab] = pane
        view.zoomed.add(it.tab)
        await it.windows.fit(it.tab)
        assert it.sizes() == [(24, 40), (24, 81)]
        assert it.windows.boxes(it.world.state, view) == [Box(pane, 0, 0, 24, 81)]
        await it.windows.remove(view)
        assert it.sizes() == [(24, 40), (24, 40)]


async def test_panes_that_are_zoomed_in_one_window_each_have_all_the_room() -> None:
    async with room() as it:
        views = [await it.window(24, 81), await it.window(24, 81)]
        second = it.split("right")
        await wait_all_tasks_blocked()
        first = it.world.state.tabs[it.tab].panes[0]
        for view, pane in zip(views, (first, second), strict=True):
            view.focused[it.tab] = pane
            view.zoomed.add(it.tab)
        await it.windows.fit(it.tab)
        assert it.sizes() == [(24, 81), (24, 81)]


async def test_a_window_that_has_not_told_its_size_asks_for_none() -> None:
    async with room() as it:
        before = it.sizes()
        await it.window(0, 0)
        assert it.sizes() == before


async def test_the_first_pane_has_the_keys_until_another_is_chosen_and_when_that_goes() -> None:
    async with room() as it:
        view = await it.window(24, 81)
        pane = it.split("right")
        first = it.world.state.tabs[it.tab].panes[0]
        assert it.windows.focused(it.world.state.tabs[it.tab], view) == first
        view.focused[it.tab] = pane
        assert it.windows.focused(it.world.state.tabs[it.tab], view) == pane
        it.close(pane)
        assert it.windows.focused(it.world.state.tabs[it.tab], view) == first


async def test_a_tab_is_looked_at_in_a_window_that_has_the_focus() -> None:
    async with room() as it:
        view = await it.window(24, 80, focused=False)
        assert not it.windows.looks_at(it.tab)
        view.geometry = Geometry(24, 80, focused=True)
        assert it.windows.looks_at(it.tab)
        assert not it.windows.looks_at(TabId("f" * 16))
        await it.windows.remove(view)
        assert not it.windows.looks_at(it.tab)


async def test_a_tab_that_closed_has_no_boxes() -> None:
    async with room() as it:
        view = await it.window(24, 80)
        it.world.closes(it.world.state.tabs[it.tab])
        it.ledger.told.put(it.world.state)
        await wait_all_tasks_blocked()
        assert it.windows.boxes(it.world.state, view) == []
        await it.windows.fit(it.tab)


async def test_windows_are_told_that_the_daemon_comes_back_and_none_that_is_stuck_holds_it_up(
    autojump_clock: MockClock,
) -> None:
    async with room() as it:
        stuck = await it.window(24, 80)
        await it.window(24, 80)

        async def say(said: Said) -> None:
            await trio.sleep_forever()

        stuck.say = say
        began = trio.current_time()
        await it.windows.see_you_again()
        assert it.said == [Again()]
        assert trio.current_time() - began < 1
