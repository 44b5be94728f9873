"""
Snapshots: what the entries up to one add up to, kept so that a start need not read them all.

A cache and nothing more. Each is tied to its history by the number and the checksum of the last entry that went into
it, and to what made it by a text that names the way in which entries were added up. What is in it is not interpreted.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pitwall.errors import JournalUnwritable
from pitwall.journal import encoding, framing
from pitwall.journal.encoding import NotAValue
from pitwall.journal.files import Files
from pitwall.journal.header import FORMAT, SCHEMA
from pitwall.journal.segments import SUFFIX
from pitwall.journal.writer import make_file, unwritable

MAGIC = "pitwall-snapshot"
KEPT = 2
_NAME = re.compile(r"snapshot-(\d{10,19})\.cborseq")
_TOGETHER = 256
"""Bodies decoded at once."""


@dataclass(frozen=True, slots=True)
class About:
    """What a snapshot says of itself."""

    seq: int
    """The last entry that went into it."""
    crc: int
    """The checksum of that entry's record."""
    fold: str
    """Names the way in which entries were added up: of no use to whoever does it otherwise."""
    made: int
    """When, µs since 1970 UTC; information only."""
    by: str
    """The program and its version; information only."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot that verified, in this format and of this schema."""

    about: About
    parts: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """Who can go on from a snapshot: those that name its ``fold``, if ``take`` says that it understands the parts."""

    fold: str
    take: Callable[[Snapshot], bool]


def snapshot_name(seq: int) -> str:
    """The file name of the snapshot behind entry ``seq``."""
    return f"snapshot-{seq:010d}{SUFFIX}"


def snapshot_seqs(names: Iterable[str]) -> list[int]:
    """The numbers that snapshots among files of these ``names`` are named by, lowest first."""
    matches = (_NAME.fullmatch(name) for name in names)
    return sorted(int(m[1]) for m in matches if m and snapshot_name(int(m[1])) == m[0])


def encode_snapshot(snapshot: Snapshot) -> bytes:
    """
    The bytes of a snapshot's file.

    Raises:
        NotAValue: something in it is nothing that a journal can hold.
        ValueError: a part takes more than a record may.
    """
    about = snapshot.about
    header = {
        "format": FORMAT,
        "schema": SCHEMA,
        "seq": about.seq,
        "crc": about.crc,
        "fold": about.fold,
        "parts": len(snapshot.parts),
        "made": about.made,
        "by": about.by,
    }
    records: list[bytes] = []
    crc = 0
    for value in ([MAGIC, header], *snapshot.parts):
        record, crc = framing.encode(encoding.encode(value), crc)
        records.append(record)
    return b"".join(records)


def decode_snapshot(data: bytes) -> Snapshot | None:
    """The snapshot that a file of these bytes holds, or None if anything in it is not as it should be."""
    scan = framing.scan(data)
    if not len(scan) or not scan.clean:
        return None
    bodies = [scan.body(index) for index in range(len(scan))]
    try:
        values = [
            value
            for at in range(0, len(bodies), _TOGETHER)
            for value in encoding.decode_all(bodies[at : at + _TOGETHER])
        ]
    except NotAValue:
        return None
    about = _about(values[0], len(values) - 1)
    return None if about is None else Snapshot(about, tuple(values[1:]))


def of_another_version(data: bytes) -> bool:
    """Whether a file holds a snapshot of another format or schema, as far as can be told: it is no damage."""
    scan = framing.scan(data)
    try:
        value = encoding.decode(scan.body(0)) if len(scan) else None
    except NotAValue:
        return False
    if not isinstance(value, list) or value[:1] != [MAGIC] or not isinstance(value[-1], dict):
        return False
    return (value[-1].get("format"), value[-1].get("schema")) != (FORMAT, SCHEMA)


def snapshots(folder: Path, files: Files) -> Iterator[Snapshot]:
    """The good snapshots in ``folder``, newest first, each read when it is asked for."""
    for seq in reversed(snapshot_seqs(files.names(folder))):
        try:
            snapshot = decode_snapshot(files.read(folder / snapshot_name(seq)))
        except OSError:
            continue
        if snapshot is not None and snapshot.about.seq == seq:
            yield snapshot


def write_snapshot(files: Files, folder: Path, snapshot: Snapshot) -> None:
    """
    Put a snapshot on disk and remove those that are of no use beside it: older ones, but for the one before, and those
    of a history that went further, which is not there any more.

    Raises:
        JournalUnwritable: it may not be there; the others are.
    """
    path = folder / snapshot_name(snapshot.about.seq)
    try:
        data = encode_snapshot(snapshot)
    except ValueError as error:
        raise JournalUnwritable(f"cannot write {path}: {error}") from error
    try:
        files.close(make_file(files, path, data))
        files.sync_folder(folder)
        seqs = snapshot_seqs(files.names(folder))
        own = seqs.index(snapshot.about.seq)
        for seq in (*seqs[: max(0, own + 1 - KEPT)], *seqs[own + 1 :]):
            files.remove(folder / snapshot_name(seq))
    except OSError as error:
        raise unwritable(path, str(error.strerror or error)) from error


def _about(value: object, parts: int) -> About | None:
    if not isinstance(value, list) or len(value) != 2 or value[0] != MAGIC or not isinstance(value[1], dict):
        return None
    told = value[1]
    seq, crc, made = told.get("seq"), told.get("crc"), told.get("made")
    fold, by = told.get("fold"), told.get("by")
    sizes = [told.get("format"), told.get("schema"), told.get("parts")]
    if sizes != [FORMAT, SCHEMA, parts] or {type(size) for size in sizes} != {int}:
        return None
    if type(seq) is not int or type(crc) is not int or type(made) is not int or seq < 1:
        return None
    if not isinstance(fold, str) or not isinstance(by, str):
        return None
    return About(seq, crc, fold, made, by)
