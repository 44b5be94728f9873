"""What may happen is decided before it is written."""

from dataclasses import replace

import pytest
from worlds import BOOT, World

from pitwall.errors import NoSuchSession, NoSuchTab, Refusal
from pitwall.events.agents import AgentKnown, StatusChanged
from pitwall.events.base import Fact
from pitwall.events.ids import Argument, FilePath, PaneId, RunId, SessionId, TabId
from pitwall.events.panes import (
    PaneClosed,
    PaneExited,
    PaneMoved,
    PaneOpened,
    PaneShared,
    PaneStarted,
    PaneTitled,
)
from pitwall.events.runs import RunStarted, RunStopping
from pitwall.events.sessions import SessionClosed, SessionOpened, SessionRenamed, SessionUsed
from pitwall.events.tabs import (
    TabAttached,
    TabClosed,
    TabDetached,
    TabForgotten,
    TabGrouped,
    TabMoved,
    TabOpened,
    TabRenamed,
)
from pitwall.state.intents import (
    AttachTab,
    ClosePane,
    CloseSession,
    CloseTab,
    DetachTab,
    EndPane,
    FailTab,
    GroupTab,
    Intent,
    MoveBorder,
    MoveTab,
    NewPane,
    Observe,
    OpenTab,
    RenameSession,
    RenameTab,
    SplitPane,
    StopRun,
    UseSession,
)
from pitwall.state.intents.base import KEPT_CLOSED
from pitwall.state.layout import Leaf, Split
from pitwall.state.model import Process, Tab


def opening(*, session: str = "5" * 16, name: str = "main", new_session: bool = False) -> OpenTab:
    opened = PaneOpened(
        pane=PaneId("b" * 16),
        tab=TabId("a" * 16),
        argv=(Argument("make"),),
        program=FilePath("/usr/bin/make"),
        cwd=FilePath("/src"),
        rows=40,
        cols=120,
    )
    return OpenTab(
        NewPane(opened, Process(pid=42, began=7, boot=BOOT)),
        session=SessionId(session),
        session_name=name,
        title="",
        detached=False,
        new_session=new_session,
    )


def types(facts: tuple[Fact, ...]) -> list[type[Fact]]:
    return [type(fact) for fact in facts]


def done(world: World, intent: Intent) -> tuple[Fact, ...]:
    """The intent's facts, which then happen."""
    facts = intent.decide(world.state)
    world.happens(*facts)
    return facts


def test_the_first_tab_opens_a_session_with_it() -> None:
    facts = opening().decide(World().state)
    assert types(facts) == [SessionOpened, TabOpened, PaneOpened, PaneStarted]


def test_trap_33_first_tabs_that_are_opened_at_once_share_one_session() -> None:
    world = World()
    done(world, opening(session="1" * 16))
    facts = opening(session="2" * 16).decide(world.state)
    assert SessionOpened not in types(facts)
    assert [fact.session for fact in facts if isinstance(fact, TabOpened)] == [SessionId("1" * 16)]


def test_a_new_session_is_refused_a_name_that_is_taken() -> None:
    world = World()
    world.tab("make", session=world.session("api"))
    with pytest.raises(Refusal, match="'api' already"):
        opening(name="api", new_session=True).decide(world.state)


def test_opening_a_tab_makes_its_session_the_most_recently_used_one() -> None:
    world = World()
    first, second = world.session("one"), world.session("two")
    world.tab(session=first)
    world.tab(session=second)
    facts = opening(session=first.id, name="one").decide(world.state)
    assert facts[-1] == SessionUsed(session=first.id)


def test_a_session_that_is_the_most_recent_is_not_used_again() -> None:
    world = World()
    session = world.session()
    world.tab()
    assert UseSession(session.id).decide(world.state) == ()


def test_closing_a_tab_says_so_before_anything_is_signalled() -> None:
    world = World()
    tab, _ = world.tab("make"), world.tab("top")
    assert CloseTab(tab.id).decide(world.state) == (TabClosed(tab=tab.id, why="killed"),)


def test_a_session_ends_with_its_last_tab() -> None:
    world = World()
    tab = world.tab("make")
    assert done(world, CloseTab(tab.id))[-1] == SessionClosed(session=tab.session)
    assert world.state.sessions == {}


def test_a_tab_closes_once() -> None:
    world = World()
    tab = world.tab("make")
    done(world, CloseTab(tab.id))
    with pytest.raises(NoSuchTab):
        CloseTab(tab.id).decide(world.state)


def test_a_tab_whose_command_could_not_run_closes_as_failed_once() -> None:
    world = World()
    tab = world.tab("make")
    assert done(world, FailTab(tab.id))[0] == TabClosed(tab=tab.id, why="failed")
    assert FailTab(tab.id).decide(world.state) == ()


def test_trap_37_a_held_pane_stays_with_its_code() -> None:
    world = World()
    tab = world.tab("make")
    pane = tab.panes[0]
    assert done(world, EndPane(pane, 3)) == (PaneExited(pane=pane, code=3),)
    assert world.state.panes[pane].code == 3
    assert tab.id in world.state.tabs


