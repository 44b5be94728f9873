"""
The one encoding in CBOR of the values that a journal holds (journal/FORMAT.md, "Encoding rules").

Every value has exactly one: definite lengths, shortest heads, no tags, no floats, no repeated keys.
"""

from collections.abc import Sequence
from itertools import chain

import cbor2

MAX_DEPTH = 16
"""How deep lists and maps may nest: ``[]`` is 1 deep, ``{"a": []}`` is 2."""

MAX_BODY = 1 << 20
"""The most bytes that one encoded value, the body of a record, may take."""

_LOWEST, _HIGHEST = -(2**64), 2**64 - 1
_NESTS = frozenset({list, tuple, dict})
_KINDS = frozenset({bool, int, str, bytes, type(None)}) | _NESTS
_KEYS = frozenset({str})


class NotAValue(ValueError):
    """What was to be encoded is no value of a journal, or bytes are not the one encoding of such a value."""


def encode(value: object) -> bytes:
    """
    The bytes of ``value``.

    Raises:
        NotAValue: something in it is no value, is nested too deep, or is text that UTF-8 cannot hold.
    """
    if not _are_values([value], MAX_BODY):
        raise NotAValue("a journal holds None, bool, int, str, bytes, and lists and maps of them, 16 deep")
    try:
        return cbor2.dumps(value)
    except UnicodeError as error:
        raise NotAValue("a journal holds text that is valid Unicode; other text goes in as bytes") from error


def decode(data: bytes) -> object:
    """
    The value whose encoding is ``data``.

    Raises:
        NotAValue: the bytes are anything but what ``encode`` gives.
    """
    return decode_all([data])[0]


def decode_all(bodies: Sequence[bytes]) -> list[object]:
    """
    The values whose encodings ``bodies`` are, one each.

    They are checked together, which takes half the time: an item is never shorter than the encoding of its
    value that ``encode`` gives, so where all are equal in sum, each is.

    Raises:
        NotAValue: one of them is anything but what ``encode`` gives.
    """
    if not bodies:
        return []
    try:
        values: list[object] = [cbor2.loads(body) for body in bodies]
    except Exception as error:  # tags are decoded too, and raise whatever the types they stand for raise
        raise NotAValue("no CBOR item") from error
    joined = b"".join(bodies)
    # Each item takes a byte at least; shared references (tag 29) could stand for far more items than that.
    if not _are_values(values, len(joined)) or cbor2.dumps(values) != _array_head(len(values)) + joined:
        raise NotAValue("not encoded by the rules of journals")
    return values


def _array_head(count: int) -> bytes:
    return cbor2.dumps([None] * count)[:-count]


def _are_values(level: Sequence[object], limit: int) -> bool:
    """Whether all are made of the journal's types only, and of no more than ``limit`` items a level."""
    for _ in range(MAX_DEPTH + 1):
        kinds = set(map(type, level))
        if not kinds <= _KINDS:
            return False
        if int in kinds:
            numbers = [item for item in level if type(item) is int]
            if min(numbers) < _LOWEST or max(numbers) > _HIGHEST:
                return False
        if not kinds & _NESTS:
            return True
        lists = [item for item in level if isinstance(item, (list, tuple))]
        maps = [item for item in level if isinstance(item, dict)]
        if sum(map(len, lists)) + sum(map(len, maps)) > limit:
            return False
        if not set(map(type, chain.from_iterable(maps))) <= _KEYS:
            return False
        level = [*chain.from_iterable(lists), *chain.from_iterable(m.values() for m in maps)]
    return False
