"""Journals of houses whose daemon does not run, read and written by hand."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from pitwall import paths
from pitwall.events.base import Fact
from pitwall.events.codec import decode, encode
from pitwall.journal import encoding, framing
from pitwall.journal.entries import Entry
from pitwall.journal.header import FORMAT, MAGIC
from pitwall.journal.journal import Journal
from pitwall.journal.segments import segment_name
from pitwall.journal.verify import read

WRITER = "0123456789abcdef"
BY = "pitwall's tests"
NOW = 1_764_510_697_000_000


def folder_of(home: Path) -> Path:
    """Where a house's journal is."""
    return Path(paths.journal_folder(str(home)))


def segments(home: Path) -> list[Path]:
    """The files of a house's journal that hold facts, oldest first."""
    return sorted(path for path in folder_of(home).iterdir() if path.name[:1].isdigit() and path.is_file())


def read_facts(home: Path) -> list[Fact]:
    """All facts of a house's journal."""
    return [decode(entry.type, entry.data) for entry in read(folder_of(home))]


def rewrite(home: Path, facts: Iterable[Fact]) -> None:
    """Make the journal one that holds these facts and no others."""
    folder = folder_of(home)
    shutil.rmtree(folder, ignore_errors=True)
    journal = Journal.open(folder, run=WRITER, by=BY, now=NOW)
    journal.append([Entry(seq, NOW + seq, *encode(fact)) for seq, fact in enumerate(facts, start=1)])
    journal.close()


def begin_segment(home: Path) -> None:
    """Have the next fact begin another file of the journal."""
    journal = Journal.open(folder_of(home), run=WRITER, by=BY, now=NOW)
    journal.rotate()
    journal.close()


def write_newer_format(home: Path) -> None:
    """Make the journal one that a later pitwall wrote, in a format that this one does not know."""
    folder = folder_of(home)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    about = {"format": FORMAT + 1, "by": "pitwall 9.0", "first": 1, "shape": "not for you"}
    record, _ = framing.encode(encoding.encode([MAGIC, about]), 0)
    (folder / segment_name(1)).write_bytes(record + b"whatever follows there")
