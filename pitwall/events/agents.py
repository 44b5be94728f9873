"""Facts about agents: which one runs in a pane, and what it is doing."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from pitwall.events.base import Fact
from pitwall.events.ids import Argument, PaneId

Status = Literal["working", "blocked", "idle", "done", "unknown"]
"""What the detector says of an agent (SEMANTICS 1)."""

Source = Literal["hook", "report", "screen", "activity"]
"""Which signal decided a status."""

OwnSource = Literal["hook", "report"]
"""How an agent says its own word."""

Word = Literal["working", "blocked", "idle", "done", "cleared"]
"""What an agent says of itself; cleared takes back what it said before."""


@dataclass(frozen=True, slots=True)
class AgentSeen(Fact):
    """An agent was recognised in the pane's foreground, as this process; ``argv`` is its command line."""

    TYPE: ClassVar[str] = "agent.seen"
    pane: PaneId
    kind: str
    pid: int
    began: int
    argv: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class AgentSuspended(Fact):
    """The agent lives on, but no longer in the foreground; it keeps its status."""

    TYPE: ClassVar[str] = "agent.suspended"
    pane: PaneId


@dataclass(frozen=True, slots=True)
class AgentResumed(Fact):
    """The agent that was suspended is in the foreground again."""

    TYPE: ClassVar[str] = "agent.resumed"
    pane: PaneId


@dataclass(frozen=True, slots=True)
class AgentLeft(Fact):
    """The recognised process ended, or another agent took its place: its signals are dropped."""

    TYPE: ClassVar[str] = "agent.left"
    pane: PaneId


@dataclass(frozen=True, slots=True)
class AgentKnown(Fact):
    """The agent's conversation is known by its id, and can be resumed."""

    TYPE: ClassVar[str] = "agent.known"
    pane: PaneId
    agent: str
    session: str


@dataclass(frozen=True, slots=True)
class PermissionModeChanged(Fact):
    """The agent runs in another permission mode; a resumed conversation gets it again."""

    TYPE: ClassVar[str] = "permission_mode.changed"
    pane: PaneId
    mode: str


@dataclass(frozen=True, slots=True)
class AgentSpoke(Fact):
    """
    The agent itself said what it does: by a hook, or by a program status report (OSC 7501).

    ``word`` is a status, or ``cleared`` when it takes its last word back; ``detail`` is as in ``StatusChanged``.
    """

    TYPE: ClassVar[str] = "agent.spoke"
    pane: PaneId
    source: OwnSource
    word: Word
    detail: str = ""


@dataclass(frozen=True, slots=True)
class StatusChanged(Fact):
    """
    The detector reads another status, another turn flag, or another question.

    ``detail`` is the question or hint, at most 160 characters, no control characters.
    ``rule`` is the rule that decided when ``source`` is the screen. ``turn`` is the flag of SEMANTICS 5.
    """

    TYPE: ClassVar[str] = "status.changed"
    pane: PaneId
    status: Status
    source: Source
    turn: bool
    rule: str = ""
    detail: str = ""
