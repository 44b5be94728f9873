"""The first record of every segment: what wrote it, in which format, and which record it continues."""

from dataclasses import dataclass

from pitwall.journal import encoding

FORMAT = 1
"""The version of records and files this package reads and writes."""

SCHEMA = 1
"""The version of what the types of entries mean."""

MAGIC = "pitwall-journal"


@dataclass(frozen=True, slots=True)
class Header:
    """What a segment says of itself."""

    schema: int
    segment: int
    """Counts the segments from 1 on; information only."""
    first: int
    """The ``seq`` of the segment's first entry, which its file is named by."""
    previous: int
    """The checksum of the record before that entry, in an older segment; 0 if there is none."""
    run: bytes
    """The run of the daemon that made the file, 8 bytes."""
    made: int
    """When, µs since 1970 UTC."""
    by: str
    """The program and its version, such as ``pitwall 0.1.0``."""


@dataclass(frozen=True, slots=True)
class NewerFormat:
    """The header of a segment in a format that came after this package."""

    format: int
    by: str


def encode_header(header: Header) -> bytes:
    """
    The body of a segment's first record.

    Raises:
        ValueError: the run is not 8 bytes, and nobody could read the header.
    """
    if len(header.run) != 8:
        raise ValueError("a run is 8 bytes, 16 hex digits")
    about = {
        "format": FORMAT,
        "schema": header.schema,
        "segment": header.segment,
        "first": header.first,
        "prev": header.previous,
        "run": header.run,
        "made": header.made,
        "by": header.by,
    }
    return encoding.encode([MAGIC, about])


def decode_header(body: bytes) -> Header | NewerFormat | None:
    """The header that ``body`` holds, or None if it is none."""
    try:
        value = encoding.decode(body)
    except encoding.NotAValue:
        return None
    if not isinstance(value, list) or len(value) != 2 or value[0] != MAGIC or not isinstance(value[1], dict):
        return None
    about = value[1]
    format_, by = about.get("format"), about.get("by")
    if type(format_) is not int or format_ < FORMAT:
        return None
    if format_ > FORMAT:
        return NewerFormat(format_, by if isinstance(by, str) else "a newer pitwall")
    schema, segment, first = (_number(about.get(key), 1) for key in ("schema", "segment", "first"))
    previous, made = _number(about.get("prev"), 0), _number(about.get("made"), 0)
    run = about.get("run")
    if schema is None or segment is None or first is None or previous is None or made is None:
        return None
    if not isinstance(run, bytes) or len(run) != 8 or not isinstance(by, str):
        return None
    return Header(schema, segment, first, previous, run, made, by)


def _number(value: object, lowest: int) -> int | None:
    return value if type(value) is int and value >= lowest else None
