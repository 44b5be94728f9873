"""Each sentence of SEMANTICS 5 about folding, as a story."""

import pytest
from statuses import (
    came,
    hook,
    hook_cleared,
    key,
    look,
    output,
    report,
    report_cleared,
    screen,
    shown,
    shown_along,
    tick,
    told,
)

from pitwall.state.status import Fold, Shown, step
from pitwall.state.status_inputs import (
    AgentCame,
    AgentContinued,
    AgentPaused,
    AgentWent,
    OwnWordHeard,
    ScreenState,
    WordStatus,
)

# --- the order of the signals ---------------------------------------------------------------------------------------


def test_an_agent_that_just_came_is_unknown() -> None:
    assert came().shown == Shown("unknown", "activity")


def test_the_own_word_beats_the_screen() -> None:
    fold = told(screen(0, "idle"), hook(100, "working"), screen(400, "idle"))

    assert (fold.shown.status, fold.shown.source) == ("working", "hook")


def test_the_screen_beats_activity() -> None:
    fold = told(output(0), screen(0, "idle", "prompt"))

    assert (fold.shown.status, fold.shown.source, fold.shown.rule) == ("idle", "screen", "prompt")


def test_output_within_1200_ms_is_working_when_no_rule_matches() -> None:
    assert shown(output(0), screen(0), tick(1_199)) == "working"


def test_without_output_for_1200_ms_nothing_is_known() -> None:
    assert shown(output(0), screen(0), tick(1_200)) == "unknown"


def test_a_rule_that_says_unknown_falls_to_activity() -> None:
    assert shown_along([screen(0, "unknown"), output(100), tick(1_299), tick(1_300)]) == [
        "unknown",
        "working",
        "working",
        "unknown",
    ]


@pytest.mark.parametrize(("first", "second"), [(hook, report), (report, hook)])
def test_the_newest_of_hook_and_report_wins(first, second) -> None:
    fold = told(screen(0), first(0, "working"), second(100, "blocked", "Run it?"))

    assert (fold.shown.status, fold.shown.detail) == ("blocked", "Run it?")


def test_H04_of_two_hooks_that_arrive_in_reverse_the_later_sent_wins() -> None:
    fold = told(screen(0), hook(1_000, "idle", sent=900), hook(1_010, "working", sent=800))

    assert fold.shown.status == "idle"


def test_a_hook_sent_before_a_report_loses_to_it() -> None:
    assert shown(screen(0), report(1_000, "idle"), hook(1_050, "working", sent=990)) == "idle"


def test_a_word_from_the_future_counts_as_sent_now() -> None:
    assert shown(screen(0), hook(1_000, "working", sent=9_000), hook(2_000, "idle", sent=1_990)) == "idle"


# --- the table -------------------------------------------------------------------------------------------------------


def test_working_by_a_rule_sets_the_turn() -> None:
    assert told(screen(0, "working")).shown == Shown("working", "screen", "working", "screen", turn=True)


def test_working_by_a_rule_sets_the_turn_in_the_second_sample_if_nobody_typed() -> None:
    once = told(screen(0, "working"), start=came())
    twice = told(screen(400, "working"), start=once)

    assert (once.shown.status, once.shown.turn) == ("working", False)
    assert (twice.shown.status, twice.shown.turn) == ("working", True)


def test_a_flicker_of_working_while_the_agent_starts_makes_no_done() -> None:
    flicker = told(screen(0, "idle"), screen(400, "working"), screen(800, "idle"), start=came())
    later = told(screen(1_200, "idle"), start=flicker)

    assert (flicker.shown.status, later.shown.status) == ("idle", "idle")


def test_what_was_typed_may_be_done_within_one_sample() -> None:
    story = [screen(0, "idle"), key(100), screen(400, "working"), screen(800, "idle"), screen(1_200, "idle")]

    assert told(*story, start=came()).shown.status == "done"


def test_an_answer_to_a_start_up_dialog_asks_for_no_work() -> None:
    story = [screen(0, "blocked"), key(500), screen(800, "working"), screen(1_200, "idle")]

    assert told(*story, screen(1_600, "idle"), start=came()).shown.status == "idle"


def test_working_by_own_word_sets_the_turn() -> None:
    assert told(screen(0), hook(0, "working"), tick(500)).shown == Shown("working", "hook", turn=True)


