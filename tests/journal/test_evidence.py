"""The evidence lane's files: a byte budget, the oldest first, and damage that stays where it is."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from journal_samples import BY, NOW, RUN, STAMP, entries, records
from oddfiles import ODD, put
from simulated_disk import BROKEN, NO_SPACE, Crash, Fault, SimulatedDisk, Survives

from pitwall.errors import JournalUnwritable, Refusal
from pitwall.events.values import Value
from pitwall.journal import evidence
from pitwall.journal.encoding import encode
from pitwall.journal.entries import Entry
from pitwall.journal.evidence import (
    DEFAULT_BUDGET,
    EvidenceFiles,
    read_copy,
    read_evidence,
    read_file,
    segments,
)
from pitwall.journal.header import MAGIC

FOLDER = Path("/home/ana/.pitwall/journal/evidence")
EACH = 6
"""Entries in each segment of ``lane``."""


def opened(disk: SimulatedDisk, budget: int = DEFAULT_BUDGET) -> EvidenceFiles:
    return EvidenceFiles(FOLDER, run=RUN, by=BY, now=NOW, budget=budget, files=disk)


def write(files: EvidenceFiles, count: int = EACH) -> list[Entry]:
    """The next entries, written."""
    written = entries(count, files.next_seq)
    files.append(written)
    return written


def lane(disk: SimulatedDisk, count: int = 3, budget: int = DEFAULT_BUDGET) -> EvidenceFiles:
    """So many closed segments."""
    files = opened(disk, budget)
    for _ in range(count):
        write(files)
        files.close_segment()
    return files


def numbers(disk: SimulatedDisk) -> list[int]:
    return [entry.seq for entry in read_evidence(FOLDER, disk)]


def names(disk: SimulatedDisk) -> list[str]:
    return [path.name for path in segments(FOLDER, disk)]


def test_what_is_written_is_read_again_in_order() -> None:
    disk = SimulatedDisk()
    files = opened(disk)
    first, second = write(files), write(files)
    assert list(read_evidence(FOLDER, disk)) == [*first, *second]


def test_a_segment_is_full_past_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "SEGMENT_LIMIT", 1000)
    files = opened(SimulatedDisk())
    write(files, 1)
    assert not files.full
    write(files, 20)
    assert files.full


def test_a_closed_segment_is_compressed_and_read_as_before() -> None:
    disk = SimulatedDisk()
    files = opened(disk)
    written = write(files, 50)
    plain = disk[segments(FOLDER, disk)[0]]
    files.close_segment()
    (path,) = segments(FOLDER, disk)
    assert path.name.endswith(".gz")
    assert gzip.decompress(disk[path]) == plain
    assert len(disk[path]) < len(plain)
    assert list(read_evidence(FOLDER, disk)) == written


def test_after_a_closed_segment_a_new_one_begins() -> None:
    disk = SimulatedDisk()
    files = lane(disk, 2)
    assert files.append(entries(1, files.next_seq))
    assert not files.append(entries(1, files.next_seq))
    assert numbers(disk) == list(range(1, 2 * EACH + 3))


def test_numbers_go_on_after_a_restart() -> None:
    disk = SimulatedDisk()
    lane(disk, 2)
    files = opened(disk)
    assert files.next_seq == 2 * EACH + 1
    write(files)
    assert numbers(disk) == list(range(1, 3 * EACH + 1))


class TestBudget:
    """How many bytes are kept."""

    def test_the_oldest_go_first(self) -> None:
        disk = SimulatedDisk()
        files = lane(disk, 5)
        sizes = [len(disk[path]) for path in segments(FOLDER, disk)]
        files.budget = sum(sizes[-3:])
        write(files, 1)
        files.close_segment()
        assert numbers(disk) == list(range(3 * EACH + 1, 5 * EACH + 2))

    @given(st.integers(0, 4000), st.integers(1, 12))
    def test_no_more_is_kept_than_the_budget_and_always_the_newest(self, budget: int, count: int) -> None:
        disk = SimulatedDisk()
        lane(disk, count, budget)
        kept = segments(FOLDER, disk)
        assert len(kept) == 1 or sum(len(disk[path]) for path in kept) <= budget
        assert numbers(disk) == list(range((count - len(kept)) * EACH + 1, count * EACH + 1))

    def test_what_is_kept_costs_no_reading(self) -> None:
        disk = SimulatedDisk()
        files = lane(disk, 5)
        disk.calls.clear()
        write(files)
        files.close_segment()
        assert disk.calls.count("read") == 1  # of the segment that is compressed

    def test_numbers_go_on_though_the_newest_alone_is_left(self) -> None:
        disk = SimulatedDisk()
        lane(disk, 3, budget=0)
        assert opened(disk).next_seq == 3 * EACH + 1


class TestDamage:
    """What is broken, cut or gone takes nothing else with it."""

    @given(st.integers(0, 2), st.data())
    def test_a_segment_that_is_damaged_anywhere_loses_only_of_itself(
        self, which: int, data: st.DataObject
    ) -> None:
        disk = SimulatedDisk()
        lane(disk)
        path = segments(FOLDER, disk)[which]
        content = bytearray(disk[path])
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
        disk.live[path].content = bytes(content)
        assert_only_lost_of(disk, which)

    @given(st.integers(0, 2), st.data())
    def test_a_segment_that_is_cut_short_loses_only_of_itself(self, which: int, data: st.DataObject) -> None:
        disk = SimulatedDisk()
        lane(disk)
        path = segments(FOLDER, disk)[which]
        disk.live[path].content = disk[path][: data.draw(st.integers(0, len(disk[path]) - 1))]
        assert_only_lost_of(disk, which)

    def test_what_stands_before_the_damage_in_a_large_compressed_segment_is_read(self) -> None:
        disk = SimulatedDisk()
        files = opened(disk)
        files.append([Entry(seq, NOW, "x", {"data": seq.to_bytes(4, "big") * 9}) for seq in range(1, 5001)])
        files.close_segment()
        (path,) = segments(FOLDER, disk)
        content = bytearray(disk[path])
        middle = len(content) // 2
        content[middle : middle + 64] = bytes(64)
        disk.live[path].content = bytes(content)
        read = numbers(disk)
        assert read == list(range(1, len(read) + 1))
        assert 1000 < len(read) < 5000

    def test_a_segment_that_is_gone_takes_only_its_entries(self) -> None:
        disk = SimulatedDisk()
        lane(disk)
        disk.remove(segments(FOLDER, disk)[1])
        assert numbers(disk) == [*range(1, EACH + 1), *range(2 * EACH + 1, 3 * EACH + 1)]

    def test_one_that_goes_away_while_it_is_read_is_passed_over(self) -> None:
        disk = SimulatedDisk()
        lane(disk)
        reads = iter([None, FileNotFoundError(2, "No such file or directory"), None])
        disk.fault = lambda number, call: next(reads) if call == "read" else None
        assert numbers(disk) == [*range(1, EACH + 1), *range(2 * EACH + 1, 3 * EACH + 1)]

    def test_other_files_in_the_folder_are_left_alone(self) -> None:
        disk = SimulatedDisk({FOLDER / "notes.txt": b"mine", FOLDER / "1.pwj": b"short name"})
        lane(disk, budget=0)
        assert disk[FOLDER / "notes.txt"] == b"mine"
        assert disk[FOLDER / "1.pwj"] == b"short name"

    def test_a_small_file_does_not_unpack_to_a_huge_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(evidence, "UNPACKED_LIMIT", 10_000)
        disk = SimulatedDisk()
        lane(disk, 1)
        (path,) = segments(FOLDER, disk)
        disk.live[path].content = gzip.compress(bytes(5_000_000))
        assert list(read_file(path, disk)) == []
        assert len(evidence._unpacked(disk[path])) <= 10_000


def assert_only_lost_of(disk: SimulatedDisk, which: int) -> None:
    """All but the named segment's entries are read, and of those the first ones or none."""
    first = which * EACH
    read = numbers(disk)
    others = [seq for seq in range(1, 3 * EACH + 1) if not first < seq <= first + EACH]
    assert [seq for seq in read if not first < seq <= first + EACH] == others
    kept = [seq for seq in read if first < seq <= first + EACH]
    assert kept == list(range(first + 1, first + 1 + len(kept)))


