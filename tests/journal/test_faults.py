"""A disk that fails or a program that ends, at each single call: what was synced is there, nothing is invented."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from journal_samples import BY, NOW, RUN, entries, segment_records
from simulated_disk import BROKEN, NO_SPACE, Crash, Fault, Short, SimulatedDisk, Survives

from pitwall.errors import JournalUnwritable
from pitwall.journal.entries import Entry
from pitwall.journal.journal import Journal

T = TypeVar("T")

FOLDER = Path("/home/ana/.pitwall/journal")
FIRST, SECOND = FOLDER / "0000000001.cborseq", FOLDER / "0000000005.cborseq"


def opened(disk: SimulatedDisk) -> Journal:
    return Journal.open(FOLDER, run=RUN, by=BY, now=NOW, files=disk)


class Daemon:
    """Writes entries as a daemon does, and keeps what it may have told to somebody."""

    def __init__(self, disk: SimulatedDisk) -> None:
        self.disk = disk
        self.written: list[Entry] = []
        self.synced: list[Entry] = []

    def work(self) -> None:
        journal = patiently(lambda: opened(self.disk))
        self.written = list(journal.entries)
        self.synced = list(journal.entries)
        for number, size in enumerate([3, 1, 4, 2, 1, 2]):
            batch = entries(size, journal.next_seq)
            self.written += batch
            patiently(lambda new=batch: journal.append(new))
            if number != 3:
                patiently(lambda new=batch: commit(journal, new))
                self.synced = list(self.written)
            if number in (1, 4):
                patiently(journal.rotate)
        journal.close()


def commit(journal: Journal, batch: list[Entry]) -> None:
    """What is done again and again until it works."""
    journal.append([entry for entry in batch if entry.seq >= journal.next_seq])
    journal.sync()


def patiently(call: Callable[[], T]) -> T:
    """The call's answer, asked for again while the journal cannot be written."""
    last = AssertionError("never")
    for _ in range(40):
        try:
            return call()
        except JournalUnwritable as error:
            last = error  # type: ignore[assignment]
    raise last


def check(disk: SimulatedDisk, daemon: Daemon) -> None:
    """The next start finds all that was synced and nothing that was not written, and can go on."""
    journal = opened(disk)
    found = list(journal.entries)
    assert found[: len(daemon.synced)] == daemon.synced
    assert found == daemon.written[: len(found)]
    more = entries(2, journal.next_seq)
    journal.append(more)
    journal.sync()
    again = opened(disk.after_crash(Survives.NOTHING))
    assert list(again.entries) == found + more
    assert again.findings == ()


def calls_of_work() -> int:
    disk = SimulatedDisk()
    Daemon(disk).work()
    return len(disk.calls)


CALLS = calls_of_work()


@pytest.mark.parametrize("survives", Survives)
def test_a_crash_at_any_call_loses_nothing_that_was_synced(survives: Survives) -> None:
    assert CALLS > 30
    for number in range(CALLS):
        disk = SimulatedDisk()
        disk.crash_at = number
        daemon = Daemon(disk)
        with pytest.raises(Crash):
            daemon.work()
        check(disk.after_crash(survives), daemon)


def once(at: int, fault: Fault) -> Callable[[int, str], Fault | None]:
    return lambda number, call: fault if number == at and fails(call, fault) else None


def fails(call: str, fault: Fault) -> bool:
    """Whether a call can fail in this way."""
    if isinstance(fault, Short):
        return call == "write"
    if fault is NO_SPACE:
        return call in ("create", "write", "sync", "replace", "sync_folder", "make_folder")
    return call != "close"


@pytest.mark.parametrize("fault", [NO_SPACE, BROKEN, Short()], ids=["ENOSPC", "EIO", "short"])
def test_a_fault_at_any_call_loses_nothing_that_was_synced(fault: Fault) -> None:
    for number in range(CALLS):
        disk = SimulatedDisk()
        disk.fault = once(number, fault)
        daemon = Daemon(disk)
        daemon.work()
        assert daemon.synced == daemon.written == entries(13)
        for survives in (Survives.NOTHING, Survives.EVERYTHING):
            check(disk.after_crash(survives), daemon)


@pytest.mark.parametrize("fault", [NO_SPACE, BROKEN, Short()], ids=["ENOSPC", "EIO", "short"])
def test_a_crash_soon_behind_a_fault_loses_nothing_that_was_synced(fault: Fault) -> None:
    for number in range(CALLS):
        for behind in range(1, 9):
            disk = SimulatedDisk()
            disk.fault = once(number, fault)
            disk.crash_at = number + behind
            daemon = Daemon(disk)
            try:
                daemon.work()
            except Crash:
                pass
            for survives in (Survives.NOTHING, Survives.EVERYTHING, Survives.HOLES):
                check(disk.after_crash(survives), daemon)