def test_working_by_activity_is_no_turn_before_the_agent_has_shown_a_status() -> None:
    assert not told(output(0), screen(0)).shown.turn


def test_working_by_activity_is_a_turn_once_the_agent_has_shown_a_status() -> None:
    fold = told(screen(0, "idle"), screen(400), output(400))

    assert (fold.shown.status, fold.shown.turn) == ("working", True)


def test_working_by_activity_is_no_turn_while_an_unknown_rule_decides() -> None:
    fold = told(screen(0, "idle"), screen(400, "unknown"), output(400))

    assert (fold.shown.status, fold.shown.turn) == ("working", False)


def test_blocked_keeps_the_turn() -> None:
    assert told(screen(0, "working"), screen(400, "blocked")).shown.turn
    assert not told(screen(0, "idle"), screen(400, "blocked")).shown.turn


def test_blocked_by_a_rule_carries_its_hint() -> None:
    assert told(screen(0, "blocked", detail="Run npm test?")).shown.detail == "Run npm test?"


def test_done_by_own_word_clears_the_turn() -> None:
    fold = told(screen(0), hook(0, "working"), hook(2_000, "done"), screen(2_400))

    assert (fold.shown.status, fold.shown.source, fold.shown.turn) == ("done", "hook", False)


def test_idle_by_own_word_clears_the_turn_and_is_no_done() -> None:
    fold = told(screen(0), hook(0, "working"), hook(2_000, "idle"))

    assert (fold.shown.status, fold.shown.turn) == ("idle", False)


def test_idle_by_a_rule_after_a_turn_is_done_and_clears_the_turn() -> None:
    fold = told(screen(0, "working"), screen(400, "idle"), screen(800, "idle"))

    assert (fold.shown.status, fold.shown.source, fold.shown.turn) == ("done", "screen", False)


@pytest.mark.parametrize(
    "later", [screen(1_200, "idle"), screen(1_200, "unknown"), screen(1_200), hook(1_200, "idle")]
)
def test_idle_or_unknown_after_done_is_done_until_looked_at(later) -> None:
    turn = [screen(0, "working"), screen(400, "idle"), screen(800, "idle")]

    assert shown(*turn, later, tick(60_000)) == "done"


def test_a_viewer_that_the_user_opens_keeps_done_though_output_flows() -> None:
    turn = [screen(0, "working"), screen(400, "idle"), screen(800, "idle")]

    assert shown(*turn, screen(1_200, "unknown"), output(1_200)) == "done"


def test_idle_by_a_rule_without_a_turn_is_idle() -> None:
    assert shown(screen(0, "idle")) == "idle"


def test_unknown_keeps_the_turn() -> None:
    story = [screen(0, "working"), screen(400, "unknown")]

    assert told(*story).shown.turn
    assert shown(*story, screen(800, "idle"), screen(1_200, "idle")) == "done"


def test_an_error_report_is_done_with_its_message() -> None:
    fold = told(report(0, "working"), report(2_000, "done", "out of credit"), screen(2_400))

    assert (fold.shown.status, fold.shown.detail) == ("done", "out of credit")


def test_clear_removes_the_report() -> None:
    fold = told(screen(0, "idle"), report(0, "working"), screen(400, "idle"), report_cleared(2_000))

    assert (fold.shown.status, fold.shown.source) == ("done", "screen")


def test_clear_of_one_source_leaves_the_word_of_the_other() -> None:
    assert shown(screen(0), report(0, "idle"), hook(100, "working"), report_cleared(200)) == "working"


def test_a_word_that_was_superseded_does_not_come_back_when_the_newer_is_cleared() -> None:
    assert shown(screen(0), hook(0, "working"), report(100, "idle"), report_cleared(200)) != "working"


def test_a_late_word_does_not_undo_a_clear() -> None:
    assert shown(screen(0, "idle"), hook_cleared(1_000, sent=900), hook(1_050, "working", sent=800)) == "idle"


def test_a_late_clear_does_not_undo_a_later_word() -> None:
    assert shown(screen(0, "idle"), hook(1_000, "working"), hook_cleared(1_100, sent=900)) == "working"


def test_a_word_sent_after_a_clear_counts() -> None:
    assert (
        shown(screen(0, "idle"), hook_cleared(1_000, sent=900), hook(1_050, "working", sent=950)) == "working"
    )


