"""
How well agents are read: recordings with known truth, through the terminal and the detector, scored.

    python benchmarks/reading.py FOLDER [--rules DIR] [--own-words] [--kinds claude,codex] [--names GLOB] [--wrong]
    python benchmarks/reading.py FOLDER --show NAME

Time counts as right when the status is the label's (done counts as idle). A blocked stretch is missed when no
`blocked` is shown within 1.0 s of its start. Stretches in the folder's `doubts.json` are left out.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path

from recordings import SUFFIX, Playing, Recording, Span, has_hooks, load, ms, play

from pitwall.detect.loader import bundled_folder
from pitwall.detect.loader import load as load_rules
from pitwall.detect.rules import RuleFile
from pitwall.state.status import Shown

SCORED = ("working", "blocked", "idle")
LATE_MS = 1_000
STUCK_MS = 2_000
ECHO_MS = 1_200
"""In a menu, working so shortly after output is not scored."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch in which neither label nor status changes; ms."""

    start: int
    end: int
    span: Span
    shown: Shown

    @property
    def length(self) -> int:
        """Its duration."""
        return self.end - self.start

    def __str__(self) -> str:
        shown = self.shown
        by = shown.rule or shown.source
        return (
            f"{self.start / 1000:7.2f}–{self.end / 1000:<7.2f} {self.span.label:8} read {shown.status} ({by})"
        )


@dataclass(frozen=True, slots=True)
class Score:
    """What one recording showed; ms."""

    name: str
    kind: str
    right: Mapping[str, int]
    length: Mapping[str, int]
    blocked: int
    missed: tuple[Piece, ...]
    false_blocked: tuple[Piece, ...]
    stuck: tuple[Piece, ...]
    wrong: tuple[Piece, ...]


def pieces(recording: Recording, playing: Playing, doubts: tuple[Span, ...]) -> Iterator[Piece]:
    """The recording cut wherever label, status or doubt changes; doubtful stretches left out."""
    cuts = {0, recording.end, *(at for at, _ in playing.shown)}
    cuts |= {at for span in (*recording.truth, *doubts) for at in (span.start, span.end)}
    cuts |= {at for output in playing.outputs for at in (output, output + ECHO_MS)}
    ordered = sorted(at for at in cuts if at <= recording.end)
    shown = iter([*playing.shown, (recording.end + 1, Shown())])
    _, now = next(shown)
    at, following = next(shown)
    for start, end in pairwise(ordered):
        while at <= start:
            now = following
            at, following = next(shown, (recording.end + 1, now))
        span = next((span for span in recording.truth if span.start <= start < span.end), None)
        if span is not None and not any(doubt.start <= start < doubt.end for doubt in doubts):
            yield Piece(start, end, span, now)


def score(recording: Recording, playing: Playing, doubts: tuple[Span, ...] = ()) -> Score:
    """The recording's score."""
    right: dict[str, int] = defaultdict(int)
    length: dict[str, int] = defaultdict(int)
    wrong: list[Piece] = []
    seen_blocked: dict[Span, int] = {}
    outputs = frozenset(playing.outputs)
    before = "idle"
    last_output = -ECHO_MS
    for piece in pieces(recording, playing, doubts):
        span, status = piece.span, _status(piece.shown)
        last_output = piece.start if piece.start in outputs else last_output
        if span.label in SCORED:
            before = span.label
        if span.label == "blocked":
            first = piece.start - span.start if status == "blocked" else sys.maxsize
            seen_blocked[span] = min(seen_blocked.get(span, sys.maxsize), first)
        if span.label == "menu":
            if status == "working" and before != "working" and piece.start < last_output + ECHO_MS:
                continue
            good = status in ("unknown", before)
        elif span.label == "noagent":
            good = status not in ("working", "blocked") or piece.shown == Shown()
        elif span.label in SCORED:
            good = status == span.label
        else:
            continue
        length[span.label] += piece.length
        right[span.label] += piece.length * good
        if not good:
            wrong.append(piece)
    merged = tuple(_merged(wrong))
    return Score(
        name=recording.name,
        kind=recording.kind,
        right=right,
        length=length,
        blocked=len(seen_blocked),
        missed=tuple(
            Piece(span.start, span.end, span, _at(playing, span.start + LATE_MS))
            for span, after in seen_blocked.items()
            if after > LATE_MS
        ),
        false_blocked=tuple(piece for piece in merged if piece.shown.status == "blocked"),
        stuck=tuple(
            piece
            for piece in merged
            if piece.shown.status == "working" and piece.span.label != "menu" and piece.length > STUCK_MS
        ),
        wrong=merged,
    )


def _status(shown: Shown) -> str:
    return "idle" if shown.status == "done" else shown.status


def _at(playing: Playing, at: int) -> Shown:
    return [shown for since, shown in playing.shown if since <= at][-1]


def _merged(found: list[Piece]) -> Iterator[Piece]:
    """The pieces, those that only output or a new rule cut apart put together."""
    whole: Piece | None = None
    for piece in found:
        if whole and whole.end == piece.start and whole.span == piece.span and whole.shown == piece.shown:
            whole = Piece(whole.start, piece.end, piece.span, piece.shown)
            continue
        if whole:
            yield whole
        whole = piece
    if whole:
        yield whole


