"""
Judging the past: the recorded inputs of a pane, taken in again by the detector's own core.

The timeline says what was shown and when. With the recorded rules it is what was shown at the time, and ``agrees``
says so for each verdict; with others it is what would have been shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pitwall.detect.rules import RuleFile
from pitwall.detector import Detector
from pitwall.detector_report import DetectorReport, report_of
from pitwall.evidence.records import Evidence, RulesUsed, StatusRead
from pitwall.state.status_inputs import AgentCame


@dataclass(frozen=True, slots=True)
class Moment:
    """A change of what was shown: the evidence that brought it, and what came of it."""

    evidence: Evidence
    shown: StatusRead


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


class Judge:
    """Takes in recorded evidence, one piece after the other."""

    def __init__(self, archived: Mapping[str, RuleFile], rules: Mapping[str, RuleFile] | None = None) -> None:
        self.detector = Detector()
        self._archived = archived
        self._rules = rules
        self._kind = ""

    def take(self, piece: Evidence) -> None:
        """Take in one piece; a recorded verdict is none."""
        item = piece.item
        if isinstance(item, StatusRead):
            return
        if isinstance(item, RulesUsed):
            self.detector.ruled(self._chosen(item.sha256), item.at)
            return
        if isinstance(item, AgentCame):
            self._kind = item.kind
        self.detector.take(item)

    def _chosen(self, sha256: str) -> RuleFile | None:
        if self._rules is not None:
            return self._rules.get(self._kind)
        return self._archived.get(sha256)

    def shown(self, at: int) -> StatusRead:
        """What is shown now."""
        return StatusRead.of(self.detector.shown, at)


def timeline(
    evidence: Iterable[Evidence],
    archived: Mapping[str, RuleFile],
    rules: Mapping[str, RuleFile] | None = None,
) -> Timeline:
    """The timeline of one pane's evidence, by the archived rules or by others."""
    judge = Judge(archived, rules)
    moments: list[Moment] = []
    differing: list[tuple[Evidence, StatusRead]] = []
    verdicts = 0
    last: StatusRead | None = None
    for piece in evidence:
        item = piece.item
        if isinstance(item, StatusRead):
            verdicts += 1
            again = judge.shown(item.at)
            if again != item:
                differing.append((piece, again))
            continue
        judge.take(piece)
        shown = judge.shown(item.at)
        if last is None or _differs(shown, last):
            moments.append(Moment(piece, shown))
            last = shown
    return Timeline(tuple(moments), tuple(differing), verdicts)


def picture(
    evidence: Iterable[Evidence],
    archived: Mapping[str, RuleFile],
    until: int,
    rules: Mapping[str, RuleFile] | None = None,
) -> "tuple[DetectorReport, Detector, Evidence] | None":
    """All signals as they stood after the piece numbered ``until`` or the last before it; ``None`` before all."""
    judge = Judge(archived, rules)
    last: Evidence | None = None
    for piece in evidence:
        if piece.seq > until:
            break
        judge.take(piece)
        last = piece
    if last is None:
        return None
    return report_of(judge.detector, last.item.at, None), judge.detector, last


def _differs(shown: StatusRead, last: StatusRead) -> bool:
    return (shown.status, shown.source, shown.rule, shown.detail, shown.turn) != (
        last.status,
        last.source,
        last.rule,
        last.detail,
        last.turn,
    )