def test_a_report_of_done_does_not_override_a_stop_that_lists_a_subagent() -> None:
    stop = OwnWordHeard(2_000, "hook", "working", background=True)

    assert shown(screen(0), hook(0, "working"), stop, report(2_050, "done"), screen(2_400)) == "working"


def test_a_report_of_done_counts_again_after_the_subagent_has_ended() -> None:
    stop = OwnWordHeard(2_000, "hook", "working", background=True)

    assert shown(screen(0), stop, hook(3_000, "working"), report(5_000, "done"), screen(5_400)) == "done"


@pytest.mark.parametrize(
    ("word", "status"),
    [(hook(3_000, "done"), "done"), (report(3_000, "idle"), "idle"), (report(3_000, "blocked"), "blocked")],
)
def test_every_other_word_overrides_a_stop_that_lists_a_subagent(word, status: str) -> None:
    stop = OwnWordHeard(2_000, "hook", "working", background=True)

    assert shown(screen(0), hook(0, "working"), stop, word, screen(3_400)) == status


def test_working_that_is_taken_back_within_half_a_second_is_no_turn() -> None:
    assert not told(screen(0), report(200, "working"), report_cleared(300), tick(2_000)).shown.turn


def test_words_that_repeat_working_do_not_put_the_turn_off() -> None:
    assert told(screen(0), hook(0, "working"), hook(300, "working"), tick(500)).shown.turn


def test_working_that_goes_to_idle_within_half_a_second_is_no_turn() -> None:
    start = [screen(0), report(100, "idle"), report(200, "working")]

    assert not any(told(*start[:n]).shown.turn for n in range(len(start) + 1))
    assert not told(*start, report(600, "idle")).shown.turn


def test_working_that_lasts_half_a_second_is_a_turn() -> None:
    assert told(screen(0), report(200, "working"), tick(699)).shown.turn is False
    assert told(screen(0), report(200, "working"), tick(700)).shown.turn is True


def test_working_that_goes_to_idle_within_half_a_second_is_a_turn_when_a_key_was_pressed_between() -> None:
    assert told(screen(0), report(200, "working"), key(300)).shown.turn


def test_working_that_goes_to_blocked_within_half_a_second_is_a_turn() -> None:
    assert told(screen(0), report(200, "working"), report(400, "blocked", "Run it?")).shown.turn


def test_a_start_up_splash_makes_no_done() -> None:
    assert shown(output(0), screen(0), output(400), screen(400), screen(800, "idle")) == "idle"


def test_a_trust_dialog_makes_no_done() -> None:
    story = [screen(0, "blocked"), key(2_000), output(2_100), screen(2_100), screen(2_500, "idle")]

    assert shown_along([*story, screen(2_900, "idle")])[-3:] == ["working", "idle", "idle"]


def test_a_menu_makes_no_done() -> None:
    story = [screen(0, "idle"), output(400), screen(400, "unknown"), output(800), screen(800, "idle")]

    assert shown(*story, screen(1_200, "idle")) == "idle"


def test_trap_24_a_blank_screen_is_not_idle() -> None:
    assert shown(screen(0), tick(60_000)) == "unknown"


# --- the process -----------------------------------------------------------------------------------------------------


def test_trap_17_everything_is_dropped_when_the_recognised_process_has_ended() -> None:
    story = [hook(0, "working"), screen(400, "working"), output(500), key(600, "interrupt"), AgentWent(1_000)]

    assert told(*story) == Fold(now=1_000)


def test_trap_18_hooks_let_go_when_another_agent_took_the_place() -> None:
    fold = told(hook(0, "working"), AgentCame(5_000, "gemini"), screen(5_400, "idle"))

    assert (fold.shown.status, fold.shown.source) == ("idle", "screen")


def test_a_shown_done_is_dropped_with_its_process() -> None:
    assert shown(hook(0, "done"), screen(400), AgentWent(1_000)) == "unknown"


def test_a_word_that_comes_after_the_process_has_ended_is_ignored() -> None:
    assert shown(AgentWent(1_000), hook(1_100, "working"), screen(1_200, "working")) == "unknown"


def test_a_suspended_agent_keeps_its_signals() -> None:
    story = [
        screen(0),
        hook(0, "working"),
        AgentPaused(1_000),
        output(1_100),
        screen(1_200, "idle"),
        tick(60_000),
    ]

    assert shown(*story) == "working"
    assert shown(*story, AgentContinued(61_000), screen(61_000)) == "working"


