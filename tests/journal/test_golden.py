"""
Journals that were written once and must be readable for ever, and the rules of journal/FORMAT.md.

``Reader`` below is made from FORMAT.md alone and shares no code with pitwall: what both read alike is what
the page says.
"""

import json
import re
import zlib
from pathlib import Path

import cbor2
import pycddl
import pytest
from simulated_disk import SimulatedDisk

from pitwall.events.values import Value
from pitwall.journal.entries import Entry
from pitwall.journal.header import SCHEMA
from pitwall.journal.journal import Journal
from pitwall.journal.verify import read, verify

JOURNAL = Path(__file__).parents[2] / "journal"
GOLDEN = sorted(path.parent for path in (JOURNAL / "golden").glob("*/*/expected.json"))
NAMES = [f"{path.parent.name}/{path.name}" for path in GOLDEN]
golden = pytest.mark.parametrize("folder", GOLDEN, ids=NAMES)


def expected(folder: Path) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads((folder / "expected.json").read_text("utf-8"))
    return found


def plain(value: object) -> object:
    """``value`` as the expected JSON has it."""
    if isinstance(value, bytes):
        return f"h'{value.hex()}'"
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def told(entries: list[Entry]) -> list[object]:
    return [{"seq": e.seq, "at": e.at, "type": e.type, "data": plain(e.data)} for e in entries]


def restored(value: object) -> Value:
    """The value that the expected JSON stands for."""
    if isinstance(value, str):
        match = re.fullmatch(r"h'([0-9a-f]*)'", value)
        return bytes.fromhex(match[1]) if match else value
    if isinstance(value, dict):
        return {key: restored(item) for key, item in value.items()}
    if isinstance(value, list):
        return [restored(item) for item in value]
    assert value is None or isinstance(value, int)
    return value


def test_there_are_golden_journals_of_every_schema() -> None:
    assert {path.parent.name for path in GOLDEN} == {f"v{schema}" for schema in range(1, SCHEMA + 1)}
    assert {"v1/whole", "v1/torn", "v1/damaged", "v1/replaced"} <= set(NAMES)


@golden
def test_a_golden_journal_reads_as_it_always_did(folder: Path) -> None:
    assert told(list(read(folder))) == expected(folder)["entries"]


@golden
def test_a_golden_journal_is_judged_as_it_always_was(folder: Path) -> None:
    found = [
        (file.path.name, file.verdict.value, file.good, file.entries, told(list(file.salvageable)))
        for file in verify(folder).files
    ]
    keys = ("file", "verdict", "good", "entries", "salvageable")
    assert found == [tuple(file[key] for key in keys) for file in expected(folder)["files"]]


@pytest.mark.parametrize("schema", [SCHEMA])
def test_the_same_entries_give_the_same_bytes(schema: int) -> None:
    folder = JOURNAL / "golden" / f"v{schema}" / "whole"
    files, entries = expected(folder)["files"], expected(folder)["entries"]
    disk, place = SimulatedDisk(), Path("/journal")
    header = files[0]["header"]
    assert isinstance(header, dict)
    run = str(header["run"])[2:-1]
    journal = Journal.open(place, run=run, by=header["by"], now=header["made"], files=disk)
    at = 0
    for file in files:
        journal.rotate()
        count = file["entries"]
        assert isinstance(count, int)
        batch = entries[at : at + count]
        journal.append([Entry(**{**one, "data": restored(one["data"])}) for one in batch])  # type: ignore[arg-type]
        at += count
    journal.close()
    written = {path.name: file.content for path, file in disk.live.items()}
    assert written == {path.name: path.read_bytes() for path in folder.glob("*.cborseq")}


class Reader:
    """One segment, read as FORMAT.md says."""

    def __init__(self, data: bytes) -> None:
        self.bodies: list[bytes] = []
        self.checksums: list[int] = []
        previous = at = 0
        while data[at : at + 2] == b"\x82\x44" and data[at + 6 : at + 7] == b"\x5a":
            length = int.from_bytes(data[at + 7 : at + 11], "big")
            body = data[at + 11 : at + 11 + length]
            checksum = zlib.crc32(data[at + 7 : at + 11] + body, previous)
            if (
                length > 1_048_576
                or len(body) < length
                or data[at + 2 : at + 6] != checksum.to_bytes(4, "big")
            ):
                break
            self.bodies.append(body)
            self.checksums.append(checksum)
            previous, at = checksum, at + 11 + length

    @property
    def about(self) -> dict[str, object]:
        magic, about = cbor2.loads(self.bodies[0])
        assert magic == "pitwall-journal"
        found: dict[str, object] = about
        return found

    @property
    def events(self) -> list[list[object]]:
        return [cbor2.loads(body) for body in self.bodies[1:]]


@golden
def test_a_reader_made_from_the_specification_reads_the_same(folder: Path) -> None:
    events: list[list[object]] = []
    checksums = {0: 0}
    for path in sorted(folder.glob("*.cborseq")):
        reader = Reader(path.read_bytes())
        first = reader.about["first"]
        assert isinstance(first, int)
        assert path.name == f"{first:010d}.cborseq"
        if events and (first > len(events) + 1 or checksums[first - 1] != reader.about["prev"]):
            break
        events = events[: first - 1] + reader.events
        checksums |= {first + i: checksum for i, checksum in enumerate(reader.checksums[1:])}
    found = [{"seq": s, "at": at, "type": kind, "data": plain(data)} for s, at, kind, data in events]
    assert found == expected(folder)["entries"]


def test_every_record_is_a_plain_cbor_item_and_a_segment_a_cbor_sequence() -> None:
    data = (JOURNAL / "golden" / "v1" / "whole" / "0000000001.cborseq").read_bytes()
    assert len(Reader(data).bodies) == 13
    at = 0
    for body in Reader(data).bodies:
        item = data[at : at + 11 + len(body)]
        checksum, held = cbor2.loads(item)
        assert (len(checksum), held) == (4, body)
        at += len(item)
    assert at == len(data)


@golden
def test_golden_bodies_are_what_the_cddl_says(folder: Path) -> None:
    rules = (JOURNAL / "journal.cddl").read_text("utf-8")
    header, event = (pycddl.Schema(f"start = {rule}\n{rules}") for rule in ("header", "event"))
    for path in folder.glob("*.cborseq"):
        first, *others = Reader(path.read_bytes()).bodies
        header.validate_cbor(first)
        for body in others:
            event.validate_cbor(body)
