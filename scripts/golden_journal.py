#!/usr/bin/env python3
"""
Write the golden journals of this version into ``journal/golden/v<schema>/``.

A golden journal that exists is never written again: what a released version wrote must stay readable as it
was. Run this for a new schema, or to add a journal to the newest one, and commit what it writes.
"""

import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pitwall.events.values import Value
from pitwall.journal.entries import Entry
from pitwall.journal.header import SCHEMA, Header
from pitwall.journal.journal import Journal
from pitwall.journal.segments import read_segment, segment_firsts, segment_name
from pitwall.journal.verify import FileVerdict, verify

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "journal" / "golden" / f"v{SCHEMA}"
BEGAN = 1_767_323_045_000_000
RUN, NEXT_RUN = "5f1c0c9a7be24d10", "5f1c0c9a7be24d11"
BOOT = "2f0f7a6e-9d0b-4c52-8f0e-3f9f1f4f7a11"
SESSION, TAB, LOST = (bytes.fromhex(f"0a0b0c0d0e0f10{n:02x}") for n in (1, 2, 3))
PANE, LOST_PANE = (bytes.fromhex(f"0a0b0c0d0e0f20{n:02x}") for n in (1, 2))


def facts() -> list[tuple[str, dict[str, Value]]]:
    """A short day: an agent works, asks and ends; a command runs while the daemon is killed."""
    started: dict[str, Value] = {"pane": PANE, "tab": TAB, "pid": 4242, "began": 987_654, "boot": BOOT}
    status: dict[str, Value] = {"pane": PANE, "source": "screen", "turn": False}
    return [
        ("run.started", {"run": bytes.fromhex(RUN), "version": "0.1.0", "boot": BOOT}),
        ("session.opened", {"session": SESSION, "name": "größe"}),
        ("tab.opened", {"tab": TAB, "session": SESSION, "title": "", "detached": False}),
        (
            "pane.opened",
            {
                "pane": PANE,
                "tab": TAB,
                "argv": ["claude", "--model", "opus", b"caf\xe9"],
                "program": "/usr/local/bin/claude",
                "cwd": b"/home/ana/\xff",
                "rows": 24,
                "cols": 80,
                "expected": "claude",
            },
        ),
        ("pane.started", started),
        ("agent.seen", {"pane": PANE, "kind": "claude", "pid": 4242, "began": 987_654}),
        ("agent.known", {"pane": PANE, "agent": "claude", "session": "0d4c4f4e-7b0e-4f6a-8f45-9c9f3d0f7b62"}),
        ("status.changed", {**status, "status": "working", "rule": "spinner"}),
        ("pane.titled", {"pane": PANE, "title": "✳ tests 🧪"}),
        ("status.changed", {**status, "status": "blocked", "rule": "approval", "detail": "Run `make`?"}),
        ("status.changed", {**status, "status": "idle", "turn": True}),
        ("pane.exited", {"pane": PANE, "code": 0}),
        ("tab.opened", {"tab": LOST, "session": SESSION, "title": "build", "detached": True, "group": "ci"}),
        ("pane.started", {"pane": LOST_PANE, "tab": LOST, "pid": 4300, "began": 2**33, "boot": BOOT}),
        ("run.started", {"run": bytes.fromhex(NEXT_RUN), "version": "0.1.0", "boot": BOOT}),
        ("pane.exited", {"pane": LOST_PANE, "code": None}),
        ("pane.exited", {"pane": PANE, "code": -9}),
        ("tab.closed", {"tab": TAB, "why": "killed"}),
        ("tab.forgotten", {"tab": TAB}),
    ]


def entries(first: int, last: int) -> list[Entry]:
    """The facts numbered ``first`` to ``last``, one every second and a bit."""
    told = facts()
    return [Entry(seq, BEGAN + seq * 1_000_777, *told[seq - 1]) for seq in range(first, last + 1)]


def write(folder: Path) -> None:
    """Two segments, the second begun where the first was full."""
    journal = Journal.open(folder, run=RUN, by="pitwall 0.1.0", now=BEGAN)
    journal.append(entries(1, 12))
    journal.rotate()
    journal.append(entries(13, 19))
    journal.close()


def tear(folder: Path) -> None:
    """The last record was not written to its end."""
    path = folder / segment_name(13)
    path.write_bytes(path.read_bytes()[:-7])


def damage(folder: Path) -> None:
    """One bit of entry 5 is wrong."""
    path = folder / segment_name(1)
    data = bytearray(path.read_bytes())
    data[read_segment(1, bytes(data)).end(5) + 20] ^= 0x01
    path.write_bytes(data)


def replace(folder: Path) -> None:
    """The first segment goes on behind where the second says that it continues it."""
    path = folder / segment_name(1)
    path.write_bytes(path.read_bytes() + b"\x82\x44void")


JOURNALS = {"whole": (), "torn": (tear,), "damaged": (damage,), "replaced": (replace,)}


def plain(value: object) -> object:
    """``value`` for JSON: bytes as text such as ``h'0aff'``, the notation of RFC 8949."""
    if isinstance(value, bytes):
        return f"h'{value.hex()}'"
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def told(many: Iterable[Entry]) -> list[object]:
    return [{"seq": e.seq, "at": e.at, "type": e.type, "data": plain(e.data)} for e in many]


def about(file: FileVerdict) -> dict[str, object]:
    """What is to be found of one file."""
    segment = read_segment(int(file.path.stem), file.path.read_bytes())
    header = segment.header
    assert isinstance(header, Header)
    return {
        "file": file.path.name,
        "verdict": file.verdict.value,
        "good": file.good,
        "entries": file.entries,
        "header": {
            "schema": header.schema,
            "segment": header.segment,
            "first": header.first,
            "prev": header.previous,
            "run": plain(header.run),
            "made": header.made,
            "by": header.by,
        },
        "salvageable": told(file.salvageable),
    }


def expected(folder: Path) -> dict[str, object]:
    """All that a reader of the journal in ``folder`` must find."""
    found = verify(folder)
    segments = [
        read_segment(f, (folder / segment_name(f)).read_bytes()) for f in segment_firsts(names(folder))
    ]
    held = {file.path.name: file.entries for file in found.files}
    kept = [e for s in segments for e in s.entries[: held[segment_name(s.first)]]]
    return {"files": [about(file) for file in found.files], "entries": told(kept)}


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def main() -> None:
    """Write those golden journals that there are not yet."""
    for name, changes in JOURNALS.items():
        target = GOLDEN / name
        if target.exists():
            print(f"{target.relative_to(ROOT)} stays as it is")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            write(folder)
            for change in changes:
                change(folder)
            target.mkdir(parents=True)
            for path in sorted(folder.glob("*.cborseq")):
                (target / path.name).write_bytes(path.read_bytes())
            text = json.dumps(expected(folder), ensure_ascii=False, indent=1)
            (target / "expected.json").write_text(text + "\n", encoding="utf-8")
        print(f"{target.relative_to(ROOT)} written")


if __name__ == "__main__":
    main()
