"""Intents about the daemon's own run."""

from dataclasses import dataclass

from pitwall.events.base import Fact
from pitwall.events.ids import RunId
from pitwall.events.runs import ActorFailed, RunStarted, RunStopping
from pitwall.state.model import State


@dataclass(frozen=True, slots=True)
class BeginRun:
    """Take over the journal in a new run."""

    run: RunId
    version: str
    boot: str

    def decide(self, state: State) -> tuple[Fact, ...]:
        return (RunStarted(run=self.run, version=self.version, boot=self.boot),)


@dataclass(frozen=True, slots=True)
class StopRun:
    """Begin a clean stop: written before any process is signalled."""

    def decide(self, state: State) -> tuple[Fact, ...]:
        return () if state.stopping or state.run is None else (RunStopping(run=state.run),)


@dataclass(frozen=True, slots=True)
class ReportFailure:
    """Record that an actor ended by an exception."""

    failure: ActorFailed

    def decide(self, state: State) -> tuple[Fact, ...]:
        return (self.failure,)


@dataclass(frozen=True, slots=True)
class Write:
    """Write facts that were decided elsewhere: what a restart found and mends."""

    facts: tuple[Fact, ...]

    def decide(self, state: State) -> tuple[Fact, ...]:
        return self.facts
