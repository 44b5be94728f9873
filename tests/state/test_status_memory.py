"""When an agent must be looked at again although nothing happens."""

from dataclasses import replace

import pytest
from statuses import came, hook, key, output, report, screen, tick, told

from pitwall.state.status import Fold
from pitwall.state.status_inputs import AgentContinued, AgentPaused, AgentWent


def test_without_an_agent_nothing_is_wanted() -> None:
    assert (Fold().deadline, Fold().sample_due) == (None, None)
    gone = told(hook(0, "working"), AgentWent(100))
    assert (gone.deadline, gone.sample_due) == (None, None)


def test_an_agent_that_came_is_sampled_at_once() -> None:
    assert came().sample_due == 0


def test_a_quiet_agent_wants_nothing() -> None:
    fold = told(screen(0, "idle"))

    assert (fold.deadline, fold.sample_due) == (None, None)


def test_the_end_of_activity_is_a_deadline() -> None:
    assert told(output(100), screen(100)).deadline == 1_300
    assert told(output(100), screen(100), tick(1_300)).deadline is None


def test_the_moment_at_which_a_word_becomes_a_turn_is_a_deadline() -> None:
    assert told(screen(0), hook(100, "working")).deadline == 600
    assert told(screen(0), hook(100, "working"), tick(600)).deadline is None


def test_ten_seconds_of_an_idle_screen_are_a_deadline() -> None:
    assert told(screen(0), hook(0, "working"), screen(1_000, "idle")).deadline == 11_000
    assert told(screen(0), hook(0, "working"), screen(1_000, "idle"), tick(11_000)).deadline is None


def test_a_held_idle_is_sampled_again_on_an_unchanged_screen() -> None:
    assert told(screen(0, "working"), screen(400, "idle")).sample_due == 800
    assert told(screen(0, "working"), screen(400, "idle"), screen(800, "idle")).sample_due is None


def test_working_in_one_sample_is_sampled_again_on_an_unchanged_screen_if_nobody_typed() -> None:
    flicker = told(screen(0, "working"), start=came())

    assert flicker.sample_due == 400
    assert told(screen(400, "working"), start=flicker).sample_due is None
    assert told(screen(0, "working")).sample_due is None


def test_an_idle_screen_under_a_working_word_is_not_sampled_again() -> None:
    assert told(screen(0), hook(0, "working"), tick(500), screen(800, "idle")).sample_due is None


@pytest.mark.parametrize(
    ("story", "interrupt", "other"),
    [
        ([screen(0)], False, False),
        ([screen(0, "idle")], False, False),
        ([screen(0, "working")], True, False),
        ([screen(0, "blocked")], True, True),
        ([screen(0), hook(100, "working")], True, True),
        ([screen(0), hook(100, "working"), tick(600)], True, False),
        ([screen(0), hook(0, "done"), screen(400)], False, False),
    ],
)
def test_only_keys_that_can_end_what_is_shown_or_make_it_a_turn_are_heeded(
    story, interrupt: bool, other: bool
) -> None:
    fold = told(*story)

    assert (fold.heeds("interrupt"), fold.heeds("other")) == (interrupt, other)


def test_the_first_key_that_is_no_answer_is_heeded() -> None:
    assert came().heeds("other")
    assert told(key(100), start=told(screen(0, "blocked"), start=came())).heeds("other")
    assert not told(key(100), start=came()).heeds("other")


def test_no_key_is_heeded_while_the_agent_is_paused() -> None:
    assert not told(AgentPaused(100), start=came()).heeds("interrupt")


def test_a_done_that_a_dialog_hides_is_not_sampled_until_the_screen_changes() -> None:
    dialog = [report(0, "done"), screen(200, "blocked"), screen(600, "blocked")]

    assert told(screen(0), *dialog).sample_due is None


def test_a_done_is_given_150_ms_to_be_painted_over() -> None:
    assert told(screen(0), hook(1_000, "done"), screen(1_149)).shown.status == "unknown"
    assert told(screen(0), hook(1_000, "done"), screen(1_150)).shown.status == "done"
    assert told(screen(0), hook(1_000, "done"), screen(1_149)).sample_due == 1_549


def test_a_paused_agent_is_not_sampled_and_one_that_goes_on_is_at_once() -> None:
    paused = [screen(0, "working"), AgentPaused(1_000)]

    assert told(*paused).sample_due is None
    assert told(*paused, AgentContinued(5_000)).sample_due == 5_000


def test_the_sample_after_a_key_is_wanted_even_if_it_comes_late() -> None:
    fold = told(screen(0), hook(0, "working"), key(1_000, "interrupt"), tick(9_000))

    assert fold.sample_due == 1_500
    assert told(screen(9_000, "working"), start=fold).sample_due is None


@pytest.mark.parametrize("state", ["blocked", "idle", "working", "unknown", None])
def test_a_run_counts_samples_that_read_the_same(state) -> None:
    fold = told(screen(0, state), screen(400, state), screen(800, state))

    assert fold.run is not None
    assert (fold.run.since, fold.run.last.at, fold.run.count) == (0, 800, 3)


def test_a_sample_that_reads_otherwise_begins_a_new_run() -> None:
    fold = told(screen(0, "blocked"), screen(400, "idle"), screen(800, "blocked"))

    assert fold.run is not None
    assert (fold.run.since, fold.run.count, fold.run.lasting) == (800, 1, False)


def test_folds_are_values() -> None:
    fold = told(screen(0, "working"))

    assert fold == told(screen(0, "working"))
    assert fold != replace(fold, turn=False)
