"""
How well agents are read live: recordings played into tabs of a real daemon in real time, status against truth.

    python benchmarks/live_reading.py [RECORDING …]

Prints a table for each recording: at every change of the truth or of the status, what was true and what pitwall
showed, by which signal and rule. Then how much of the scored time was right, and how long after the truth each
`blocked` was shown. Exit code 1 if a `blocked` was missed or shown where there was none.

Nothing is simulated but the agent, which the player `scripts/play/claude` stands in for.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from recordings import SUFFIX, Recording, Span, load

CHECKOUT = Path(__file__).resolve().parent.parent
PLAYER = CHECKOUT / "scripts" / "play" / "claude"
FOLDER = CHECKOUT / "tests" / "recordings"
USUAL = (
    "claude__bash-approve__40x120",
    "claude__say__24x80",
    "claude__adv-text__40x120",
    "claude__trust__24x80",
)
SCORED = ("working", "blocked", "idle")
BLOCKED_LIMIT = 1_000
"""A dialog that is not shown within so many ms counts as missed."""

BLOCKED_CODE = 2
"""How a wait for anything else ends at a dialog."""
LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Shown:
    """A status from ``at`` on, ms of the recording's time."""

    at: int
    status: str
    source: str = ""
    rule: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """What was shown while a recording was played."""

    recording: Recording
    shown: tuple[Shown, ...]

    def at(self, ms: int) -> Shown:
        """What was shown then."""
        return [shown for shown in self.shown if shown.at <= ms][-1]

    def truth_at(self, ms: int) -> Span:
        """What was true then."""
        return [span for span in self.recording.truth if span.start <= ms][-1]

    def moments(self) -> list[int]:
        """When anything changed."""
        return sorted({shown.at for shown in self.shown} | {span.start for span in self.recording.truth})

    def stretches(self) -> Iterator[tuple[int, Span, Shown]]:
        """The length of each stretch, with its truth and its status."""
        moments = [at for at in self.moments() if at < self.recording.end] + [self.recording.end]
        for start, end in pairwise(moments):
            yield end - start, self.truth_at(start), self.at(start)


def right(span: Span, shown: Shown) -> bool:
    """Whether the status is the label's; done is idle with something new."""
    return span.label == ("idle" if shown.status == "done" else shown.status)


class Home:
    """A throwaway home with a daemon."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pw-live-"))
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PITWALL_")}
        self.environment = kept | {"PITWALL_HOME": str(self.folder)}

    def pitwall(self, *argv: str) -> str:
        """What a command prints."""
        return self.run(*argv).stdout

    def run(self, *argv: str) -> subprocess.CompletedProcess[str]:
        """A command, run to its end."""
        command = [sys.executable, "-P", "-m", "pitwall.cli.thin", *argv]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)

    def play(self, recording: Recording) -> Played:
        """Play a recording into a tab, in real time, to its end."""
        began = self.folder / f"began-{recording.name}"
        size = f"{recording.rows}x{recording.cols}"
        file = FOLDER / f"{recording.name}{SUFFIX}"
        player = (sys.executable, str(PLAYER), str(file), "--began", str(began))
        tab = json.loads(self.pitwall("new", "--json", "--size", size, "--", *player))
        while self.run("wait", tab["id"], "--until", "exit").returncode == BLOCKED_CODE:
            time.sleep(LOOK_SECONDS)
        return Played(recording, tuple(self.statuses(tab["id"], int(began.read_text()))))

    def statuses(self, tab: str, began: int) -> Iterator[Shown]:
        """The statuses that the tab's facts tell of."""
        yield Shown(0, "")
        panes = set()
        for line in self.pitwall("events", "--json").splitlines():
            event = json.loads(line)
            fields: Mapping[str, str] = event["data"]
            if event["type"] == "pane.opened" and fields["tab"] == tab:
                panes.add(fields["pane"])
            if event["type"] == "status.changed" and fields["pane"] in panes:
                words = (fields.get(name, "") for name in ("status", "source", "rule", "detail"))
                yield Shown(max(0, (event["at"] - began) // 1000), *words)

    def close(self) -> None:
        """Stop the daemon and remove everything."""
        self.pitwall("daemon", "stop", "-f")
        shutil.rmtree(self.folder, ignore_errors=True)


def report(played: Played) -> tuple[list[str], bool]:
    """The table, and whether every dialog was read and none was made up."""
    recording = played.recording
    lines = [f"{recording.name} ({recording.end / 1000:.1f} s)"]
    lines.append(f"{'s':>7}  {'truth':<11} {'status':<8}   {'by':<28} hint")
    for at in played.moments():
        span, shown = played.truth_at(at), played.at(at)
        scored = span.label in SCORED
        mark = " " if not scored or right(span, shown) else "×"
        by = f"{shown.source} {shown.rule}".strip()
        line = f"{at / 1000:7.1f}  {span.label:<11} {shown.status or '–':<8} {mark} {by:<28} {shown.detail}"
        lines.append(line.rstrip())
    stretches = [piece for piece in played.stretches() if piece[1].label in SCORED]
    total = sum(length for length, _, _ in stretches)
    good = sum(length for length, span, shown in stretches if right(span, shown))
    false = sum(length for length, span, shown in stretches if shown.status == "blocked" != span.label)
    lines.append(
        f"right: {100 * good / total:.1f}% of {total / 1000:.1f} s; false blocked: {false / 1000:.1f} s"
    )
    delays = list(blocked_delays(played))
    missed = any(delay is None or delay > BLOCKED_LIMIT for delay in delays)
    lines += [
        "blocked: " + ("never shown" if delay is None else f"shown after {delay} ms") for delay in delays
    ]
    return lines, not missed and not false


def blocked_delays(played: Played) -> Iterator[int | None]:
    """How long after each dialog's beginning it was shown; before it counts as at once."""
    for span in played.recording.truth:
        if span.label != "blocked":
            continue
        if played.at(span.start).status == "blocked":
            yield 0
            continue
        shown = [shown.at for shown in played.shown if shown.status == "blocked" and shown.at <= span.end]
        yield next((at - span.start for at in shown if at >= span.start), None)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.strip().split("\n\n")[0])
    parser.add_argument("names", nargs="*", default=USUAL, metavar="RECORDING", help="names of recordings")
    names = parser.parse_args(argv).names
    recordings = [load(FOLDER / f"{name}{SUFFIX}") for name in names]
    home = Home()
    try:
        home.pitwall("daemon", "start")
        with ThreadPoolExecutor(len(recordings)) as tabs:
            reports = [report(played) for played in tabs.map(home.play, recordings)]
    finally:
        home.close()
    print("\n\n".join("\n".join(lines) for lines, _ in reports))
    return 0 if all(good for _, good in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
