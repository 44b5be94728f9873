"""Facts about the daemon itself: its runs and its actors."""

from dataclasses import dataclass
from typing import ClassVar

from pitwall.events.base import Fact
from pitwall.events.ids import PaneId, RunId


@dataclass(frozen=True, slots=True)
class RunStarted(Fact):
    """A daemon took over the journal; ``boot`` is the machine's boot id."""

    TYPE: ClassVar[str] = "run.started"
    run: RunId
    version: str
    boot: str


@dataclass(frozen=True, slots=True)
class RunStopping(Fact):
    """A clean stop began: what ends from here on was running, and is restored as after a crash."""

    TYPE: ClassVar[str] = "run.stopping"
    run: RunId


@dataclass(frozen=True, slots=True)
class ActorFailed(Fact):
    """An actor ended by an exception and was started anew; ``error`` is the exception's class name."""

    TYPE: ClassVar[str] = "actor.failed"
    actor: str
    error: str
    pane: PaneId | None = None
