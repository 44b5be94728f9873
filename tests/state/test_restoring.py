import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import invariants, is_plain, lives
from worlds import World

from pitwall.events.agents import AgentKnown
from pitwall.events.base import Fact, Recorded
from pitwall.events.panes import PaneExited, PaneStarted
from pitwall.events.sessions import SessionClosed
from pitwall.events.tabs import TabClosed, TabForgotten, TabOpened
from pitwall.state.fold import fold_all
from pitwall.state.model import State
from pitwall.state.restoring import Restoration, notice, outcome_of, plan
from pitwall.state.tabstate import view

NOW = 10**12
DAY = 86_400_000_000


def facts_of_plan(state: State, restoration: Restoration) -> list[Fact]:
    """What a daemon that carries the plan out records."""
    shells = (state.panes[pane] for pane in restoration.shells)
    return [
        *(survivor.fact for survivor in restoration.survivors),
        *restoration.facts,
        *(PaneStarted(pane=pane.id, tab=pane.tab, pid=7, began=7, boot="boot-2") for pane in shells),
    ]


def after(state: State, facts: list[Fact]) -> State:
    return fold_all(state, [Recorded(state.seq + n, NOW, fact) for n, fact in enumerate(facts, start=1)])


def restored(state: State) -> State:
    return after(state, facts_of_plan(state, plan(state, NOW)))


@given(lives())
def test_after_a_restoration_every_command_has_ended_and_every_shell_is_new(world: World) -> None:
    state = restored(world.state)
    invariants(state)
    for pane in state.open_panes():
        if pane.held:
            assert pane.exited
        elif not pane.exited:
            assert pane.process is not None
            assert pane.process.boot == "boot-2"
    assert all(session.tabs for session in state.sessions.values())
    assert all(any(not p.exited or p.held for p in state.panes_of(tab)) for tab in state.tabs.values())


@given(lives())
def test_trap_37_no_code_that_was_known_is_changed_by_a_restoration(world: World) -> None:
    state = restored(world.state)
    for key, pane in world.state.panes.items():
        if pane.exited and pane.code is not None:
            assert state.panes[key].code == pane.code


@given(lives())
def test_every_process_that_was_started_has_ended_exactly_once(world: World) -> None:
    state = restored(world.state)
    for key, pane in world.state.panes.items():
        survivors = [s for s in plan(world.state, NOW).survivors if s.pane == key]
        assert [s.process for s in survivors] == ([pane.process] if pane.process else [])
        if pane.tab in state.closed:
            assert state.panes[key].process is None


@given(lives(), st.data())
def test_a_restoration_that_is_cut_short_is_finished_by_the_next(world: World, data: st.DataObject) -> None:
    facts = facts_of_plan(world.state, plan(world.state, NOW))
    cut = after(world.state, facts[: data.draw(st.integers(0, len(facts)))])
    once, twice = restored(world.state), restored(cut)
    assert twice.sessions == once.sessions
    assert twice.tabs == once.tabs
    assert twice.closed.keys() == once.closed.keys()
    assert {key: (p.exited, p.code) for key, p in twice.panes.items()} == {
        key: (p.exited, p.code) for key, p in once.panes.items()
    }


@given(lives())
def test_a_clean_stop_restores_what_a_crash_does(world: World) -> None:
    crashed = world.state
    world.stops()
    for pane in tuple(world.state.panes.values()):
        if pane.process:
            world.exits(pane.id, None)
    assert restored(world.state).tabs == restored(crashed).tabs
    assert plan(world.state, NOW).shells == plan(crashed, NOW).shells
    assert plan(world.state, NOW).notices == plan(crashed, NOW).notices


@given(lives())
def test_every_notice_is_one_plain_line(world: World) -> None:
    for pane, line in plan(world.state, NOW).notices:
        assert is_plain(line)
        assert len(line) < 120
        assert pane in world.state.panes


@pytest.mark.parametrize(
    ("code", "ended"), [(0, "exited with 0"), (1, "exited with 1"), (-1, "was ended by signal 1")]
)
def test_a_command_that_had_ended_stays_with_its_code(code: int, ended: str) -> None:
    world = World()
    tab = world.tab("go", "test")
    world.exits(world.only_pane(tab).id, code)
    restoration = plan(world.state, NOW)
    assert (restoration.survivors, restoration.facts, restoration.shells) == ((), (), ())
    assert dict(restoration.notices)[world.only_pane(tab).id] == (
        f"pitwall: go {ended} before a daemon restart, which kept no screen"
    )


def test_trap_35_a_command_that_was_running_is_ended_and_never_run_again() -> None:
    world = World()
    tab = world.tab("go", "test")
    pane = world.only_pane(tab)
    restoration = plan(world.state, NOW)
    assert [(s.pane, s.process) for s in restoration.survivors] == [(pane.id, pane.process)]
    assert restoration.shells == ()
    lost = restored(world.state)
    assert (lost.panes[pane.id].exited, lost.panes[pane.id].code) == (True, None)
    assert restored(lost) == lost


