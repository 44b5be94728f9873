"""The recorded past is judged again: the same by the same rules, and otherwise by others."""

from pitwall.detect.rulefile import parse
from pitwall.detect.rules import RuleFile
from pitwall.detect.screen import Screen
from pitwall.detector import Detector
from pitwall.events.ids import PaneId
from pitwall.evidence.records import Evidence, Item, RulesUsed, StatusRead
from pitwall.evidence.timeline import picture, timeline
from pitwall.terminal import Sample

PANE = PaneId("1" * 16)


def rules_saying(state: str) -> RuleFile:
    text = f"""
[[rules]]
id = "asks"
state = "{state}"
contains = ["(y/n)"]
detail_line = ['(Allow .*)']

[[rules]]
id = "prompt"
state = "idle"
contains = ["drift>"]

[[rules]]
id = "spinner"
state = "working"
contains = ["thinking"]
"""
    return parse(text.encode(), kind="drift", path="drift.toml")


RULES = rules_saying("blocked")


def picture_of(*lines: str) -> Sample:
    return Sample(lines, "drift", (0, 0), False, False, 4, 40)


def a_turn() -> list[Evidence]:
    """What a live detector records of a turn with a question."""
    core, pieces = Detector(), []

    def note(item: Item | None) -> None:
        if item is not None:
            seq = len(pieces) + 1
            pieces.append(Evidence(seq, seq * 1_000_000, seq, PANE, item))

    note(core.agent("drift", RULES, 0))
    core.ruled(RULES, 0)
    note(RulesUsed(0, RULES.sha256))
    screens = ["drift> ", "thinking", "thinking more", "Allow it? (y/n)", "thinking", "drift> ", "drift> "]
    for number, text in enumerate(screens, 1):
        at = number * 1000
        core.output(at)
        note(core.sample(picture_of(text), at))
        note(core.tick(at))
        note(StatusRead.of(core.shown, at))
    return pieces


def test_the_same_rules_give_the_same_verdicts_event_for_event() -> None:
    judged = timeline(a_turn(), {RULES.sha256: RULES})
    assert judged.differing == ()
    assert judged.verdicts == 7
    shown = [moment.shown.status for moment in judged.moments]
    assert [status for status in shown if status != "unknown"] == [
        "idle",
        "working",
        "blocked",
        "working",
        "done",
    ]


def test_other_rules_say_what_would_have_been_read() -> None:
    other = rules_saying("working")
    judged = timeline(a_turn(), {RULES.sha256: RULES}, {"drift": other})
    assert "blocked" not in [moment.shown.status for moment in judged.moments]
    assert judged.differing


def test_a_moment_is_explained_with_its_screen_and_the_rule_that_decided() -> None:
    pieces = a_turn()
    asked = next(
        piece for piece in pieces if isinstance(piece.item, StatusRead) and piece.item.status == "blocked"
    )
    found = picture(pieces, {RULES.sha256: RULES}, asked.seq)
    assert found is not None
    report, detector, _ = found
    assert report.shown.status == "blocked"
    assert report.shown.detail == "Allow it? (y/n)"
    assert detector.screen == Screen(("Allow it? (y/n)",), "drift")
    assert [attempt.rule for attempt in report.attempts if attempt.matched] == ["asks"]


def test_before_all_evidence_there_is_nothing_to_explain() -> None:
    assert picture(a_turn(), {}, 0) is None
