"""
What the evidence lane records: a detector's inputs and verdicts, each a type name and a map.

``journal/journal.cddl`` specifies the maps. A screen is recorded as what changed since the pane's screen before;
the first of a pane in a segment is whole, so that a segment can be read without those before it.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields

from pitwall.detect.screen import Screen
from pitwall.detector import Sampled, Taken
from pitwall.events.agents import Source, Status
from pitwall.events.ids import PaneId
from pitwall.events.values import Value
from pitwall.state.status import Shown
from pitwall.state.status_inputs import (
    AgentCame,
    AgentContinued,
    AgentPaused,
    AgentWent,
    KeyPressed,
    OwnWordCleared,
    OwnWordHeard,
    TabLookedAt,
    Tick,
)
from pitwall.userfiles import Origin


@dataclass(frozen=True, slots=True)
class RulesNoted:
    """A rule file as it was read, once a segment in which it is used."""

    sha256: str
    kind: str
    path: str
    origin: Origin
    source: bytes


@dataclass(frozen=True, slots=True)
class RulesUsed:
    """From here on the pane is read by these rules; an empty hash: by none."""

    at: int
    sha256: str


@dataclass(frozen=True, slots=True)
class StatusRead:
    """What the detector showed once it had taken in the input before."""

    at: int
    status: Status
    source: Source
    turn: bool
    rule: str = ""
    region: str = ""
    detail: str = ""

    @classmethod
    def of(cls, shown: Shown, at: int) -> "StatusRead":
        """What is shown, as a record."""
        return cls(at, shown.status, shown.source, shown.turn, shown.rule, shown.region, shown.detail)


Item = Taken | RulesUsed | StatusRead
"""What is recorded of a pane."""

TYPES: Mapping[str, type] = {
    "agent.came": AgentCame,
    "agent.went": AgentWent,
    "agent.paused": AgentPaused,
    "agent.continued": AgentContinued,
    "word.heard": OwnWordHeard,
    "word.cleared": OwnWordCleared,
    "key.pressed": KeyPressed,
    "tab.looked_at": TabLookedAt,
    "clock.ticked": Tick,
    "rules.used": RulesUsed,
    "status.read": StatusRead,
}
"""The records whose map is their fields."""

SAMPLED = "screen.sampled"
NOTED = "rules.noted"

_NAMES = {record: name for name, record in TYPES.items()}


@dataclass(frozen=True, slots=True)
class Evidence:
    """One record of a pane in its place: ``after`` is the facts number it follows, ``at`` wall-clock µs."""

    seq: int
    at: int
    after: int
    pane: PaneId
    item: Item


class Encoder:
    """Records for one segment: it remembers each pane's screen, of which only changes are recorded."""

    def __init__(self) -> None:
        self._screens: dict[PaneId, Screen] = {}

    def encode(self, pane: PaneId, after: int, item: Item) -> tuple[str, Mapping[str, Value]]:
        """The type name and map of one record."""
        head: dict[str, Value] = {"pane": bytes.fromhex(pane), "after": after}
        if isinstance(item, Sampled):
            return SAMPLED, head | self._screen(pane, item)
        if isinstance(item, (AgentCame, AgentWent)):
            self._screens.pop(pane, None)
        return _NAMES[type(item)], head | _stored(item)

    def _screen(self, pane: PaneId, sampled: Sampled) -> dict[str, Value]:
        before, screen = self._screens.get(pane), sampled.screen
        self._screens[pane] = screen
        data: dict[str, Value] = {"t": sampled.at, "count": len(screen.lines)}
        if sampled.output_at is not None:
            data["output"] = sampled.output_at
        old: tuple[str, ...] = () if before is None else before.lines
        rows: list[Value] = [
            [row, _text(line)] for row, line in enumerate(screen.lines) if row >= len(old) or old[row] != line
        ]
        data["rows"] = rows
        if before is None:
            data["whole"] = True
        if before is None or before.title != screen.title:
            data["title"] = _text(screen.title)
        return data


def encode_rules(noted: RulesNoted) -> tuple[str, Mapping[str, Value]]:
    """The record of a rule file."""
    return NOTED, {
        "sha256": bytes.fromhex(noted.sha256),
        "kind": noted.kind,
        "path": _text(noted.path),
        "origin": noted.origin,
        "file": noted.source,
    }


def _stored(item: Item) -> dict[str, Value]:
    """The fields of a record; ``at`` is stored as ``t``, and a field that equals its default is left out."""
    data: dict[str, Value] = {}
    for field in fields(item):
        value: Value = getattr(item, field.name)
        if field.default is not MISSING and value == field.default:
            continue
        name = "t" if field.name == "at" else field.name
        data[name] = _text(value) if isinstance(value, str) else value
    return data


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