class TestRefusals:
    """What the disk refuses is evidence lost, and nothing else."""

    @pytest.mark.parametrize("fault", [NO_SPACE, BROKEN])
    @pytest.mark.parametrize("call", ["write", "create"])
    def test_an_append_that_is_refused_is_told_and_later_ones_are_written(
        self, call: str, fault: Fault
    ) -> None:
        disk = SimulatedDisk()
        files = opened(disk)
        before = write(files)
        if call == "create":
            files.close_segment()
        disk.fault = lambda number, name: fault if name == call else None
        with pytest.raises(JournalUnwritable):
            write(files)
        disk.fault = lambda number, name: None
        after = write(files)
        assert list(read_evidence(FOLDER, disk)) == [*before, *after]

    def test_evidence_waits_for_no_disk(self) -> None:
        disk = SimulatedDisk()
        files = opened(disk)
        write(files)
        disk.calls.clear()
        write(files)
        assert disk.calls == ["write"]

    @pytest.mark.parametrize("call", ["create", "write", "replace", "remove", "names", "size", "read"])
    def test_a_segment_that_cannot_be_compressed_or_counted_is_read_as_it_is(self, call: str) -> None:
        disk = SimulatedDisk()
        files = lane(disk, 1)
        written = write(files)
        disk.fault = lambda number, name: NO_SPACE if name == call else None
        files.close_segment()
        disk.fault = lambda number, name: None
        assert list(read_evidence(FOLDER, disk)) == [*entries(EACH), *written]
        write(files)
        assert numbers(disk) == list(range(1, 3 * EACH + 1))

    @pytest.mark.parametrize("call", ["create", "write", "replace", "remove"])
    def test_a_full_disk_at_the_start_costs_nothing(self, call: str) -> None:
        disk = SimulatedDisk()
        write(opened(disk))
        disk.fault = lambda number, name: NO_SPACE if name == call else None
        files = opened(disk)
        disk.fault = lambda number, name: None
        assert files.next_seq == EACH + 1
        write(files)
        assert numbers(disk) == list(range(1, 2 * EACH + 1))

    def test_a_folder_that_cannot_be_made_is_told(self) -> None:
        disk = SimulatedDisk()
        disk.fault = lambda number, call: NO_SPACE if call == "make_folder" else None
        with pytest.raises(JournalUnwritable, match="No space left"):
            opened(disk)


