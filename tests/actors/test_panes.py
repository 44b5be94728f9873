"""A pane lives as long as its tab shows it."""

from typing import cast

import pytest
import trio
from trio.testing import MockClock
from worlds import World

from pitwall.actors.clock import Clock
from pitwall.actors.courtesy import Courtesy
from pitwall.actors.directory import Directory
from pitwall.actors.foreground import ForegroundActor
from pitwall.actors.pane import PaneActor, Surroundings
from pitwall.actors.panes import PanesActor
from pitwall.detect.loader import RuleBook
from pitwall.events.panes import PaneClosed
from pitwall.pty.child import Child
from pitwall.state.model import State


class Ledger:
    """A directory that knows a state and hears nothing."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def tell(self, intent: object) -> None:
        pass


def around(world: World) -> Surroundings:
    return Surroundings(
        cast("Directory", Ledger(world.state)),
        Clock(),
        Courtesy(),
        ForegroundActor(dict),
        lambda: RuleBook({}, ()),
        record=lambda piece: None,
        kind_of=str,
    )


@pytest.mark.parametrize("closed", ["tab", "pane"])
async def test_a_pane_that_closed_before_its_actor_began_goes_at_once(
    closed: str, autojump_clock: MockClock
) -> None:
    world = World()
    tab = world.tab()
    pane = world.pane(tab.id)
    if closed == "tab":
        world.closes(tab)
    else:
        world.happens(PaneClosed(pane=pane, tab=tab.id))
    async with trio.open_nursery() as nursery:
        panes = PanesActor(nursery, around(world), "boot")
        panes.show_notice(pane, tab.id, (5, 20), "gone")
        actor = panes.find(pane)
        assert actor is not None
        with trio.fail_after(60):
            await actor.gone()
        nursery.cancel_scope.cancel()


class Terminal:
    """A child that has a size alone."""

    def __init__(self) -> None:
        self.size = 5, 20
        self.pid = self.master = -1

    def resize(self, rows: int, cols: int) -> None:
        self.size = rows, cols


async def test_a_resize_that_is_cancelled_while_the_emulator_is_behind_leaves_the_size_as_it_was(
    autojump_clock: MockClock,
) -> None:
    world = World()
    tab = world.tab()
    child = Terminal()
    pane = PaneActor(around(world), world.pane(tab.id), tab.id, child.size, child=cast("Child", child))
    with trio.move_on_after(60) as scope:
        for rows in range(6, 100):  # nobody takes what the emulator is sent
            sent = pane.size
            await pane.resize(rows, 20)
    assert scope.cancelled_caught
    assert sent[0] > 5
    assert pane.size == child.size == sent