def test_a_shell_pane_closes_with_its_shell_and_the_tab_with_its_last_pane() -> None:
    world = World()
    tab = world.tab()
    other = world.pane(tab.id)
    assert types(done(world, EndPane(tab.panes[0], 0))) == [PaneExited, PaneClosed]
    assert types(done(world, EndPane(other, 0))) == [PaneExited, TabClosed, SessionClosed]
    assert world.state.closed[tab.id].why == "ended"


def test_a_shell_pane_beside_another_closes_alone_and_leaves_its_room() -> None:
    world = World()
    tab = world.tab()
    held = world.pane(tab.id, "make")
    assert types(done(world, EndPane(tab.panes[0], 0))) == [PaneExited, PaneClosed]
    assert world.state.tabs[tab.id].panes == (held,)
    assert world.state.tabs[tab.id].layout == Leaf(held)


def splitting(world: World, tab: Tab, beside: PaneId) -> SplitPane:
    opened = PaneOpened(
        pane=PaneId("c" * 16),
        tab=tab.id,
        argv=(),
        program=FilePath("/bin/zsh"),
        cwd=FilePath("/src"),
        rows=20,
        cols=80,
        beside=beside,
        side="below",
    )
    return SplitPane(NewPane(opened, Process(pid=43, began=8, boot=BOOT)))


def test_a_pane_is_split_off_another() -> None:
    world = World()
    tab = world.tab("make")
    first = tab.panes[0]
    assert types(done(world, splitting(world, tab, first))) == [PaneOpened, PaneStarted]
    assert world.state.tabs[tab.id].layout == Split("below", Leaf(first), Leaf(PaneId("c" * 16)))
    assert types(done(world, MoveBorder(first, "below", 24, 80, 3))) == [PaneShared]
    assert MoveBorder(first, "right", 24, 80, 3).decide(world.state) == ()


def test_a_pane_is_split_off_for_an_agent_whose_conversation_is_known() -> None:
    world = World()
    tab = world.tab("make")
    pane = splitting(world, tab, tab.panes[0]).pane
    pane = replace(pane, opened=replace(pane.opened, expected="claude"), conversation="abc")
    assert types(done(world, SplitPane(pane))) == [PaneOpened, PaneStarted, AgentKnown]
    assert world.state.panes[pane.opened.pane].conversation == "abc"


@pytest.mark.parametrize("opens", ["a tab", "a pane"])
def test_nothing_opens_while_the_daemon_stops(opens: str) -> None:
    world = World()
    tab = world.tab("make")
    world.stops()
    intent = opening() if opens == "a tab" else splitting(world, tab, tab.panes[0])
    with pytest.raises(Refusal, match="stopping"):
        intent.decide(world.state)


def test_a_pane_is_not_split_off_one_that_is_gone() -> None:
    world = World()
    tab = world.tab("make")
    with pytest.raises(Refusal, match="closed meanwhile"):
        splitting(world, tab, PaneId("f" * 16)).decide(world.state)


def test_a_pane_is_closed_by_its_user_and_the_tab_with_its_last() -> None:
    world = World()
    tab = world.tab("make")
    first = tab.panes[0]
    done(world, splitting(world, tab, first))
    assert types(done(world, ClosePane(first))) == [PaneClosed]
    assert ClosePane(first).decide(world.state) == ()
    assert types(done(world, ClosePane(PaneId("c" * 16)))) == [TabClosed, SessionClosed]
    assert world.state.closed[tab.id].why == "killed"


def test_a_process_has_one_end() -> None:
    world = World()
    pane = world.tab("make").panes[0]
    done(world, EndPane(pane, 0))
    assert EndPane(pane, None).decide(world.state) == ()


def test_the_end_of_a_killed_tabs_process_is_recorded_all_the_same() -> None:
    world = World()
    tab = world.tab("make")
    world.tab("top")
    done(world, CloseTab(tab.id))
    assert done(world, EndPane(tab.panes[0], -1)) == (PaneExited(pane=tab.panes[0], code=-1),)


def test_what_ends_while_the_daemon_stops_was_running_and_closes_nothing() -> None:
    world = World()
    tab = world.tab()
    world.stops()
    assert done(world, EndPane(tab.panes[0], 0)) == (PaneExited(pane=tab.panes[0], code=None),)
    assert tab.id in world.state.tabs


def test_a_daemon_begins_to_stop_once() -> None:
    world = World()
    world.tab()
    assert StopRun().decide(world.state) == ()  # no run was begun in this world
    world.stops()
    assert StopRun().decide(world.state) == ()


@pytest.mark.parametrize(
    ("intent", "fact"),
    [
        (RenameTab, TabRenamed),
        (GroupTab, TabGrouped),
    ],
)
def test_a_label_is_set_when_it_is_another(intent: type, fact: type[Fact]) -> None:
    world = World()
    tab = world.tab("make")
    assert types(done(world, intent(tab.id, "api"))) == [fact]
    assert intent(tab.id, "api").decide(world.state) == ()


