"""What holds of every story, however odd."""

from hypothesis import example, given
from hypothesis import strategies as st
from statuses import tick

from pitwall.state.status import Fold, step
from pitwall.state.status_inputs import (
    AgentCame,
    AgentContinued,
    AgentPaused,
    AgentWent,
    Input,
    KeyPressed,
    OutputSeen,
    OwnWordCleared,
    OwnWordHeard,
    ScreenRead,
    TabLookedAt,
    Tick,
)
from pitwall.state.status_why import why

_SOURCES = st.sampled_from(["hook", "report"])
_DELAYS = st.one_of(
    st.integers(0, 3_000), st.sampled_from([0, 150, 399, 400, 500, 1_200, 5_000, 10_000, 60_000])
)


@st.composite
def _inputs(draw: st.DrawFn, at: int) -> Input:
    match draw(st.integers(0, 19)):
        case 0:
            return AgentCame(at, draw(st.sampled_from(["claude", "codex"])))
        case 1:
            return draw(
                st.sampled_from([AgentWent(at), AgentPaused(at), AgentContinued(at), AgentContinued(at)])
            )
        case 2 | 3:
            return OutputSeen(at)
        case 4 | 5 | 6 | 7:
            status = draw(st.sampled_from(["working", "blocked", "idle", "done"]))
            detail = draw(st.sampled_from(["", "Run it?"]))
            sent = draw(st.sampled_from([0, at, at - 100, at + 100]))
            return OwnWordHeard(
                at, draw(_SOURCES), status, detail, sent, draw(st.booleans()), draw(st.booleans())
            )
        case 8:
            return OwnWordCleared(at, draw(_SOURCES))
        case 9 | 10:
            return KeyPressed(at, draw(st.sampled_from(["interrupt", "other"])))
        case 11:
            return TabLookedAt(at)
        case 12 | 13:
            return Tick(at)
        case _:
            state = draw(st.sampled_from([None, "working", "blocked", "idle", "unknown"]))
            return ScreenRead(at, state, state or "", "screen", "Yes?" if state == "blocked" else "")


@st.composite
def stories(draw: st.DrawFn) -> list[Input]:
    """Inputs in the order of time, an agent's coming first more often than not."""
    at = 1_000
    story: list[Input] = [AgentCame(at, "claude")] if draw(st.integers(0, 9)) else []
    for delay in draw(st.lists(_DELAYS, max_size=25)):
        at += delay
        story.append(draw(_inputs(at)))
    return story


def folds(story: list[Input]) -> list[Fold]:
    """The folds before, between and after the inputs of a story."""
    result = [Fold()]
    for event in story:
        result.append(step(result[-1], event))
    return result


@given(stories())
def test_the_same_inputs_give_the_same_folds(story: list[Input]) -> None:
    assert folds(story) == folds(story)


@given(stories())
def test_no_story_stops_the_fold_and_every_status_has_its_reasons(story: list[Input]) -> None:
    for fold in folds(story):
        assert why(fold, fold.now)
        assert all(reason.endswith(".") for reason in why(fold, fold.now))


@given(stories())
def test_a_deadline_is_always_ahead(story: list[Input]) -> None:
    for fold in folds(story):
        assert fold.deadline is None or fold.deadline > fold.now


@given(stories())
def test_ticks_at_the_deadlines_come_to_an_end(story: list[Input]) -> None:
    fold = folds(story)[-1]
    for _ in range(10):
        if fold.deadline is None:
            return
        fold = step(fold, Tick(fold.deadline))

    raise AssertionError(f"still waiting for {fold.deadline}")


@given(stories())
def test_a_sample_that_was_wanted_is_not_wanted_again_at_once(story: list[Input]) -> None:
    fold = folds(story)[-1]
    if fold.sample_due is None:
        return
    at = max(fold.sample_due, fold.now)
    for state in (None, "working", "blocked", "idle", "unknown"):
        after = step(fold, ScreenRead(at, state))
        assert after.sample_due is None or after.sample_due > at


@given(stories(), st.sampled_from([None, "working", "blocked", "idle", "unknown"]))
def test_samples_of_a_still_screen_come_to_an_end(story: list[Input], state) -> None:
    fold = folds(story)[-1]
    for _ in range(6):
        if fold.sample_due is None:
            return
        fold = step(fold, ScreenRead(max(fold.sample_due, fold.now), state))

    raise AssertionError(f"still asking for a sample at {fold.sample_due}")


