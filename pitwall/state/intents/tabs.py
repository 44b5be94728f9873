"""Intents about tabs."""

from dataclasses import dataclass

from pitwall.errors import Refusal
from pitwall.events.base import Fact
from pitwall.events.ids import SessionId, TabId
from pitwall.events.sessions import SessionOpened
from pitwall.events.tabs import TabAttached, TabDetached, TabGrouped, TabMoved, TabOpened, TabRenamed, TabSeen
from pitwall.state.intents.base import check_running, closing, open_tab
from pitwall.state.intents.opening import NewPane
from pitwall.state.intents.sessions import UseSession
from pitwall.state.model import Session, State

FIRST_SESSION = "main"


@dataclass(frozen=True, slots=True)
class OpenTab:
    """
    Open a tab whose process waits to be let go.

    ``session`` is the session it goes into, or the id of a new one named ``session_name`` where none is open.
    ``new_session`` asks for a new one whatever is open, and refuses a name that is taken.
    """

    pane: NewPane
    session: SessionId
    session_name: str
    title: str
    detached: bool
    new_session: bool = False

    def decide(self, state: State) -> tuple[Fact, ...]:
        check_running(state)
        session = self._target(state)
        opening: tuple[Fact, ...] = ()
        if session is None:
            opening = (SessionOpened(session=self.session, name=self.session_name),)
        key = self.session if session is None else session.id
        return (
            *opening,
            TabOpened(tab=self.pane.opened.tab, session=key, title=self.title, detached=self.detached),
            *self.pane.facts(),
            *UseSession(key).decide(state),
        )

    def undone(self) -> "FailTab":
        """What takes it back when the program cannot be run after all."""
        return FailTab(self.pane.opened.tab)

    def _target(self, state: State) -> Session | None:
        """The open session that the tab goes into: several first tabs at once share one session."""
        named = next((open_ for open_ in state.sessions.values() if open_.name == self.session_name), None)
        if self.new_session:
            if named is not None:
                raise Refusal(f"there is a session {self.session_name!r} already; choose another name")
            return None
        return state.sessions.get(self.session) or named


@dataclass(frozen=True, slots=True)
class CloseTab:
    """Close a tab because somebody asked for it; its processes are ended after this is written."""

    tab: TabId

    def decide(self, state: State) -> tuple[Fact, ...]:
        return closing(state, open_tab(state, self.tab), "killed")


@dataclass(frozen=True, slots=True)
class FailTab:
    """Close a tab whose command could not be run after all; its process is recorded by ``EndPane``."""

    tab: TabId

    def decide(self, state: State) -> tuple[Fact, ...]:
        tab = state.tabs.get(self.tab)
        return () if tab is None else closing(state, tab, "failed")


@dataclass(frozen=True, slots=True)
class RenameTab:
    """Give a tab a chosen title; an empty one returns to the automatic title."""

    tab: TabId
    title: str

    def decide(self, state: State) -> tuple[Fact, ...]:
        tab = open_tab(state, self.tab)
        return () if tab.title == self.title else (TabRenamed(tab=tab.id, title=self.title),)


@dataclass(frozen=True, slots=True)
class GroupTab:
    """Put a tab into a group; an empty name takes it out."""

    tab: TabId
    group: str

    def decide(self, state: State) -> tuple[Fact, ...]:
        tab = open_tab(state, self.tab)
        return () if tab.group == self.group else (TabGrouped(tab=tab.id, group=self.group),)


@dataclass(frozen=True, slots=True)
class MoveTab:
    """Give a tab another number, within its own part: visible or detached."""

    tab: TabId
    number: int

    def decide(self, state: State) -> tuple[Fact, ...]:
        tab = open_tab(state, self.tab)
        session = state.sessions[tab.session]
        part = session.detached if tab.detached else session.visible
        first = len(session.visible) + 1 if tab.detached else 1
        last = first + len(part) - 1
        if not first <= self.number <= last:
            kind = "detached" if tab.detached else "visible"
            span = f"#{first}" if first == last else f"#{first} to #{last}"
            raise Refusal(f"cannot move a {kind} tab to #{self.number}: the {kind} tabs are {span}")
        place = self.number - first
        return () if part.index(tab.id) == place else (TabMoved(tab=tab.id, place=place),)


@dataclass(frozen=True, slots=True)
class SeeTab:
    """The user looks at the tab: an end of a turn that it shows has been seen."""

    tab: TabId

    def decide(self, state: State) -> tuple[Fact, ...]:
        tab = state.tabs.get(self.tab)
        if tab is None or all(pane.reading.status != "done" for pane in state.panes_of(tab)):
            return ()
        return (TabSeen(tab=tab.id),)


@dataclass(frozen=True, slots=True)
class DetachTab:
    """Take a tab out of the sidebar; its process goes on."""

    tab: TabId

    def decide(self, state: State) -> tuple[Fact, ...]:
        tab = open_tab(state, self.tab)
        return () if tab.detached else (TabDetached(tab=tab.id),)


@dataclass(frozen=True, slots=True)
class AttachTab:
    """Bring a detached tab back to the sidebar, last of the visible ones."""

    tab: TabId

    def decide(self, state: State) -> tuple[Fact, ...]:
        tab = open_tab(state, self.tab)
        return (TabAttached(tab=tab.id),) if tab.detached else ()
