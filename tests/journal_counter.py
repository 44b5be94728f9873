"""A journal whose entries add up to a sum, with snapshots of it: what a daemon is to its state, without the daemon."""

from dataclasses import replace
from pathlib import Path

from journal_samples import BY, NOW, RUN, entries
from simulated_disk import SimulatedDisk

from pitwall.events.values import Value
from pitwall.journal import encoding
from pitwall.journal.journal import Journal
from pitwall.journal.segments import segment_name
from pitwall.journal.snapshots import (
    Reader,
    Snapshot,
    snapshot_name,
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


def about_of(data: bytes) -> dict[str, Value]:
    length = int.from_bytes(data[7:11], "big")
    value = encoding.decode(data[11 : 11 + length])
    assert isinstance(value, list)
    return dict(value[1])
