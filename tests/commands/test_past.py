"""Which tab of the past a word means: an open one as everywhere, else one that has closed."""

import pytest
from worlds import World

from pitwall.commands.past import tab_of
from pitwall.errors import AmbiguousName, NoSuchSession, NoSuchTab
from pitwall.events.ids import PaneId
from pitwall.events.sessions import SessionClosed, SessionRenamed
from pitwall.events.tabs import TabClosed
from pitwall.state.model import Session, Tab


@pytest.fixture
def world() -> World:
    """Two sessions, ``main`` and ``api``; ``api`` was used last."""
    world = World()
    world.session("main")
    world.session("api")
    return world


def session(world: World, name: str) -> Session:
    return next(session for session in world.state.sessions.values() if session.name == name)


def opened(world: World, name: str, title: str) -> Tab:
    return world.tab("drift", title=title, session=session(world, name))


def closed(world: World, name: str, title: str) -> Tab:
    tab = opened(world, name, title)
    world.happens(TabClosed(tab=tab.id, why="killed"))
    return world.state.closed[tab.id].tab


def found(world: World, word: str, named: str | None = None, caller: PaneId | None = None) -> Tab:
    return tab_of(world.state, word, named, caller)


def test_an_id_is_found_in_any_session_unless_another_one_is_named(world: World) -> None:
    for name, other in (("main", "api"), ("api", "main")):
        for tab in (opened(world, name, "open"), closed(world, name, "gone")):
            assert found(world, tab.id).id == tab.id
            assert found(world, tab.id, name).id == tab.id
            with pytest.raises(NoSuchTab, match=f'in session "{other}"'):
                found(world, tab.id, other)


@pytest.mark.parametrize("title", ["open", "gone", "never"])
def test_a_session_that_never_was_is_refused_whatever_is_named_in_it(world: World, title: str) -> None:
    tabs = [opened(world, "main", "open"), closed(world, "main", "gone")]
    for word in (title, *(tab.id for tab in tabs)):
        with pytest.raises(NoSuchSession, match='no session is named "nosuch"'):
            found(world, word, "nosuch")


def test_an_open_tab_wins_over_closed_ones_of_its_title(world: World) -> None:
    closed(world, "main", "e2")
    tab = opened(world, "main", "e2")
    closed(world, "main", "e2")
    assert found(world, "e2", "main") == tab


def test_a_closed_tab_is_found_by_its_title_in_the_session_that_is_named_alone(world: World) -> None:
    tab = closed(world, "api", "only2")
    assert found(world, "only2") == found(world, "only2", "api") == found(world, "only2", "a") == tab
    with pytest.raises(NoSuchTab, match='no tab of session "main" is named "only2"'):
        found(world, "only2", "main")


def test_a_closed_tab_is_of_its_session_under_the_new_name_of_that(world: World) -> None:
    tab = closed(world, "api", "e2")
    closed(world, "main", "e2")
    world.happens(SessionRenamed(session=tab.session, name="web"))
    assert found(world, "e2", "web") == tab


def test_a_session_that_has_ended_still_names_the_tabs_that_were_in_it(world: World) -> None:
    tab = closed(world, "api", "e2")
    closed(world, "main", "e2")
    world.happens(SessionClosed(session=tab.session))
    assert found(world, "e2", "api") == found(world, "e2", "ap") == tab
    with pytest.raises(NoSuchSession, match='no session is named "api"'):
        found(world, "other", "api")


def test_a_prefix_of_several_sessions_that_have_ended_is_refused_with_their_names(world: World) -> None:
    for name in ("web-1", "web-2"):
        world.happens(SessionClosed(session=closed(world, world.session(name).name, "e2").session))
    with pytest.raises(AmbiguousName, match="web-1, web-2; write more of the name"):
        found(world, "e2", "web")


def test_several_closed_tabs_of_a_title_are_named_by_their_ids(world: World) -> None:
    ids = [closed(world, "main", "e2").id for _ in range(2)]
    with pytest.raises(AmbiguousName, match=rf'several closed tabs are named "e2".*\({ids[0]}, {ids[1]}\)'):
        found(world, "e2")


def test_a_title_that_fits_several_open_tabs_is_no_name_for_a_closed_one(world: World) -> None:
    closed(world, "main", "web")
    opened(world, "main", "web-1")
    opened(world, "main", "web-2")
    with pytest.raises(AmbiguousName, match="fits several tabs: #1, #2"):
        found(world, "web", "main")


def test_a_name_means_a_tab_of_the_calling_panes_session_before_one_of_the_last_used(world: World) -> None:
    mine, other = opened(world, "main", "ag"), opened(world, "api", "ag")
    assert found(world, "ag") == other
    assert found(world, "ag", caller=mine.panes[0]) == mine
    assert found(world, "ag", "api", caller=mine.panes[0]) == other
    assert found(world, "ag", caller=PaneId("f" * 16)) == other
