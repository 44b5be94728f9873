#!/usr/bin/env python3
"""
How fast the journal is written and read, beside a plain log of JSON lines in the same run.

Prints entries a second and the ratio to JSON lines, which is what counts: the machine cancels out. What does
not wait for the disk is measured in CPU time. Give a number of entries as argument; a million must be read
within 5 s. Last comes what a daemon makes of as many facts at its start, with a snapshot and without one.
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
from pitwall.folded import Opened, open_journal, save_snapshot
from pitwall.journal import framing
from pitwall.journal.entries import Entry, decode_entries
from pitwall.journal.journal import Journal

BATCH = 16
TABS = 20
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


def write_facts(folder: Path, count: int) -> None:
    """The facts of a session with twenty tabs, whose statuses change over and over."""
    journal = opened(folder)
    facts: list[tuple[str, dict[str, Value]]] = [("session.opened", {"session": number(0), "name": "main"})]
    for tab in range(1, TABS + 1):
        about: dict[str, Value] = {"session": number(0), "title": f"tab {tab}", "detached": False}
        pane: dict[str, Value] = {"argv": ["claude"], "program": "/usr/bin/claude", "cwd": "/srv"}
        facts.append(("tab.opened", {"tab": number(tab), **about}))
        facts.append(
            ("pane.opened", {"pane": number(tab), "tab": number(tab), **pane, "rows": 40, "cols": 120})
        )
    facts += [
        ("status.changed", {**DATA, "pane": number(1 + seq % TABS), "turn": seq % 3 == 0})
        for seq in range(len(facts), count)
    ]
    for first in range(0, count, BATCH):
        some = enumerate(facts[first : first + BATCH], first + 1)
        journal.append([Entry(seq, NOW + seq, kind, data) for seq, (kind, data) in some])
        rotate_when_large(journal)
    journal.close()


def number(n: int) -> bytes:
    return n.to_bytes(8, "big")


def start(folder: Path) -> Opened:
    """What a daemon does with its journal when it starts."""
    begun = open_journal(folder, run="5f1c0c9a7be24d10", by="benchmark", now=NOW)
    begun.journal.close()
    return begun


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
        del segments, scans
        write_facts(folder / "facts", count)
        with timed(seconds, "start"):
            without = start(folder / "facts")
        begun = open_journal(folder / "facts", run="5f1c0c9a7be24d10", by="benchmark", now=NOW)
        with timed(seconds, "keep"):
            save_snapshot(begun.journal, begun.state)
        begun.journal.close()
        with timed(seconds, "start with a snapshot"):
            again = start(folder / "facts")
        assert (again.folded, again.state) == (0, without.state)

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
    slow, quick, keep = (seconds[what] for what in ("start", "start with a snapshot", "keep"))
    print(
        f"{count} facts are read and folded in {slow * 1000:.0f} ms, with a snapshot in {quick * 1000:.0f} ms,"
    )
    print(
        f"which is {quick / slow:.4f} of that (limit 0.05); to write the snapshot takes {keep * 1000:.0f} ms"
    )
    print(
        f"a million entries are recovered in {seconds['open (recover all)'] / count * 1e6:.1f} s (budget: 5)"
    )


if __name__ == "__main__":
    main()
