"""
What evidence costs: bytes for an hour of an agent that works all the time, and how long the budget lasts.

    python benchmarks/evidence.py [RECORDING …]

A recording's working stretch is played again and again until an hour of it has been read, at the product's cadence;
what the detector takes in and says is written by the lane's own writer. The bytes before compression are the
measure: what repeats itself so often compresses better than what real work writes.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from recordings import SUFFIX, Recording, load, play

from pitwall.detect.loader import bundled_folder
from pitwall.detect.loader import load as load_rules
from pitwall.detector import Detector, Taken
from pitwall.events.ids import PaneId
from pitwall.evidence.records import Encoder, Item, StatusRead
from pitwall.journal.entries import Entry
from pitwall.journal.evidence import DEFAULT_BUDGET, EvidenceFiles, segments

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "recordings"
USUAL = (
    "claude__stall__24x80",
    "claude__slow__40x120",
    "codex__slow__40x120",
    "gemini__slow__40x120",
    "pi__slow__40x120",
)
HOUR_MS = 3_600_000
PANE = PaneId("00000000000000aa")


class Recorded(Detector):
    """A detector that keeps what it takes in and says."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[Item] = []

    def take(self, item: Taken) -> None:
        super().take(item)
        self.items.append(item)
        said = StatusRead.of(self.shown, item.at)
        last = next((each for each in reversed(self.items) if isinstance(each, StatusRead)), None)
        if last is None or replace(last, at=item.at) != said:
            self.items.append(said)


def working(recording: Recording, items: Sequence[Item]) -> tuple[list[Item], int]:
    """What was recorded in the longest working stretch, and its length, ms."""
    span = max(
        (span for span in recording.truth if span.label == "working"), key=lambda span: span.end - span.start
    )
    return [item for item in items if span.start <= item.at < span.end], span.end - span.start


def hour(recording: Recording, folder: Path) -> tuple[int, int, int]:
    """An hour's bytes on the disk, its samples, and its bytes before compression."""
    rules = load_rules(bundled_folder(), Path("/nonexistent")).files
    detector = Recorded()
    play(recording, rules, own_words=True, detector=detector)
    items, length = working(recording, detector.items)
    files = EvidenceFiles(folder, run="00" * 8, by="benchmark", now=0)
    encoder = Encoder()
    plain = samples = 0
    for round_ in range(HOUR_MS // length + 1):
        entries = []
        for item in items:
            moved = replace(item, at=item.at + round_ * length)
            kind, data = encoder.encode(PANE, 1000, moved)
            samples += kind == "screen.sampled"
            entries.append(Entry(files.next_seq + len(entries), moved.at * 1000, kind, data))
        files.append(entries)
        if files.full:
            plain += sum(path.stat().st_size for path in segments(folder) if path.suffix != ".gz")
            files.close_segment()
            encoder = Encoder()
    plain += sum(path.stat().st_size for path in segments(folder) if path.suffix != ".gz")
    files.close_segment()
    return sum(path.stat().st_size for path in segments(folder)), samples, plain


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.strip().split("\n\n")[0])
    parser.add_argument("names", nargs="*", default=USUAL, metavar="RECORDING", help="names of recordings")
    for name in parser.parse_args(argv).names:
        with tempfile.TemporaryDirectory() as folder:
            began = time.process_time()
            size, samples, plain = hour(load(FOLDER / f"{name}{SUFFIX}"), Path(folder))
            took = time.process_time() - began
        print(
            f"{name}: {plain / 1e6:.1f} MB an hour, {size / 1e6:.2f} MB compressed; {samples} screens; "
            f"the budget of {DEFAULT_BUDGET >> 20} MiB lasts {DEFAULT_BUDGET / plain:,.0f} such hours "
            f"uncompressed; {100 * took / 3600:.2f}% of a core"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
