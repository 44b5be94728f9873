import pytest
from waits import Wait, agent_in_shell, held_agent
from worlds import World

from pitwall.events.agents import AgentResumed, AgentSuspended
from pitwall.events.panes import JobEnded, JobStarted
from pitwall.events.tabs import TabForgotten, TabSeen
from pitwall.state.waiting import UNTILS, Until, Verdict

EVERY_UNTIL = pytest.mark.parametrize("until", UNTILS)
AGENT_UNTILS = pytest.mark.parametrize("until", ["done", "idle", "blocked"])


# Row 1: the tab was closed


@EVERY_UNTIL
def test_W04_a_tab_closed_by_somebody_ends_the_wait_with_1(until: Until) -> None:
    world = World()
    tab = world.tab()
    wait = Wait(world, tab, until)
    world.closes(tab)
    assert wait.looks().verdict == Verdict("", "the tab was closed", 1)


def test_W05_another_tab_of_the_same_name_never_answers_for_the_closed_one() -> None:
    world = World()
    tab = agent_in_shell(world)
    wait = Wait(world, tab, "done")
    world.closes(tab)
    other = agent_in_shell(world)
    world.reads(world.only_pane(other).id, "done")
    assert wait.looks().end == ("", 1)


def test_a_killed_tab_is_judged_closed_and_not_by_the_signal_that_ended_it() -> None:
    world = World()
    tab = world.tab("sleep", "60")
    wait = Wait(world, tab, "exit")
    world.closes(tab)
    world.exits(world.only_pane(tab).id, -1)
    assert wait.looks().end == ("", 1)


@EVERY_UNTIL
def test_a_tab_whose_command_could_not_be_started_ends_the_wait_with_1(until: Until) -> None:
    world = World()
    tab = world.tab("go", started=False)
    wait = Wait(world, tab, until)
    world.closes(tab, "failed")
    assert wait.looks().end == ("", 1)


def test_a_tab_that_was_forgotten_is_closed() -> None:
    world = World()
    tab = world.tab()
    wait = Wait(world, tab, "exit")
    world.closes(tab, "ended")
    world.happens(TabForgotten(tab=tab.id))
    assert wait.looks().end == ("", 1)


# Row 2: the process ended


@pytest.mark.parametrize(("code", "exits_with"), [(0, 0), (1, 1), (137, 137), (-9, 1), (-15, 1)])
@pytest.mark.parametrize("until", ["exit", "done"])
def test_W09_a_commands_code_is_the_waits_own_and_a_signal_is_1(
    until: Until, code: int, exits_with: int
) -> None:
    world = World()
    tab = world.tab("go", "test")
    wait = Wait(world, tab, until)
    assert wait.end is None
    world.exits(world.only_pane(tab).id, code)
    assert wait.looks().end == (f"exit {code}", exits_with)


@pytest.mark.parametrize("until", ["idle", "blocked"])
def test_a_command_that_ended_is_3_for_who_waited_for_something_else(until: Until) -> None:
    world = World()
    tab = world.tab("go", "test")
    wait = Wait(world, tab, until)
    world.exits(world.only_pane(tab).id, 0)
    assert wait.looks().end == ("exit 0", 3)


@AGENT_UNTILS
def test_trap_26_an_agent_that_exits_without_done_is_3(until: Until) -> None:
    world = World()
    tab = held_agent(world)
    world.reads(world.only_pane(tab).id, "working")
    wait = Wait(world, tab, until)
    world.exits(world.only_pane(tab).id, 0)
    assert wait.looks().end == ("exit 0", 3)


def test_trap_26_an_agent_that_was_expected_and_never_seen_is_3_too() -> None:
    world = World()
    tab = world.tab("claude", expected="claude")
    wait = Wait(world, tab, "done")
    assert wait.end is None
    world.exits(world.only_pane(tab).id, 0)
    assert wait.looks().end == ("exit 0", 3)


def test_trap_34_an_agents_own_code_is_given_to_who_waits_for_its_exit() -> None:
    world = World()
    tab = held_agent(world)
    wait = Wait(world, tab, "exit")
    world.exits(world.only_pane(tab).id, 2)
    assert wait.looks().end == ("exit 2", 2)


@EVERY_UNTIL
def test_a_lost_code_is_exit_unknown_and_3_whatever_was_waited_for(until: Until) -> None:
    world = World()
    tab = world.tab("go", "test")
    wait = Wait(world, tab, until)
    world.exits(world.only_pane(tab).id, None)
    assert wait.looks().end == ("exit unknown", 3)


