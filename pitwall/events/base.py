"""What every fact has in common."""

from dataclasses import dataclass
from typing import ClassVar

from pitwall.events.values import Value


@dataclass(frozen=True, slots=True)
class Fact:
    """
    Something that happened and was written to the journal's facts lane.

    ``TYPE`` is its name on disk: never reused, never given another meaning.
    ``LAZY`` marks the cosmetic few that may reach the disk up to a second after they are announced.
    """

    TYPE: ClassVar[str]
    LAZY: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class UnknownFact(Fact):
    """A fact that this version cannot read: a newer pitwall wrote it, and it is kept as it stands."""

    TYPE: ClassVar[str] = ""
    type: str
    data: Value


@dataclass(frozen=True, slots=True)
class Recorded:
    """A fact in its place: ``seq`` orders all facts; ``at`` is wall-clock µs, for people only."""

    seq: int
    at: int
    fact: Fact
