"""One entry of the journal and its bytes: a numbered, dated map of a named type, which is not interpreted."""

import gc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitwall.events.values import Value
from pitwall.journal import encoding
from pitwall.journal.encoding import NotAValue

_TOGETHER = 256
"""Bodies decoded at once."""


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
        return _entry(encoding.decode(body))
    except NotAValue:
        return None


def decode_entries(bodies: Sequence[bytes]) -> list[Entry]:
    """The entries that ``bodies`` hold, up to the first one that holds none."""
    entries: list[Entry] = []
    collects = gc.isenabled()
    gc.disable()  # none of this is garbage, and to look for it takes as long as the rest
    try:
        for at in range(0, len(bodies), _TOGETHER):
            some = bodies[at : at + _TOGETHER]
            try:
                decoded = [_entry(value) for value in encoding.decode_all(some)]
            except NotAValue:
                decoded = [decode_entry(body) for body in some]
            for entry in decoded:
                if entry is None:
                    return entries
                entries.append(entry)
    finally:
        if collects:
            gc.enable()
    return entries


def _entry(value: object) -> Entry | None:
    if not isinstance(value, list) or len(value) != 4:
        return None
    seq, at, type_, data = value
    if type(seq) is not int or type(at) is not int or seq < 1 or at < 0:
        return None
    if not isinstance(type_, str) or not isinstance(data, dict):
        return None
    return Entry(seq, at, type_, data)
