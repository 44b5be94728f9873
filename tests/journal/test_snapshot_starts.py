"""A snapshot is taken where it fits the history that is there, and is as good as not there everywhere else."""

from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from journal_counter import (
    FILES,
    FOLD,
    FOLDER,
    ONE,
    SIX,
    TEN,
    THREE,
    TWO,
    Counter,
    about_of,
    disk_with,
    path,
    taken,
)
from journal_samples import BY, NOW, RUN, entries, entry, header, records, segment_records
from simulated_disk import BROKEN, SimulatedDisk, Survives

from pitwall.errors import JournalUnwritable
from pitwall.journal import encoding
from pitwall.journal.entries import Entry, encode_entry
from pitwall.journal.findings import Kind
from pitwall.journal.header import encode_header
from pitwall.journal.journal import Journal
from pitwall.journal.segments import read_segment, segment_firsts, segment_name
from pitwall.journal.snapshots import (
    decode_snapshot,
    snapshot_seqs,
)


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


def test_damage_anywhere_behind_a_snapshot_keeps_all_that_is_before_it() -> None:
    base = disk_with({})
    counter = Counter(base)
    counter.works(4)
    counter.journal.close()
    files = {p: f.content for p, f in base.live.items()}
    data = files[THREE]
    kinds = set()
    for place in range(len(data)):
        bad = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        with_one = SimulatedDisk({**files, THREE: bad})
        without = SimulatedDisk({p: d for p, d in {**files, THREE: bad}.items() if p not in (SIX, TEN)})
        counter, plain = Counter(with_one), Counter(without)
        kinds.add((counter.journal.snapshot, *(finding.kind for finding in counter.journal.findings)))
        assert counter.journal.findings == plain.journal.findings
        assert (counter.seq, counter.sum) == (plain.seq, plain.sum)
        assert {p: f.content for p, f in with_one.live.items() if p not in (SIX, TEN)} == {
            p: f.content for p, f in without.live.items()
        }
        counter.journal.close()
        assert Counter(with_one).right
    assert {(10, Kind.DAMAGED), (6, Kind.DAMAGED), (10, Kind.TORN)} <= kinds


def test_a_next_segment_without_a_header_does_not_cost_the_snapshot() -> None:
    disk = disk_with({})
    counter = Counter(disk)
    counter.keeps()
    counter.journal.rotate()
    counter.journal.close()
    last = path(segment_name(13))
    for size in range(len(disk[last])):
        torn = SimulatedDisk({p: f.content for p, f in disk.live.items()} | {last: disk[last][:size]})
        again = Counter(torn)
        assert taken(again) == (12, [])
        assert again.right
        again.works(1)
        assert again.right


def test_an_entry_under_another_number_behind_a_snapshot_is_damage() -> None:
    bodies = [encode_header(header()), *(encode_entry(e) for e in entries(3))]
    disk = SimulatedDisk({ONE: b"".join(records(bodies))})
    counter = Counter(disk)
    counter.keeps()
    counter.journal.close()
    odd = [*bodies, encode_entry(entry(4)), encode_entry(entry(7)), encode_entry(entry(6))]
    again = Counter(
        SimulatedDisk({p: f.content for p, f in disk.live.items()} | {ONE: b"".join(records(odd))})
    )
    assert taken(again) == (3, [4])
    assert [finding.kind for finding in again.journal.findings] == [Kind.DAMAGED]


def test_what_a_later_segment_makes_void_is_void_behind_a_snapshot_too() -> None:
    first = b"".join(segment_records(entries(3), header()))
    disk = SimulatedDisk({ONE: first})
    counter = Counter(disk)
    counter.keeps()
    counter.journal.close()
    first = b"".join(segment_records(entries(6), header()))
    crc = read_segment(1, first).crc(5)
    second = b"".join(segment_records(entries(4, first=5), header(5, crc, 2)))
    again = Counter(SimulatedDisk({p: f.content for p, f in disk.live.items()} | {ONE: first, TWO: second}))
    assert taken(again) == (3, [4, 5, 6, 7, 8])
    assert again.right


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


class Life(RuleBasedStateMachine):
    """Appends, snapshots, rotations, faults, crashes and restarts: a start always finds what all entries add up to."""

    @initialize()
    def begin(self) -> None:
        self.disk = SimulatedDisk()
        self.counter = Counter(self.disk)

    @rule(count=st.integers(1, 4), later=st.integers(0, 2))
    def append(self, count: int, later: int) -> None:
        try:
            self.counter.works(count, later)
        except JournalUnwritable:
            self.restart(Survives.EVERYTHING)

    @rule()
    def keep(self) -> None:
        try:
            self.counter.keeps()
        except JournalUnwritable:
            pass

    @rule()
    def rotate(self) -> None:
        try:
            self.counter.journal.rotate()
        except JournalUnwritable:
            pass

    @rule(calls=st.sets(st.integers(0, 8)))
    def let_some_calls_fail(self, calls: set[int]) -> None:
        base = len(self.disk.calls)
        self.disk.fault = lambda number, call: BROKEN if number - base in calls and call != "close" else None

    @rule(survives=st.sampled_from(Survives))
    def restart(self, survives: Survives) -> None:
        self.disk = self.disk.after_crash(survives)
        self.counter = Counter(self.disk)

    @rule(lost=st.integers(1, 300), data=st.data())
    def lose_an_end(self, lost: int, data: st.DataObject) -> None:
        """A disk that lied of what it had synced, or a copy that was restored."""
        self.restart(Survives.EVERYTHING)
        name = data.draw(st.sampled_from(sorted(self.disk.live)))
        content = self.disk[name]
        self.disk = SimulatedDisk(
            {p: f.content for p, f in self.disk.live.items()} | {name: content[: max(0, len(content) - lost)]}
        )
        self.counter = Counter(self.disk)

    @invariant()
    def it_is_right(self) -> None:
        assert self.counter.right


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=80, stateful_step_count=20, deadline=None)
