"""
Looking through the segments that a start from a snapshot was spared, in pieces, while a daemon is at work.

Nobody writes into them any more. What is damaged there is in nobody's way until a start reads them.
"""

from collections.abc import Generator, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from pitwall.journal import findings, framing
from pitwall.journal.files import Files, SystemFiles
from pitwall.journal.findings import Finding
from pitwall.journal.framing import Scan
from pitwall.journal.header import Header, decode_header
from pitwall.journal.segments import HEADER_LIMIT, read_header, segment_name

PIECE = 64 << 10
"""Bytes that are looked through in one step: a millisecond of work at most, with records of the usual size."""


def look_through(folder: Path, firsts: Sequence[int], files: Files | None = None) -> Iterator[Finding | None]:
    """
    What is amiss in the segments that ``firsts`` name, whole and in order, but for the last, which is known to be good.

    ``None`` after each step in which nothing was found. It ends behind the first finding, as what counts does.

    Raises:
        OSError: one of them cannot be read.
    """
    files = files or SystemFiles()
    for first, after in pairwise(firsts):
        data = files.read(folder / segment_name(first))
        yield None
        following = read_header(files.read(folder / segment_name(after), HEADER_LIMIT))
        scan = yield from _scanned(data)
        next_seq = _next_seq(first, scan)
        if next_seq < after:
            yield findings.spared(segment_name(first), next_seq - 1)
            return
        if not isinstance(following, Header) or following.previous != scan.crc(after - first):
            yield findings.spared(segment_name(after), after - 1)
            return


def _scanned(data: bytes) -> Generator[None, None, Scan]:
    """The whole records at the start of a segment."""
    bounds, crc = [0], 0
    for until in range(PIECE, len(data) + PIECE, PIECE):
        crc = framing.follow(data, crc, bounds, until)
        yield None
    return Scan(data, tuple(bounds), followed=False)


def _next_seq(first: int, scan: Scan) -> int:
    """The number behind the last good entry of a segment."""
    header = decode_header(scan.body(0)) if len(scan) else None
    return first + len(scan) - 1 if isinstance(header, Header) and header.first == first else first
