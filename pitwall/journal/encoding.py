"""
The one encoding in CBOR of the values that a journal holds (journal/FORMAT.md, "Encoding rules").

Every value has exactly one: definite lengths, shortest heads, no tags, no floats, no repeated keys.
"""

import cbor2

MAX_DEPTH = 16
"""How deep lists and maps may nest: ``[]`` is 1 deep, ``{"a": []}`` is 2."""

MAX_BODY = 1 << 20
"""The most bytes that one encoded value, the body of a record, may take."""

_LOWEST, _HIGHEST = -(2**64), 2**64 - 1
_PLAIN = frozenset({bool, str, bytes, type(None)})


class NotAValue(ValueError):
    """What was to be encoded is no value of a journal, or bytes are not the one encoding of such a value."""


def encode(value: object) -> bytes:
    """
    The bytes of ``value``.

    Raises:
        NotAValue: something in it is no value, is nested too deep, or is text that UTF-8 cannot hold.
    """
    if not _is_value(value, MAX_BODY):
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
    try:
        value: object = cbor2.loads(data)
    except Exception as error:  # tags are decoded too, and raise whatever the types they stand for raise
        raise NotAValue("no CBOR item") from error
    # Each item takes a byte at least; shared references (tag 29) could stand for far more items than that.
    if not _is_value(value, len(data)) or cbor2.dumps(value) != data:
        raise NotAValue("not encoded by the rules of journals")
    return value


def _is_value(value: object, limit: int) -> bool:
    """Whether ``value`` is made of the journal's types only, of no more than ``limit`` items a level."""
    level = [value]
    for depth in range(MAX_DEPTH + 1):
        below: list[object] = []
        for item in level:
            if type(item) in _PLAIN:
                continue
            if type(item) is int:
                if not _LOWEST <= item <= _HIGHEST:
                    return False
            elif depth == MAX_DEPTH:
                return False
            elif type(item) is list or type(item) is tuple:
                below.extend(item)
            elif type(item) is dict:
                for key in item:
                    if type(key) is not str:
                        return False
                below.extend(item.values())
            else:
                return False
            if len(below) > limit:
                return False
        if not below:
            return True
        level = below
    return False