def doubts_of(folder: Path) -> Mapping[str, tuple[Span, ...]]:
    """Stretches to leave out, by recording: the agent showed nothing of what the label says."""
    file = folder / "doubts.json"
    found: dict[str, tuple[Span, ...]] = defaultdict(tuple)
    for doubt in json.loads(file.read_text("utf-8")) if file.is_file() else ():
        found[doubt["rec"]] += (Span(ms(doubt["from"]), ms(doubt["to"]), "doubt", doubt["why"]),)
    return found


@dataclass(frozen=True, slots=True)
class Job:
    """One recording to be scored."""

    path: Path
    doubts: tuple[Span, ...]
    rules: Path
    own_words: bool
    hooks: bool = False

    def run(self) -> Score:
        """Play and score it."""
        recording = load(self.path)
        playing = play(recording, rules_in(self.rules), self.own_words, hooks=self.hooks)
        return score(recording, playing, self.doubts)


def rules_in(folder: Path) -> Mapping[str, RuleFile]:
    """The rule files of a folder, by kind; those refused are named on stderr."""
    book = load_rules(folder, folder / "none")
    for rejected in book.rejected:
        print(rejected.line, file=sys.stderr)
    return book.files


def table(scores: list[Score]) -> Iterator[str]:
    """One line a kind, then what went wrong."""
    yield (
        f"{'kind':9}{'files':>6}{'labelled':>10}{'right':>9}{'working':>9}{'blocked':>9}{'idle':>9}{'menu':>9}"
        f"{'missed':>10}{'false':>7}{'stuck':>7}"
    )
    by_kind: dict[str, list[Score]] = defaultdict(list)
    for one in scores:
        by_kind[one.kind].append(one)
    for kind, some in [*sorted(by_kind.items()), ("all", scores)]:
        parts = [_share(some, (label,)) for label in (*SCORED, "menu")]
        labelled = sum(one.length.get(label, 0) for one in some for label in SCORED) / 1000
        missed = f"{sum(len(one.missed) for one in some)}/{sum(one.blocked for one in some)}"
        yield (
            f"{kind:9}{len(some):6}{labelled:9.1f}s{_share(some, SCORED)}{''.join(parts)}{missed:>10}"
            f"{sum(len(one.false_blocked) for one in some):7}{sum(len(one.stuck) for one in some):7}"
        )
    for title in ("missed", "false_blocked", "stuck"):
        for one in scores:
            for piece in getattr(one, title):
                yield f"{title.replace('_', ' '):14}{one.name:40}{piece}"


def _share(scores: list[Score], labels: tuple[str, ...]) -> str:
    length = sum(one.length.get(label, 0) for one in scores for label in labels)
    right = sum(one.right.get(label, 0) for one in scores for label in labels)
    return f"{100 * right / length:8.2f}%" if length else f"{'–':>9}"


def show(recording: Recording, playing: Playing, doubts: tuple[Span, ...]) -> Iterator[str]:
    """Label and status along one recording; `!` where they disagree."""
    wrong = score(recording, playing, doubts).wrong
    moments: list[tuple[int, str]] = [
        (span.start, f"-- {span.label} {span.detail}") for span in recording.truth
    ]
    moments += [
        (doubt.start, f"-- (not scored until {doubt.end / 1000:.2f}: {doubt.detail})") for doubt in doubts
    ]
    for at, shown in playing.shown:
        turn = " turn" if shown.turn else ""
        by = f"{shown.source} {shown.rule}".strip()
        moments.append((at, f"     {shown.status:8}{turn:5} [{by}] {shown.detail}"))
    moments += [(piece.start, f"   ! until {piece.end / 1000:.2f}: {piece.shown.status}") for piece in wrong]
    for at, text in sorted(moments):
        yield f"{at / 1000:8.2f} {text}"


def main() -> None:
    """Score a folder of recordings, or show one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="the recordings")
    parser.add_argument(
        "--rules", type=Path, default=bundled_folder(), help="the rule files (default: bundled)"
    )
    parser.add_argument("--own-words", action="store_true", help="believe the agents' reports (OSC 7501)")
    parser.add_argument(
        "--hooks", action="store_true", help="believe the agents' hooks, and play recordings of such alone"
    )
    parser.add_argument("--kinds", help="only these, separated by commas")
    parser.add_argument("--names", default="*", help="only recordings whose names match, such as '*-psp__*'")
    parser.add_argument("--wrong", action="store_true", help="list every stretch that was read wrong")
    parser.add_argument("--show", metavar="NAME", help="label and status along one recording")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    options = parser.parse_args()
    doubts = doubts_of(options.folder)
    if options.show:
        name = Path(options.show).name.removesuffix(SUFFIX)
        recording = load(options.folder / f"{name}{SUFFIX}")
        playing = play(recording, rules_in(options.rules), options.own_words, hooks=options.hooks)
        print("\n".join(show(recording, playing, doubts.get(name, ()))))
        return
    kinds = options.kinds.split(",") if options.kinds else None
    jobs = [
        Job(
            path,
            doubts.get(path.name.removesuffix(SUFFIX), ()),
            options.rules,
            options.own_words,
            options.hooks,
        )
        for path in sorted(options.folder.glob(f"{options.names}{SUFFIX}"))
        if kinds is None or path.name.partition("__")[0].partition("-")[0] in kinds
        if not options.hooks or has_hooks(load(path))
    ]
    with Pool(options.jobs) as pool:
        scores = pool.map(Job.run, jobs, chunksize=4)
    print("\n".join(table(scores)))
    if options.wrong:
        for one in scores:
            for piece in one.wrong:
                print(f"{'wrong':14}{one.name:40}{piece}")


if __name__ == "__main__":
    main()
