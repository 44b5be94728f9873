import pytest
from waits import Wait, agent_in_shell, held_agent
from worlds import World

from pitwall.state.model import Tab
from pitwall.state.waiting import UNTILS, Until

EVERY_UNTIL = pytest.mark.parametrize("until", UNTILS)


def restarts(world: World, tab: Tab) -> None:
    """The daemon is killed; the next one finds what ran ended, and gives shells a new process."""
    world.restarts()
    for pane in world.panes(tab):
        if pane.process:
            world.exits(pane.id, None)
            if not pane.held:
                world.start(pane.id)


@pytest.mark.parametrize("until", ["exit", "done"])
def test_W06_a_plain_shell_that_a_restart_replaced_ended(until: Until) -> None:
    world = World()
    tab = world.tab()
    wait = Wait(world, tab, until)
    restarts(world, tab)
    assert wait.reconnects().looks().end == ("exit unknown", 3)


@pytest.mark.parametrize("until", ["idle", "blocked"])
def test_W06_who_waits_for_an_agent_in_a_plain_shell_goes_on_waiting(until: Until) -> None:
    world = World()
    tab = world.tab()
    wait = Wait(world, tab, until)
    restarts(world, tab)
    assert wait.reconnects().looks().end is None
    world.sees(world.only_pane(tab).id)
    world.reads(world.only_pane(tab).id, until)
    assert wait.looks().end == (until, 0)


@EVERY_UNTIL
def test_W06_an_agent_that_a_restart_took_from_its_shell_is_gone(until: Until) -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "working")
    wait = Wait(world, tab, until)
    restarts(world, tab)
    assert wait.reconnects().looks().end == ("exit unknown", 3)


@EVERY_UNTIL
def test_trap_35_a_command_that_a_restart_stopped_is_not_waited_for_again(until: Until) -> None:
    world = World()
    tab = world.tab("go", "test")
    wait = Wait(world, tab, until)
    restarts(world, tab)
    assert wait.reconnects().looks().end == ("exit unknown", 3)


def test_trap_37_a_command_that_had_ended_keeps_its_code_over_a_restart() -> None:
    world = World()
    tab = world.tab("go", "test")
    wait = Wait(world, tab, "exit")
    world.exits(world.only_pane(tab).id, 5)
    restarts(world, tab)
    assert wait.reconnects().looks().end == ("exit 5", 5)


def test_a_held_agent_that_a_restart_relaunched_is_waited_for_with_the_turn_that_was_seen() -> None:
    world = World()
    tab = held_agent(world)
    pane = world.only_pane(tab).id
    world.reads(pane, "working")
    wait = Wait(world, tab, "done")
    restarts(world, tab)
    world.start(pane)
    assert wait.reconnects().looks().end is None
    world.sees(pane)
    world.reads(pane, "idle")
    assert wait.looks().end == ("idle", 0)


def test_what_ends_while_the_daemon_stops_is_judged_by_the_next_one() -> None:
    world = World()
    tab = world.tab()
    waits = [Wait(world, tab, until) for until in UNTILS]
    world.stops()
    world.exits(world.only_pane(tab).id, None)
    assert [wait.looks().end for wait in waits] == [None] * 4
    world.restarts()
    world.start(world.only_pane(tab).id)
    ends = {wait.watch.until: wait.reconnects().looks().end for wait in waits}
    assert ends == {"done": ("exit unknown", 3), "exit": ("exit unknown", 3), "idle": None, "blocked": None}


def test_a_shell_that_starts_for_the_first_time_did_not_restart() -> None:
    world = World()
    tab = world.tab(started=False)
    wait = Wait(world, tab, "exit")
    world.start(world.only_pane(tab).id)
    assert wait.looks().end is None


def test_a_turn_from_before_the_wait_does_not_count_after_a_reconnect_either() -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "working")
    world.reads(world.only_pane(tab).id, "idle")
    wait = Wait(world, tab, "done")
    assert wait.reconnects().looks().end is None
