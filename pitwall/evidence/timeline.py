"""
Judging the past: the recorded inputs of a pane, taken in again by the detector's own core.

The timeline says what was shown and when, and when that ended. With the recorded rules it is what was shown at the
time, and ``differing`` is empty; with others it is what would have been shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pitwall.detect.rules import RuleFile
from pitwall.detect.screen import Screen
from pitwall.detector import Detector
from pitwall.detector_report import DetectorReport, report_of
from pitwall.events.base import Recorded
from pitwall.evidence.course import Step
from pitwall.evidence.records import Evidence, RulesUsed, StatusRead
from pitwall.state.status_inputs import AgentCame


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
    for step in steps:
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


def picture(
    steps: Iterable[Step], archived: Mapping[str, RuleFile], rules: Mapping[str, RuleFile] | None = None
) -> Picture | None:
    """All signals as they stood after the last of the steps; ``None`` before all evidence."""
    judge = Judge(archived, rules)
    last: Evidence | None = None
    for step in steps:
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
