"""
Bringing the files of a journal back into order after whatever happened to them.

Each step leaves the files so that a crash right behind it, and another recovery, end the same way. Bytes
that are not in use any more are put aside under another name and never removed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from pitwall.journal import findings
from pitwall.journal.chain import Link, chain
from pitwall.journal.entries import Entry
from pitwall.journal.files import Files
from pitwall.journal.findings import Finding
from pitwall.journal.header import FORMAT, SCHEMA, Header, NewerFormat
from pitwall.journal.segments import (
    SEGMENT_LIMIT,
    SUFFIX,
    Segment,
    Verdict,
    read_segment,
    segment_firsts,
    segment_name,
)
from pitwall.journal.writer import UNFINISHED, make_file, unwritable


@dataclass(frozen=True, slots=True)
class Recovered:
    """A journal in order: only whole segments, each continuing the one before."""

    folder: Path
    """Where it is: the folder asked for, or one in it if that holds a journal in a newer format."""
    entries: tuple[Entry, ...]
    findings: tuple[Finding, ...]
    last: Segment | None
    """The segment to go on writing in, if any may be."""
    next_seq: int
    previous: int
    """The checksum of the record before ``next_seq``; 0 if there is none."""
    segments: int
    """The highest number of a segment."""


def own_folder(folder: Path) -> Path:
    """Where this version keeps its journal if ``folder`` holds one in a newer format."""
    return folder / f"format-{FORMAT}"


def load(folder: Path, files: Files, limit: int | None = None) -> list[Segment]:
    """The segments in ``folder`` as they are, oldest first, or what their first ``limit`` bytes hold."""
    firsts = segment_firsts(files.names(folder))
    return [read_segment(first, files.read(folder / segment_name(first), limit)) for first in firsts]


def newer_format(segments: Sequence[Segment]) -> NewerFormat | None:
    """What wrote one of ``segments`` in a newer format, or None if nothing did."""
    return next((s.header for s in segments if isinstance(s.header, NewerFormat)), None)


def recover(folder: Path, *, now: int, files: Files) -> Recovered:
    """
    Put the journal in ``folder`` in order; ``now`` (µs since 1970) names what is put aside.

    Raises:
        JournalUnwritable: files cannot be read or changed.
    """
    try:
        segments = load(folder, files)
        newer = newer_format(segments)
        if newer is None:
            return _put_in_order(folder, segments, now, files)
        beside = own_folder(folder)
        files.make_folder(beside)
        own = _put_in_order(beside, load(beside, files), now, files)
    except OSError as error:
        raise unwritable(folder, str(error.strerror or error)) from error
    found = findings.newer_format(str(folder), newer.by, newer.format, str(beside))
    return replace(own, findings=(found, *own.findings))


def _put_in_order(folder: Path, segments: Sequence[Segment], now: int, files: Files) -> Recovered:
    for name in files.names(folder):
        if name.endswith(UNFINISHED):
            files.remove(folder / name)
    links = chain(segments)
    part = [link for link in links if link.part]
    last = part[-1] if part else None
    next_seq = last.until if last else (segments[0].first if segments else 1)
    headers = [s.header for s in segments if isinstance(s.header, Header)]
    stamp = datetime.fromtimestamp(now // 1_000_000, UTC).strftime("%Y%m%dT%H%M%SZ")
    shelf = _Shelf(folder, stamp, files)
    found: list[Finding] = []
    # The last first: with an earlier one gone, a later one would be the oldest, which may begin anywhere.
    for link in reversed(links):
        if link.verdict is not Verdict.WHOLE:
            found = [*shelf.put_right(link, next_seq - 1), *found]
    if last and last.entries:
        shelf.sync(segment_name(last.segment.first))
    newer = [link for link in part if isinstance(h := link.segment.header, Header) and h.schema > SCHEMA]
    if newer and isinstance(header := newer[-1].segment.header, Header):
        found.append(findings.newer_schema(segment_name(newer[-1].segment.first), header.by))
    return Recovered(
        folder=folder,
        entries=tuple(entry for link in part for entry in link.entries),
        findings=tuple(found),
        last=last.segment if last and last is links[-1] and _may_go_on(last) else None,
        next_seq=next_seq,
        previous=last.segment.crc(next_seq) if last else 0,
        segments=max((header.segment for header in headers), default=0),
    )


def _may_go_on(link: Link) -> bool:
    """Whether more entries may be written into a segment behind those it holds."""
    header, size = link.segment.header, link.segment.end(link.until)
    usable = link.verdict in (Verdict.WHOLE, Verdict.TORN) and size < SEGMENT_LIMIT
    return usable and isinstance(header, Header) and header.schema == SCHEMA


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Where bytes go that are out of use: beside the segments, under names that no segment has."""

    folder: Path
    stamp: str
    files: Files

    def put_right(self, link: Link, last: int) -> list[Finding]:
        """Take out of the segment what is not good in it; ``last`` is the last entry of the journal."""
        segment = link.segment
        name = segment_name(segment.first)
        data = segment.scan.data
        if link.verdict is Verdict.TORN and link.part:
            end = segment.end(link.until)
            kept = self._copy(name, "torn", data[end:])
            self._cut(name, end)
            return [findings.torn(name, len(data) - end, last, kept)]
        if link.verdict is Verdict.TORN and not data:
            self.files.remove(self.folder / name)
            return []
        if link.verdict is Verdict.TORN:
            return [findings.torn(name, len(data), last, self._move(name, "torn"))]
        if link.verdict is Verdict.DETACHED:
            return [findings.detached(name, last, self._move(name, "damaged"))]
        if link.entries:
            kept = self._copy(name, "damaged", data)
            self._cut(name, segment.end(link.until))
        else:
            kept = self._move(name, "damaged")
        return [findings.damaged(name, last, kept)]

    def sync(self, name: str) -> None:
        """
        Have a segment on disk. What a killed daemon wrote and never synced is read all the same: it counts
        from here on, so a power cut must not take it back.
        """
        descriptor = self.files.open(self.folder / name)
        try:
            self.files.sync(descriptor)
        finally:
            self.files.close(descriptor)

    def _copy(self, name: str, why: str, data: bytes) -> str:
        kept = self._free_name(name, why)
        self.files.close(make_file(self.files, self.folder / kept, data))
        self.files.sync_folder(self.folder)
        return kept

    def _move(self, name: str, why: str) -> str:
        kept = self._free_name(name, why)
        self.files.replace(self.folder / name, self.folder / kept)
        self.files.sync_folder(self.folder)
        return kept

    def _cut(self, name: str, size: int) -> None:
        descriptor = self.files.open(self.folder / name)
        try:
            self.files.truncate(descriptor, size)
        finally:
            self.files.close(descriptor)

    def _free_name(self, name: str, why: str) -> str:
        taken = set(self.files.names(self.folder))
        kept = base = f"{name.removesuffix(SUFFIX)}.{why}-{self.stamp}"
        again = 2
        while kept in taken:
            kept = f"{base}-{again}"
            again += 1
        return kept