def test_output_from_before_a_suspension_is_no_activity_after_it() -> None:
    story = [output(0), screen(0), AgentPaused(100), AgentContinued(200), screen(200)]

    assert shown(*story) == "unknown"


def test_a_suspended_agent_keeps_its_turn() -> None:
    story = [screen(0, "working"), AgentPaused(1_000), AgentContinued(5_000), screen(5_000, "idle")]

    assert shown_along([*story, screen(5_400, "idle")])[-2:] == ["working", "done"]


# --- looking ---------------------------------------------------------------------------------------------------------

DONE_BY_WORD = [screen(0), hook(0, "working"), hook(2_000, "done"), screen(2_400)]
DONE_BY_RULE = [screen(0, "working"), screen(400, "idle"), screen(800, "idle")]


@pytest.mark.parametrize("turn", [DONE_BY_WORD, DONE_BY_RULE])
def test_trap_23_done_that_is_looked_at_is_idle_and_does_not_come_back(turn) -> None:
    fold = told(*turn, look(3_000))

    assert (fold.shown.status, fold.shown.turn) == ("idle", False)
    assert shown_along([*turn, look(3_000), tick(3_100), output(3_200), screen(3_400, "idle"), tick(9_000)])[
        -4:
    ] == [
        "idle",
        *shown_along([*turn, look(3_000), tick(3_100), output(3_200)])[-1:],
        "idle",
        "idle",
    ]


def test_a_look_changes_nothing_but_done() -> None:
    for story in ([screen(0, "working")], [screen(0, "blocked")], [screen(0)], [screen(0), hook(0, "done")]):
        assert told(*story, look(100)).shown == told(*story).shown


def test_done_that_is_looked_at_while_nothing_is_known_stays_idle() -> None:
    assert (
        shown(*DONE_BY_RULE, screen(1_200), look(3_000), tick(3_001), screen(3_400), tick(60_000)) == "idle"
    )


def test_one_look_counts_for_the_done_of_hook_and_of_report() -> None:
    story = [*DONE_BY_WORD, look(2_500), report(2_600, "done"), screen(3_200)]

    assert shown_along(story)[-3:] == ["idle", "idle", "idle"]


def test_a_done_of_the_same_source_after_a_look_is_another_one() -> None:
    assert shown(*DONE_BY_WORD, look(2_500), hook(9_000, "done"), screen(9_400)) == "done"


def test_the_next_turn_is_done_again_after_a_look() -> None:
    assert (
        shown(*DONE_BY_WORD, look(3_000), hook(4_000, "working"), hook(5_000, "done"), screen(5_400))
        == "done"
    )
    again = [screen(3_400, "working"), screen(3_800, "idle"), screen(4_200, "idle")]
    assert shown(*DONE_BY_RULE, look(3_000), *again) == "done"


def test_trap_12_a_reminder_of_idleness_does_not_undo_done() -> None:
    assert shown(*DONE_BY_WORD, report(8_000, "idle"), screen(8_400, "idle")) == "done"


# --- steadiness ------------------------------------------------------------------------------------------------------


def test_working_to_idle_by_a_rule_is_held_for_one_more_sample() -> None:
    story = [screen(0, "working"), screen(400, "idle"), screen(800, "idle")]

    assert shown_along(story) == ["working", "working", "done"]


def test_a_flicker_of_idle_between_two_samples_that_read_working_is_not_shown() -> None:
    story = [screen(0, "working"), screen(400, "idle"), screen(800, "working"), screen(1_200, "idle")]

    assert shown_along(story) == ["working"] * 4


def test_idle_after_a_turn_that_showed_activity_last_is_held_too() -> None:
    story = [screen(0, "working"), output(400), screen(400), screen(800, "idle"), screen(1_200, "idle")]

    assert shown_along(story)[-2:] == ["working", "done"]


def test_idle_after_a_key_set_the_word_aside_is_held_too() -> None:
    story = [screen(0, "working"), hook(0, "working"), key(2_000, "interrupt"), screen(2_500, "idle")]

    assert told(*story).sample_due == 2_900
    assert shown_along([*story, screen(2_900, "idle")])[-2:] == ["working", "idle"]


def test_D25_a_start_that_only_showed_activity_is_idle_at_once() -> None:
    assert shown_along([output(0), screen(0), output(300), screen(400, "idle")])[-1] == "idle"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("idle", "working"),
        ("idle", "blocked"),
        ("blocked", "working"),
        ("working", "blocked"),
        ("blocked", "idle"),
    ],
)
def test_everything_else_shows_at_once(before: ScreenState, after: ScreenState) -> None:
    assert shown(screen(0, before), screen(400, after)) == after


