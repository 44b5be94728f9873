"""One call of a command: who asks for what, from where, and the way back to their terminal."""

import argparse
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from pitwall.commands.house import House
from pitwall.events.ids import PaneId
from pitwall.state.intents import Answer, Intent
from pitwall.state.model import Session, State, Tab
from pitwall.state.naming import find_session, find_tab
from pitwall.wire.hello import Hello


class Mail(Protocol):
    """Frames that a window sent, one after another; ``at_once`` may take one ahead of whoever iterates and waits."""

    at_once: Callable[[bytes, bytes], bool]

    def __aiter__(self) -> AsyncIterator[tuple[bytes, bytes]]: ...

    def rest(self) -> Iterator[tuple[bytes, bytes]]: ...


@dataclass(frozen=True, slots=True)
class Window:
    """
    A connection that is a window's: frames out and in. ``send`` is ``False`` when the window is gone.

    ``run`` runs another command for the window, called from a pane, and returns its exit code and what it printed.
    """

    send: Callable[[bytes], Awaitable[bool]]
    incoming: Mail
    run: Callable[[tuple[str, ...], PaneId | None], Awaitable[tuple[int, str]]]


@dataclass(frozen=True, slots=True)
class Call:
    """
    What a handler is given.

    ``rest`` is what followed ``--``. ``ask`` puts a question on the caller's error output and returns the
    line they answer, ``""`` at the end of their input. ``token`` hands the caller what to come back with.
    """

    hello: Hello
    arguments: argparse.Namespace
    rest: tuple[str, ...] | None
    house: House
    write: Callable[[str], Awaitable[None]]
    warn: Callable[[str], Awaitable[None]]
    ask: Callable[[str], Awaitable[str]]
    token: Callable[[bytes], Awaitable[None]]
    read: Callable[[int], Awaitable[bytes]]
    """All of the caller's stdin; nothing if it is longer than so many bytes."""
    peer: int
    """The caller's pid; 0 where it cannot be told."""
    window: "Window"
    """The connection, for a command that becomes a window."""

    @property
    def state(self) -> State:
        """The last committed state."""
        return self.house.directory.state

    @property
    def caller(self) -> PaneId | None:
        """The pane that the caller runs in, if it is known."""
        pane = PaneId(self.hello.pane)
        return pane if pane in self.state.panes else None

    @property
    def stdin_is_terminal(self) -> bool:
        """Whether somebody is there to answer."""
        return 0 in self.hello.terminals

    async def change(self, intent: Intent) -> Answer:
        """Have an intent made true, and say so when it may not last; raises ``Refusal``."""
        answer = await self.house.directory.ask(intent)
        if not answer.durable:
            await self.warn("pitwall: the journal cannot be written: this would not survive a restart\n")
        return answer

    def session(self) -> Session:
        """The session that is meant (SEMANTICS 2); raises ``NoSuchSession`` or ``AmbiguousName``."""
        named: str | None = getattr(self.arguments, "session", None)
        return find_session(self.state, named, self.caller)

    def tab(self, word: str | None) -> Tab:
        """The tab that is meant (SEMANTICS 2); raises ``NoSuchTab`` or ``AmbiguousName``."""
        named = getattr(self.arguments, "session", None)
        return find_tab(self.state, self.session(), word, self.caller, elsewhere=named is None)
