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
class Segment:
    """What the bytes of one file hold, up to the first record that is not right."""

    first: int
    """The number in its name."""
    scan: Scan
    header: Header | NewerFormat | None
    entries: tuple[Entry, ...]
    verdict: Verdict

    @property
    def next(self) -> int:
        """The ``seq`` behind the last good entry."""
        return self.first + len(self.entries)

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


def read_segment(first: int, data: bytes) -> Segment:
    """What the segment named by ``first`` holds, whatever its bytes."""
    scan = framing.scan(data)
    if not len(scan):
        return Segment(first, scan, None, (), Verdict.DAMAGED if scan.followed else Verdict.TORN)
    header = decode_header(scan.body(0))
    if isinstance(header, NewerFormat):
        return Segment(first, scan, header, (), Verdict.NEWER_FORMAT)
    if header is None or header.first != first:
        return Segment(first, scan, None, (), Verdict.DAMAGED)
    bodies = [scan.body(index) for index in range(1, len(scan))]
    entries = decode_entries(bodies)
    for place, entry in enumerate(entries):
        if entry.seq != first + place:
            del entries[place:]
            break
    if len(entries) < len(bodies):
        return Segment(first, scan, header, tuple(entries), Verdict.DAMAGED)
    verdict = Verdict.WHOLE if scan.clean else Verdict.DAMAGED if scan.followed else Verdict.TORN
    return Segment(first, scan, header, tuple(entries), verdict)
