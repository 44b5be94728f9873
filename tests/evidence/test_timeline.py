"""The recorded past is judged again: the same by the same rules, and otherwise by others."""

from pitwall.detect.rulefile import parse
from pitwall.detect.rules import RuleFile
from pitwall.detect.screen import Screen
from pitwall.detector import Detector
from pitwall.events.base import Fact, Recorded
from pitwall.events.ids import PaneId, TabId
from pitwall.events.panes import PaneExited, PaneStarted
from pitwall.evidence.records import Evidence, Item, RulesUsed, StatusRead
from pitwall.evidence.timeline import Timeline, picture, timeline
from pitwall.state.status_inputs import Tick
from pitwall.state.status_memory import SAMPLE_MS
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
    note(core.key(b"fix the tests\r", 0))
    screens = ["drift> ", "thinking", "thinking more", "Allow it? (y/n)", "thinking", "drift> ", "drift> "]
    for number, text in enumerate(screens, 1):
        at = number * 1000
        core.output(at)
        note(core.sample(picture_of(text), at))
        note(core.tick(at))
        note(StatusRead.of(core.shown, at))
    return pieces


def statuses(judged: Timeline) -> list[str]:
    """What was shown, one after the other; what ended it is empty."""
    return [moment.shown.status if moment.shown is not None else "" for moment in judged.moments]


def test_the_same_rules_give_the_same_verdicts_event_for_event() -> None:
    judged = timeline(a_turn(), {RULES.sha256: RULES})
    assert judged.differing == ()
    assert judged.verdicts == 7
    assert [status for status in statuses(judged) if status != "unknown"] == [
        "idle",
        "working",
        "blocked",
        "working",
        "done",
    ]


def test_other_rules_say_what_would_have_been_read() -> None:
    other = rules_saying("working")
    judged = timeline(a_turn(), {RULES.sha256: RULES}, {"drift": other})
    assert "blocked" not in statuses(judged)
    assert judged.differing


def test_other_rules_see_a_screen_again_that_nothing_replaced() -> None:
    """The rules of the time saw a question, and so no second look at the prompt behind it."""
    pieces = [piece for piece in a_turn() if not isinstance(piece.item, StatusRead)][:-1]
    blind = timeline(pieces, {RULES.sha256: RULES})
    assert statuses(blind)[-1] == "working"
    judged = timeline(pieces, {RULES.sha256: RULES}, {"drift": rules_saying("working")})
    assert statuses(judged)[-1] == "done"
    assert judged.moments[-1].step.at - pieces[-1].at == SAMPLE_MS * 1000
    later = [*pieces, Evidence(99, pieces[-1].at + 5_000_000, 99, PANE, Tick(pieces[-1].item.at + 5000))]
    judged = timeline(later, {RULES.sha256: RULES}, {"drift": rules_saying("working")})
    assert judged.moments[-1].step.at - pieces[-1].at == SAMPLE_MS * 1000
    for passed, status in ((0, "working"), (SAMPLE_MS * 1000, "done")):
        found = picture(
            pieces,
            {RULES.sha256: RULES},
            {"drift": rules_saying("working")},
            at=pieces[-1].at + passed,
        )
        assert found is not None
        assert found.report.shown.status == status


def test_a_moment_is_explained_with_its_screen_and_the_rule_that_decided() -> None:
    pieces = a_turn()
    asked = next(
        piece for piece in pieces if isinstance(piece.item, StatusRead) and piece.item.status == "blocked"
    )
    found = picture(pieces[: asked.seq], {RULES.sha256: RULES})
    assert found is not None
    assert found.report.shown.status == "blocked"
    assert found.report.shown.detail == "Allow it? (y/n)"
    assert found.screen == Screen(("Allow it? (y/n)",), "drift")
    assert [attempt.rule for attempt in found.report.attempts if attempt.matched] == ["asks"]
    assert (found.last, found.ended) == (asked, ())


def test_before_all_evidence_there_is_nothing_to_explain() -> None:
    assert picture([], {}) is None


def recorded(fact: Fact, seq: int = 99) -> Recorded:
    return Recorded(seq, seq * 1_000_000, fact)


EXIT = recorded(PaneExited(pane=PANE, code=4))


def test_a_fact_that_ended_what_was_shown_ends_the_timeline_and_the_picture() -> None:
    pieces = a_turn()
    judged = timeline([*pieces, EXIT], {RULES.sha256: RULES})
    assert statuses(judged)[-2:] == ["done", ""]
    assert judged.moments[-1].step == EXIT
    assert (judged.differing, judged.verdicts) == ((), 7)
    found = picture([*pieces, EXIT], {RULES.sha256: RULES})
    assert found is not None
    assert found.ended == (EXIT,)


def test_what_the_detector_still_said_of_a_process_that_had_ended_is_judged_and_not_told() -> None:
    pieces = a_turn()
    for place in range(1, len(pieces)):
        judged = timeline([*pieces[:place], EXIT, *pieces[place:]], {RULES.sha256: RULES})
        assert statuses(judged)[-1] == ""
        assert (judged.differing, judged.verdicts) == ((), 7)


def test_an_agent_that_comes_after_the_end_of_another_is_told_of() -> None:
    again = recorded(PaneStarted(pane=PANE, tab=TabId("2" * 16), pid=1, began=1, boot=""), 100)
    steps = [*a_turn(), EXIT, again, *a_turn()]
    judged = timeline(steps, {RULES.sha256: RULES})
    once = statuses(timeline(a_turn(), {RULES.sha256: RULES}))
    assert statuses(judged) == [*once, "", "", *once]
    found = picture(steps, {RULES.sha256: RULES})
    assert found is not None
    assert found.ended == ()
