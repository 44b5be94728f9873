"""What a detector knows at one moment, and why it says what it says: the substance of ``agent status``."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitwall.detect.reading import Attempt, Reading, explain
from pitwall.detect.rules import RuleFile
from pitwall.detector import Detector
from pitwall.state.status import Shown
from pitwall.state.status_inputs import OwnWordHeard, WordSource


@dataclass(frozen=True, slots=True)
class WordHeard:
    """The last own word of one source; ``age`` in ms."""

    status: str
    detail: str
    age: int


@dataclass(frozen=True, slots=True)
class DetectorReport:
    """
    All signals of one pane's agent; ages in ms, ``None`` for what never happened.

    ``attempts`` has every rule tried against the screen that ``reading`` is of. ``kind`` is empty without an
    agent in the pane.
    """

    kind: str
    shown: Shown
    rules: RuleFile | None
    reading: Reading
    attempts: tuple[Attempt, ...]
    screen_age: int | None
    output_age: int | None
    words: Mapping[WordSource, WordHeard]
    why: tuple[str, ...]


def report_of(detector: Detector, at: int, output_at: int | None) -> DetectorReport:
    """The report at ``at``, monotonic ms; ``output_at`` is when the pane last wrote anything."""
    rules, screen = detector.rules, detector.screen
    return DetectorReport(
        kind=detector.fold.kind,
        shown=detector.shown,
        rules=rules,
        reading=detector.reading,
        attempts=explain(rules, screen) if rules is not None and screen is not None else (),
        screen_age=None if detector.sampled_at is None else at - detector.sampled_at,
        output_age=None if output_at is None else at - output_at,
        words={
            source: WordHeard(
                word.status if isinstance(word, OwnWordHeard) else "cleared",
                word.detail if isinstance(word, OwnWordHeard) else "",
                at - word.at,
            )
            for source, word in detector.words.items()
        },
        why=detector.why(at),
    )
