"""What every intent is, and what several of them need."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from pitwall.errors import NoSuchSession, NoSuchTab, Refusal
from pitwall.events.base import Fact, Recorded
from pitwall.events.ids import SessionId, TabId
from pitwall.events.sessions import SessionClosed
from pitwall.events.tabs import Closing, TabClosed, TabForgotten
from pitwall.state.model import Session, State, Tab

KEPT_CLOSED = 1000
"""How many closed tabs stay in the state while a daemon runs, however long that is."""


class Intent(Protocol):
    """Something to be made true."""

    def decide(self, state: State) -> tuple[Fact, ...]:
        """The facts that make it true in ``state``; raises ``Refusal`` when it cannot be."""


def open_tab(state: State, tab: TabId) -> Tab:
    """The open tab of that id; raises ``NoSuchTab`` when it has closed meanwhile."""
    found = state.tabs.get(tab)
    if found is None:
        raise NoSuchTab("that tab was closed meanwhile; `pitwall ls` lists those that are open")
    return found


def open_session(state: State, session: SessionId) -> Session:
    """The open session of that id; raises ``NoSuchSession`` when it has ended meanwhile."""
    found = state.sessions.get(session)
    if found is None:
        raise NoSuchSession("that session ended meanwhile; `pitwall session ls` lists those that are open")
    return found


def check_running(state: State) -> None:
    """Raises ``Refusal`` while the daemon stops: what is opened then would only be ended."""
    if state.stopping:
        raise Refusal("the daemon is stopping: try again in a moment, a new one opens it")


def closing(state: State, tab: Tab, why: Closing) -> tuple[Fact, ...]:
    """The facts that close a tab, its session with it when it is the last, and that forget what closed long ago."""
    facts: tuple[Fact, ...] = (TabClosed(tab=tab.id, why=why),)
    session = state.sessions.get(tab.session)
    if session is not None and session.tabs == (tab.id,):
        facts += (SessionClosed(session=session.id),)
    return (*facts, *_forgetting(state))


def _forgetting(state: State) -> Iterator[Fact]:
    """The oldest closed tabs past ``KEPT_CLOSED``, but for those in which something has yet to end."""
    excess = len(state.closed) - KEPT_CLOSED
    if excess > 0:
        ending = {pane.tab for pane in state.panes.values() if pane.process is not None}
        yield from (TabForgotten(tab=tab) for tab in islice(state.closed, excess) if tab not in ending)


@dataclass(frozen=True, slots=True)
class Answer:
    """
    What became of an intent: its facts, and the first committed state in which it is true.

    Not ``durable``: the disk refused the facts, and they are in memory alone.
    """

    state: State
    recorded: tuple[Recorded, ...]
    durable: bool