def test_detaching_and_attaching_move_a_tab_between_the_parts() -> None:
    world = World()
    first, second = world.tab("make"), world.tab("top")
    assert types(done(world, DetachTab(first.id))) == [TabDetached]
    assert DetachTab(first.id).decide(world.state) == ()
    assert world.state.sessions[first.session].tabs == (second.id, first.id)
    assert types(done(world, AttachTab(first.id))) == [TabAttached]
    assert AttachTab(first.id).decide(world.state) == ()
    assert world.state.sessions[first.session].visible == (second.id, first.id)


def test_a_tab_moves_within_its_own_part() -> None:
    world = World()
    tabs = [world.tab("make") for _ in range(3)]
    hidden = world.tab("top", detached=True)
    assert done(world, MoveTab(tabs[0].id, 3)) == (TabMoved(tab=tabs[0].id, place=2),)
    assert world.state.sessions[hidden.session].visible == (tabs[1].id, tabs[2].id, tabs[0].id)
    assert MoveTab(hidden.id, 4).decide(world.state) == ()
    with pytest.raises(Refusal, match="the visible tabs are #1 to #3"):
        MoveTab(tabs[0].id, 4).decide(world.state)
    with pytest.raises(Refusal, match="the detached tabs are #4"):
        MoveTab(hidden.id, 1).decide(world.state)


def test_a_session_is_renamed_to_a_free_name() -> None:
    world = World()
    api, web = world.session("api"), world.session("web")
    assert done(world, RenameSession(api.id, "core")) == (SessionRenamed(session=api.id, name="core"),)
    assert RenameSession(api.id, "core").decide(world.state) == ()
    with pytest.raises(Refusal, match="'web' already"):
        RenameSession(api.id, "web").decide(world.state)
    with pytest.raises(NoSuchSession):
        RenameSession(SessionId("0" * 16), "x").decide(world.state)
    assert web.id in world.state.sessions


def test_closing_a_session_closes_all_its_tabs_and_no_other() -> None:
    world = World()
    api, web = world.session("api"), world.session("web")
    mine = [world.tab("make", session=api), world.tab("top", session=api)]
    other = world.tab("ls", session=web)
    facts = done(world, CloseSession(api.id))
    assert [fact.tab for fact in facts if isinstance(fact, TabClosed)] == [tab.id for tab in mine]
    assert set(world.state.tabs) == {other.id}
    assert set(world.state.sessions) == {web.id}


def test_what_was_seen_is_recorded_when_it_is_news() -> None:
    world = World()
    pane = world.tab("make").panes[0]
    seen = PaneTitled(pane=pane, title="building")
    assert done(world, Observe((seen, seen))) == (seen,)
    assert Observe((seen,)).decide(world.state) == ()


def test_a_status_that_is_shown_already_is_no_news_however_long_it_lasts() -> None:
    world = World()
    pane = world.tab("claude", expected="claude").panes[0]
    world.sees(pane)
    status = StatusChanged(pane=pane, status="working", source="screen", turn=True)
    assert done(world, Observe((status,))) == (status,)
    assert Observe((status,)).decide(world.state) == ()


@pytest.mark.parametrize("gone", ["exited", "closed", "never there"])
def test_trap_27_nothing_is_seen_of_a_pane_that_has_ended(gone: str) -> None:
    world = World()
    tab = world.tab("make")
    pane = tab.panes[0]
    if gone == "exited":
        world.exits(pane, 0)
    elif gone == "closed":
        world.closes(tab)
    else:
        pane = PaneId("f" * 16)
    assert Observe((PaneMoved(pane=pane, cwd=FilePath("/elsewhere")),)).decide(world.state) == ()


def test_a_stop_is_written_with_the_runs_id() -> None:
    world = World()
    world.tab()

    world.happens(RunStarted(run=RunId("e" * 16), version="1", boot=BOOT))
    assert StopRun().decide(world.state) == (RunStopping(run=RunId("e" * 16)),)


def test_a_daemon_that_runs_for_long_forgets_the_oldest_closed_tabs_but_none_that_is_still_ending() -> None:
    world = World()
    world.tab("make")
    for _ in range(KEPT_CLOSED + 2):
        tab = world.tab("true", started=False)
        world.closes(tab)
    ending, quiet = list(world.state.closed)[:2]
    (pane,) = world.state.closed[ending].tab.panes
    world.start(pane)
    last = world.tab("make")
    closed, *forgotten = done(world, CloseTab(last.id))
    assert closed == TabClosed(tab=last.id, why="killed")
    assert forgotten == [TabForgotten(tab=quiet)]
    assert len(world.state.closed) == KEPT_CLOSED + 2
    world.exits(pane, 0)
    done(world, CloseTab(world.tab("make").id))
    assert len(world.state.closed) == KEPT_CLOSED + 1
    assert ending not in world.state.closed