def test_trap_27_a_tab_that_closed_with_its_process_waits_for_the_code() -> None:
    world = World()
    tab = world.tab()
    wait = Wait(world, tab, "exit")
    world.closes(tab, "ended")
    assert wait.looks().end is None
    world.exits(world.only_pane(tab).id, 7)
    assert wait.looks().end == ("exit 7", 7)


def test_trap_27_what_an_agent_showed_last_is_no_answer_once_its_tab_closed() -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "working")
    wait = Wait(world, tab, "done")
    world.reads(world.only_pane(tab).id, "idle")
    world.closes(tab, "ended")
    assert wait.looks().end is None
    world.exits(world.only_pane(tab).id, 0)
    assert wait.looks().end == ("exit 0", 3)


def test_a_command_that_had_ended_before_the_wait_ends_it_at_once() -> None:
    world = World()
    tab = world.tab("go", "test")
    world.exits(world.only_pane(tab).id, 1)
    assert Wait(world, tab, "exit").end == ("exit 1", 1)


# Row 3: the agent is gone, its pane is a shell


def test_W07_an_agent_that_died_in_its_shell_ends_a_wait_for_done() -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "working")
    wait = Wait(world, tab, "done")
    world.leaves(world.only_pane(tab).id)
    assert wait.looks().end == ("exit unknown", 3)
    assert wait.verdict is not None
    assert "agent is gone" in wait.verdict.err


@pytest.mark.parametrize("until", ["idle", "blocked"])
def test_an_agent_that_this_wait_saw_and_that_left_ends_it(until: Until) -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "working")
    wait = Wait(world, tab, until)
    world.leaves(world.only_pane(tab).id)
    assert wait.looks().end == ("exit unknown", 3)


def test_an_agent_that_had_left_before_the_wait_ends_only_one_for_done() -> None:
    world = World()
    tab = agent_in_shell(world)
    world.leaves(world.only_pane(tab).id)
    assert Wait(world, tab, "done").end == ("exit unknown", 3)
    for until in ("idle", "blocked", "exit"):
        assert Wait(world, tab, until).end is None


def test_a_wait_for_the_exit_outlives_the_agent_in_the_shell() -> None:
    world = World()
    tab = agent_in_shell(world)
    wait = Wait(world, tab, "exit")
    world.leaves(world.only_pane(tab).id)
    assert wait.looks().end is None
    world.exits(world.only_pane(tab).id, 0)
    assert wait.looks().end == ("exit 0", 0)


@AGENT_UNTILS
def test_trap_17_a_suspended_agent_is_not_gone(until: Until) -> None:
    world = World()
    tab = agent_in_shell(world)
    pane = world.only_pane(tab).id
    world.reads(pane, "working")
    wait = Wait(world, tab, until)
    world.happens(AgentSuspended(pane=pane))
    assert wait.looks().end is None
    world.happens(AgentResumed(pane=pane))
    world.reads(pane, until)
    assert wait.looks().end == (until, 0)


def test_a_blocked_agent_that_is_suspended_blocks_nobody() -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "blocked", "Run it?")
    world.happens(AgentSuspended(pane=world.only_pane(tab).id))
    assert Wait(world, tab, "done").end is None


def test_a_held_command_whose_agent_left_is_waited_for_to_its_end() -> None:
    world = World()
    tab = held_agent(world)
    wait = Wait(world, tab, "done")
    world.leaves(world.only_pane(tab).id)
    assert wait.looks().end is None
    world.exits(world.only_pane(tab).id, 0)
    assert wait.looks().end == ("exit 0", 3)


def test_a_held_shell_whose_agent_left_is_a_shell() -> None:
    world = World()
    tab = world.tab("bash")
    world.sees(world.only_pane(tab).id)
    wait = Wait(world, tab, "done")
    world.leaves(world.only_pane(tab).id)
    assert wait.looks().end == ("exit unknown", 3)


# Row 4: what was wanted


def test_W01_done_ends_a_wait_for_idle_before_anybody_looks() -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "working")
    wait = Wait(world, tab, "idle")
    world.reads(world.only_pane(tab).id, "done")
    assert wait.looks().end == ("done", 0)


