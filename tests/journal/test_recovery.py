"""What a start makes of the files it finds."""

import os
from contextlib import closing
from pathlib import Path

import pytest
from journal_samples import BY, NOW, RUN, STAMP, entries, header, records, segment_records
from oddfiles import ODD, put
from simulated_disk import BROKEN, SimulatedDisk

from pitwall.errors import JournalUnwritable
from pitwall.journal import encoding
from pitwall.journal.entries import Entry, encode_entry
from pitwall.journal.findings import Kind
from pitwall.journal.header import encode_header
from pitwall.journal.journal import Journal
from pitwall.journal.recovery import recover
from pitwall.journal.segments import Verdict, read_segment, segment_name
from pitwall.journal.verify import read, verify

FOLDER = Path("/home/ana/.pitwall/journal")


def path(name: str) -> Path:
    return FOLDER / name


def segment(first: int, count: int, previous: int = 0, schema: int = 1, number: int = 1) -> bytes:
    return b"".join(segment_records(entries(count, first), header(first, previous, number, schema)))


def crc_behind(data: bytes, first: int, seq: int) -> int:
    return read_segment(first, data).crc(seq)


ONE = segment(1, 4)
TWO = segment(5, 4, crc_behind(ONE, 1, 5), number=2)
THREE = segment(9, 4, crc_behind(TWO, 5, 9), number=3)
FILES = {path(segment_name(1)): ONE, path(segment_name(5)): TWO, path(segment_name(9)): THREE}


def opened(disk: SimulatedDisk) -> Journal:
    return Journal.open(FOLDER, run=RUN, by=BY, now=NOW, files=disk)


def names(disk: SimulatedDisk) -> list[str]:
    return sorted(str(path.relative_to(FOLDER)) for path in disk.live)


def goes_on(disk: SimulatedDisk, journal: Journal) -> bool:
    """Whether what is appended now is there at the next start, behind what was found."""
    found = list(journal.entries)
    more = entries(3, journal.next_seq)
    journal.append(more)
    journal.close()
    again = opened(disk)
    return list(again.entries) == found + more and again.findings == ()


def damage(data: bytes, seq: int, first: int) -> bytes:
    place = read_segment(first, data).end(seq) + 15
    return data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]


def test_a_journal_in_order_is_read_and_continued_in_its_last_segment() -> None:
    disk = SimulatedDisk(FILES)
    journal = opened(disk)
    assert list(journal.entries) == entries(12)
    assert journal.findings == ()
    assert goes_on(disk, journal)
    assert names(disk) == [segment_name(1), segment_name(5), segment_name(9)]
    assert disk[path(segment_name(9))].startswith(THREE)


@pytest.mark.parametrize("lost", [1, 5, 30])
def test_S10_a_torn_tail_is_put_aside_and_appending_continues_in_the_same_file(lost: int) -> None:
    torn = THREE[:-lost]
    disk = SimulatedDisk({**FILES, path(segment_name(9)): torn})
    journal = opened(disk)
    assert list(journal.entries) == entries(11)
    end = read_segment(9, THREE).end(12)
    kept = f"0000000009.torn-{STAMP}"
    assert disk[path(kept)] == torn[end:]
    (finding,) = journal.findings
    assert (finding.kind, finding.file, finding.serious) == (Kind.TORN, segment_name(9), False)
    assert str(finding) == (
        "the journal ended in an unfinished record, as after a crash or a power cut: it goes on after entry 11; "
        f"the {len(torn) - end} bytes behind it are kept in {kept}"
    )
    assert goes_on(disk, journal)
    assert names(disk) == [*map(segment_name, (1, 5, 9)), kept]


def test_S10_truncated_at_every_byte_a_journal_is_read_to_its_last_whole_record_and_goes_on() -> None:
    ends = [read_segment(9, THREE).end(seq) for seq in range(9, 14)]
    for size in range(len(THREE)):
        disk = SimulatedDisk({**FILES, path(segment_name(9)): THREE[:size]})
        journal = opened(disk)
        assert list(journal.entries) == entries(8 + max(0, sum(end <= size for end in ends) - 1))
        assert len(journal.findings) == (0 if size in (0, *ends) else 1)
        assert goes_on(disk, journal)


def test_S10_each_flipped_byte_in_the_middle_is_damage_and_ends_the_journal_before_it() -> None:
    reading = read_segment(9, THREE)
    for place in range(len(THREE)):
        bad = THREE[:place] + bytes([THREE[place] ^ 0x10]) + THREE[place + 1 :]
        disk = SimulatedDisk({**FILES, path(segment_name(9)): bad})
        journal = opened(disk)
        before = sum(reading.end(seq) <= place for seq in range(10, 14))
        assert list(journal.entries) == entries(8 + before)
        last_two = place >= reading.end(11)
        assert journal.findings[0].kind is (Kind.TORN if last_two else Kind.DAMAGED)
        assert goes_on(disk, journal)


