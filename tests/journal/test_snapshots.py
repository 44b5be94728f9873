"""A snapshot is taken where it fits the history that is there, and is as good as not there everywhere else."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from journal_samples import BY, NOW, RUN, datas, entries, entry, header, records, segment_records
from simulated_disk import BROKEN, NO_SPACE, Crash, Fault, Short, SimulatedDisk, Survives

from pitwall.errors import JournalUnwritable
from pitwall.events.values import Value
from pitwall.journal import encoding
from pitwall.journal.encoding import MAX_BODY
from pitwall.journal.entries import Entry, encode_entry
from pitwall.journal.findings import Kind
from pitwall.journal.header import encode_header
from pitwall.journal.journal import Journal
from pitwall.journal.segments import read_segment, segment_firsts, segment_name
from pitwall.journal.snapshots import (
    About,
    Reader,
    Snapshot,
    decode_snapshot,
    encode_snapshot,
    snapshot_name,
    snapshot_seqs,
)

FOLDER = Path("/home/ana/.pitwall/journal")
FOLD = "counted, 1"


def path(name: str) -> Path:
    return FOLDER / name


class Counter:
    """Adds entries up to their number and the sum of their numbers, as a daemon does to its state."""

    def __init__(self, disk: SimulatedDisk, fold: str = FOLD, *, takes: bool = True) -> None:
        self.disk = disk
        self.sums: dict[int, int] = {0: 0}
        self.fold, self.takes = fold, takes
        self.journal = Journal.open(
            FOLDER, run=RUN, by=BY, now=NOW, files=disk, reader=Reader(fold, self.take)
        )
        self.held = self.journal.entries
        self.sum = self.sums[self.journal.snapshot] + sum(e.seq for e in self.held)

    def take(self, snapshot: Snapshot) -> bool:
        word, seq, total = snapshot.parts[0], snapshot.parts[1], snapshot.parts[2]
        assert word == "sum"
        assert isinstance(seq, int)
        assert isinstance(total, int)
        self.sums[seq] = total
        return self.takes

    @property
    def seq(self) -> int:
        return self.journal.next_seq - 1

    def works(self, count: int, later: int = 0) -> None:
        """More entries; ``later`` makes them others than were written under the same numbers before."""
        more = [replace(e, at=e.at + later) for e in entries(count, self.journal.next_seq)]
        self.journal.append(more)
        self.journal.sync()
        self.sum += sum(e.seq for e in more)

    def keeps(self) -> None:
        self.journal.write_snapshot(self.seq, self.fold, ["sum", self.seq, self.sum])

    @property
    def right(self) -> bool:
        """Whether it is as all entries add up to."""
        return self.sum == self.seq * (self.seq + 1) // 2


def three_segments() -> SimulatedDisk:
    """Entries 1–4, 5–8, 9–12, with snapshots behind 6 and 10."""
    disk = SimulatedDisk()
    counter = Counter(disk)
    for count, kept, rotated in ((4, False, True), (2, True, False), (2, False, True), (2, True, False)):
        counter.works(count)
        if kept:
            counter.keeps()
        if rotated:
            counter.journal.rotate()
    counter.works(2)
    counter.journal.close()
    return disk


FILES = {path: file.content for path, file in three_segments().live.items()}
ONE, TWO, THREE = (path(segment_name(first)) for first in (1, 5, 9))
SIX, TEN = path(snapshot_name(6)), path(snapshot_name(10))


def disk_with(changes: dict[Path, bytes | None]) -> SimulatedDisk:
    """The three segments and two snapshots, with some of the files other or gone."""
    files: dict[Path, bytes | None] = {**FILES, **changes}
    return SimulatedDisk({path: data for path, data in files.items() if data is not None})


def taken(counter: Counter) -> tuple[int, list[int]]:
    """The snapshot that was taken, and the entries that were read behind it."""
    return counter.journal.snapshot, [e.seq for e in counter.held]


def test_what_is_made_of_the_samples() -> None:
    assert set(FILES) == {ONE, TWO, THREE, SIX, TEN}


def test_the_newest_snapshot_is_taken_and_only_what_is_behind_it_is_read() -> None:
    disk = disk_with({})
    counter = Counter(disk)
    assert taken(counter) == (10, [11, 12])
    assert counter.right
    assert counter.journal.findings == ()
    counter.works(3)
    counter.journal.close()
    again = Counter(disk)
    assert taken(again) == (10, [11, 12, 13, 14, 15])
    assert again.right


def test_without_a_reader_all_entries_are_read() -> None:
    journal = Journal.open(FOLDER, run=RUN, by=BY, now=NOW, files=disk_with({}))
    assert list(journal.entries) == entries(12)
    assert journal.snapshot == 0


def test_a_snapshot_right_before_a_segment_needs_none_before_that() -> None:
    disk = SimulatedDisk()
    counter = Counter(disk)
    counter.works(4)
    counter.keeps()
    counter.journal.rotate()
    counter.works(2)
    counter.journal.close()
    again = Counter(SimulatedDisk({p: f.content for p, f in disk.live.items() if p != ONE}))
    assert taken(again) == (4, [5, 6])
    assert again.right


def test_a_snapshot_of_everything_leaves_nothing_to_be_read() -> None:
    disk = disk_with({})
    counter = Counter(disk)
    counter.keeps()
    counter.journal.close()
    again = Counter(disk)
    assert taken(again) == (12, [])
    assert again.right
    again.works(1)
    assert again.right


def test_two_are_kept() -> None:
    disk = disk_with({})
    counter = Counter(disk)
    for seqs in ([10, 12], [12, 13], [13, 14]):
        counter.keeps()
        assert snapshot_seqs(disk.names(FOLDER)) == seqs
        counter.works(1)
    assert segment_firsts(disk.names(FOLDER)) == [1, 5, 9]


def test_one_of_a_history_that_went_further_is_removed_and_not_kept_in_place_of_a_good_one() -> None:
    disk = disk_with({THREE: None})
    counter = Counter(disk)
    assert taken(counter) == (6, [7, 8])
    counter.works(1)
    counter.keeps()
    assert snapshot_seqs(disk.names(FOLDER)) == [6, 9]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({TEN: None}, 6),
        ({TEN: b""}, 6),
        ({TEN: FILES[SIX]}, 6),
        ({TEN: FILES[TEN][:-1]}, 6),
        ({TEN: FILES[TEN] + b"\0"}, 6),
        ({TEN: FILES[THREE]}, 6),
        ({TEN: None, SIX: None}, 0),
        ({TEN: b"", SIX: b"?"}, 0),
        ({path("snapshot-10.cborseq"): FILES[TEN], TEN: None, SIX: None}, 0),
    ],
)
def test_one_that_is_bad_leaves_the_one_before_or_all_entries(
    changes: dict[Path, bytes | None], expected: int
) -> None:
    counter = Counter(disk_with(changes))
    assert taken(counter) == (expected, [*range(expected + 1, 13)])
    assert counter.right
    assert counter.journal.findings == ()


def test_one_of_another_fold_is_not_taken() -> None:
    counter = Counter(disk_with({}), fold="counted, 2")
    assert taken(counter) == (0, [*range(1, 13)])
    assert counter.right


def test_one_whose_parts_are_not_understood_is_not_taken() -> None:
    counter = Counter(disk_with({}), takes=False)
    assert taken(counter) == (0, [*range(1, 13)])


@pytest.mark.parametrize("key", ["format", "schema"])
def test_one_of_another_format_or_schema_is_not_taken(key: str) -> None:
    snapshot = decode_snapshot(FILES[TEN])
    assert snapshot is not None
    bodies = [encoding.encode(["pitwall-snapshot", {**about_of(FILES[TEN]), key: 2}])]
    bodies += [encoding.encode(part) for part in snapshot.parts]
    counter = Counter(disk_with({TEN: b"".join(records(bodies))}))
    assert taken(counter)[0] == 6


def about_of(data: bytes) -> dict[str, Value]:
    length = int.from_bytes(data[7:11], "big")
    value = encoding.decode(data[11 : 11 + length])
    assert isinstance(value, list)
    return dict(value[1])


def test_one_of_another_journal_is_not_taken() -> None:
    other = SimulatedDisk()
    counter = Counter(other)
    counter.journal.append([Entry(seq, NOW, "tab.opened", {"seq": seq}) for seq in range(1, 11)])
    counter.journal.sync()
    counter.journal.write_snapshot(10, FOLD, ["sum", 10, 666])
    again = Counter(disk_with({TEN: other[TEN]}))
    assert taken(again) == (6, [*range(7, 13)])
    assert again.right


def test_one_whose_entries_lost_their_end_in_a_power_cut_is_not_taken() -> None:
    end = read_segment(9, FILES[THREE]).end(10)
    for size in range(end + 1):
        counter = Counter(disk_with({THREE: FILES[THREE][:size]}))
        assert taken(counter)[0] == 6
        assert counter.right
        counter.works(4, later=1)
        counter.journal.close()
        again = Counter(counter.disk)
        assert taken(again)[0] == 6, "the numbers have been given again, and the snapshot is of others"
        assert again.right


def test_one_right_behind_the_last_entry_that_is_left_is_taken() -> None:
    end = read_segment(9, FILES[THREE]).end(11)
    counter = Counter(disk_with({THREE: FILES[THREE][:end]}))
    assert taken(counter) == (10, [])
    assert counter.right


def test_all_segments_gone_is_an_empty_journal() -> None:
    counter = Counter(disk_with({ONE: None, TWO: None, THREE: None}))
    assert taken(counter) == (0, [])
    assert counter.seq == 0


@pytest.mark.parametrize("bad", [None, b"", b"junk" * 100, FILES[TWO][:-5], FILES[THREE]])
def test_an_earlier_segment_that_is_damaged_or_gone_is_left_alone_and_not_needed(bad: bytes | None) -> None:
    for changes in ({ONE: bad}, {TWO: bad}, {ONE: bad, TWO: bad}):
        disk = disk_with(changes)
        counter = Counter(disk)
        assert taken(counter) == (10, [11, 12])
        assert counter.right
        assert counter.journal.findings == ()
        for changed in changes:
            assert (disk[changed] if changed in disk.live else None) == bad


def test_an_earlier_segment_that_cannot_be_read_is_not_needed() -> None:
    disk = disk_with({})
    reads = iter(range(99))
    disk.fault = lambda number, call: BROKEN if call == "read" and next(reads) < 2 else None
    assert taken(Counter(disk)) == (10, [11, 12])


def damages() -> list[bytes | None]:
    """The last segment, damaged in all ways: cut at each byte, and a bit flipped in each."""
    data = FILES[THREE]
    flipped = [data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :] for at in range(len(data))]
    return [*(data[:size] for size in range(len(data))), *flipped, data + bytes(700), None]


def test_what_becomes_of_the_segments_that_were_read_is_the_same_with_and_without_a_snapshot() -> None:
    for damaged in damages():
        with_one, without = disk_with({THREE: damaged}), disk_with({THREE: damaged, SIX: None, TEN: None})
        counter, plain = Counter(with_one), Counter(without)
        assert counter.right
        assert (counter.seq, counter.sum) == (plain.seq, plain.sum)
        assert counter.journal.findings == plain.journal.findings
        for more in (counter, plain):
            more.works(2)
            more.journal.close()
        kept = {p: f.content for p, f in with_one.live.items() if p not in (SIX, TEN)}
        assert kept == {p: f.content for p, f in without.live.items()}
        assert Counter(with_one.after_crash(Survives.NOTHING)).right


def test_a_record_that_verifies_and_is_no_entry_is_damage_behind_a_snapshot_too() -> None:
    bodies = [encode_header(header()), *(encode_entry(e) for e in entries(3))]
    disk = SimulatedDisk({ONE: b"".join(records(bodies))})
    counter = Counter(disk)
    counter.keeps()
    counter.journal.close()
    bad = b"".join(records([*bodies, encode_entry(entry(4)), encoding.encode(["odd"])]))
    again = Counter(SimulatedDisk({p: f.content for p, f in disk.live.items()} | {ONE: bad}))
    assert taken(again) == (3, [4])
    assert [finding.kind for finding in again.journal.findings] == [Kind.DAMAGED]
    again.works(2)
    again.journal.close()
    assert Counter(again.disk).right


def test_a_newer_format_in_any_segment_is_seen_behind_a_snapshot() -> None:
    newer = b"".join(records([encoding.encode(["pitwall-journal", {"format": 2, "by": "pitwall 9.0"}])]))
    for name in (ONE, TWO, path(segment_name(13))):
        disk = disk_with({name: newer + b"of the future"})
        before = {p: f.content for p, f in disk.live.items()}
        counter = Counter(disk)
        assert taken(counter) == (0, [])
        assert counter.journal.folder == FOLDER / "format-1"
        assert [finding.kind for finding in counter.journal.findings] == [Kind.NEWER_FORMAT]
        assert {p: disk[p] for p in before} == before


def test_a_newer_schema_before_the_snapshot_is_still_spoken_of() -> None:
    first = b"".join(segment_records(entries(4), header(schema=2)))
    crc = read_segment(1, first).crc(5)
    second = b"".join(segment_records(entries(4, first=5), header(5, crc, 2)))
    disk = SimulatedDisk({ONE: first, TWO: second})
    counter = Counter(disk)
    (told,) = counter.journal.findings
    counter.keeps()
    counter.journal.close()
    again = Counter(disk)
    assert taken(again) == (8, [])
    assert again.journal.findings == (told,)
    assert (told.kind, told.file) == (Kind.NEWER_SCHEMA, ONE.name)


# Writing


def test_what_is_not_durable_is_in_no_snapshot() -> None:
    disk = SimulatedDisk()
    counter = Counter(disk)
    counter.journal.append(entries(3))
    with pytest.raises(JournalUnwritable, match="not all of it is on disk"):
        counter.keeps()
    counter.journal.sync()
    with pytest.raises(JournalUnwritable, match="not all of it is on disk"):
        counter.journal.write_snapshot(2, FOLD, [])
    assert snapshot_seqs(disk.names(FOLDER)) == []


def test_what_no_record_can_hold_is_in_no_snapshot() -> None:
    disk = disk_with({})
    counter = Counter(disk)
    for odd in ("x" * MAX_BODY, "\ud800", 2**64):
        with pytest.raises(JournalUnwritable, match=r"snapshot-0000000012\.cborseq"):
            counter.journal.write_snapshot(12, FOLD, [odd])
    assert snapshot_seqs(disk.names(FOLDER)) == [6, 10]


def calls_of_keeping() -> int:
    disk = disk_with({})
    counter = Counter(disk)
    disk.calls.clear()
    counter.keeps()
    return len(disk.calls)


@pytest.mark.parametrize("survives", Survives)
def test_a_crash_at_any_call_of_keeping_one_leaves_a_start_that_is_right(survives: Survives) -> None:
    for number in range(calls_of_keeping()):
        disk = disk_with({})
        counter = Counter(disk)
        disk.crash_at = len(disk.calls) + number
        with pytest.raises(Crash):
            counter.keeps()
        again = Counter(disk.after_crash(survives))
        assert again.right
        assert again.seq == 12
        assert taken(again)[0] in (10, 12)
        assert not [name for name in again.disk.names(FOLDER) if name.endswith(".new")]


@pytest.mark.parametrize("fault", [NO_SPACE, BROKEN, Short()], ids=["ENOSPC", "EIO", "short"])
def test_a_disk_that_refuses_one_harms_nothing(fault: Fault) -> None:
    for number in range(calls_of_keeping()):
        disk = disk_with({})
        counter = Counter(disk)
        at = len(disk.calls) + number
        disk.fault = lambda now, call, at=at: fault if now == at and call != "close" else None  # type: ignore[misc]
        try:
            counter.keeps()
        except JournalUnwritable:
            assert counter.journal.snapshot == 10
        disk.fault = lambda now, call: None
        counter.works(2)
        counter.journal.close()
        for survives in Survives:
            again = Counter(disk.after_crash(survives))
            assert again.right
            assert again.seq == 14


# Bytes


def small() -> Snapshot:
    return Snapshot(About(10, 0xDEADBEEF, FOLD, NOW, BY), ("sum", 10, [1, {"a": b"x"}]))


def test_a_snapshot_comes_back_from_its_bytes() -> None:
    assert decode_snapshot(encode_snapshot(small())) == small()


def test_every_truncation_and_every_flipped_bit_is_refused() -> None:
    data = encode_snapshot(small())
    for size in range(len(data)):
        assert decode_snapshot(data[:size]) is None
    for bit in range(len(data) * 8):
        bad = bytearray(data)
        bad[bit // 8] ^= 1 << bit % 8
        assert decode_snapshot(bytes(bad)) is None, bit


def test_records_that_are_missing_or_more_than_told_are_refused() -> None:
    about = about_of(encode_snapshot(small()))
    for count in (2, 4):
        bodies = [["pitwall-snapshot", about], *range(count)]
        assert decode_snapshot(b"".join(records([encoding.encode(body) for body in bodies]))) is None


KEYS = st.sampled_from(["seq", "crc", "made", "fold", "by", "parts", "format", "schema"])
ODD = st.none() | st.booleans() | st.text(max_size=2) | st.integers(-2, 2)


@given(st.dictionaries(KEYS, ODD))
def test_an_odd_header_is_refused_or_read(odd: dict[str, Value]) -> None:
    about = {**about_of(encode_snapshot(small())), **odd}
    bodies = [["pitwall-snapshot", about], *small().parts]
    found = decode_snapshot(b"".join(records([encoding.encode(body) for body in bodies])))
    if found is not None:
        assert encode_snapshot(found) == b"".join(records([encoding.encode(body) for body in bodies]))


@given(st.binary(max_size=200))
def test_junk_is_no_snapshot(data: bytes) -> None:
    assert decode_snapshot(data) is None


@settings(max_examples=40)
@given(st.lists(datas, max_size=600))
def test_any_parts_come_back(parts: list[dict[str, Value]]) -> None:
    snapshot = Snapshot(small().about, tuple(parts))
    assert decode_snapshot(encode_snapshot(snapshot)) == snapshot


def test_a_snapshot_under_a_segments_name_is_no_segment() -> None:
    assert read_segment(10, FILES[TEN]).header is None
    names = [name.name for name in FILES]
    assert segment_firsts(names) == [1, 5, 9]
    assert snapshot_seqs([*names, "snapshot-6.cborseq", "snapshot-0000000006.cborseq.new"]) == [6, 10]