def test_D31_an_answered_question_is_working_one_sample_after_the_dialog_is_gone() -> None:
    assert (
        shown(screen(0, "working"), screen(400, "blocked"), key(900), screen(1_200, "working")) == "working"
    )


# --- a live dialog beats the own word --------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["working", "idle"])
def test_a_dialog_in_two_samples_400_ms_apart_beats_any_own_word(word: WordStatus) -> None:
    story = [screen(0), report(0, word), screen(1_000, "blocked", "plan"), screen(1_400, "blocked", "plan")]

    assert shown_along(story)[-2:] == [word, "blocked"]
    assert told(*story).shown.source == "screen"


def test_a_dialog_in_one_sample_does_not_beat_an_own_word() -> None:
    story = [screen(0), report(0, "working"), screen(1_000, "blocked"), screen(1_400, "working")]

    assert shown_along(story)[-2:] == ["working", "working"]


def test_two_samples_less_than_400_ms_apart_are_one() -> None:
    story = [screen(0), report(0, "working"), screen(1_000, "blocked"), screen(1_399, "blocked")]

    assert shown(*story) == "working"


def test_the_own_word_counts_again_once_the_dialog_has_left_the_screen() -> None:
    dialog = [screen(1_000, "blocked"), screen(1_400, "blocked")]

    assert shown(screen(0), report(0, "working"), *dialog, screen(1_800)) == "working"


def test_the_second_sample_of_a_dialog_is_asked_for_on_an_unchanged_screen() -> None:
    assert told(screen(0), report(0, "working"), screen(1_000, "blocked")).sample_due == 1_400


def test_done_by_own_word_is_shown_only_after_a_sample_without_a_dialog() -> None:
    story = [screen(0), hook(0, "working"), hook(2_000, "done"), tick(2_100), screen(2_400)]

    assert shown_along(story)[-3:] == ["working", "working", "done"]


def test_the_sample_that_confirms_done_is_asked_for_on_an_unchanged_screen() -> None:
    assert told(screen(1_900), hook(2_000, "done")).sample_due == 2_300
    assert told(screen(1_000), hook(2_000, "done")).sample_due == 2_150


def test_no_done_slips_out_before_a_dialog_that_the_agent_calls_done() -> None:
    story = [
        screen(0),
        report(0, "working"),
        report(2_000, "done"),
        screen(2_200, "blocked"),
        screen(2_600, "blocked"),
    ]

    assert shown_along(story)[-3:] == ["working", "working", "blocked"]


def test_when_the_second_sample_shows_no_dialog_done_is_shown() -> None:
    story = [
        screen(0),
        report(0, "working"),
        report(2_000, "done"),
        screen(2_200, "blocked"),
        screen(2_600, "idle"),
    ]

    assert shown_along(story)[-2:] == ["working", "done"]


def test_a_done_behind_a_dialog_is_shown_when_the_dialog_is_gone() -> None:
    dialog = [report(2_000, "done"), screen(2_200, "blocked"), screen(2_600, "blocked")]

    assert shown(screen(0), report(0, "working"), *dialog, screen(9_000, "idle")) == "done"


def test_a_done_taken_back_before_it_was_confirmed_is_shown_all_the_same() -> None:
    assert (
        shown(screen(0, "working"), hook(0, "working"), hook(2_000, "done"), hook_cleared(2_010)) == "working"
    )
    assert (
        shown(screen(0), hook(0, "working"), hook(2_000, "done"), hook_cleared(2_010), tick(9_000)) == "done"
    )


def test_a_done_taken_back_behind_a_dialog_is_not_shown() -> None:
    story = [
        screen(0),
        report(0, "working"),
        report(2_000, "done"),
        screen(2_200, "blocked"),
        report_cleared(2_300),
    ]

    assert shown(*story) == "blocked"


def test_a_done_taken_back_before_the_first_sample_is_shown() -> None:
    assert shown(hook(0, "done"), hook_cleared(10)) == "done"


