"""
Bringing the files of a journal back into order after whatever happened to them.

Each step leaves the files so that a crash right behind it, and another recovery, end the same way. Bytes
that are not in use any more are put aside under another name and never removed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pitwall.journal import findings
from pitwall.journal.chain import Link, chain
from pitwall.journal.entries import Entry
from pitwall.journal.files import Files
from pitwall.journal.findings import Finding
from pitwall.journal.header import FORMAT, SCHEMA, Header, NewerFormat
from pitwall.journal.segments import (
    HEADER_LIMIT,
    SEGMENT_LIMIT,
    Mark,
    Segment,
    Verdict,
    no_segment,
    read_header,
    read_segment,
    segment_firsts,
    segment_name,
)
from pitwall.journal.shelf import Shelf
from pitwall.journal.snapshots import Reader, snapshot_seqs, snapshots
from pitwall.journal.writer import UNFINISHED, unwritable


@dataclass(frozen=True, slots=True)
class Recovered:
    """A journal in order: only whole segments, each continuing the one before."""

    folder: Path
    """Where it is: the folder asked for, or one in it if that holds a journal in a newer format."""
    entries: tuple[Entry, ...]
    """Those behind the snapshot."""
    snapshot: int
    """The last entry that is in the snapshot which was taken; 0 if none was."""
    findings: tuple[Finding, ...]
    last: Segment | None
    """The segment to go on writing in, if any may be."""
    next_seq: int
    previous: int
    """The checksum of the record before ``next_seq``; 0 if there is none."""
    segments: int
    """The highest number of a segment."""
    spared: tuple[int, ...]
    """What names the segments before the snapshot that were not read, and the first that was."""


def own_folder(folder: Path) -> Path:
    """Where this version keeps its journal if ``folder`` holds one in a newer format."""
    return folder / f"format-{FORMAT}"


def load(folder: Path, files: Files, limit: int | None = None) -> list[Segment]:
    """The segments in ``folder`` as they are, oldest first, or what their first ``limit`` bytes hold."""
    return [segment_in(folder, first, files, limit) for first in segment_firsts(files.names(folder))]


def segment_in(
    folder: Path, first: int, files: Files, limit: int | None = None, mark: Mark | None = None
) -> Segment:
    """What has the name of the segment ``first``, or what its first ``limit`` bytes hold."""
    path = folder / segment_name(first)
    return read_segment(first, files.read(path, limit), mark) if files.is_plain(path) else no_segment(first)


def newer_format(segments: Sequence[Segment]) -> NewerFormat | None:
    """What wrote one of ``segments`` in a newer format, or None if nothing did."""
    return next((s.header for s in segments if isinstance(s.header, NewerFormat)), None)


def recover(folder: Path, *, now: int, files: Files, reader: Reader | None = None) -> Recovered:
    """
    Put the journal in ``folder`` in order; ``now`` (µs since 1970) names what is put aside.

    Where ``reader`` takes a snapshot, segments that end before it are not looked at, but for their headers.

    Raises:
        JournalUnwritable: files cannot be read or changed.
    """
    try:
        found = _find(folder, files, reader)
        newer = newer_format(found.segments)
        if newer is None:
            return _put_in_order(folder, found, now, files)
        beside = own_folder(folder)
        files.make_folder(beside)
        own = _put_in_order(beside, _find(beside, files, reader), now, files)
    except OSError as error:
        raise unwritable(folder, str(error.strerror or error)) from error
    told = findings.newer_format(str(folder), newer.by, newer.format, str(beside))
    return replace(own, findings=(told, *own.findings))


@dataclass(frozen=True, slots=True)
class _Found:
    """The segments that a journal is put in order by, and what is known of those before them."""

    segments: Sequence[Segment]
    earlier: Mapping[int, Header]
    """The headers of segments that were not read, by their numbers."""
    snapshot: int
    spared: tuple[int, ...] = ()


def _find(folder: Path, files: Files, reader: Reader | None) -> _Found:
    """The segments from the newest snapshot on that ``reader`` takes; all of them if it takes none."""
    names = files.names(folder)
    if reader is None or not snapshot_seqs(names):
        return _Found(load(folder, files), {}, 0)
    firsts = segment_firsts(names)
    headers = _headers(folder, firsts, files)
    if not any(isinstance(header, NewerFormat) for header in headers.values()):
        for snapshot in snapshots(folder, files):
            mark = Mark(snapshot.about.seq, snapshot.about.crc)
            segments = _behind(mark, folder, firsts, files) if snapshot.about.fold == reader.fold else ()
            if segments and reader.take(snapshot):
                read = {segment.first for segment in segments}
                earlier = {f: h for f, h in headers.items() if f not in read and isinstance(h, Header)}
                spared = tuple(first for first in firsts if first <= segments[0].first)
                return _Found(segments, earlier, mark.seq, spared)
    return _Found(load(folder, files), {}, 0)


def _headers(folder: Path, firsts: Sequence[int], files: Files) -> Mapping[int, Header | NewerFormat | None]:
    """What segments say of themselves; of one that cannot be read that is nothing."""
    headers: dict[int, Header | NewerFormat | None] = {}
    for first in firsts:
        try:
            headers[first] = read_header(files.read(folder / segment_name(first), HEADER_LIMIT))
        except OSError:
            headers[first] = None
    return headers


def _behind(mark: Mark, folder: Path, firsts: Sequence[int], files: Files) -> Sequence[Segment]:
    """
    The segments to read behind a marked entry, or none if that is no part of the journal.

    The first of them begins right behind it, and says so, or else holds it.
    """
    for place in reversed([place for place, first in enumerate(firsts) if first <= mark.seq + 1][-2:]):
        segments = [segment_in(folder, firsts[place], files, mark=mark)]
        if not _holds(segments, mark):
            continue
        segments += [segment_in(folder, first, files) for first in firsts[place + 1 :]]
        if _holds(segments, mark):
            return segments
    return ()


def _holds(segments: Sequence[Segment], mark: Mark) -> bool:
    """Whether a marked entry is the journal's by the first of some segments: in it, or right before it."""
    link = chain(segments)[0]
    segment = link.segment
    placed = link.part and segment.first <= mark.seq + 1 <= link.until
    return placed and segment.crc(mark.seq + 1) == mark.crc


