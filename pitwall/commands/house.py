"""What a command's handler may use of the daemon: the actors, seen from below."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # a client that prints a help text need not load the terminal
    from pitwall.agents.definitions import AgentBook
    from pitwall.agents.hooks import HookSaid
    from pitwall.commands.call import Window
    from pitwall.detect.loader import RuleBook
    from pitwall.detector_report import DetectorReport
    from pitwall.events.base import Recorded
    from pitwall.events.ids import PaneId, SessionId, TabId
    from pitwall.pty.child import Spawn
    from pitwall.state.intents import Answer, Intent, OpenTab, SplitPane
    from pitwall.state.model import Process, State
    from pitwall.terminal import Look, Sample


class Stop(Protocol):
    """How the daemon is stopped."""

    def __call__(self, *, again: bool = False) -> None: ...


class States(Protocol):
    """Committed states, one after the other; a slow taker misses some."""

    async def take(self) -> State:
        """The latest one that was not taken yet."""


class Directory(Protocol):
    """The folded state and the way to change it."""

    @property
    def state(self) -> State:
        """The last committed state."""

    async def ask(self, intent: Intent) -> Answer:
        """Have an intent made true and on disk; raises ``Refusal``."""

    def watch(self) -> AbstractContextManager[States]:
        """Committed states from the present one on."""

    def recent(self, since: int) -> tuple[Recorded, ...] | None:
        """The facts after ``since``; ``None`` when some are no longer in memory."""


class Panes(Protocol):
    """The panes' terminals and processes."""

    async def open(self, spawn: Spawn, opening: Callable[[Process], OpenTab | SplitPane]) -> Answer:
        """Start a process and open a tab on it; raises ``CannotStart`` when it cannot be run."""

    async def end(self, panes: Iterable[PaneId]) -> None:
        """End all that runs in the panes; returns when it has ended."""

    async def hook(
        self, pane: PaneId, kind: str, said: HookSaid, age: int, sender: tuple[int, int] | None
    ) -> None:
        """Hand an agent's hook, sent ``age`` ms ago from within the agent ``sender``, to the pane it names."""

    async def capture(self, pane: PaneId) -> Sample | None:
        """The pane's screen; ``None`` when the pane is gone."""

    async def look(self, pane: PaneId) -> Look | None:
        """The pane's screen with its colours; ``None`` when the pane is gone."""

    async def report(self, pane: PaneId) -> DetectorReport | None:
        """What the pane's detector knows, and why; ``None`` when the pane is gone."""


@dataclass(frozen=True, slots=True)
class House:
    """All of it."""

    directory: Directory
    panes: Panes
    agents: Callable[[], AgentBook]
    """The agent definitions."""
    hook: str
    """The shell command of the hooks that agents are started with; empty for none."""
    shims: Callable[[], str]
    """The folder that goes first on the PATH of shells, so that agents typed there get their hooks; empty for none."""
    kinds: Callable[[], Mapping[str, Collection[str]]]
    """The agent kinds with the names of their processes."""
    rules: Callable[[], RuleBook]
    reload_rules: Callable[[], Awaitable[RuleBook]]
    """Read the rule files again, and judge all screens by them."""
    journal: Path
    """The folder the journal's segments are in."""
    data: str
    """The data folder."""
    boot: str
    warnings: Callable[[], tuple[str, ...]]
    """What was amiss at the daemon's start, or was found to be since."""
    show: Callable[[Window, SessionId, TabId], Awaitable[int]]
    """Be the daemon's side of a window on a tab until it goes; returns its exit code."""
    fit: Callable[[TabId], Awaitable[None]]
    """Give a tab's panes the sizes that its room leaves them."""
    stop: Stop
    """Stop the daemon cleanly, as SIGTERM does; ``again``: it is about to be started anew."""
    degraded: Callable[[], bool]
    """Whether the disk refuses the journal."""