def test_a_word_after_an_answer_waits_for_the_sample_that_shows_the_dialog_gone() -> None:
    dialog = [report(0, "blocked", "Run it?"), screen(400, "blocked"), screen(800, "blocked")]
    fold = told(*dialog, key(900), report(950, "working"))

    assert (fold.shown.status, fold.shown.source) == ("blocked", "report")
    assert fold.sample_due == 1_200
    assert shown(*dialog, key(900), report(950, "working"), screen(1_200, "working")) == "working"


def test_a_blocked_word_with_text_shows_at_once_over_a_live_dialog() -> None:
    dialog = [screen(0, "blocked", detail="1. Yes"), screen(400, "blocked", detail="1. Yes")]

    assert told(*dialog, hook(500, "blocked", "Run it?")).shown.detail == "Run it?"


def test_a_blocked_word_without_text_waits_for_the_sample_with_the_question() -> None:
    story = [screen(0), report(0, "working"), report(1_000, "blocked")]

    assert shown(*story) == "working"
    assert told(*story).sample_due == 1_150
    fold = told(*story, screen(1_150, "blocked", detail="Run npm test?"))
    assert (fold.shown.status, fold.shown.source, fold.shown.detail) == ("blocked", "report", "Run npm test?")
    assert shown(*story, screen(1_150)) == "blocked"


# --- keys ------------------------------------------------------------------------------------------------------------


def test_H01_trap_9_an_interrupted_turn_that_sends_no_hook_leaves_working() -> None:
    story = [screen(0, "working"), hook(0, "working"), key(10_000, "interrupt"), screen(10_100, "idle")]

    assert shown_along([*story, screen(10_500, "idle")])[-2:] == ["working", "idle"]


def test_the_screen_decides_from_half_a_second_after_the_key() -> None:
    story = [hook(0, "working"), screen(400, "idle"), screen(800, "idle"), key(2_000, "interrupt")]

    assert shown(*story, screen(2_499, "idle")) == "working"
    assert shown(*story, screen(2_500, "idle")) == "idle"


def test_a_sample_is_asked_for_half_a_second_after_the_key_on_an_unchanged_screen() -> None:
    assert told(screen(0), hook(0, "working"), key(2_000, "interrupt")).sample_due == 2_500


def test_without_a_match_the_status_stays_after_a_key() -> None:
    assert (
        shown(screen(0), hook(0, "working"), key(2_000, "interrupt"), screen(2_500), tick(60_000))
        == "working"
    )


def test_trap_11_a_late_hook_after_an_interrupt_wins_over_the_screen() -> None:
    story = [
        screen(0),
        hook(0, "working"),
        key(2_000, "interrupt"),
        screen(2_500, "idle"),
        screen(2_900, "idle"),
    ]

    assert shown(*story, hook(3_000, "working")) == "working"


@pytest.mark.parametrize("press", ["interrupt", "other"])
def test_any_key_while_blocked_sets_the_own_word_aside(press) -> None:
    story = [
        screen(0),
        hook(0, "working"),
        hook(1_000, "blocked", "Run it?"),
        key(5_000, press),
        screen(5_100),
    ]

    assert shown_along([*story, screen(5_500, "working")])[-2:] == ["blocked", "working"]


def test_a_denied_permission_that_sends_no_hook_leaves_blocked() -> None:
    story = [screen(0), hook(0, "working"), hook(1_000, "blocked", "Run it?"), key(5_000, "interrupt")]

    assert shown(*story, screen(5_500, "idle")) == "idle"


def test_trap_10_typing_ahead_while_working_is_no_interrupt() -> None:
    story = [
        screen(0),
        hook(0, "working"),
        screen(400, "idle"),
        key(2_000),
        screen(2_500, "idle"),
        screen(2_900, "idle"),
    ]

    assert shown(*story) == "working"


def test_a_key_while_idle_or_done_sets_nothing_aside() -> None:
    assert told(screen(0), hook(0, "idle"), key(1_000, "interrupt")).aside == ""
    assert told(*DONE_BY_WORD, key(3_000, "interrupt")).aside == ""


def test_an_interrupt_while_a_done_waits_for_its_sample_does_not_undo_it() -> None:
    story = [
        screen(0),
        hook(0, "working"),
        hook(2_000, "done"),
        key(2_050, "interrupt"),
        screen(2_400, "idle"),
    ]

    assert shown(*story) == "done"


def test_a_question_keeps_its_text_when_the_user_types_into_its_dialog() -> None:
    story = [
        hook(0, "blocked", "Which database?"),
        screen(400, "blocked"),
        key(1_000),
        screen(1_500, "blocked"),
    ]

    fold = told(*story)

    assert (fold.shown.status, fold.shown.source, fold.shown.detail) == (
        "blocked",
        "screen",
        "Which database?",
    )


