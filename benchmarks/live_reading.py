"""
How well agents are read live: recordings played into tabs of a real daemon in real time, status against truth.

    python benchmarks/live_reading.py [RECORDING …]

Prints a table for each recording: at every change of the truth or of the status, what was true and what pitwall
showed, by which signal and rule. Then how much of the scored time was right, how long after the truth each
`blocked` was shown, how far apart the statuses are from what the detector says of the recording offline, and
whether `pitwall replay` tells every one of them again: at once, after a restart, and from copies of the evidence.
Exit code 1 if a `blocked` was missed or shown where there was none, or something does not agree.

Nothing is simulated but the agent, which the player `scripts/play/claude` stands in for, under its name; keys are
typed through windows, ten tabs at once.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from live_tabs import House, Played, Shown, Stage, apart, offline, path_of
from live_tabs import house as built
from recordings import Recording, Span, load

from pitwall.detect.loader import bundled_folder
from pitwall.detect.loader import load as load_rules

USUAL = (
    "claude__ask-psp__40x120",
    "claude__plan__40x120",
    "claude__trust__24x80",
    "claude__interrupt__24x80",
    "codex__plan__40x120",
    "codex__hooks-bash__40x120",
    "codex__resize-blocked__40x120",
    "gemini__two-approvals__40x120",
    "gemini__ask__40x120",
    "gemini__stall__40x120",
    "pi__two-turns__40x120",
    "pi__interrupt__40x120",
)
SCORED = ("working", "blocked", "idle")
BLOCKED_LIMIT = 1_000
"""A dialog that is not shown within so many ms counts as missed."""

APART_LIMIT = 550
"""A detection period, and what painting may hold a look up: when looks fall is chance."""


def right(span: Span, shown: Shown) -> bool:
    """Whether the status is the label's; done is idle with something new."""
    return span.label == ("idle" if shown.status == "done" else shown.status)


def at(shown: Sequence[Shown], moment: int) -> Shown:
    """What was shown then."""
    return [each for each in shown if each.at <= moment][-1]


def truth_at(recording: Recording, moment: int) -> Span:
    """What was true then."""
    return [span for span in recording.truth if span.start <= moment][-1]


def moments(played: Played) -> list[int]:
    """When anything changed."""
    return sorted({shown.at for shown in played.shown} | {span.start for span in played.recording.truth})


def stretches(played: Played) -> Iterator[tuple[int, Span, Shown]]:
    """The length of each stretch, with its truth and its status."""
    recording = played.recording
    changes = [change for change in moments(played) if change < recording.end] + [recording.end]
    for start, end in pairwise(changes):
        yield end - start, truth_at(recording, start), at(played.shown, start)


def report(played: Played) -> tuple[list[str], bool]:
    """The table, and whether every dialog was read and none was made up."""
    recording = played.recording
    lines = [f"{recording.name} ({recording.end / 1000:.1f} s)"]
    lines.append(f"{'s':>7}  {'truth':<11} {'status':<8}   {'by':<28} hint")
    for moment in moments(played):
        span, shown = truth_at(recording, moment), at(played.shown, moment)
        scored = span.label in SCORED
        mark = " " if not scored or right(span, shown) else "×"
        by = f"{shown.source} {shown.rule}".strip()
        line = (
            f"{moment / 1000:7.1f}  {span.label:<11} {shown.status or '–':<8} {mark} {by:<28} {shown.detail}"
        )
        lines.append(line.rstrip())
    pieces = [piece for piece in stretches(played) if piece[1].label in SCORED]
    total = sum(length for length, _, _ in pieces)
    good = sum(length for length, span, shown in pieces if right(span, shown))
    false = sum(length for length, span, shown in pieces if shown.status == "blocked" != span.label)
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
        if at(played.shown, span.start).status == "blocked":
            yield 0
            continue
        shown = [each.at for each in played.shown if each.status == "blocked"]
        yield next((since - span.start for since in shown if span.start <= since <= span.end), None)


def told_again(stage: Stage, played: Sequence[Played], copies: Path) -> list[str]:
    """What `pitwall replay` tells otherwise than the events did."""
    copied = stage.replayed(*stage.copied_evidence(copies))
    problems = []
    for each in played:
        told = [shown.words for shown in each.shown]
        verdicts = stage.verdicts(each)
        if stage.replayed(each.tab)[each.pane] != told or "all the same when judged again" not in verdicts:
            problems.append(f"{each.recording.name}: replay tells otherwise: {verdicts}")
        if copied[each.pane] != told:
            problems.append(f"{each.recording.name}: replay of a copy tells otherwise")
    return problems


def disagreements(house: House, names: Sequence[str]) -> tuple[list[Played], list[str]]:
    """Play recordings in a house of its own, and say what of it does not agree with what else is told of them."""
    house.start()
    stage = Stage(house)
    played = stage.play_all([load(path_of(name)) for name in names])
    rules = load_rules(bundled_folder(), Path("/nonexistent")).files
    problems = []
    for each in played:
        distance = apart(each.shown, offline(each.recording, rules), each.recording.end)
        print(f"{each.recording.name}: {distance} ms apart from offline")
        if distance > APART_LIMIT:
            problems.append(f"{each.recording.name}: {distance} ms apart from offline")
    stage.until_written(played)
    problems += told_again(stage, played, house.work / "copied")
    house.kill9()
    house.start()
    problems += [f"after a restart: {problem}" for problem in told_again(stage, played, house.work / "again")]
    return played, problems


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.strip().split("\n\n")[0])
    parser.add_argument("names", nargs="*", default=USUAL, metavar="RECORDING", help="names of recordings")
    names = parser.parse_args(argv).names
    with tempfile.TemporaryDirectory(prefix="pw-live-") as folder, built(Path(folder) / "work") as house:
        played, problems = disagreements(house, names)
    reports = [report(each) for each in played]
    print("\n\n".join("\n".join(lines) for lines, _ in reports))
    print("\n".join(problems) or "replay tells every status again: at once, after a restart, and from copies")
    return 0 if all(good for _, good in reports) and not problems else 1


if __name__ == "__main__":
    sys.exit(main())
