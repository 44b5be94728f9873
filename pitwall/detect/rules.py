"""Rules and rule files, as values."""

from dataclasses import dataclass, field
from typing import Literal, get_args

from pitwall.detect.gates import Gate
from pitwall.detect.regex import Pattern
from pitwall.detect.regions import Region
from pitwall.userfiles import Origin

RuleState = Literal["working", "blocked", "idle", "unknown"]
"""What a match says of the agent; `done` is never read, it is made of idle after work."""

STATES: tuple[RuleState, ...] = get_args(RuleState)


@dataclass(frozen=True, slots=True)
class Rule:
    """
    One rule: where it looks, what must be there, what that means.

    ``detail`` is the fixed hint; None when hints come from ``detail_line``, the rule's own or its file's.
    ``line`` is where the rule starts in its file, counted from 1, when that could be found.
    """

    id: str
    state: RuleState
    priority: int = 0
    region: Region = field(default_factory=Region)
    conditions: Gate = field(default_factory=Gate)
    detail: str | None = None
    detail_line: tuple[Pattern, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True)
class RuleFile:
    """
    The rules of one agent kind, in the order they are tried: highest priority first, equals as in the file.

    ``kind`` is the file name's stem, whatever ``id`` says; ``sha256`` is of ``source``, the file's bytes, in hex.
    """

    kind: str
    path: str
    origin: Origin
    sha256: str
    rules: tuple[Rule, ...] = ()
    id: str = ""
    version: str = ""
    source: bytes = field(default=b"", repr=False, compare=False)
