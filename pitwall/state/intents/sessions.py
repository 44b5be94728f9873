"""Intents about sessions."""

from dataclasses import dataclass

from pitwall.errors import Refusal
from pitwall.events.base import Fact
from pitwall.events.ids import SessionId
from pitwall.events.sessions import SessionClosed, SessionRenamed, SessionUsed
from pitwall.events.tabs import TabClosed
from pitwall.state.intents.base import open_session
from pitwall.state.model import State


@dataclass(frozen=True, slots=True)
class UseSession:
    """Make a session the most recently used one."""

    session: SessionId

    def decide(self, state: State) -> tuple[Fact, ...]:
        used = state.sessions.get(self.session)
        if used is None or used.used == max(session.used for session in state.sessions.values()):
            return ()
        return (SessionUsed(session=used.id),)


@dataclass(frozen=True, slots=True)
class RenameSession:
    """Give a session another name, one that no other has."""

    session: SessionId
    name: str

    def decide(self, state: State) -> tuple[Fact, ...]:
        session = open_session(state, self.session)
        if session.name == self.name:
            return ()
        if any(other.name == self.name for other in state.sessions.values()):
            raise Refusal(f"there is a session {self.name!r} already; choose another name")
        return (SessionRenamed(session=session.id, name=self.name),)


@dataclass(frozen=True, slots=True)
class CloseSession:
    """Close a session with all its tabs because somebody asked for it."""

    session: SessionId

    def decide(self, state: State) -> tuple[Fact, ...]:
        session = open_session(state, self.session)
        closed = tuple(TabClosed(tab=tab, why="killed") for tab in session.tabs)
        return (*closed, SessionClosed(session=session.id))
