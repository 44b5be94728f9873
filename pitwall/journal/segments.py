"""
Segments: the files a journal is cut into, each named by the ``seq`` of its first entry.

``read_segment`` judges one file by itself; how files continue each other is for ``chain``.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pitwall.journal import framing
from pitwall.journal.entries import Entry, decode_entries
from pitwall.journal.framing import Scan
from pitwall.journal.header import Header, NewerFormat, decode_header

SEGMENT_LIMIT = 4 << 20
"""Bytes from which on a segment is closed and a new one begun."""

HEADER_LIMIT = 4096
"""The most bytes that the first record of a segment takes, in every format."""

SUFFIX = ".cborseq"
_NAME = re.compile(r"(\d{10,19})\.cborseq")


class Verdict(StrEnum):
    """What was found of a segment."""

    WHOLE = "whole"
    """Nothing but good records."""
    TORN = "torn"
    """It ends in a record that never was written to its end; two damaged last records look the same."""
    DAMAGED = "damaged"
    """A bad record with records behind it, or a good record with nothing in it that belongs there."""
    DETACHED = "detached"
    """It does not continue the segment before it: one between is missing, or was cut short."""
    NO_FILE = "no plain file"
    """A pipe, a socket, a device or a folder has its name, or a link that leads nowhere."""
    NEWER_FORMAT = "newer format"
    """A later pitwall wrote it, in a way that this one cannot read."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry that somebody vouches for, with all before it; a record of its number and checksum is that one."""

    seq: int
    crc: int


@dataclass(frozen=True, slots=True)
class Segment:
    """What the bytes of one file hold, up to the first record that is not right."""

    first: int
    """The number in its name."""
    scan: Scan
    header: Header | NewerFormat | None
    entries: tuple[Entry, ...]
    """Its good entries, without those that were vouched for."""
    verdict: Verdict
    vouched: int = 0
    """How many entries before ``entries`` are good as well, and were not looked into."""

    @property
    def next(self) -> int:
        """The ``seq`` behind the last good entry."""
        return self.first + self.vouched + len(self.entries)

    def before(self, next_seq: int) -> tuple[Entry, ...]:
        """Those of ``entries`` whose ``seq`` is lower."""
        return self.entries[: max(0, next_seq - self.first - self.vouched)]

    def end(self, next_seq: int) -> int:
        """The offset behind the entry before ``next_seq``, or behind the header; 0 if that is not good."""
        return self.scan.bounds[next_seq - self.first + 1] if isinstance(self.header, Header) else 0

    def crc(self, next_seq: int) -> int:
        """The checksum of the last record before ``next_seq`` that this segment or an older one holds."""
        if next_seq == self.first and isinstance(self.header, Header):
            return self.header.previous
        return self.scan.crc(next_seq - self.first)


def segment_name(first: int) -> str:
    """The file name of the segment whose first entry is ``first``."""
    return f"{first:010d}{SUFFIX}"


def segment_firsts(names: Iterable[str]) -> list[int]:
    """The numbers that segments among files of these ``names`` are named by, lowest first."""
    matches = (_NAME.fullmatch(name) for name in names)
    return sorted(int(m[1]) for m in matches if m and segment_name(int(m[1])) == m[0])


def no_segment(first: int) -> Segment:
    """What has the name of the segment ``first`` and is no regular file."""
    return Segment(first, framing.scan(b""), None, (), Verdict.NO_FILE)


def read_header(data: bytes) -> Header | NewerFormat | None:
    """What the first record of a segment says, given its first ``HEADER_LIMIT`` bytes at least."""
    scan = framing.scan(data)
    return decode_header(scan.body(0)) if len(scan) else None


def read_segment(first: int, data: bytes, mark: Mark | None = None) -> Segment:
    """
    What the segment named by ``first`` holds, whatever its bytes.

    Where it holds the entry of ``mark``, that and those before it are not decoded: the chain of checksums has them as
    they were when whoever gave the mark did that.
    """
    scan = framing.scan(data)
    if not len(scan):
        return Segment(first, scan, None, (), Verdict.DAMAGED if scan.followed else Verdict.TORN)
    header = decode_header(scan.body(0))
    if isinstance(header, NewerFormat):
        return Segment(first, scan, header, (), Verdict.NEWER_FORMAT)
    if header is None or header.first != first:
        return Segment(first, scan, None, (), Verdict.DAMAGED)
    vouched = _vouched(first, scan, mark)
    bodies = [scan.body(index) for index in range(1 + vouched, len(scan))]
    entries = decode_entries(bodies)
    for place, entry in enumerate(entries, vouched):
        if entry.seq != first + place:
            del entries[place - vouched :]
            break
    if len(entries) < len(bodies):
        return Segment(first, scan, header, tuple(entries), Verdict.DAMAGED, vouched)
    verdict = Verdict.WHOLE if scan.clean else Verdict.DAMAGED if scan.followed else Verdict.TORN
    return Segment(first, scan, header, tuple(entries), verdict, vouched)


def _vouched(first: int, scan: Scan, mark: Mark | None) -> int:
    """How many entries of a segment are those up to the marked one."""
    index = mark.seq - first + 1 if mark is not None else 0
    held = mark is not None and 0 < index < len(scan) and scan.crc(index) == mark.crc
    return index if held else 0