def _put_in_order(folder: Path, found: _Found, now: int, files: Files) -> Recovered:
    segments = found.segments
    shelf = Shelf(folder, now, files)
    in_the_way = clear_unfinished(shelf)
    links = chain(segments)
    part = [link for link in links if link.part]
    last = part[-1] if part else None
    next_seq = last.until if last else (segments[0].first if segments else 1)
    headers = [*found.earlier.values(), *(s.header for s in segments if isinstance(s.header, Header))]
    told: list[Finding] = []
    # The last first: with an earlier one gone, a later one would be the oldest, which may begin anywhere.
    for link in reversed(links):
        if link.verdict is not Verdict.WHOLE:
            told = [*_put_right(shelf, link, next_seq - 1), *told]
    told += in_the_way
    if last and last.holds_any:
        _sync(folder, segment_name(last.segment.first), files)
    in_use = [*found.earlier.values(), *(h for link in part if isinstance(h := link.segment.header, Header))]
    newer = [header for header in in_use if header.schema > SCHEMA]
    if newer:
        told.append(findings.newer_schema(segment_name(newer[-1].first), newer[-1].by))
    return Recovered(
        folder=folder,
        entries=tuple(entry for link in part for entry in link.entries),
        snapshot=found.snapshot,
        findings=tuple(told),
        last=last.segment if last and last is links[-1] and _may_go_on(last) else None,
        next_seq=next_seq,
        previous=last.segment.crc(next_seq) if last else 0,
        segments=max((header.segment for header in headers), default=0),
        spared=found.spared,
    )


def clear_unfinished(shelf: Shelf) -> list[Finding]:
    """Remove the files that were being made when a daemon ended; what is no file is put aside."""
    found: list[Finding] = []
    for name in shelf.files.names(shelf.folder):
        if name.endswith(UNFINISHED):
            if shelf.files.is_plain(shelf.folder / name):
                shelf.files.remove(shelf.folder / name)
            else:
                found.append(findings.no_file(str(shelf.folder / name), shelf.move(name, "damaged")))
    return found


def _may_go_on(link: Link) -> bool:
    """Whether more entries may be written into a segment behind those it holds."""
    header, size = link.segment.header, link.segment.end(link.until)
    usable = link.verdict in (Verdict.WHOLE, Verdict.TORN) and size < SEGMENT_LIMIT
    return usable and isinstance(header, Header) and header.schema == SCHEMA


def _put_right(shelf: Shelf, link: Link, last: int) -> list[Finding]:
    """Take out of the segment what is not good in it; ``last`` is the last entry of the journal."""
    segment = link.segment
    name = segment_name(segment.first)
    data = segment.scan.data
    if link.verdict is Verdict.NO_FILE:
        return [findings.no_segment(str(shelf.folder / name), shelf.move(name, "damaged"))]
    if link.verdict is Verdict.TORN and link.part:
        end = segment.end(link.until)
        kept = shelf.copy(name, "torn", data[end:])
        _cut(shelf, name, end)
        return [findings.torn(name, len(data) - end, last, kept)]
    if link.verdict is Verdict.TORN and not data:
        shelf.files.remove(shelf.folder / name)
        return []
    if link.verdict is Verdict.TORN:
        return [findings.torn(name, len(data), last, shelf.move(name, "torn"))]
    if link.verdict is Verdict.DETACHED:
        return [findings.detached(name, last, shelf.move(name, "damaged"))]
    if link.holds_any:
        kept = shelf.copy(name, "damaged", data)
        _cut(shelf, name, segment.end(link.until))
    else:
        kept = shelf.move(name, "damaged")
    return [findings.damaged(name, last, kept)]


def _sync(folder: Path, name: str, files: Files) -> None:
    """
    Have a segment on disk. What a killed daemon wrote and never synced is read all the same: it counts
    from here on, so a power cut must not take it back.
    """
    descriptor = files.open(folder / name)
    try:
        files.sync(descriptor)
    finally:
        files.close(descriptor)


def _cut(shelf: Shelf, name: str, size: int) -> None:
    descriptor = shelf.files.open(shelf.folder / name)
    try:
        shelf.files.truncate(descriptor, size)
    finally:
        shelf.files.close(descriptor)
