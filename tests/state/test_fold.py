from hypothesis import given
from hypothesis import strategies as st
from strategies import facts, histories, invariants, lives
from worlds import World

from pitwall.events import codec
from pitwall.events.agents import AgentSuspended
from pitwall.events.base import Recorded, UnknownFact
from pitwall.events.ids import RunId, SessionId, TabId
from pitwall.events.panes import JobStarted, PaneTitled
from pitwall.events.sessions import SessionClosed, SessionOpened, SessionUsed
from pitwall.events.tabs import TabAttached, TabDetached, TabForgotten, TabMoved, TabOpened, TabSeen
from pitwall.state.fold import fold, fold_all
from pitwall.state.model import State


@given(histories())
def test_no_order_of_facts_makes_the_fold_fail_or_its_state_unsound(history: list[Recorded]) -> None:
    invariants(fold_all(State(), history))


@given(lives())
def test_every_life_leaves_a_sound_state(world: World) -> None:
    invariants(world.state)


@given(histories(), st.data())
def test_the_fold_of_two_parts_is_the_fold_of_the_whole(history: list[Recorded], data: st.DataObject) -> None:
    split = data.draw(st.integers(0, len(history)))
    first = fold_all(State(), history[:split])
    assert fold_all(first, history[split:]) == fold_all(State(), history)


@given(histories(max_size=80))
def test_many_facts_at_once_fold_to_what_they_do_one_by_one(history: list[Recorded]) -> None:
    state = State()
    for recorded in history:
        state = fold(state, recorded)
    together = fold_all(State(), history)
    assert together == state
    assert list(together.panes) == list(state.panes)


@given(lives(), st.data())
def test_many_facts_at_once_leave_every_state_on_the_way_alone(world: World, data: st.DataObject) -> None:
    split = data.draw(st.integers(0, len(world.history)))
    first = fold_all(State(), world.history[:split])
    before = first.panes, dict(first.panes)
    assert fold_all(first, world.history[split:]) == world.state
    assert first.panes is before[0]
    assert first.panes == before[1]


@given(lives())
def test_a_history_read_back_from_disk_folds_to_the_same_state(world: World) -> None:
    stored = [Recorded(r.seq, r.at, codec.decode(*codec.encode(r.fact))) for r in world.history]
    assert fold_all(State(), stored) == world.state


@given(lives(), facts())
def test_a_fold_leaves_the_state_that_it_starts_from_alone(world: World, fact: object) -> None:
    before = fold_all(State(), world.history)
    fold(world.state, Recorded(world.state.seq + 1, 1, fact))
    assert world.state == before


@given(lives())
def test_a_newer_pitwalls_fact_changes_only_the_sequence_number(world: World) -> None:
    before = world.state
    world.happens(UnknownFact(type="pane.dreamt", data={}))
    assert (world.state.seq, world.state.panes, world.state.tabs) == (
        before.seq + 1,
        before.panes,
        before.tabs,
    )


def test_detached_tabs_are_numbered_after_the_visible_ones() -> None:
    world = World()
    first, second, third = world.tab(), world.tab(detached=True), world.tab()
    session = world.state.sessions[first.session]
    assert [tab.id for _, tab in world.state.tabs_of(session)] == [first.id, third.id, second.id]
    assert world.state.number_of(second) == 3


def test_a_tab_that_is_attached_goes_last_among_the_visible() -> None:
    world = World()
    first, second = world.tab(), world.tab()
    world.happens(TabDetached(tab=first.id), TabAttached(tab=first.id))
    assert world.state.sessions[first.session].visible == (second.id, first.id)


def test_a_tab_moves_within_its_own_part() -> None:
    world = World()
    first, second, third = world.tab(), world.tab(), world.tab()
    hidden = world.tab(detached=True)
    world.happens(TabMoved(tab=third.id, place=0), TabMoved(tab=hidden.id, place=7))
    assert world.state.sessions[first.session].tabs == (third.id, first.id, second.id, hidden.id)


def test_a_done_that_was_looked_at_is_idle() -> None:
    world = World()
    tab = world.tab()
    pane = world.only_pane(tab).id
    world.sees(pane)
    world.reads(pane, "working")
    world.reads(pane, "done", "failed: overloaded")
    world.happens(TabSeen(tab=tab.id))
    reading = world.only_pane(tab).reading
    assert (reading.status, reading.turn, reading.detail) == ("idle", False, "")


