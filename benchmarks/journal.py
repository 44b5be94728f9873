#!/usr/bin/env python3
"""
How fast the journal is written and read, beside a plain log of JSON lines in the same run.

Prints entries a second and the ratio to JSON lines, which is what counts: the machine cancels out. What does
not wait for the disk is measured in CPU time. Give a number of entries as argument; a million must be read
within 5 s.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pitwall.events.values import Value
from pitwall.journal import framing
from pitwall.journal.entries import Entry, decode_entries
from pitwall.journal.journal import Journal

BATCH = 16
NOW = 1_767_323_045_000_000
TEXT: dict[str, Value] = {
    "pane": "0a0b0c0d0e0f2001",
    "status": "working",
    "source": "screen",
    "turn": False,
    "rule": "spinner",
}
DATA: dict[str, Value] = {**TEXT, "pane": bytes.fromhex("0a0b0c0d0e0f2001")}


@contextmanager
def timed(seconds: dict[str, float], what: str) -> Iterator[None]:
    clock = time.perf_counter if "a sync" in what else time.process_time
    began = clock()
    yield
    seconds[what] = clock() - began


def opened(folder: Path) -> Journal:
    return Journal.open(folder, run="5f1c0c9a7be24d10", by="benchmark", now=NOW)


def write_journal(folder: Path, count: int, sync: Callable[[Journal], None]) -> None:
    journal = opened(folder)
    for first in range(1, count + 1, BATCH):
        last = min(first + BATCH, count + 1)
        journal.append([Entry(seq, NOW + seq, "status.changed", DATA) for seq in range(first, last)])
        sync(journal)
    journal.close()


def write_lines(path: Path, count: int, *, sync: bool) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for first in range(1, count + 1, BATCH):
        batch = [
            json.dumps({"seq": seq, "at": NOW + seq, "type": "status.changed", "data": TEXT})
            for seq in range(first, min(first + BATCH, count + 1))
        ]
        os.write(descriptor, ("\n".join(batch) + "\n").encode())
        if sync:
            os.fdatasync(descriptor)
    os.fdatasync(descriptor)
    os.close(descriptor)


def read_lines(path: Path) -> int:
    with path.open(encoding="utf-8") as file:
        return len([json.loads(line) for line in file])


def rotate_when_large(journal: Journal) -> None:
    """Sync once a segment, as when nobody waits for the disk."""
    if journal.next_seq % (BATCH * 2000) == 1:
        journal.sync()


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seconds: dict[str, float] = {}
    durable = max(count // 20, BATCH)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        lines = folder / "lines.json"
        with timed(seconds, "write"):
            write_journal(folder / "journal", count, rotate_when_large)
        with timed(seconds, "write lines"):
            write_lines(lines, count, sync=False)
        with timed(seconds, "write, a sync every 16"):
            write_journal(folder / "synced", durable, Journal.sync)
        with timed(seconds, "write lines, a sync every 16"):
            write_lines(folder / "synced.json", durable, sync=True)
        segments = [path.read_bytes() for path in sorted((folder / "journal").glob("[0-9]*.cborseq"))]
        with timed(seconds, "scan"):
            scans = [framing.scan(data) for data in segments]
        with timed(seconds, "scan and decode"):
            scans = [framing.scan(data) for data in segments]
            decoded = [decode_entries([s.body(i) for i in range(1, len(s))]) for s in scans]
        assert sum(map(len, decoded)) == count
        del decoded
        with timed(seconds, "open (recover all)"):
            journal = opened(folder / "journal")
        assert len(journal.entries) == count
        journal.close()
        with timed(seconds, "read lines"):
            assert read_lines(lines) == count
        sizes = sum(map(len, segments)), lines.stat().st_size

    print(f"{count} entries of {sizes[0] // count} bytes, JSON lines of {sizes[1] // count}")
    print(f"{'':30} {'entries/s':>10} {'to JSON lines':>14}")
    for what, many, beside in (
        ("write", count, "write lines"),
        ("write, a sync every 16", durable, "write lines, a sync every 16"),
        ("scan", count, "read lines"),
        ("scan and decode", count, "read lines"),
        ("open (recover all)", count, "read lines"),
    ):
        print(f"{what:30} {many / seconds[what]:10.0f} {seconds[what] / seconds[beside]:13.2f}x")
    print(
        f"a million entries are recovered in {seconds['open (recover all)'] / count * 1e6:.1f} s (budget: 5)"
    )


if __name__ == "__main__":
    main()
