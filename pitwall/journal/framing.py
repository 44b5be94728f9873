"""
Records on disk: ``[crc, body]`` as CBOR with heads of fixed width (journal/FORMAT.md, "Records").

A record's checksum continues that of the record before it, so a record that was dropped, repeated, moved
or left over from an older file does not verify. Nothing here knows what bodies mean, and nothing here
raises, whatever the bytes, or takes memory because a length in them says so.
"""

import struct
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

from pitwall.journal.encoding import MAX_BODY

HEAD = 11
"""Bytes before a record's body: ``82``, ``44`` and a checksum of 4, ``5a`` and a length of 4."""

_head = struct.Struct(">HIBI")
_ARRAY_OF_CHECKSUM, _BYTES = 0x8244, 0x5A
_START = b"\x82\x44"

SEARCH_BUDGET = 64 << 20
"""
Bytes checksummed while looking for records behind a bad one. Damage that was not made to deceive needs a
few hundred; without a limit, a megabyte of false heads would keep a starting daemon busy for hours.
"""


@dataclass(frozen=True, slots=True)
class Scan:
    """The whole records at the start of some bytes."""

    data: bytes
    bounds: tuple[int, ...]
    """Where each record begins, and last where the last whole one ends: one more than there are records."""
    followed: bool
    """Whether two records that fit each other stand behind a bad one: then it is damage, else a torn tail."""

    def __len__(self) -> int:
        return len(self.bounds) - 1

    @property
    def end(self) -> int:
        """The offset behind the last whole record."""
        return self.bounds[-1]

    @property
    def clean(self) -> bool:
        """Whether there is nothing but whole records."""
        return self.end == len(self.data)

    def body(self, index: int) -> bytes:
        """The body of record ``index``."""
        return self.data[self.bounds[index] + HEAD : self.bounds[index + 1]]

    def crc(self, index: int) -> int:
        """The checksum of record ``index``, which the next one continues."""
        start = self.bounds[index]
        return int.from_bytes(self.data[start + 2 : start + 6], "big")


def encode(body: bytes, previous: int) -> tuple[bytes, int]:
    """
    The record of ``body`` behind one whose checksum is ``previous`` (0 for the first), and its checksum.

    Raises:
        ValueError: ``body`` is longer than ``MAX_BODY``.
    """
    if len(body) > MAX_BODY:
        raise ValueError(f"a record's body is at most {MAX_BODY} bytes, not {len(body)}")
    crc = crc32(body, crc32(len(body).to_bytes(4, "big"), previous))
    return _head.pack(_ARRAY_OF_CHECKSUM, crc, _BYTES, len(body)) + body, crc


def scan(data: bytes, previous: int = 0) -> Scan:
    """The whole records that ``data`` begins with, the first of them behind a checksum of ``previous``."""
    bounds = [0]
    follow(data, previous, bounds, len(data))
    end = bounds[-1]
    return Scan(data, tuple(bounds), end < len(data) and _next_pair(data, end + 1) is not None)


def salvage(data: bytes, start: int) -> list[bytes]:
    """
    The bodies of the records behind the bad one at ``start`` that verify from the record before them.

    The first record of each intact stretch is not among them: what it should continue is unknown, so its
    body cannot be checked.
    """
    bodies: list[bytes] = []
    anchor = _next_pair(data, start)
    while anchor is not None:
        end, crc = _end_and_crc(data, anchor)
        bounds = [end]
        follow(data, crc, bounds, len(data))
        bodies += [data[a + HEAD : b] for a, b in pairwise(bounds)]
        anchor = _next_pair(data, bounds[-1])
    return bodies


def follow(data: bytes, previous: int, bounds: list[int], until: int) -> int:
    """
    Append to ``bounds`` the end of each record from its last offset on, as long as they verify and end by ``until``.

    Returns the checksum of the last one, ``previous`` if there is none.
    """
    offset, size = bounds[-1], min(len(data), until)
    unpack = _head.unpack_from
    while offset + HEAD <= size:
        start, crc, kind, length = unpack(data, offset)
        end = offset + HEAD + length
        if start != _ARRAY_OF_CHECKSUM or kind != _BYTES or length > MAX_BODY or end > size:
            return previous
        if crc32(data[offset + 7 : end], previous) != crc:
            return previous
        previous = crc
        offset = end
        bounds.append(end)
    return previous


def _end_and_crc(data: bytes, offset: int) -> tuple[int, int]:
    """Where the record at ``offset`` ends and its checksum by its head; an end of 0 if there is no head."""
    if offset + HEAD > len(data):
        return 0, 0
    start, crc, kind, length = _head.unpack_from(data, offset)
    end = offset + HEAD + length
    if start != _ARRAY_OF_CHECKSUM or kind != _BYTES or length > MAX_BODY or end > len(data):
        return 0, 0
    return end, crc


def _next_pair(data: bytes, start: int) -> int | None:
    """
    The first offset from ``start`` on of a record that the one right behind it continues.

    Where the budget runs out the answer is the offset reached: who must choose takes it for damage, which
    sets more aside than a torn tail does.
    """
    budget = SEARCH_BUDGET
    offset = data.find(_START, start)
    while offset != -1:
        middle, crc = _end_and_crc(data, offset)
        end, next_crc = _end_and_crc(data, middle) if middle else (0, 0)
        if end:
            if crc32(data[middle + 7 : end], crc) == next_crc:
                return offset
            budget -= end - middle
            if budget < 0:
                return offset
        offset = data.find(_START, offset + 1)
    return None
