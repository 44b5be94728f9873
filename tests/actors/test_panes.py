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
from pitwall.actors.pane import Surroundings
from pitwall.actors.panes import PanesActor
from pitwall.detect.loader import RuleBook
from pitwall.events.panes import PaneClosed
from pitwall.state.model import State


class Ledger:
    """A directory that knows a state and hears nothing."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def tell(self, intent: object) -> None:
        pass


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
    around = Surroundings(
        cast("Directory", Ledger(world.state)),
        Clock(),
        Courtesy(),
        ForegroundActor(dict),
        lambda: RuleBook({}, ()),
        record=lambda piece: None,
        kind_of=str,
    )
    async with trio.open_nursery() as nursery:
        panes = PanesActor(nursery, around, "boot")
        panes.show_notice(pane, tab.id, (5, 20), "gone")
        actor = panes.find(pane)
        assert actor is not None
        with trio.fail_after(60):
            await actor.gone()
        nursery.cancel_scope.cancel()
