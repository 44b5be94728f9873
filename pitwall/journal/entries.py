"""One entry of the journal and its bytes: a numbered, dated map of a named type, which is not interpreted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from pitwall.events.values import Value
from pitwall.journal import encoding


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as the journal stores it."""

    seq: int
    """Its number, from 1 on, rising by exactly 1."""
    at: int
    """Wall-clock time, µs since 1970 UTC; information only, the order is that of ``seq``."""
    type: str
    data: Mapping[str, Value]


def encode_entry(entry: Entry) -> bytes:
    """
    The body of the record that holds ``entry``.

    Raises:
        NotAValue: something in it is nothing that the journal can hold.
    """
    return encoding.encode([entry.seq, entry.at, entry.type, dict(entry.data)])


def decode_entry(body: bytes) -> Entry | None:
    """The entry that ``body`` holds, or None if it is none or not encoded by the rules."""
    try:
        value = encoding.decode(body)
    except encoding.NotAValue:
        return None
    if not isinstance(value, list) or len(value) != 4:
        return None
    seq, at, type_, data = value
    if type(seq) is not int or type(at) is not int or seq < 1 or at < 0:
        return None
    if not isinstance(type_, str) or not isinstance(data, dict):
        return None
    return Entry(seq, at, type_, cast("dict[str, Value]", data))