def test_a_damaged_last_segment_keeps_its_good_part_and_a_new_one_is_begun() -> None:
    bad = damage(THREE, 10, 9)
    disk = SimulatedDisk({**FILES, path(segment_name(9)): bad})
    journal = opened(disk)
    assert list(journal.entries) == entries(9)
    kept = f"0000000009.damaged-{STAMP}"
    assert names(disk) == [segment_name(1), segment_name(5), segment_name(9), kept, segment_name(10)]
    assert disk[path(kept)] == bad
    assert disk[path(segment_name(9))] == THREE[: read_segment(9, THREE).end(10)]
    (finding,) = journal.findings
    assert finding.kind is Kind.DAMAGED
    assert finding.serious
    assert str(finding) == (
        f"the journal's {segment_name(9)} is damaged behind entry 9: all before it is in use, and what came after "
        f"is not; the file is kept as {kept}, and `pitwall journal verify` tells what can be read of it"
    )
    assert goes_on(disk, journal)


def test_damage_in_an_earlier_segment_puts_it_and_all_later_ones_aside() -> None:
    bad = damage(ONE, 3, 1)
    disk = SimulatedDisk({**FILES, path(segment_name(1)): bad})
    journal = opened(disk)
    assert list(journal.entries) == entries(2)
    asides = {n: f"{n:010d}.damaged-{STAMP}" for n in (1, 5, 9)}
    assert names(disk) == sorted([segment_name(1), segment_name(3), *asides.values()])
    assert [disk[path(asides[n])] for n in (1, 5, 9)] == [bad, TWO, THREE]
    assert [finding.kind for finding in journal.findings] == [Kind.DAMAGED, Kind.DETACHED, Kind.DETACHED]
    assert [finding.file for finding in journal.findings] == [segment_name(n) for n in (1, 5, 9)]
    assert goes_on(disk, journal)


def test_a_missing_segment_puts_the_later_ones_aside() -> None:
    disk = SimulatedDisk({p: data for p, data in FILES.items() if p.name != segment_name(5)})
    journal = opened(disk)
    assert list(journal.entries) == entries(4)
    (finding,) = journal.findings
    assert finding.kind is Kind.DETACHED
    assert "does not continue entry 4, so what is between is missing" in str(finding)
    assert goes_on(disk, journal)


def test_a_journal_without_its_oldest_segments_begins_at_the_oldest_there_is() -> None:
    disk = SimulatedDisk({p: data for p, data in FILES.items() if p.name != segment_name(1)})
    journal = opened(disk)
    assert list(journal.entries) == entries(8, first=5)
    assert journal.findings == ()
    assert goes_on(disk, journal)


@pytest.mark.parametrize("made", [0, 1, 12, 60])
def test_a_segment_whose_creation_was_cut_short_is_survived(made: int) -> None:
    half = segment(13, 0, crc_behind(THREE, 9, 13))[:made]
    disk = SimulatedDisk({**FILES, path(segment_name(13)): half})
    journal = opened(disk)
    assert list(journal.entries) == entries(12)
    assert [finding.kind for finding in journal.findings] == [Kind.TORN] * (made > 0)
    assert goes_on(disk, journal)


def test_a_file_that_was_never_finished_is_removed() -> None:
    disk = SimulatedDisk({**FILES, path("0000000013.cborseq.new"): b"\x82\x44"})
    assert opened(disk).findings == ()
    assert names(disk) == [segment_name(1), segment_name(5), segment_name(9)]


def test_a_lone_segment_of_junk_is_put_aside() -> None:
    disk = SimulatedDisk({path(segment_name(1)): b"hello, world\n" * 9})
    journal = opened(disk)
    assert journal.entries == ()
    assert journal.next_seq == 1
    assert disk[path(f"0000000001.torn-{STAMP}")] == b"hello, world\n" * 9
    assert goes_on(disk, journal)


def test_a_record_that_verifies_and_is_no_entry_is_damage() -> None:
    bodies = [encode_header(header()), *(encode_entry(e) for e in entries(3)), encoding.encode(["odd"])]
    disk = SimulatedDisk({path(segment_name(1)): b"".join(records(bodies))})
    journal = opened(disk)
    assert list(journal.entries) == entries(3)
    assert [finding.kind for finding in journal.findings] == [Kind.DAMAGED]
    assert goes_on(disk, journal)


def test_files_put_aside_in_the_same_second_all_stay() -> None:
    disk = SimulatedDisk({**FILES, path(f"0000000009.torn-{STAMP}"): b"older"})
    disk.live[path(segment_name(9))].content += b"newer"
    opened(disk)
    assert disk[path(f"0000000009.torn-{STAMP}")] == b"older"
    assert disk[path(f"0000000009.torn-{STAMP}-2")] == b"newer"