def test_looking_at_a_working_agent_changes_nothing() -> None:
    world = World()
    tab = world.tab()
    world.sees(world.only_pane(tab).id)
    world.reads(world.only_pane(tab).id, "working")
    before = world.only_pane(tab)
    world.happens(TabSeen(tab=tab.id))
    assert world.only_pane(tab) == before


def test_each_turn_is_counted_once() -> None:
    world = World()
    tab = world.tab()
    pane = world.only_pane(tab).id
    world.sees(pane)
    for status in ("idle", "working", "blocked", "working", "done", "idle", "working"):
        world.reads(pane, status)
    assert world.only_pane(tab).turns == 2


def test_trap_17_the_end_of_the_process_ends_its_agent_and_its_job() -> None:
    world = World()
    tab = world.tab("claude", expected="claude")
    pane = world.only_pane(tab).id
    world.sees(pane)
    world.reads(pane, "working")
    world.happens(JobStarted(pane=pane, name="make"))
    world.exits(pane, -9)
    ended = world.only_pane(tab)
    assert (ended.agent, ended.job, ended.reading.status, ended.kind) == (None, "", "unknown", "claude")


def test_an_agent_that_left_takes_its_window_title_and_its_reading_along() -> None:
    world = World()
    tab = world.tab()
    pane = world.only_pane(tab).id
    world.sees(pane)
    world.happens(PaneTitled(pane=pane, title="Fix auth"))
    world.reads(pane, "working")
    world.leaves(pane)
    left = world.only_pane(tab)
    assert (left.title, left.agent, left.reading.status) == ("", None, "unknown")


def test_a_new_process_starts_without_the_last_ones_agent_but_keeps_counting() -> None:
    world = World()
    tab = world.tab()
    pane = world.only_pane(tab).id
    world.sees(pane)
    world.reads(pane, "working")
    world.exits(pane, None)
    world.start(pane)
    new = world.only_pane(tab)
    assert (new.starts, new.turns, new.kind, new.agent, new.exited) == (2, 1, "", None, False)


def test_a_suspended_agent_keeps_its_status() -> None:
    world = World()
    tab = world.tab()
    pane = world.only_pane(tab).id
    world.sees(pane)
    world.reads(pane, "done")
    world.happens(AgentSuspended(pane=pane))
    assert world.only_pane(tab).reading.status == "done"


def test_a_closed_tab_keeps_its_panes_until_it_is_forgotten() -> None:
    world = World()
    tab = world.tab("go", "test")
    pane = world.only_pane(tab).id
    world.closes(tab)
    world.exits(pane, -1)
    assert world.state.panes[pane].code == -1
    world.happens(TabForgotten(tab=tab.id))
    assert not world.state.panes
    assert not world.state.closed


def test_a_session_with_tabs_is_not_closed_by_a_stray_fact() -> None:
    world = World()
    tab = world.tab()
    world.happens(SessionClosed(session=tab.session))
    assert tab.session in world.state.sessions


def test_what_is_open_already_is_not_opened_again() -> None:
    world = World()
    tab = world.tab(title="api")
    other = world.session("other")
    world.happens(
        SessionOpened(session=tab.session, name="again"),
        TabOpened(tab=tab.id, session=other.id, title="again", detached=True),
    )
    assert world.state.tabs[tab.id].title == "api"
    assert world.state.sessions[tab.session].tabs == (tab.id,)


def test_a_tab_in_no_session_is_not_opened() -> None:
    world = World()
    world.happens(TabOpened(tab=TabId("1" * 16), session=SessionId("2" * 16), title="", detached=False))
    assert not world.state.tabs


def test_the_session_that_was_used_last_has_the_highest_mark() -> None:
    world = World()
    first, second = world.session("one"), world.session("two")
    world.happens(SessionUsed(session=first.id))
    assert world.state.sessions[first.id].used > world.state.sessions[second.id].used


def test_a_stop_is_over_when_the_next_run_starts() -> None:
    world = World()
    world.stops()
    assert world.state.stopping
    world.restarts()
    assert not world.state.stopping
    assert world.state.run not in (None, RunId("f" * 16))