@pytest.mark.parametrize("until", ["done", "idle"])
@pytest.mark.parametrize("looked_at", [False, True])
def test_W02_a_turn_that_ended_ends_both_waits_seen_or_not(until: Until, looked_at: bool) -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "working")
    wait = Wait(world, tab, until)
    world.reads(world.only_pane(tab).id, "done")
    if looked_at:
        world.happens(TabSeen(tab=tab.id))
    assert wait.looks().end == ("idle" if looked_at else "done", 0)


def test_trap_28_a_done_that_shows_already_counts() -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "done")
    assert Wait(world, tab, "done").end == ("done", 0)


def test_trap_29_an_idle_agent_without_a_turn_is_not_done() -> None:
    world = World()
    tab = world.tab("claude", "fix it", expected="claude")
    wait = Wait(world, tab, "done")
    world.sees(world.only_pane(tab).id)
    world.reads(world.only_pane(tab).id, "idle")
    assert wait.looks().end is None
    world.reads(world.only_pane(tab).id, "working")
    assert wait.looks().end is None
    world.reads(world.only_pane(tab).id, "idle")
    assert wait.looks().end == ("idle", 0)


def test_trap_29_an_expected_agent_is_not_idle_before_it_is_seen() -> None:
    world = World()
    tab = world.tab("claude", expected="claude")
    wait = Wait(world, tab, "idle")
    assert wait.end is None
    world.sees(world.only_pane(tab).id)
    assert wait.looks().end is None
    world.reads(world.only_pane(tab).id, "idle")
    assert wait.looks().end == ("idle", 0)


def test_a_turn_between_two_snapshots_was_seen_all_the_same() -> None:
    world = World()
    tab = agent_in_shell(world)
    wait = Wait(world, tab, "done")
    world.reads(world.only_pane(tab).id, "working")
    world.reads(world.only_pane(tab).id, "idle")
    assert wait.looks().end == ("idle", 0)


def test_an_interrupted_turn_that_ran_when_the_wait_began_ends_it_idle() -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "working")
    wait = Wait(world, tab, "done")
    world.reads(world.only_pane(tab).id, "idle")
    assert wait.looks().end == ("idle", 0)


def test_a_turn_from_before_the_wait_does_not_count() -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "working")
    world.reads(world.only_pane(tab).id, "idle")
    assert Wait(world, tab, "done").end is None


def test_work_by_mere_activity_is_no_turn() -> None:
    world = World()
    tab = agent_in_shell(world)
    wait = Wait(world, tab, "done")
    world.reads(world.only_pane(tab).id, "working", turn=False)
    wait.looks()
    world.reads(world.only_pane(tab).id, "idle")
    assert wait.looks().end is None


def test_a_job_in_a_shell_is_no_turn_and_never_idle() -> None:
    world = World()
    tab = world.tab()
    waits = [Wait(world, tab, until) for until in UNTILS]
    world.happens(JobStarted(pane=world.only_pane(tab).id, name="make"))
    assert [wait.looks().end for wait in waits] == [None] * 4
    world.happens(JobEnded(pane=world.only_pane(tab).id))
    assert [wait.looks().end for wait in waits] == [None] * 4


def test_H10_an_agent_that_is_slow_to_start_is_waited_for() -> None:
    world = World()
    tab = agent_in_shell(world)
    wait = Wait(world, tab, "done")
    for _ in range(20):
        world.reads(world.only_pane(tab).id, "idle")
        assert wait.looks().end is None


@pytest.mark.parametrize("until", ["blocked", "idle", "done"])
def test_the_wanted_state_is_printed_as_it_is_called(until: Until) -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, until)
    assert Wait(world, tab, until).end == (until, 0)


# Row 5: blocked


@pytest.mark.parametrize("until", ["done", "idle", "exit"])
def test_a_question_ends_every_other_wait_with_2_and_its_text(until: Until) -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "working")
    wait = Wait(world, tab, until)
    world.reads(world.only_pane(tab).id, "blocked", "Run \x1b[31mgo test\n./...?")
    assert wait.looks().end == ("blocked: Run [31mgo test ./...?", 2)


def test_trap_30_a_question_before_the_agent_was_recognised_is_2() -> None:
    world = World()
    tab = world.tab("claude", expected="claude")
    wait = Wait(world, tab, "done")
    world.reads(world.only_pane(tab).id, "blocked", "trust this folder?")
    assert wait.looks().end == ("blocked: trust this folder?", 2)


def test_a_question_without_words_is_blocked_all_the_same() -> None:
    world = World()
    tab = agent_in_shell(world)
    world.reads(world.only_pane(tab).id, "blocked")
    assert Wait(world, tab, "done").end == ("blocked:", 2)