def test_idle_within_5_s_of_an_interrupt_key_is_no_done() -> None:
    story = [screen(0, "working"), key(1_000, "interrupt"), screen(5_600, "idle"), screen(6_000, "idle")]

    fold = told(*story)

    assert (fold.shown.status, fold.shown.turn) == ("idle", False)


def test_idle_later_than_5_s_after_an_interrupt_key_is_done() -> None:
    assert (
        shown(screen(0, "working"), key(1_000, "interrupt"), screen(5_700, "idle"), screen(6_100, "idle"))
        == "done"
    )


def test_an_interrupt_explains_one_idle_only() -> None:
    story = [screen(0, "working"), key(400, "interrupt"), screen(800, "idle"), screen(1_200, "idle")]
    again = [screen(1_600, "working"), screen(2_000, "idle"), screen(2_400, "idle")]

    assert shown_along(story)[-1] == "idle"
    assert shown(*story, *again) == "done"


def test_an_escape_pressed_at_the_prompt_explains_nothing() -> None:
    story = [screen(0, "idle"), key(100, "interrupt"), screen(400, "working"), screen(800, "idle")]

    assert shown(*story, screen(1_200, "idle")) == "done"


# --- a stuck own word ------------------------------------------------------------------------------------------------


def test_a_screen_that_says_idle_for_10_s_sets_a_working_word_aside() -> None:
    story = [screen(0), hook(0, "working"), screen(1_000, "idle")]

    assert shown(*story, tick(10_999)) == "working"
    fold = told(*story, tick(11_000))
    assert (fold.shown.status, fold.shown.source, fold.shown.turn) == ("done", "screen", False)


def test_the_10_s_begin_anew_with_each_working_word() -> None:
    assert (
        shown(screen(0), hook(0, "working"), screen(1_000, "idle"), hook(9_000, "working"), tick(18_999))
        == "working"
    )


def test_the_10_s_are_of_idle_by_a_matching_rule_without_a_break() -> None:
    story = [screen(0), hook(0, "working"), screen(1_000, "idle"), screen(6_000), screen(6_400, "idle")]

    assert shown(*story, tick(16_399)) == "working"
    assert shown(*story, tick(16_400)) == "done"


def test_the_next_own_word_wins_over_the_10_s() -> None:
    assert (
        shown(screen(0), hook(0, "working"), screen(1_000, "idle"), tick(11_000), hook(12_000, "working"))
        == "working"
    )


def test_a_screen_that_says_idle_sets_no_other_word_aside() -> None:
    assert shown(hook(0, "blocked", "Run it?"), screen(400, "idle"), tick(60_000)) == "blocked"


# --- hooks -----------------------------------------------------------------------------------------------------------


def test_a_hook_without_a_working_before_it_still_counts() -> None:
    assert shown(screen(0), hook(0, "done"), screen(400)) == "done"


def test_trap_16_a_reminder_does_not_relabel_a_question_already_showing() -> None:
    reminder = OwnWordHeard(6_000, "hook", "blocked", "Claude needs your permission", reminder=True)

    assert told(screen(0), hook(0, "blocked", "Which database?"), reminder).shown.detail == "Which database?"


@pytest.mark.parametrize("before", [[], [report(0, "working", "npm test")], [hook(0, "blocked")]])
def test_a_reminder_without_a_question_shows_its_own_text(before) -> None:
    reminder = OwnWordHeard(6_000, "hook", "blocked", "Claude needs your permission", reminder=True)

    assert told(screen(0), *before, reminder).shown.detail == "Claude needs your permission"


def test_a_second_question_relabels_the_first() -> None:
    assert (
        told(screen(0), hook(0, "blocked", "Which one?"), hook(9_000, "blocked", "Sure?")).shown.detail
        == "Sure?"
    )


def test_trap_25_the_text_of_a_question_does_not_stay_after_the_agent_moved_on() -> None:
    assert told(screen(0), hook(0, "blocked", "Which database?"), hook(5_000, "working")).shown.detail == ""


def test_an_input_out_of_the_order_of_time_counts_as_now() -> None:
    fold = step(told(output(5_000), screen(5_000)), screen(10, "idle"))

    assert fold.now == 5_000