@pytest.mark.parametrize("fault", [NO_SPACE, BROKEN, Short()], ids=["ENOSPC", "EIO", "short"])
def test_a_disk_that_fails_for_a_while_is_written_again_when_it_works(fault: Fault) -> None:
    for number in range(0, CALLS, 3):
        disk = SimulatedDisk()
        disk.fault = lambda at, call, n=number: fault if n <= at < n + 25 and fails(call, fault) else None
        daemon = Daemon(disk)
        daemon.work()
        assert daemon.synced == entries(13)
        check(disk.after_crash(Survives.NOTHING), daemon)


def test_a_full_disk_takes_nothing_and_says_what_to_do() -> None:
    disk = SimulatedDisk()
    journal = opened(disk)
    journal.append(entries(3))
    journal.sync()
    before = disk[FIRST]
    for fault in (NO_SPACE, Short()):
        disk.fault = lambda number, call, fault=fault: fault if call == "write" else None
        with pytest.raises(JournalUnwritable, match=r"(?i)no space left|disk is full.*free some space"):
            journal.append(entries(2, first=4))
        assert disk[FIRST] == before
        assert journal.next_seq == 4


def test_a_file_whose_sync_failed_is_never_synced_again() -> None:
    disk = SimulatedDisk()
    journal = opened(disk)
    journal.append(entries(4))
    journal.sync()
    journal.append(entries(2, first=5))
    disk.fault = lambda number, call: BROKEN if call == "sync" else None
    with pytest.raises(JournalUnwritable):
        journal.sync()
    disk.fault = lambda number, call: None
    journal.sync()
    assert [path.name for path in disk.names_on_disk] == [FIRST.name, SECOND.name]
    assert list(opened(disk.after_crash(Survives.NOTHING)).entries) == entries(6)


def two_segments() -> dict[Path, bytes]:
    disk = SimulatedDisk()
    journal = opened(disk)
    journal.append(entries(4))
    journal.rotate()
    journal.append(entries(4, first=5))
    journal.close()
    return {path: file.content for path, file in disk.live.items()}


def changed(path: Path, change: Callable[[bytes], bytes]) -> dict[Path, bytes]:
    files = two_segments()
    files[path] = change(files[path])
    return files


def flip(data: bytes) -> bytes:
    """Damage in entry 2 of the segment."""
    place = sum(map(len, segment_records(entries(1)))) + 15
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


DISASTERS = {
    "torn tail": (changed(SECOND, lambda data: data[:-3]), 7),
    "zeros behind the end": (changed(SECOND, lambda data: data + bytes(700)), 8),
    "damage in the last segment": (changed(SECOND, flip), 5),
    "damage in an earlier segment": (changed(FIRST, flip), 1),
    "no header in the last segment": (changed(SECOND, lambda data: b"\0" * 9 + data[9:]), 4),
    "no header in the first segment": (changed(FIRST, lambda data: b"\0" * 9 + data[9:]), 0),
    "empty last segment": (changed(SECOND, lambda data: b""), 4),
    "header of the last segment half written": (changed(SECOND, lambda data: data[:40]), 4),
    "first segment torn": (changed(FIRST, lambda data: data[:-3]), 3),
    "an unfinished file": ({**two_segments(), FOLDER / "0000000009.cborseq.new": b"\x82"}, 8),
}


@pytest.mark.parametrize("disaster", DISASTERS)
def test_a_crash_at_any_call_of_a_recovery_changes_nothing_of_its_outcome(disaster: str) -> None:
    files, expected = DISASTERS[disaster]
    disk = SimulatedDisk(files)
    opened(disk)
    for survives in Survives:
        for number in range(len(disk.calls)):
            first = SimulatedDisk(files)
            first.crash_at = number
            with pytest.raises(Crash):
                opened(first)
            second = first.after_crash(survives)
            assert list(opened(second).entries) == entries(expected)
            third = opened(second.after_crash(Survives.NOTHING))
            assert list(third.entries) == entries(expected)
            assert third.findings == ()


@pytest.mark.parametrize("disaster", DISASTERS)
def test_a_recovery_keeps_every_byte_somewhere(disaster: str) -> None:
    files, _ = DISASTERS[disaster]
    disk = SimulatedDisk(files)
    opened(disk)
    kept = [file.content for file in disk.after_crash(Survives.NOTHING).live.values()]
    for path, data in files.items():
        if path.suffix == ".cborseq":
            whole = any(data in other for other in kept)
            start = disk.live[path].content if path in disk.live else b""
            split = data.startswith(start) and any(other == data[len(start) :] for other in kept)
            assert whole or split
