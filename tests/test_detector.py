"""Bytes, keys and words in; statuses out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.detect.rulefile import parse
from pitwall.detect.rules import RuleFile
from pitwall.detector import Detector, Sampled, Taken
from pitwall.state.status import Shown
from pitwall.state.status_inputs import OutputSeen, OwnWordCleared, OwnWordHeard, ScreenRead, WordStatus
from pitwall.terminal import Terminal

RULES = """
[[rules]]
id = "dialog"
state = "blocked"
priority = 900
region = "bottom_non_empty_lines(3)"
contains = ["(y/n)"]
detail_line = ['^(Allow .*\\?)']

[[rules]]
id = "viewer"
state = "unknown"
priority = 800
region = "bottom_non_empty_lines(1)"
contains = ["q to quit"]

[[rules]]
id = "spinner"
state = "working"
priority = 700
region = "title"
regex = ['^[⠋⠙] ']

[[rules]]
id = "prompt"
state = "idle"
region = "bottom_non_empty_lines(1)"
line_regex = ['^> ']
"""

IDLE = b"\x1b]0;drift\x07\x1b[2J\x1b[H> "
WORKING = "\x1b]0;⠋ drift\x07\x1b[2J\x1b[Hthinking".encode()
DIALOG = b"\x1b]0;drift\x07\x1b[2J\x1b[HAllow rm -r build?\r\n(y/n)"
BLANK = b"\x1b]0;\x07\x1b[2J\x1b[H"


@pytest.fixture(scope="module")
def rules() -> RuleFile:
    return parse(RULES.encode(), kind="drift", path="drift.toml", origin="bundled")


class Pane:
    """A terminal and its detector, moved along in time as the daemon does."""

    def __init__(self, rules: RuleFile | None) -> None:
        self.terminal = Terminal(10, 40)
        self.detector = Detector()
        self.taken: list[Taken] = []
        self.samples: list[int] = []
        self.now = 0
        self._note(self.detector.agent("drift", rules, 0))

    def until(self, at: int) -> Shown:
        detector = self.detector
        while (due := detector.deadline) is not None and due <= at:
            self.now = max(self.now, due)
            if detector.wants_sample(self.now):
                self.samples.append(self.now)
                self._note(detector.sample(self.terminal.sample(), self.now))
            else:
                self._note(detector.tick(self.now))
        self.now = at
        return detector.shown

    def writes(self, at: int, data: bytes) -> None:
        self.until(at)
        self.terminal.feed(data)
        self.detector.output(at)

    def says(self, at: int, status: WordStatus, detail: str = "") -> None:
        self.until(at)
        self._note(self.detector.own_word(OwnWordHeard(at, "report", status, detail)))

    def presses(self, at: int, data: bytes) -> None:
        self.until(at)
        self._note(self.detector.key(data, at))

    def looked_at(self, at: int) -> None:
        self.until(at)
        self._note(self.detector.looked_at(at))

    def _note(self, taken: Taken | None) -> None:
        if taken is not None:
            self.taken.append(taken)


def test_a_turn_is_read_off_the_screen(rules: RuleFile) -> None:
    pane = Pane(rules)

    pane.writes(0, IDLE)
    assert pane.until(400) == Shown("idle", "screen", "prompt", "bottom_non_empty_lines(1)")
    pane.writes(5_000, WORKING)
    assert pane.until(5_040).status == "working"
    pane.writes(8_000, DIALOG)
    assert pane.until(8_040).detail == "Allow rm -r build?"
    pane.writes(12_000, WORKING)
    assert pane.until(12_040).status == "working"
    pane.writes(15_000, IDLE)
    assert pane.until(15_439).status == "working"
    assert pane.until(15_440).status == "done"
    pane.looked_at(16_000)
    assert pane.until(60_000).status == "idle"


def test_the_screen_is_sampled_at_most_every_400_ms(rules: RuleFile) -> None:
    pane = Pane(rules)

    for at in range(0, 4_000, 10):
        pane.writes(at, b"x")

    assert all(later - sooner >= 400 for sooner, later in zip(pane.samples, pane.samples[1:], strict=False))
    assert len(pane.samples) == 8


def test_a_frame_written_in_pieces_is_judged_when_it_is_whole(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, WORKING)
    pane.until(5_000)
    pane.samples.clear()

    pane.writes(5_000, b"\x1b]0;drift\x07")
    pane.writes(5_020, b"\x1b[2J\x1b[HAllow rm -r build?")
    pane.writes(5_050, b"\r\n(y/n)")

    assert pane.until(5_089).status == "working"
    assert pane.until(5_090).status == "blocked"
    assert pane.samples == [5_090]


def test_output_without_a_pause_is_judged_150_ms_late_at_most(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, IDLE)
    pane.until(5_000)
    pane.samples.clear()

    for at in range(5_000, 6_000, 10):
        pane.writes(at, b"x")

    assert pane.samples == [5_150, 5_700]


def test_a_still_screen_is_not_sampled(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, IDLE)
    pane.until(1_000)
    pane.samples.clear()

    pane.until(600_000)

    assert pane.samples == []
    assert pane.detector.deadline is None


def test_a_change_without_output_is_sampled_and_is_no_activity(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, b"0123456789")
    pane.until(5_000)

    pane.terminal.resize(10, 5)
    pane.detector.changed(5_000)

    assert pane.until(5_040).status == "unknown"
    assert pane.samples[-1] == 5_040


def test_output_that_changes_what_is_visible_is_activity() -> None:
    pane = Pane(None)
    pane.until(2_000)

    pane.writes(5_000, b"hello")

    assert pane.until(6_199) == Shown("working", "activity")
    assert pane.until(6_200) == Shown("unknown", "activity")


@pytest.mark.parametrize(
    "same", [b"\x1b[Hhello", b"\x1b[5;5H", b"\x1b[1m\x1b[m", b"\x1b]0;a title\x07", b"\x07"]
)
def test_output_that_shows_nothing_new_is_no_activity(same: bytes) -> None:
    pane = Pane(None)
    pane.writes(0, b"hello")
    assert pane.until(5_000).status == "unknown"

    pane.writes(5_000, same)

    assert pane.until(5_000).status == "unknown"


def test_activity_is_counted_from_the_last_output_not_from_the_sample() -> None:
    pane = Pane(None)
    pane.until(0)
    pane.writes(100, b"hello")

    assert pane.until(1_299).status == "working"
    assert pane.until(1_300).status == "unknown"


def test_a_screen_in_the_middle_of_an_update_is_not_judged(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, WORKING)
    pane.writes(5_000, b"\x1b[?2026h" + DIALOG)
    assert pane.until(5_100).status == "working"

    pane.writes(5_100, IDLE + b"\x1b[?2026l")

    assert pane.until(5_140).rule == "spinner"
    assert pane.until(5_590).status == "done"


def test_an_update_that_does_not_end_is_judged_after_150_ms(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, IDLE)
    pane.until(1_000)
    pane.writes(5_000, b"\x1b[?2026h" + DIALOG)

    assert pane.until(5_149).status == "idle"
    assert pane.until(5_150).status == "blocked"


def test_output_in_an_update_that_does_not_end_puts_the_judgement_off_no_longer(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, IDLE)
    pane.until(1_000)
    pane.writes(5_000, b"\x1b[?2026h" + DIALOG)
    for at in range(5_010, 5_140, 10):
        pane.writes(at, b".")
    pane.writes(5_140, DIALOG)
    assert pane.until(5_149).status == "idle"

    assert pane.until(5_150).status == "blocked"


def test_an_agent_without_rules_is_read_by_activity() -> None:
    pane = Pane(None)
    pane.writes(0, IDLE)

    assert pane.until(400) == Shown("working", "activity")


def test_without_an_agent_nothing_is_taken_in(rules: RuleFile) -> None:
    detector = Detector()
    detector.output(0)

    assert detector.deadline is None
    assert not detector.wants_sample(1_000)
    assert detector.sample(Terminal(10, 40).sample(), 0) is None
    assert detector.key(b"\x03", 0) is None
    assert detector.own_word(OwnWordHeard(0, "hook", "working")) is None
    assert detector.tick(1_000) is None


def test_keys_that_can_change_nothing_are_not_taken_in(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, IDLE)
    pane.until(400)

    assert pane.detector.key(b"fix the tests\r", 500) is not None
    assert pane.detector.key(b"fix the tests\r", 500) is None
    assert pane.detector.key(b"\x03", 500) is None
    pane.writes(1_000, WORKING)
    pane.until(1_100)
    assert pane.detector.key(b"and then the docs", 1_100) is None
    assert pane.detector.key(b"\x03", 1_100) is not None
    pane.writes(2_000, DIALOG)
    pane.until(2_100)
    assert pane.detector.key(b"\x1b[A", 2_000) is None
    assert pane.detector.key(b"y", 2_000) is not None


def test_a_paste_that_goes_on_in_the_next_input_interrupts_nothing(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, DIALOG)
    pane.until(400)

    pasted = [pane.detector.key(data, 500) for data in (b"\x1b[200~", b"\x03", b"\x1b[201~")]

    assert [key.press for key in pasted if key is not None] == ["other"] * 3


def test_H01_an_escape_on_a_hooked_turn_ends_idle_in_about_a_second(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, WORKING)
    pane.says(100, "working")
    pane.presses(10_000, b"\x1b")
    pane.writes(10_050, IDLE)

    assert pane.until(11_300).status == "idle"


def test_a_live_dialog_beats_a_done_of_the_agents_own(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, WORKING)
    pane.says(100, "working")
    pane.says(9_000, "done")
    pane.writes(9_050, DIALOG)

    statuses = [pane.until(at).status for at in range(9_050, 12_000, 50)]

    assert "done" not in statuses
    assert statuses[-1] == "blocked"
    pane.writes(12_000, IDLE)
    assert pane.until(12_500).status == "done"


def test_the_last_word_of_each_source_is_kept_for_those_who_ask(rules: RuleFile) -> None:
    pane = Pane(rules)
    hook, cleared = OwnWordHeard(10, "hook", "idle"), OwnWordCleared(20, "report")
    pane.detector.own_word(hook)
    pane.detector.own_word(cleared)

    assert pane.detector.words == {"hook": hook, "report": cleared}
    pane.detector.agent("drift", rules, 100)
    assert pane.detector.words == {}


def test_a_suspended_agent_is_not_read_off_the_shells_screen(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, WORKING)
    pane.until(1_000)
    pane.detector.paused(1_000)
    pane.writes(1_100, DIALOG)
    assert pane.until(5_000).status == "working"

    pane.terminal.feed(IDLE)
    pane.detector.continued(6_000)

    assert pane.until(6_400).status == "done"


def test_rules_that_were_read_again_judge_the_screen_anew(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, IDLE)
    assert pane.until(5_000).status == "idle"

    pane.detector.ruled(None, 5_000)

    assert pane.until(5_000) == Shown("unknown", "activity")


def test_the_reasons_are_told(rules: RuleFile) -> None:
    pane = Pane(rules)
    pane.writes(0, IDLE)
    pane.until(400)

    assert (
        pane.detector.why(500)[0]
        == "Idle: decided by the rule prompt in the region bottom_non_empty_lines(1)."
    )
    assert pane.detector.reading.matched_text == "> "


_HAPPENINGS = st.lists(
    st.tuples(
        st.integers(0, 3_000),
        st.one_of(
            st.sampled_from([IDLE, WORKING, DIALOG, BLANK, b"x", b"\x1b[?2026h", b"\x1b[?2026l"]),
            st.sampled_from(["working", "idle", "done", "blocked", "\x1b", "y", "look"]),
        ),
    ),
    max_size=25,
)


@given(_HAPPENINGS)
def test_what_was_taken_in_taken_again_gives_the_same_statuses(rules: RuleFile, happenings) -> None:
    pane = Pane(rules)
    at = 0
    for delay, happening in happenings:
        at += delay
        match happening:
            case bytes():
                pane.writes(at, happening)
            case "\x1b" | "y":
                pane.presses(at, happening.encode())
            case "look":
                pane.looked_at(at)
            case _:
                pane.says(at, happening)
    pane.until(at + 20_000)

    again = Detector()
    again.rules = rules
    for taken in pane.taken:
        again.take(taken)
    assert again.fold == pane.detector.fold
    assert again.reading == pane.detector.reading
    assert pane.detector.deadline is None
    assert all(
        isinstance(taken, Sampled) or not isinstance(taken, ScreenRead | OutputSeen) for taken in pane.taken
    )
