"""
What the status of an agent is folded from: one frozen value for each thing that can be heard, seen or pressed.

Every input carries ``at``, the monotonic time in ms at which it was taken. A list of inputs is all that is
needed to fold the same statuses again.
"""

from dataclasses import dataclass
from typing import Literal

ScreenState = Literal["working", "blocked", "idle", "unknown"]
"""What a rule says of a screen."""

WordSource = Literal["hook", "report"]
"""How an agent says its own word: by a hook, or by a program status report (OSC 7501)."""

WordStatus = Literal["working", "blocked", "idle", "done"]
"""What an agent can say of itself; an error is a `done` with its message."""

Press = Literal["interrupt", "other"]
"""A key of the user's: one that stops an agent (a bare Esc, Ctrl+C), or any other that can answer a dialog."""


@dataclass(frozen=True, slots=True)
class AgentCame:
    """An agent was recognised, or another one took the place of the last: all signals start afresh."""

    at: int
    kind: str


@dataclass(frozen=True, slots=True)
class AgentWent:
    """The recognised process ended: all its signals are dropped."""

    at: int


@dataclass(frozen=True, slots=True)
class AgentPaused:
    """The agent left the foreground and lives on: it keeps its status, and the screen is not its own."""

    at: int


@dataclass(frozen=True, slots=True)
class AgentContinued:
    """The agent is in the foreground again."""

    at: int


@dataclass(frozen=True, slots=True)
class ScreenRead:
    """One sample of the screen, judged by the rules; ``state`` is None when no rule matched."""

    at: int
    state: ScreenState | None = None
    rule: str = ""
    region: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class OutputSeen:
    """The program wrote something that changed what is visible."""

    at: int


@dataclass(frozen=True, slots=True)
class OwnWordHeard:
    """
    The agent said what it does.

    ``sent`` is when the agent said it (monotonic ms; 0: when it was heard): of two words the later sent wins.
    ``detail`` is the question, or an error's message. ``background``: the turn is over but for a subagent or
    workflow it lists. ``reminder``: the word repeats an earlier one and leaves the text of a question already
    asked.
    """

    at: int
    source: WordSource
    status: WordStatus
    detail: str = ""
    sent: int = 0
    background: bool = False
    reminder: bool = False


@dataclass(frozen=True, slots=True)
class OwnWordCleared:
    """The agent took its word back; ``sent`` as in :class:`OwnWordHeard`."""

    at: int
    source: WordSource
    sent: int = 0


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """The user pressed a key that could ask the agent for work, interrupt it, or answer its dialog."""

    at: int
    press: Press


@dataclass(frozen=True, slots=True)
class TabLookedAt:
    """The tab is the active one of an attached, focused window."""

    at: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Time went by and nothing happened."""

    at: int


Input = (
    AgentCame
    | AgentWent
    | AgentPaused
    | AgentContinued
    | ScreenRead
    | OutputSeen
    | OwnWordHeard
    | OwnWordCleared
    | KeyPressed
    | TabLookedAt
    | Tick
)
"""Anything that can change an agent's status."""
