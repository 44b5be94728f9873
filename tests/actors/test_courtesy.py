"""Floods hold still for a key and its echo, never for long, and never for the pane that is typed into."""

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from pitwall.actors.courtesy import HOLD_SECONDS, Courtesy
from pitwall.events.ids import PaneId

TYPED, FLOOD = PaneId("typed"), PaneId("flood")


async def held(courtesy: Courtesy, pane: PaneId) -> float:
    """How long a pane's flood is held up from now on."""
    began = trio.current_time()
    await courtesy.give_way(pane)
    return trio.current_time() - began


async def test_a_flood_goes_on_while_nobody_types(autojump_clock: MockClock) -> None:
    assert await held(Courtesy(), FLOOD) == 0


async def test_a_flood_waits_until_the_echo_is_shown(mock_clock: MockClock) -> None:
    courtesy = Courtesy()
    courtesy.typed(TYPED)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(courtesy.give_way, FLOOD)
        await trio.testing.wait_all_tasks_blocked()
        courtesy.shown(FLOOD)
        await trio.testing.wait_all_tasks_blocked()
        assert nursery.child_tasks
        courtesy.shown(TYPED)
        await trio.testing.wait_all_tasks_blocked()
        assert not nursery.child_tasks
    assert await held(courtesy, FLOOD) == 0


async def test_a_key_without_an_echo_holds_a_flood_up_for_a_moment_only(autojump_clock: MockClock) -> None:
    courtesy = Courtesy()
    courtesy.typed(TYPED)
    assert await held(courtesy, FLOOD) == pytest.approx(HOLD_SECONDS)
    assert await held(courtesy, FLOOD) == 0


async def test_the_pane_that_is_typed_into_is_not_held_up(autojump_clock: MockClock) -> None:
    courtesy = Courtesy()
    courtesy.typed(TYPED)
    assert await held(courtesy, TYPED) == 0


async def test_endless_typing_leaves_a_flood_half_of_the_time(autojump_clock: MockClock) -> None:
    courtesy = Courtesy()
    waited = 0.0
    for _ in range(1000):
        courtesy.typed(TYPED)
        waited += await held(courtesy, FLOOD)
        await trio.sleep(HOLD_SECONDS / 10)
    took = 1000 * HOLD_SECONDS / 10
    assert took / 2 < waited <= took + HOLD_SECONDS
