"""
Judging the past: the recorded inputs of a pane, taken in again by the detector's own core.

The timeline says what was shown and when, and when that ended. With the recorded rules it is what was shown at the
time, and ``differing`` is empty; with others it is what would have been shown. Those may want to see a screen twice
that the rules of the time saw once: as long as nothing else is recorded it was still there, and is seen again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from pitwall.detect.rules import RuleFile
from pitwall.detect.screen import Screen
from pitwall.detector import Detector, Sampled
from pitwall.detector_report import DetectorReport, report_of
from pitwall.events.base import Recorded
from pitwall.evidence.course import Step
from pitwall.evidence.records import Evidence, RulesUsed, StatusRead
from pitwall.state.status_inputs import AgentCame, Tick

AGAIN_MS = 10_000
"""How long after a piece of evidence looks are made up for that other rules want: no rule waits longer for one."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A change of what was shown: the step that brought it, and what came of it; ``None`` if a fact ended it."""

    step: Step
    shown: StatusRead | None


@dataclass(frozen=True, slots=True)
class Timeline:
    """
    Every change of what was shown, in order.

    ``differing`` holds recorded verdicts that judging again did not give, each with what it gave; empty when the
    detector and the rules are those of the time.
    """

    moments: tuple[Moment, ...]
    differing: tuple[tuple[Evidence, StatusRead], ...]
    verdicts: int
    """How many recorded verdicts were judged again."""


@dataclass(frozen=True, slots=True)
class Picture:
    """
    All signals of a pane as they stood at one moment, by the evidence up to ``last``.

    ``ended`` has the facts since which no agent is in the pane, oldest first; with any, all else is of before them.
    """

    report: DetectorReport
    screen: Screen | None
    last: Evidence
    ended: tuple[Recorded, ...]


class Judge:
    """
    Takes in the course of a pane, one step after the other.

    ``ended`` has the facts since which no agent is in it. The detector is not told of them, as it was not at the time.
    """

    def __init__(self, archived: Mapping[str, RuleFile], rules: Mapping[str, RuleFile] | None = None) -> None:
        self.detector = Detector()
        self.ended: list[Recorded] = []
        self._archived = archived
        self._rules = rules
        self._kind = ""

    def take(self, step: Step) -> None:
        """Take in one step; a recorded verdict is none."""
        if isinstance(step, Recorded):
            self.ended.append(step)
            return
        item = step.item
        if isinstance(item, StatusRead):
            return
        if isinstance(item, RulesUsed):
            self.detector.ruled(self._chosen(item.sha256), item.at)
            return
        if isinstance(item, AgentCame):
            self._kind = item.kind
            self.ended.clear()
        self.detector.take(item)

    def made_up(self, last: Evidence, until: int) -> Evidence | None:
        """What other rules want to see again next, or a tick, before ``until``, monotonic ms; ``None``: nothing."""
        detector = self.detector
        due = detector.deadline
        if self._rules is None or self.ended or detector.screen is None or due is None:
            return None
        due = max(due, last.item.at + 1)
        if due >= until:
            return None
        item = Sampled(due, detector.screen) if detector.wants_sample(due) else Tick(due)
        return replace(last, at=last.at + (due - last.item.at) * 1000, item=item)

    def _chosen(self, sha256: str) -> RuleFile | None:
        if self._rules is not None:
            return self._rules.get(self._kind)
        return self._archived.get(sha256)

    def shown(self, at: int) -> StatusRead:
        """What is shown now."""
        return StatusRead.of(self.detector.shown, at)


def timeline(
    steps: Iterable[Step],
    archived: Mapping[str, RuleFile],
    rules: Mapping[str, RuleFile] | None = None,
) -> Timeline:
    """The timeline of one pane's course, by the archived rules or by others."""
    judge = Judge(archived, rules)
    moments: list[Moment] = []
    differing: list[tuple[Evidence, StatusRead]] = []
    verdicts = 0
    last: StatusRead | None = None
    for step in _with_made_up(steps, judge):
        if isinstance(step, Recorded):
            judge.take(step)
            moments.append(Moment(step, None))
            last = None
            continue
        item = step.item
        if isinstance(item, StatusRead):
            verdicts += 1
            again = judge.shown(item.at)
            if again != item:
                differing.append((step, again))
            continue
        judge.take(step)
        shown = judge.shown(item.at)
        if not judge.ended and (last is None or _differs(shown, last)):
            moments.append(Moment(step, shown))
            last = shown
    return Timeline(tuple(moments), tuple(differing), verdicts)


def _with_made_up(steps: Iterable[Step], judge: Judge, at: int | None = None) -> Iterator[Step]:
    """
    The steps, and among them those that the judge makes up; each is to be taken before the next is asked for.

    The last ones are no later than ``at``, wall-clock µs, if that is given.
    """
    last: Evidence | None = None
    for step in steps:
        if last is not None:
            until = step.item.at if isinstance(step, Evidence) else last.item.at + (step.at - last.at) // 1000
            yield from _made_up(judge, last, until)
        yield step
        if isinstance(step, Evidence):
            last = step
    if last is not None:
        yield from _made_up(
            judge, last, last.item.at + (AGAIN_MS if at is None else (at - last.at) // 1000 + 1)
        )


def _made_up(judge: Judge, last: Evidence, until: int) -> Iterator[Evidence]:
    until = min(until, last.item.at + AGAIN_MS)
    while (again := judge.made_up(last, until)) is not None:
        yield again
        last = again


def picture(
    steps: Iterable[Step],
    archived: Mapping[str, RuleFile],
    rules: Mapping[str, RuleFile] | None = None,
    *,
    at: int | None = None,
) -> Picture | None:
    """
    All signals as they stood at ``at``, wall-clock µs, if that is given, else after the last of the steps.

    ``None`` before all evidence.
    """
    judge = Judge(archived, rules)
    last: Evidence | None = None
    for step in _with_made_up(steps, judge, at) if at is not None else steps:
        judge.take(step)
        if isinstance(step, Evidence):
            last = step
    if last is None:
        return None
    report = report_of(judge.detector, last.item.at, None)
    return Picture(report, judge.detector.screen, last, tuple(judge.ended))


def _differs(shown: StatusRead, last: StatusRead) -> bool:
    return (shown.status, shown.source, shown.rule, shown.detail, shown.turn) != (
        last.status,
        last.source,
        last.rule,
        last.detail,
        last.turn,
    )
