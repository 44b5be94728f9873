"""The immutable messages that a pane's actors exchange; facts are what becomes of them."""

from dataclasses import dataclass

import trio

from pitwall.actors.latest import Latest
from pitwall.agents.hooks import HookSaid
from pitwall.agents.program import Program
from pitwall.detector_report import DetectorReport
from pitwall.terminal import Look, Row, Sample
from pitwall.terminal.reports import ProgramStatus


@dataclass(frozen=True, slots=True)
class OutputChunk:
    """Bytes that the pane's programs wrote, at most 64 KiB."""

    data: bytes


@dataclass(frozen=True, slots=True)
class LookDue:
    """It is time to look at the pane's screen."""


@dataclass(frozen=True, slots=True)
class Resized:
    """The pane has another size."""

    rows: int
    cols: int


@dataclass(frozen=True, slots=True)
class CaptureAsked:
    """Somebody wants the screen as it is after all output so far."""

    reply: "trio.MemorySendChannel[Sample]"


@dataclass(frozen=True, slots=True)
class WatchAsked:
    """A window shows the pane: it wants its looks, the present one first."""

    looks: Latest[Look]


@dataclass(frozen=True, slots=True)
class WatchEnded:
    """A window does not show the pane any more."""

    looks: Latest[Look]


@dataclass(frozen=True, slots=True)
class HistoryAsked:
    """Somebody wants the rows that scrolled off, oldest first."""

    reply: "trio.MemorySendChannel[tuple[Row, ...]]"


@dataclass(frozen=True, slots=True)
class ScreenSampled:
    """The screen at a look; ``output_at`` is when the pane last wrote anything, monotonic ms."""

    sample: Sample
    output_at: int | None


@dataclass(frozen=True, slots=True)
class ForegroundPolled:
    """
    What runs in the terminal's foreground: the leading program, and the agent that it is or runs.

    ``kind`` is empty when there is none.
    """

    program: Program | None
    kind: str
    agent: Program | None
    cwd: str
    branch: str


@dataclass(frozen=True, slots=True)
class KeysTyped:
    """The user's keys on their way to the pane."""

    data: bytes


@dataclass(frozen=True, slots=True)
class LookedAt:
    """The user looked at the tab."""


@dataclass(frozen=True, slots=True)
class ReportAsked:
    """Somebody wants to know what the detector knows and why."""

    reply: "trio.MemorySendChannel[DetectorReport]"


@dataclass(frozen=True, slots=True)
class StatusReported:
    """A program in the pane reported its status (OSC 7501)."""

    report: ProgramStatus


@dataclass(frozen=True, slots=True)
class HookReceived:
    """A hook of an agent in the pane; ``age`` is how long ago it was sent, ms."""

    kind: str
    said: HookSaid
    age: int
    sender: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class RulesRead:
    """The rule files were read again."""


EmulatorMessage = OutputChunk | LookDue | Resized | CaptureAsked | WatchAsked | WatchEnded | HistoryAsked
DetectorMessage = (
    ScreenSampled
    | StatusReported
    | HookReceived
    | ForegroundPolled
    | KeysTyped
    | LookedAt
    | RulesRead
    | ReportAsked
)
