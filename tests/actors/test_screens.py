"""A window is told the screens that it shows, and of those that it showed before only what has changed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from pitwall.actors.latest import Latest
from pitwall.actors.panes import PanesActor
from pitwall.actors.screens import KEPT, TELLING_SECONDS, Screens
from pitwall.events.ids import PaneId
from pitwall.terminal import Look, Terminal
from pitwall.window.panescreen import PaneScreen
from pitwall.wire.window import PaneUpdate, Said

A, B = PaneId("a"), PaneId("b")


class Pane:
    """A pane whose program writes when the test says so."""

    def __init__(self, pane: PaneId) -> None:
        self.id = pane
        self.terminal = Terminal(5, 20)
        self.watchers: list[Latest[Look]] = []
        self.times_shown = 0

    def writes(self, text: str) -> None:
        self.terminal.feed(text.encode())
        for looks in self.watchers:
            looks.put(self.terminal.look())

    async def watch(self, looks: Latest[Look]) -> None:
        self.watchers.append(looks)
        looks.put(self.terminal.look())

    async def unwatch(self, looks: Latest[Look]) -> None:
        self.watchers.remove(looks)

    def shown(self) -> None:
        self.times_shown += 1


class World:
    """Panes, and a window that is told of them."""

    def __init__(self, *panes: PaneId) -> None:
        self.panes = {pane: Pane(pane) for pane in panes}
        self.told: list[PaneUpdate] = []
        self.stuck = False
        self.nursery: trio.Nursery | None = None
        self.screens = Screens(cast("PanesActor", self), self.say)

    def find(self, pane: PaneId) -> Pane | None:
        return self.panes.get(pane)

    async def say(self, said: Said) -> None:
        assert isinstance(said, PaneUpdate)
        self.told.append(said)
        if self.stuck:
            await trio.sleep_forever()

    async def watches(self, *panes: PaneId) -> list[PaneUpdate]:
        """What is told once these panes are shown."""
        assert self.nursery is not None
        self.told.clear()
        self.screens.watch(panes, self.nursery)
        await self.screens.told()
        await trio.testing.wait_all_tasks_blocked()
        return list(self.told)


@asynccontextmanager
async def world(*panes: PaneId) -> AsyncIterator[World]:
    made = World(*panes)
    async with trio.open_nursery() as nursery:
        made.nursery = nursery
        yield made
        nursery.cancel_scope.cancel()


def rows(updates: list[PaneUpdate]) -> list[int]:
    return [line.row for update in updates for line in update.lines]


async def test_a_pane_that_is_shown_for_the_first_time_is_told_in_full() -> None:
    async with world(A) as window:
        window.panes[A].writes("hello")
        (update,) = await window.watches(A)
        assert (update.pane, update.full, rows([update])) == (A, True, [0, 1, 2, 3, 4])
        assert window.panes[A].times_shown == 1


async def test_of_a_pane_that_was_shown_before_only_what_changed_is_told() -> None:
    async with world(A, B) as window:
        window.panes[A].writes("one\r\ntwo\r\nthree")
        await window.watches(A)
        await window.watches(B)
        assert window.screens.kept([B]) == (A,)
        window.panes[A].writes("\x1b[2;1HTWO")
        (update,) = await window.watches(A)
        assert (update.pane, update.full, rows([update])) == (A, False, [1])


async def test_a_pane_that_has_another_size_by_now_is_told_in_full() -> None:
    async with world(A, B) as window:
        await window.watches(A)
        await window.watches(B)
        window.panes[A].terminal.resize(6, 20)
        (update,) = await window.watches(A)
        assert update.full


async def test_a_screen_that_was_told_in_part_is_told_in_full() -> None:
    async with world(A, B) as window:
        await window.watches(A)
        window.stuck = True
        window.panes[A].writes("half told")
        await trio.testing.wait_all_tasks_blocked()
        window.stuck = False
        await window.watches(B)
        assert A not in window.screens.kept([B])
        (update,) = await window.watches(A)
        assert update.full


async def test_nobody_watches_a_pane_that_is_no_longer_shown() -> None:
    async with world(A, B) as window:
        await window.watches(A)
        await window.watches(B)
        assert window.panes[A].watchers == []
        window.panes[A].writes("unseen")
        await trio.testing.wait_all_tasks_blocked()
        assert {update.pane for update in window.told} == {B}


async def test_the_screens_that_a_window_keeps_are_few_and_the_latest() -> None:
    many = [PaneId(f"p{number}") for number in range(KEPT + 5)]
    async with world(*many) as window:
        for pane in many:
            await window.watches(pane)
            window.screens.kept([pane])
        assert window.screens.kept([many[-1]]) == tuple(many[-KEPT - 1 : -1])
        (update,) = await window.watches(many[0])
        assert update.full


async def test_a_pane_that_a_flood_holds_up_does_not_hold_up_the_scene(autojump_clock: MockClock) -> None:
    async with world(A) as window:
        window.stuck = True
        began = trio.current_time()
        assert rows(await window.watches(A)) == [0, 1, 2, 3, 4]
        assert trio.current_time() - began == TELLING_SECONDS


async def test_a_pane_that_has_gone_is_waited_for_by_nobody(autojump_clock: MockClock) -> None:
    async with world() as window:
        began = trio.current_time()
        assert await window.watches(A) == []
        assert trio.current_time() == began


ROWS, COLS = 24, 180


def coloured(number: int) -> str:
    """A screen so full of colours that it takes several frames."""
    rows = (
        "".join(
            f"\x1b[38;2;{row};{col % 256};{number}m{chr(97 + (row + col + number) % 26)}"
            for col in range(COLS)
        )
        for row in range(ROWS)
    )
    return "\x1b[H" + "\r\n".join(rows)


class Window:
    """The other side: it keeps what it is told to keep, and forgets the rest."""

    def __init__(self) -> None:
        self.screens: dict[str, PaneScreen] = {}

    def shows(self, pane: PaneId, kept: tuple[PaneId, ...]) -> None:
        for gone in self.screens.keys() - {pane, *kept}:
            del self.screens[gone]

    def text(self, pane: PaneId) -> list[str]:
        return ["".join(row.chars) for row in self.screens[pane].rows]


@pytest.mark.parametrize("steps", range(14))
async def test_switching_to_and_fro_in_the_midst_of_a_large_repaint_leaves_no_row_wrong(steps: int) -> None:
    """A frame is written, and then its writer rests, as the real one does."""
    window = Window()
    async with world(A, B) as told:
        for pane in told.panes.values():
            pane.terminal = Terminal(ROWS, COLS)

        async def say(said: Said) -> None:
            await trio.lowlevel.checkpoint_if_cancelled()
            assert isinstance(said, PaneUpdate)
            window.screens.setdefault(said.pane, PaneScreen()).update(said)
            await trio.lowlevel.cancel_shielded_checkpoint()

        told.screens = Screens(cast("PanesActor", told), say)
        assert told.nursery is not None

        async def show(pane: PaneId) -> None:
            assert told.nursery is not None
            told.screens.watch([pane], told.nursery)
            await told.screens.told()
            window.shows(pane, told.screens.kept([pane]))

        await show(A)
        for number in range(1, 6):
            told.panes[A].writes(coloured(number))
            for _ in range(steps):
                await trio.lowlevel.checkpoint()
            told.screens.watch([B], told.nursery)
            window.shows(B, told.screens.kept([B]))
            for _ in range(steps % 3):
                await trio.lowlevel.checkpoint()
            await show(A)
            await trio.testing.wait_all_tasks_blocked()
            assert window.text(A) == [str(row).ljust(COLS) for row in told.panes[A].terminal.look().rows]