def test_a_held_agent_with_a_known_conversation_is_not_run_a_second_time_on_its_prompt() -> None:
    world = World()
    tab = world.tab("claude", "fix it", expected="claude")
    pane = world.only_pane(tab)
    world.happens(AgentKnown(pane=pane.id, agent="claude", session="s-1"))
    assert plan(world.state, NOW).shells == ()
    assert restored(world.state).panes[pane.id].conversation == "s-1"


def test_trap_40_a_shell_gets_a_new_one_in_its_folder_at_its_size() -> None:
    world = World()
    tab = world.tab(cwd="/home/ada/web")
    pane = world.only_pane(tab)
    restoration = plan(world.state, NOW)
    assert restoration.shells == (pane.id,)
    new = restored(world.state).panes[pane.id]
    assert (new.cwd, new.rows, new.cols, new.starts, new.live) == ("/home/ada/web", 40, 120, 2, True)
    assert new.tab == tab.id


def test_a_shell_that_exited_by_itself_takes_its_tab_and_session_along() -> None:
    world = World()
    tab = world.tab()
    world.exits(world.only_pane(tab).id, 0)
    assert plan(world.state, NOW).facts == (
        TabClosed(tab=tab.id, why="ended"),
        SessionClosed(session=tab.session),
    )


def test_a_pane_that_never_started_takes_its_tab_along_as_failed() -> None:
    world = World()
    world.tab()
    tab = world.tab("go", "test", started=False)
    restoration = plan(world.state, NOW)
    assert restoration.facts == (
        PaneExited(pane=world.only_pane(tab).id, code=None),
        TabClosed(tab=tab.id, why="failed"),
    )
    assert world.only_pane(tab).id not in dict(restoration.notices)


def test_a_tab_whose_pane_was_torn_off_the_journal_closes() -> None:
    world = World()
    session = world.session()
    torn = TabOpened(tab="9" * 16, session=session.id, title="", detached=False)
    world.happens(torn)
    assert plan(world.state, NOW).facts == (
        TabClosed(tab=torn.tab, why="failed"),
        SessionClosed(session=session.id),
    )


def test_a_tab_stays_for_its_other_pane() -> None:
    world = World()
    tab = world.tab()
    held = world.pane(tab.id, "go", "test")
    world.exits(world.panes(tab)[0].id, 0)
    restoration = plan(world.state, NOW)
    assert restoration.facts == ()
    assert [pane for pane, _ in restoration.notices] == [held]


def test_a_pane_that_never_started_does_not_speak_for_its_tab() -> None:
    world = World()
    tab = world.tab(started=False)
    shell = world.pane(tab.id)
    state = restored(world.state)
    assert view(state, state.tabs[tab.id]).pane == state.panes[shell]


def test_a_tab_that_was_killed_before_the_crash_has_its_survivor_ended() -> None:
    world = World()
    tab = world.tab("sleep", "60")
    pane = world.only_pane(tab)
    world.closes(tab)
    restoration = plan(world.state, NOW)
    assert [s.pane for s in restoration.survivors] == [pane.id]
    assert restoration.shells == ()
    assert restored(world.state).panes[pane.id].exited


@pytest.mark.parametrize(("days", "forgotten"), [(29, False), (30, False), (31, True)])
def test_a_tab_that_closed_long_ago_is_forgotten(days: int, forgotten: bool) -> None:
    world = World()
    world.tab()
    tab = world.tab("true")
    world.closes(tab, "ended")
    facts = plan(world.state, world.state.closed[tab.id].at + days * DAY).facts
    assert (TabForgotten(tab=tab.id) in facts) == forgotten


def test_trap_46_a_notice_names_the_program_and_never_its_arguments() -> None:
    world = World()
    tab = world.tab("/home/ada/bin/deploy\x1b[2J", "--token", "secret")
    pane = world.only_pane(tab)
    running = notice(pane)
    world.exits(pane.id, -9)
    ended = notice(world.only_pane(tab))
    assert running == (
        "pitwall: a daemon restart ended deploy[2J; its exit code is lost, and it was not run again"
    )
    assert ended == "pitwall: deploy[2J was ended by signal 9 before a daemon restart, which kept no screen"


def test_a_new_shell_says_that_it_is_one() -> None:
    world = World()
    tab = world.tab()
    assert "this is a new one" in notice(world.only_pane(tab))


def test_a_shell_whose_restoration_was_cut_short_is_still_a_shell() -> None:
    world = World()
    tab = world.tab()
    world.exits(world.only_pane(tab).id, None)
    assert outcome_of(world.only_pane(tab)) == "shell"
