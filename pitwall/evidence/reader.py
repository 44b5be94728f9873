"""From records back to what a detector took in and said; what cannot be read is left out and told of."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import get_args, get_origin, get_type_hints

from pitwall.detect.rulefile import parse
from pitwall.detect.rules import RuleFile
from pitwall.detect.screen import Screen
from pitwall.detector import Sampled
from pitwall.errors import RuleFileRejected
from pitwall.events.ids import PaneId
from pitwall.events.values import Value
from pitwall.evidence.records import NOTED, SAMPLED, TYPES, Evidence, Item
from pitwall.journal.entries import Entry
from pitwall.state.status_inputs import AgentCame


class Unreadable(Exception):
    """A record is not what its type promises; a newer pitwall may have written it."""


@dataclass(slots=True)
class Archive:
    """All that was read: evidence in order, and the rule files it was read by, by hash."""

    evidence: list[Evidence]
    rules: dict[str, RuleFile]
    unread: int
    """Records that could not be read."""

    def of(self, pane: PaneId) -> list[Evidence]:
        """The evidence of one pane."""
        return [piece for piece in self.evidence if piece.pane == pane]


def read_archive(entries: Iterable[Entry]) -> Archive:
    """What the entries of the evidence lane hold."""
    archive = Archive([], {}, 0)
    screens: dict[PaneId, Screen] = {}
    for entry in entries:
        try:
            if entry.type == NOTED:
                rules = _rules(entry.data)
                archive.rules[rules.sha256] = rules
            else:
                archive.evidence.append(_evidence(entry, screens))
        except Unreadable:
            archive.unread += 1
    return archive


def _evidence(entry: Entry, screens: dict[PaneId, Screen]) -> Evidence:
    pane = PaneId(_bytes(entry.data, "pane", 8).hex())
    after = _int(entry.data, "after")
    if entry.type == SAMPLED:
        return Evidence(entry.seq, entry.at, after, pane, _sampled(entry.data, pane, screens))
    record = TYPES.get(entry.type)
    if record is None:
        raise Unreadable(entry.type)
    return Evidence(entry.seq, entry.at, after, pane, _loaded(record, entry.data))


def _sampled(data: Mapping[str, Value], pane: PaneId, screens: dict[PaneId, Screen]) -> Sampled:
    before = screens.get(pane)
    if data.get("whole") is True:
        before = Screen(())
    if before is None:
        raise Unreadable("its first screen is missing")
    count, rows = _int(data, "count"), data.get("rows")
    if not isinstance(rows, (list, tuple)) or count > 10_000:
        raise Unreadable("rows")
    lines = [*before.lines[:count], *([""] * (count - len(before.lines)))]
    for row in rows:
        if not (isinstance(row, (list, tuple)) and len(row) == 2):
            raise Unreadable("row")
        place, text = row
        if not isinstance(place, int) or not 0 <= place < count or not isinstance(text, str):
            raise Unreadable("row")
        lines[place] = text
    title = data.get("title", before.title)
    if not isinstance(title, str):
        raise Unreadable("title")
    screen = screens[pane] = Screen(tuple(lines), title)
    output = data.get("output")
    return Sampled(_int(data, "t"), screen, output if isinstance(output, int) else None)


def _loaded(record: type, data: Mapping[str, Value]) -> Item:
    hints = get_type_hints(record)
    values: dict[str, object] = {}
    for field in fields(record):
        name = "t" if field.name == "at" else field.name
        if name not in data:
            if field.default is MISSING:
                raise Unreadable(name)
            continue
        value = data[name]
        if not _fits(value, hints[field.name]):
            raise Unreadable(name)
        values[field.name] = value
    loaded: Item = record(**values)
    return loaded


def _fits(value: object, annotation: object) -> bool:
    if get_args(annotation) and get_origin(annotation) is not None:
        return value in get_args(annotation)
    assert isinstance(annotation, type)
    return isinstance(value, annotation) and (annotation is bool or not isinstance(value, bool))


def _rules(data: Mapping[str, Value]) -> RuleFile:
    kind, path, origin, source = (data.get(name) for name in ("kind", "path", "origin", "file"))
    if not (isinstance(kind, str) and isinstance(path, str) and isinstance(source, bytes)):
        raise Unreadable("rules")
    try:
        return parse(source, kind=kind, path=path, origin="user" if origin == "user" else "bundled")
    except RuleFileRejected as error:
        raise Unreadable("rules") from error


def _int(data: Mapping[str, Value], name: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unreadable(name)
    return value


def _bytes(data: Mapping[str, Value], name: str, size: int) -> bytes:
    value = data.get(name)
    if not isinstance(value, bytes) or len(value) != size:
        raise Unreadable(name)
    return value


def kinds_in(archive: Archive, panes: Collection[PaneId]) -> list[str]:
    """The kinds of the agents that came in those panes, in the order of their first."""
    came = (piece.item for piece in archive.evidence if piece.pane in panes)
    return list(dict.fromkeys(item.kind for item in came if isinstance(item, AgentCame)))


def panes_in(archive: Archive) -> Iterator[PaneId]:
    """The panes that there is evidence of, in the order of their first."""
    yield from dict.fromkeys(piece.pane for piece in archive.evidence)
