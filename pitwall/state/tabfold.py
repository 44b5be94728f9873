"""What one fact makes of the sessions and their tabs: who is listed, where, under which title."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from pitwall.events.base import Recorded
from pitwall.events.ids import PaneId, SessionId, TabId
from pitwall.events.panes import PaneClosed, PaneOpened, PaneShared
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
    TabSeen,
)
from pitwall.state.layout import shared, split, without
from pitwall.state.model import ClosedTab, Pane, Session, State, Tab

Key = TypeVar("Key")
Item = TypeVar("Item")

SessionFact = SessionOpened | SessionRenamed | SessionUsed | SessionClosed
TabFact = (
    TabOpened
    | TabClosed
    | TabRenamed
    | TabMoved
    | TabGrouped
    | TabDetached
    | TabAttached
    | TabSeen
    | TabForgotten
    | PaneOpened
    | PaneClosed
    | PaneShared
)


def with_item(items: Mapping[Key, Item], key: Key, item: Item) -> Mapping[Key, Item]:
    """The mapping with one item set."""
    return {**items, key: item}


def without_item(items: Mapping[Key, Item], key: Key) -> Mapping[Key, Item]:
    """The mapping without one item."""
    return {other: item for other, item in items.items() if other != key}


def state_after_session(state: State, fact: SessionFact, recorded: Recorded) -> State:
    """The state after a fact about a session."""
    match fact:
        case SessionOpened():
            if fact.session in state.sessions:
                return state
            session = Session(id=fact.session, name=fact.name, used=recorded.seq)
            return replace(state, sessions=with_item(state.sessions, fact.session, session))
        case SessionRenamed():
            return _in_session(state, fact.session, lambda session: replace(session, name=fact.name))
        case SessionUsed():
            return _in_session(state, fact.session, lambda session: replace(session, used=recorded.seq))
        case SessionClosed():
            closing = state.sessions.get(fact.session)
            if closing is None or closing.tabs:
                return state
            return replace(state, sessions=without_item(state.sessions, fact.session))


def state_after_tab(state: State, fact: TabFact, recorded: Recorded) -> State:
    """The state after a fact about a tab."""
    if isinstance(fact, TabOpened):
        return _opened(state, fact)
    if isinstance(fact, TabForgotten):
        return _forgotten(state, fact.tab)
    tab = state.tabs.get(fact.tab)
    if tab is None:
        return state
    match fact:
        case TabClosed():
            return _closed(state, tab, fact, recorded.at)
        case TabRenamed():
            return _set(state, replace(tab, title=fact.title))
        case TabGrouped():
            return _set(state, replace(tab, group=fact.group))
        case TabMoved():
            return _in_session(state, tab.session, lambda session: _placed(session, tab, fact.place))
        case TabDetached() | TabAttached():
            moved = replace(tab, detached=isinstance(fact, TabDetached))
            return _in_session(_set(state, moved), tab.session, lambda session: _placed(session, moved))
        case TabSeen():
            return _seen(state, tab, recorded.at)
        case PaneOpened():
            return _with_pane(state, tab, fact)
        case PaneClosed():
            return _without_pane(state, tab, fact.pane)
        case PaneShared():
            return _set(state, replace(tab, layout=shared(tab.layout, fact.pane, fact.side, fact.share)))


def _set(state: State, tab: Tab) -> State:
    return replace(state, tabs=with_item(state.tabs, tab.id, tab))


def _in_session(state: State, key: SessionId, change: Callable[[Session], Session]) -> State:
    session = state.sessions.get(key)
    if session is None:
        return state
    return replace(state, sessions=with_item(state.sessions, key, change(session)))


def _taken(session: Session, tab: TabId) -> Session:
    """The session without the tab in either part."""
    return replace(
        session,
        visible=tuple(other for other in session.visible if other != tab),
        detached=tuple(other for other in session.detached if other != tab),
    )


def _placed(session: Session, tab: Tab, place: int | None = None) -> Session:
    """The session with the tab at ``place`` of its part, last by default."""
    session = _taken(session, tab.id)
    part = session.detached if tab.detached else session.visible
    place = len(part) if place is None else max(place, 0)
    part = (*part[:place], tab.id, *part[place:])
    return replace(session, detached=part) if tab.detached else replace(session, visible=part)


def _opened(state: State, fact: TabOpened) -> State:
    if fact.session not in state.sessions or fact.tab in state.tabs or fact.tab in state.closed:
        return state
    tab = Tab(fact.tab, fact.session, fact.title, fact.group, fact.detached)
    return _in_session(_set(state, tab), fact.session, lambda session: _placed(session, tab))


def _with_pane(state: State, tab: Tab, fact: PaneOpened) -> State:
    if fact.pane in state.panes:
        return state
    pane = Pane(
        id=fact.pane,
        tab=fact.tab,
        argv=fact.argv,
        program=fact.program,
        cwd=fact.cwd,
        rows=fact.rows,
        cols=fact.cols,
        expected=fact.expected,
    )
    state = replace(state, panes=with_item(state.panes, fact.pane, pane))
    layout = split(tab.layout, fact.beside or fact.pane, fact.side, fact.pane)
    return _set(state, replace(tab, panes=(*tab.panes, fact.pane), layout=layout))


def _without_pane(state: State, tab: Tab, pane: PaneId) -> State:
    """The pane itself is kept with its tab, for those who wait for it; the tab does not show it any more."""
    panes = tuple(other for other in tab.panes if other != pane)
    return _set(state, replace(tab, panes=panes, layout=without(tab.layout, pane)))


def _closed(state: State, tab: Tab, fact: TabClosed, at: int) -> State:
    session = state.sessions.get(tab.session)
    closed = ClosedTab(tab, session.name if session else "", fact.why, at)
    state = _in_session(state, tab.session, lambda session: _taken(session, tab.id))
    return replace(
        state,
        tabs=without_item(state.tabs, tab.id),
        closed=with_item(state.closed, tab.id, closed),
    )


def _forgotten(state: State, tab: TabId) -> State:
    if tab not in state.closed:
        return state
    panes = {key: pane for key, pane in state.panes.items() if pane.tab != tab}
    return replace(state, closed=without_item(state.closed, tab), panes=panes)


def _seen(state: State, tab: Tab, at: int) -> State:
    panes = dict(state.panes)
    for pane in state.panes_of(tab):
        if pane.reading.status == "done":
            idle = replace(pane.reading, status="idle", turn=False, detail="", since=at)
            panes[pane.id] = replace(pane, reading=idle)
    return replace(state, panes=panes)
