"""
Looking at a journal without touching it: a verdict on each file, and its entries in order.

Both may be used while a daemon writes: an unfinished last record is then just where the journal ends so far.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pitwall.journal import framing
from pitwall.journal.chain import Link, chain, continues
from pitwall.journal.entries import Entry, decode_entry
from pitwall.journal.files import Files, SystemFiles
from pitwall.journal.header import Header, NewerFormat
from pitwall.journal.recovery import load, newer_format, own_folder, segment_in
from pitwall.journal.segments import (
    HEADER_LIMIT,
    Segment,
    Verdict,
    no_segment,
    read_segment,
    segment_firsts,
    segment_name,
)
from pitwall.journal.snapshots import decode_snapshot, of_another_version, snapshot_name, snapshot_seqs

_ASIDE = re.compile(r"(\d{10,19})\.(?:torn|damaged)-.*")


@dataclass(frozen=True, slots=True)
class FileVerdict:
    """What one file holds."""

    path: Path
    verdict: Verdict
    size: int
    """In bytes."""
    good: int
    """Bytes before the first that is not right."""
    entries: int
    """How many of its entries are part of the journal."""
    aside: bool
    """Whether an earlier recovery put it aside."""
    salvageable: tuple[Entry, ...]
    """Entries that can be read and are not part of the journal."""


@dataclass(frozen=True, slots=True)
class SnapshotVerdict:
    """What one snapshot is good for; detached: it is of other entries than the journal has."""

    path: Path
    seq: int
    """The last entry that went into it, by its name."""
    verdict: Verdict
    size: int
    """In bytes."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What the files of a journal hold, oldest first, those put aside last."""

    folder: Path
    """Where this version's journal is."""
    files: tuple[FileVerdict, ...]
    entries: int
    """How many entries the journal has."""
    last: int
    """The ``seq`` of the last one; 0 if there never was one."""
    snapshots: tuple[SnapshotVerdict, ...]
    """The snapshots there, oldest first. The next start uses one that is whole, if this version made it."""
    newer: NewerFormat | None
    """What wrote the journal that this version's stands beside, if it could not go on with that."""

    @property
    def whole(self) -> bool:
        """
        Whether there is nothing to tell: all good and in use, but for what an earlier recovery put aside, and for
        snapshots that are of no use.
        """
        return all(file.aside or file.verdict is Verdict.WHOLE for file in self.files) and not any(
            snapshot.verdict is Verdict.DAMAGED for snapshot in self.snapshots
        )


def verify(folder: Path, files: Files | None = None) -> Verification:
    """
    What the files of the journal in ``folder`` hold, each judged as a recovery without a snapshot will.

    Raises:
        OSError: one of them cannot be read.
    """
    files = files or SystemFiles()
    segments = load(folder, files)
    newer = newer_format(segments)
    verdicts: list[FileVerdict] = []
    if newer is not None:
        verdicts += [_unused(folder, segment) for segment in segments]
        folder = own_folder(folder)
        segments = load(folder, files)
    links = chain(segments)
    part = [link for link in links if link.part]
    entries = {entry.seq: entry for link in part for entry in link.entries}
    verdicts += [_verdict(folder, link) for link in links]
    verdicts += _put_aside(folder, files, entries)
    last = part[-1].until - 1 if part else 0
    kept = _snapshots(folder, files, segments)
    return Verification(folder, tuple(verdicts), len(entries), last, kept, newer)


def holds_journal(folder: Path, files: Files | None = None) -> bool:
    """Whether ``folder`` has any file of a journal: a segment or a snapshot, or one that was put aside."""
    names = (files or SystemFiles()).names(folder)
    return bool(segment_firsts(names) or snapshot_seqs(names) or any(map(_ASIDE.fullmatch, names)))