@pytest.mark.parametrize("survives", Survives)
def test_a_crash_at_any_call_leaves_a_lane_that_goes_on(survives: Survives) -> None:
    calls = SimulatedDisk()
    lane(calls, 2)
    for at in range(len(calls.calls)):
        disk = SimulatedDisk()
        disk.crash_at = at
        with pytest.raises(Crash):
            lane(disk, 2)
        found = disk.after_crash(survives)
        before = numbers(found)
        assert before == sorted(set(before)), "an entry is told twice"
        files = opened(found)
        assert numbers(found) == before
        assert all(name.endswith(".gz") for name in names(found))
        written = write(files)
        assert numbers(found) == [*before, *(entry.seq for entry in written)]


@pytest.mark.parametrize("name", ["my-evidence", "mine.gz", "0000000001.cborseq", "12.txt"])
@pytest.mark.parametrize("compressed", [False, True])
def test_a_copy_is_read_whatever_it_is_called(tmp_path: Path, compressed: bool, name: str) -> None:
    files = EvidenceFiles(tmp_path / "lane", run=RUN, by=BY, now=NOW)
    write(files)
    files.close_segment()
    written = write(files, 50)
    if compressed:
        files.close_segment()
    copy = tmp_path / name
    copy.write_bytes(segments(tmp_path / "lane")[-1].read_bytes())
    assert list(read_copy(copy)) == written


@pytest.mark.parametrize(
    "content", [b"", b"root:x:0:0\n", gzip.compress(b"root:x:0:0\n", mtime=0), b"\x1f\x8b", b"\x82D\0\0\0\0"]
)
def test_what_is_no_segment_is_refused_with_what_is_one(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "0000000001.cborseq"
    path.write_bytes(content)
    with pytest.raises(Refusal, match="is no file of evidence: name one of the journal's evidence folder"):
        list(read_copy(path))


def test_a_copy_in_a_newer_format_is_refused_with_who_wrote_it(tmp_path: Path) -> None:
    path = tmp_path / "copy"
    about: dict[str, Value] = {"format": 2, "by": "pitwall 9.0"}
    path.write_bytes(b"".join(records([encode([MAGIC, about])])))
    with pytest.raises(Refusal, match=r"written by pitwall 9\.0, in a format that this version cannot read"):
        list(read_copy(path))


@pytest.mark.parametrize("kind", [*ODD])
@pytest.mark.parametrize("name", ["0000000007.cborseq", "0000000007.cborseq.gz", "0000000013.cborseq.gz.new"])
def test_what_is_no_file_is_put_aside_and_the_rest_is_read(tmp_path: Path, name: str, kind: str) -> None:
    first = EvidenceFiles(tmp_path, run=RUN, by=BY, now=NOW)
    written = write(first)
    first.close_segment()
    put(tmp_path / name, kind)
    files = EvidenceFiles(tmp_path, run=RUN, by=BY, now=NOW)
    assert [finding.file for finding in files.findings] == [name]
    assert f"{name.removesuffix('.cborseq')}.damaged-{STAMP}" in files.findings[0].text
    written += write(files)
    files.close_segment()
    assert list(read_evidence(tmp_path)) == written
    assert EvidenceFiles(tmp_path, run=RUN, by=BY, now=NOW).findings == ()


def test_what_was_being_made_when_a_daemon_ended_is_removed() -> None:
    unfinished = FOLDER / "0000000001.cborseq.gz.new"
    disk = SimulatedDisk({unfinished: b"half"})
    opened(disk)
    assert unfinished not in disk.live