@given(stories())
@example(
    [
        AgentCame(1_000, "claude"),
        ScreenRead(1_000, "idle", "idle", "screen"),
        OwnWordHeard(1_000, "hook", "working"),
        TabLookedAt(11_000),
    ]
)
def test_done_needs_a_turn_or_an_own_word(story: list[Input]) -> None:
    states = folds(story)
    for before, event, after in zip(states, story, states[1:], strict=False):
        if after.shown.status == "done" and before.shown.status != "done":
            said = after.shown.source in ("hook", "report")
            assert said or before.turn or (before.turn_since is not None)
            late = before.deadline is not None and before.deadline <= event.at
            assert late or not isinstance(event, TabLookedAt | AgentCame | AgentWent)


@given(stories())
def test_done_and_idle_never_carry_a_turn(story: list[Input]) -> None:
    for fold in folds(story):
        if fold.shown.status == "done":
            assert not fold.turn


@given(stories())
def test_what_is_shown_carries_the_turn_of_the_fold(story: list[Input]) -> None:
    for fold in folds(story):
        assert fold.shown.turn == fold.turn


@given(stories(), st.booleans(), st.lists(_DELAYS, max_size=20), st.data())
def test_trap_23_a_done_that_was_looked_at_does_not_come_back_by_itself(
    before: list[Input], by_word: bool, delays: list[int], data: st.DataObject
) -> None:
    fold = folds([*before, AgentContinued(before[-1].at if before else 0)])[-1]
    if not fold.kind:
        fold = step(fold, AgentCame(fold.now, "claude"))
    now = fold.now
    turn: list[Input] = [
        OwnWordHeard(now, "hook", "working"),
        OwnWordHeard(now + 1, "hook", "done", sent=now + 101),
    ]
    if not by_word:
        turn = [AgentCame(now, "pi"), KeyPressed(now, "other")]
        turn += [ScreenRead(now, "working"), ScreenRead(now + 400, "idle")]
    for event in (*turn, ScreenRead(now + 800, "idle")):
        fold = step(fold, event)
    assert fold.shown.status == "done"

    fold = step(fold, TabLookedAt(now + 900))
    at = now + 900
    for delay in delays:
        assert fold.shown.status != "done"
        at += delay
        state = data.draw(st.sampled_from([None, "blocked", "idle", "unknown"]))
        quiet = [
            ScreenRead(at, state),
            Tick(at),
            KeyPressed(at, "interrupt"),
            KeyPressed(at, "other"),
            TabLookedAt(at),
        ]
        quiet += [
            AgentPaused(at),
            AgentContinued(at),
            OwnWordCleared(at, "hook"),
            OwnWordHeard(at, "report", "idle"),
        ]
        fold = step(fold, data.draw(st.sampled_from(quiet)))
    assert fold.shown.status != "done"


@given(stories())
def test_trap_17_nothing_is_left_of_an_agent_that_went(story: list[Input]) -> None:
    fold = folds([*story, AgentWent(story[-1].at if story else 0)])[-1]

    assert fold == Fold(now=fold.now)


@given(stories())
def test_while_paused_the_status_stays(story: list[Input]) -> None:
    states = folds(story)
    for before, event, after in zip(states, story, states[1:], strict=False):
        if before.paused and after.paused and not isinstance(event, TabLookedAt):
            assert (before.shown.status, before.shown.detail) == (after.shown.status, after.shown.detail)


@given(stories(), st.integers(0, 100_000))
def test_a_tick_with_nothing_due_changes_no_status(story: list[Input], later: int) -> None:
    fold = folds(story)[-1]
    at = fold.now + later
    if fold.deadline is None or at < fold.deadline:
        assert step(fold, tick(at)).shown == fold.shown


@given(stories(), st.sampled_from(["interrupt", "other"]))
def test_a_key_that_is_not_heeded_changes_nothing(story: list[Input], press) -> None:
    fold = folds(story)[-1]
    if not fold.heeds(press):
        assert step(fold, KeyPressed(fold.now, press)) == step(fold, Tick(fold.now))