def test_trap_41_a_newer_format_is_left_untouched_and_a_journal_of_our_own_kept_beside_it() -> None:
    about = {"format": 2, "by": "pitwall 9.0"}
    newer = b"".join(records([encoding.encode(["pitwall-journal", about])])) + b"a layout of the future"
    files = {**FILES, path(segment_name(13)): newer, path("0000000099.cborseq.new"): b"?"}
    disk = SimulatedDisk(files)
    journal = opened(disk)
    assert journal.entries == ()
    assert journal.next_seq == 1
    assert journal.folder == FOLDER / "format-1"
    (finding,) = journal.findings
    assert finding.kind is Kind.NEWER_FORMAT
    assert str(finding) == (
        f"the journal in {FOLDER} was written by pitwall 9.0 in format 2, which this version cannot read: "
        f"it is left as it is, and this version keeps its own in {FOLDER}/format-1; upgrade pitwall to have it back"
    )
    journal.append(entries(2))
    journal.close()
    again = opened(disk)
    assert list(again.entries) == entries(2)
    assert [finding.kind for finding in again.findings] == [Kind.NEWER_FORMAT]
    assert {p: disk[p] for p in files} == files


def test_a_newer_schema_is_read_and_never_written_into() -> None:
    newer = segment(5, 4, crc_behind(ONE, 1, 5), schema=2, number=2)
    disk = SimulatedDisk({path(segment_name(1)): ONE, path(segment_name(5)): newer})
    journal = opened(disk)
    assert list(journal.entries) == entries(8)
    (finding,) = journal.findings
    assert (finding.kind, finding.file) == (Kind.NEWER_SCHEMA, segment_name(5))
    assert "kept but not shown; upgrade pitwall" in str(finding)
    more = entries(2, first=9)
    journal.append(more)
    journal.close()
    assert disk[path(segment_name(5))] == newer
    assert list(opened(disk).entries) == entries(10)


def test_entries_of_unknown_types_are_kept() -> None:
    odd = Entry(1, NOW, "tab.teleported", {"to": ["the", {"moon": True}]})
    data = b"".join(segment_records([odd]))
    assert opened(SimulatedDisk({path(segment_name(1)): data})).entries == (odd,)


def test_a_segment_over_the_limit_is_not_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitwall.journal.recovery.SEGMENT_LIMIT", len(THREE))
    disk = SimulatedDisk(FILES)
    journal = opened(disk)
    assert goes_on(disk, journal)
    assert names(disk)[3:] == [segment_name(13)]
    assert disk[path(segment_name(9))] == THREE


def test_what_a_killed_daemon_left_unsynced_is_synced_before_it_counts() -> None:
    disk = SimulatedDisk(FILES)
    journal = opened(disk)
    journal.append(entries(2, first=13))
    recovered = recover(FOLDER, now=NOW, files=disk)
    assert len(recovered.entries) == 14
    assert disk.live[path(segment_name(9))].durable == disk[path(segment_name(9))]


def test_a_segment_that_cannot_be_read_is_an_error_that_names_its_folder() -> None:
    disk = SimulatedDisk(FILES)
    disk.fault = lambda number, call: BROKEN if call == "read" else None
    with pytest.raises(JournalUnwritable, match=rf"cannot use the journal {FOLDER}: Input/output error"):
        opened(disk)


@pytest.mark.parametrize("kind", [*ODD])
@pytest.mark.parametrize("first", [1, 9, 13])
def test_what_is_no_file_in_the_place_of_a_segment_is_put_aside_as_damage_is(
    tmp_path: Path, kind: str, first: int
) -> None:
    for file, data in FILES.items():
        (tmp_path / file.name).write_bytes(data)
    put(tmp_path / segment_name(first), kind)
    with closing(Journal.open(tmp_path, run=RUN, by=BY, now=NOW)) as journal:
        assert [entry.seq for entry in journal.entries] == [*range(1, first)]
        told = [finding.text for finding in journal.findings if "no plain file" in finding.text]
        assert len(told) == 1
        kept = f"{first:010d}.damaged-{STAMP}"
        assert told[0].startswith(f"{tmp_path / segment_name(first)} was no plain file")
        assert kept in told[0]
        assert os.path.lexists(tmp_path / kept)
        journal.append(entries(2, first=first))
        journal.sync()
    assert [entry.seq for entry in read(tmp_path)] == [*range(1, first + 2)]
    verification = verify(tmp_path)
    assert verification.whole
    assert Verdict.NO_FILE in [file.verdict for file in verification.files]
    with closing(Journal.open(tmp_path, run=RUN, by=BY, now=NOW)) as journal:
        assert journal.findings == ()


@pytest.mark.parametrize("kind", [*ODD])
def test_what_is_no_file_in_the_place_of_one_being_made_is_put_aside(tmp_path: Path, kind: str) -> None:
    put(tmp_path / f"{segment_name(1)}.new", kind)
    with closing(Journal.open(tmp_path, run=RUN, by=BY, now=NOW)) as journal:
        assert [finding.file for finding in journal.findings] == [f"{segment_name(1)}.new"]
    assert os.path.lexists(tmp_path / f"{segment_name(1)}.new.damaged-{STAMP}")
