"""The reasons `agent status` gives."""

import pytest
from statuses import came, hook, key, look, output, report, screen, tick, told

from pitwall.state.status import Fold
from pitwall.state.status_inputs import AgentPaused, OwnWordHeard, ScreenRead
from pitwall.state.status_why import why


def _reasons(*story) -> tuple[str, ...]:
    fold = told(*story)
    return why(fold, fold.now)


def test_without_an_agent_that_is_the_reason() -> None:
    assert why(Fold(), 0) == ("No agent is recognised in this pane.",)


def test_the_first_reason_says_what_decided() -> None:
    assert _reasons(ScreenRead(0, "idle", "prompt", "prompt_box_body"))[0] == (
        "Idle: decided by the rule prompt in the region prompt_box_body."
    )
    assert _reasons(screen(0), hook(0, "working"))[0] == "Working: the agent's own word, by hook."
    assert _reasons(screen(0), report(0, "working"))[0] == (
        "Working: the agent's own word, by program status report."
    )
    assert _reasons(output(0), screen(0))[0].startswith("Working: output changed the screen")
    assert _reasons(screen(0))[0].startswith("Unknown: no own word")


def test_a_done_off_the_screen_names_the_rule_and_the_turn() -> None:
    reasons = _reasons(screen(0, "working"), screen(400, "idle", "prompt"), screen(800, "idle", "prompt"))

    assert reasons[0] == "Done: the rule prompt read idle in the region screen after a turn."
    assert reasons[1] == "Done is shown until the tab is looked at."


def test_it_says_when_a_live_dialog_beats_the_own_word() -> None:
    reasons = _reasons(
        screen(0), report(0, "done"), screen(200, "blocked", "plan"), screen(600, "blocked", "plan")
    )

    assert reasons[0] == (
        "Blocked: the rule plan read a live dialog in the region screen in two samples in a row, "
        "which beats the agent's own word."
    )
    assert (
        reasons[1] == "The own word is done, by report; it counts again when the dialog has left the screen."
    )


def test_it_says_when_an_idle_screen_set_the_own_word_aside() -> None:
    reasons = _reasons(screen(0), hook(0, "working"), screen(400, "idle"), tick(10_400))

    assert (
        "The own word is working, by hook, but the screen has read idle for 10 s: "
        "the word is set aside until the next."
    ) in reasons


@pytest.mark.parametrize(
    ("later", "end"),
    [
        (tick(1_100), "the screen decides in half a second."),
        (screen(1_500), "the screen decides until the next own word."),
    ],
)
def test_it_says_when_a_key_set_the_own_word_aside(later, end: str) -> None:
    reasons = _reasons(screen(0), hook(0, "working"), key(1_000, "interrupt"), later)

    assert (
        reasons[1]
        == f"The own word is working, by hook, but a key was pressed that could have ended the turn: {end}"
    )


def test_it_says_what_a_sample_is_waited_for() -> None:
    assert "it is shown after one more sample of the screen." in _reasons(screen(0), hook(0, "done"))[1]
    held = _reasons(screen(0, "working"), screen(400, "idle"))
    assert "The screen reads idle after work in one sample: one more is waited for." in held


def test_it_says_that_one_sample_of_working_is_no_turn_yet() -> None:
    fold = told(screen(0, "working"), start=came())

    assert "The screen reads working in one sample, and nobody typed: no turn before one more." in why(
        fold, 0
    )


def test_it_says_that_background_work_keeps_a_turn_working() -> None:
    stop = OwnWordHeard(0, "hook", "working", background=True)

    assert any("subagent or workflow" in reason for reason in _reasons(screen(0), stop))


def test_it_says_that_a_done_was_looked_at() -> None:
    reasons = _reasons(screen(0), hook(0, "done"), screen(400), look(500))

    assert reasons[1] == "The own word is idle, by hook: a done that was looked at."


def test_it_says_that_an_agent_is_suspended() -> None:
    assert any("foreground" in reason for reason in _reasons(screen(0, "idle"), AgentPaused(100)))


def test_it_says_that_an_interrupt_key_was_pressed() -> None:
    assert any("interrupts" in reason for reason in _reasons(screen(0, "working"), key(100, "interrupt")))


def test_the_last_reasons_are_what_the_other_signals_said_and_when() -> None:
    fold = told(output(0), screen(0, "unknown", "viewer"))

    assert why(fold, 2_500)[-2:] == (
        "The screen, sampled 2.5 s ago: the rule viewer says that it tells nothing.",
        "Output last changed the screen 2.5 s ago.",
    )
    assert _reasons()[-2:] == (
        "The screen has not been sampled yet.",
        "No output has changed the screen since the agent came.",
    )
    assert "no rule matched" in _reasons(screen(0))[-2]
    assert "the rule idle reads idle" in _reasons(screen(0, "idle"))[-2]
