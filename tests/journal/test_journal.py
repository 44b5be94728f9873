"""A journal as the daemon uses it, mostly on real files."""

import os
import stat
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from journal_samples import BY, NOW, RUN, datas, entries, entry, header, texts
from simulated_disk import BROKEN, SimulatedDisk, Survives

from pitwall.errors import EntryTooLarge, JournalUnwritable
from pitwall.events.values import Value
from pitwall.journal.encoding import MAX_BODY, NotAValue
from pitwall.journal.entries import Entry
from pitwall.journal.header import Header
from pitwall.journal.journal import Journal
from pitwall.journal.segments import read_segment, segment_name

FOLDER = Path("/home/ana/.pitwall/journal")


def opened(folder: Path, by: str = BY, now: int = NOW) -> Journal:
    return Journal.open(folder, run=RUN, by=by, now=now)


def test_a_new_journal_is_empty_and_numbers_from_1(tmp_path: Path) -> None:
    journal = opened(tmp_path / "data" / "journal")
    assert (journal.entries, journal.findings, journal.next_seq) == ((), (), 1)
    journal.close()


def test_what_was_appended_and_synced_is_there_at_the_next_start(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.append(entries(3))
    journal.append(entries(2, first=4))
    journal.sync()
    assert journal.next_seq == 6
    journal.close()
    again = opened(tmp_path)
    assert list(again.entries) == entries(5)
    assert again.next_seq == 6
    again.close()


def test_only_the_owner_can_read_the_files(tmp_path: Path) -> None:
    previous = os.umask(0)
    try:
        folder = tmp_path / "journal"
        journal = opened(folder)
        journal.append(entries(1))
        journal.rotate()
        journal.close()
    finally:
        os.umask(previous)
    (folder / segment_name(2)).write_bytes((folder / segment_name(2)).read_bytes() + b"torn")
    opened(folder).close()
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert len(modes) == 4
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_segment_says_what_made_it_and_what_it_continues(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.append(entries(3))
    journal.rotate()
    journal.close()
    first = read_segment(1, (tmp_path / segment_name(1)).read_bytes())
    second = read_segment(4, (tmp_path / segment_name(4)).read_bytes())
    assert first.header == header()
    run = bytes.fromhex(RUN)
    assert second.header == Header(1, 2, 4, first.crc(4), run, entry(3).at, BY)


def test_an_empty_segment_is_not_rotated(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.rotate()
    journal.append(entries(1))
    journal.rotate()
    journal.rotate()
    journal.close()
    assert sorted(path.name for path in tmp_path.glob("*.cborseq")) == [segment_name(1), segment_name(2)]


def test_a_sync_that_finds_the_segment_large_begins_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitwall.journal.journal.SEGMENT_LIMIT", 1000)
    journal = opened(tmp_path)
    for seq in range(1, 40):
        journal.append([entry(seq)])
        journal.sync()
    journal.close()
    sizes = [path.stat().st_size for path in sorted(tmp_path.glob("*.cborseq"))]
    assert len(sizes) > 3
    assert all(1000 <= size < 1200 for size in sizes[:-1])
    again = opened(tmp_path)
    assert list(again.entries) == entries(39)
    again.close()


def test_a_batch_is_one_write_and_a_sync_without_news_is_none() -> None:
    disk = SimulatedDisk()
    journal = Journal.open(FOLDER, run=RUN, by=BY, now=NOW, files=disk)
    disk.calls.clear()
    journal.append(entries(50))
    journal.sync()
    journal.sync()
    assert disk.calls == ["write", "sync"]


@pytest.mark.parametrize("seqs", [[0], [2], [1, 3], [2, 1], [1, 1]])
def test_entries_that_are_not_numbered_on_are_a_mistake(tmp_path: Path, seqs: list[int]) -> None:
    journal = opened(tmp_path)
    with pytest.raises(ValueError, match="numbered from 1 on"):
        journal.append([entry(seq) for seq in seqs])
    journal.append(entries(1))
    journal.close()


def test_a_synced_entry_given_again_is_a_mistake(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.append(entries(2))
    journal.sync()
    with pytest.raises(ValueError, match="numbered from 3 on"):
        journal.append(entries(2))
    journal.close()


def test_an_entry_that_cannot_be_written_keeps_its_whole_batch_out(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    with pytest.raises(EntryTooLarge, match=r"tab\.opened would take \d+ bytes in the journal, and 1048576"):
        journal.append([entry(1), Entry(2, NOW, "tab.opened", {"argv": ["x" * MAX_BODY]})])
    with pytest.raises(NotAValue):
        journal.append([entry(1), Entry(2, NOW, "x", {"cwd": "caf\udce9"})])
    assert journal.next_seq == 1
    journal.append(entries(2))
    journal.close()
    again = opened(tmp_path)
    assert list(again.entries) == entries(2)
    again.close()


def test_an_entry_as_large_as_may_be_is_written(tmp_path: Path) -> None:
    empty = Entry(1, NOW, "x", {"b": b""})
    large = Entry(1, NOW, "x", {"b": bytes(MAX_BODY - 64)})
    assert empty != large
    journal = opened(tmp_path)
    journal.append([large])
    journal.close()
    again = opened(tmp_path)
    assert again.entries == (large,)
    again.close()


def test_after_a_failed_sync_the_same_entries_may_be_given_again() -> None:
    disk = SimulatedDisk()
    journal = Journal.open(FOLDER, run=RUN, by=BY, now=NOW, files=disk)
    disk.fault = lambda number, call: BROKEN if call == "sync" else None
    journal.append(entries(3))
    with pytest.raises(JournalUnwritable):
        journal.sync()
    with pytest.raises(JournalUnwritable):
        journal.append(entries(4))
    disk.fault = lambda number, call: None
    journal.append(entries(4))
    journal.sync()
    again = Journal.open(FOLDER, run=RUN, by=BY, now=NOW, files=disk.after_crash(Survives.NOTHING))
    assert list(again.entries) == entries(4)


def test_a_new_segment_whose_name_may_not_be_on_disk_promises_nothing() -> None:
    disk = SimulatedDisk()
    journal = Journal.open(FOLDER, run=RUN, by=BY, now=NOW, files=disk)
    journal.append(entries(3))
    journal.sync()
    journal.append(entries(2, first=4))
    for broken in ("sync", "sync_folder", "sync_folder"):
        disk.fault = lambda number, call, broken=broken: BROKEN if call == broken else None
        with pytest.raises(JournalUnwritable):
            journal.sync()
    disk.fault = lambda number, call: None
    journal.sync()
    again = Journal.open(FOLDER, run=RUN, by=BY, now=NOW, files=disk.after_crash(Survives.NOTHING))
    assert list(again.entries) == entries(5)


def test_closing_puts_what_could_not_be_synced_into_a_new_segment() -> None:
    disk = SimulatedDisk()
    journal = Journal.open(FOLDER, run=RUN, by=BY, now=NOW, files=disk)
    journal.append(entries(3))
    disk.fault = lambda number, call: BROKEN if call == "sync" else None
    with pytest.raises(JournalUnwritable):
        journal.sync()
    disk.fault = lambda number, call: None
    journal.close()
    again = Journal.open(FOLDER, run=RUN, by=BY, now=NOW, files=disk.after_crash(Survives.NOTHING))
    assert list(again.entries) == entries(3)


def test_a_journal_on_a_file_system_that_takes_no_file_is_an_error_with_advice(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalUnwritable, match="cannot use the journal"):
        opened(tmp_path / "file" / "journal")


class Life(RuleBasedStateMachine):
    """A journal through appends, syncs, rotations, faults, crashes and restarts, against two lists."""

    @initialize()
    def begin(self) -> None:
        self.disk = SimulatedDisk()
        self.written: list[Entry] = []
        self.synced = 0
        self.start()

    def start(self) -> None:
        self.journal = Journal.open(FOLDER, run=RUN, by=BY, now=NOW, files=self.disk)
        found = list(self.journal.entries)
        assert found == self.written[: len(found)]
        assert len(found) >= self.synced
        self.written, self.synced = found, len(found)

    @rule(batch=st.lists(st.tuples(texts, datas), max_size=4))
    def append(self, batch: list[tuple[str, dict[str, Value]]]) -> None:
        first = self.journal.next_seq
        new = [Entry(first + i, NOW, kind, data) for i, (kind, data) in enumerate(batch)]
        try:
            self.journal.append(new)
        except JournalUnwritable:
            return
        self.written += new

    @rule()
    def sync(self) -> None:
        try:
            self.journal.sync()
        except JournalUnwritable:
            return
        self.synced = len(self.written)

    @rule()
    def rotate(self) -> None:
        try:
            self.journal.rotate()
        except JournalUnwritable:
            return
        self.synced = len(self.written)

    @rule(calls=st.sets(st.integers(0, 8)))
    def let_some_calls_fail(self, calls: set[int]) -> None:
        base = len(self.disk.calls)
        self.disk.fault = lambda number, call: BROKEN if number - base in calls and call != "close" else None

    @rule(survives=st.sampled_from(Survives))
    def crash(self, survives: Survives) -> None:
        self.disk = self.disk.after_crash(survives)
        self.start()

    @invariant()
    def numbers_go_on(self) -> None:
        assert self.journal.next_seq == len(self.written) + 1


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=60, stateful_step_count=20, deadline=None)