def read(folder: Path, since: int = 0, files: Files | None = None) -> Iterator[Entry]:
    """
    The entries of the journal in ``folder`` whose ``seq`` is above ``since``, up to the first bad record.

    Segments that hold older entries only are not looked at.

    Raises:
        OSError: a file cannot be read.
    """
    files = files or SystemFiles()
    if newer_format(load(folder, files, limit=HEADER_LIMIT)) is not None:
        folder = own_folder(folder)
    firsts = segment_firsts(files.names(folder))
    older = [first for first in firsts if first <= since + 1]
    firsts = [*older[-1:], *firsts[len(older) :]]
    segments = (segment_in(folder, first, files) for first in firsts)
    segment = next(segments, None)
    while segment is not None:
        following = next(segments, None)
        if following is not None and not continues(segment, following):
            following = None
        until = following.first if following is not None else segment.next
        yield from (entry for entry in segment.entries if since < entry.seq < until)
        segment = following


def _verdict(folder: Path, link: Link) -> FileVerdict:
    segment, data = link.segment, link.segment.scan.data
    good = segment.end(segment.next)
    salvageable: tuple[Entry, ...] = ()
    if link.verdict is not Verdict.WHOLE:
        salvageable = segment.entries[len(link.entries) :] + _salvage(data, good, segment.next)
    path = folder / segment_name(segment.first)
    return FileVerdict(path, link.verdict, len(data), good, len(link.entries), False, salvageable)


def _unused(folder: Path, segment: Segment) -> FileVerdict:
    """A segment that a newer version may use, and this one does not."""
    path = folder / segment_name(segment.first)
    good = segment.scan.end
    return FileVerdict(path, Verdict.NEWER_FORMAT, len(segment.scan.data), good, 0, False, ())


def _put_aside(folder: Path, files: Files, entries: Mapping[int, Entry]) -> list[FileVerdict]:
    """The files that recoveries put aside, with what in them is not in the journal's ``entries``."""
    verdicts: list[FileVerdict] = []
    for name in sorted(files.names(folder)):
        match = _ASIDE.fullmatch(name)
        if match is None:
            continue
        plain = files.is_plain(folder / name)
        data = files.read(folder / name) if plain else b""
        segment = read_segment(int(match[1]), data) if plain else no_segment(int(match[1]))
        good = segment.end(segment.next)
        found = segment.entries + _salvage(data, good, segment.next)
        extra = tuple(entry for entry in found if entries.get(entry.seq) != entry)
        verdicts.append(FileVerdict(folder / name, segment.verdict, len(data), good, 0, True, extra))
    return verdicts


def _snapshots(folder: Path, files: Files, segments: Sequence[Segment]) -> tuple[SnapshotVerdict, ...]:
    """What the snapshots are good for beside those segments."""
    verdicts: list[SnapshotVerdict] = []
    for seq in snapshot_seqs(files.names(folder)):
        path = folder / snapshot_name(seq)
        try:
            data = files.read(path)
        except FileNotFoundError:
            continue  # a daemon has put a newer one there meanwhile
        except OSError:
            data = b""
        snapshot = decode_snapshot(data)
        if snapshot is None or snapshot.about.seq != seq:
            verdict = Verdict.NEWER_FORMAT if of_another_version(data) else Verdict.DAMAGED
        elif any(_holds(segment, seq, snapshot.about.crc) for segment in segments):
            verdict = Verdict.WHOLE
        else:
            verdict = Verdict.DETACHED
        verdicts.append(SnapshotVerdict(path, seq, verdict, len(data)))
    return tuple(verdicts)


def _holds(segment: Segment, seq: int, crc: int) -> bool:
    """Whether the entry of that number and checksum is in a segment, or right before it."""
    placed = isinstance(segment.header, Header) and segment.first <= seq + 1 <= segment.next
    return placed and segment.crc(seq + 1) == crc


def _salvage(data: bytes, start: int, next_seq: int) -> tuple[Entry, ...]:
    """The entries from ``next_seq`` on in the records behind the bad one at ``start``."""
    found = (decode_entry(body) for body in framing.salvage(data, start))
    return tuple(entry for entry in found if entry is not None and entry.seq >= next_seq)
