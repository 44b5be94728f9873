"""The bundled rules read every recording of the four agents right, by the screen and by the agents' own words."""

import importlib
import sys
from functools import cache
from itertools import groupby
from pathlib import Path
from types import ModuleType

import pytest

from pitwall.detect.loader import bundled_folder

ROOT = Path(__file__).parents[2]
RECORDINGS = ROOT / "tests" / "recordings"
KINDS = {"claude": 59, "codex": 45, "gemini": 27, "pi": 22}
"""The agents that are read, and how many recordings of each there are."""


@cache
def reading() -> ModuleType:
    """The benchmark that prints the table, as a module."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        return importlib.import_module("reading")
    finally:
        sys.path.remove(str(ROOT / "benchmarks"))


@cache
def scores(kind: str, own_words: bool = False, folder: Path = RECORDINGS):
    """The scores of all recordings of a kind in a folder, whatever the agent's version."""
    doubts = reading().doubts_of(folder)
    return [
        reading()
        .Job(path, doubts.get(path.name.removesuffix(".rec.jsonl.gz"), ()), bundled_folder(), own_words)
        .run()
        for path in sorted(folder.glob("*.rec.jsonl.gz"))
        if path.name.partition("__")[0].partition("-")[0] == kind
    ]


def share(some, labels=("working", "blocked", "idle")) -> float:
    """How much of the labelled time was read right."""
    length = sum(one.length.get(label, 0) for one in some for label in labels)
    return sum(one.right.get(label, 0) for one in some for label in labels) / length


def pieces(some, what: str) -> list[str]:
    """What went wrong, in words."""
    return [f"{one.name}: {piece}" for one in some for piece in getattr(one, what)]


def speaks(name: str) -> bool:
    """Whether the agent of this recording reports its status, and the terminal answered when it asked."""
    return name.startswith("codex__") or "-psp__" in name


@pytest.mark.parametrize("kind", KINDS)
def test_every_recording_of_the_kind_is_scored(kind: str) -> None:
    assert len(scores(kind)) == KINDS[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_screen_and_title_are_read_right_for_99_percent_of_the_time(kind: str) -> None:
    assert share(scores(kind)) >= 0.99, pieces(scores(kind), "wrong")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fault", ["missed", "false_blocked", "stuck"])
def test_no_dialog_is_missed_or_made_up_and_no_turn_goes_on_for_ever(kind: str, fault: str) -> None:
    assert pieces(scores(kind), fault) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_menu_that_the_user_opened_changes_nothing(kind: str) -> None:
    assert share(scores(kind), ("menu",)) == 1


@pytest.mark.parametrize("kind", ["claude", "codex"])
def test_with_own_words_it_is_99_5_percent_and_still_no_dialog_is_missed(kind: str) -> None:
    spoken = [one for one in scores(kind, own_words=True) if speaks(one.name)]

    assert share(spoken) >= 0.995, pieces(spoken, "wrong")
    for fault in ("missed", "false_blocked", "stuck"):
        assert pieces(spoken, fault) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_older_versions_and_narrow_tabs_are_read_as_well(kind: str) -> None:
    some = scores(kind, folder=RECORDINGS / "more")

    assert share(some) >= 0.985, pieces(some, "wrong")
    for fault in ("missed", "false_blocked", "stuck"):
        assert pieces(some, fault) == []


def test_codex_plan_question_reads_blocked_though_codex_reports_done() -> None:
    recordings = sys.modules[reading().load.__module__]
    recording = recordings.load(RECORDINGS / "codex__plan__40x120.rec.jsonl.gz")
    playing = recordings.play(recording, reading().rules_in(bundled_folder()), own_words=True)

    told = [
        (shown.status, shown.detail) for _, shown in playing.shown if shown.source in ("report", "screen")
    ]

    assert ("blocked", "Implement this plan?") in told
    assert "done" not in [status for status, _ in told[: told.index(("blocked", "Implement this plan?"))]]


TURNS = {
    "D31_a_question_that_is_answered": ("claude__ask__24x80", "idle working blocked working done"),
    "D31_an_approval_that_is_given": ("codex__bash-approve__40x120", "idle working blocked working done"),
    "trap_9_an_approval_that_is_refused": ("gemini__bash-deny__40x120", "idle working blocked idle"),
    "H01_an_interrupted_turn": ("claude__interrupt__40x120", "idle working idle"),
    "H01_an_interrupted_turn_of_an_agent_that_speaks": ("claude__interrupt-psp__40x120", "idle working idle"),
    "a_trust_dialog_makes_no_done": ("claude__trust__24x80", "blocked idle working done"),
    "a_menu_makes_no_done": ("claude__menu-model__40x120", "idle"),
    "a_flicker_while_it_starts_makes_no_done": ("codex__half-typed__24x80", "idle working idle working done"),
    "a_viewer_leaves_the_done": ("claude__transcript__40x120", "idle working done"),
    "trap_5_a_prompt_that_is_always_there": ("gemini__slow__40x120", "idle working done"),
    "trap_10_text_typed_ahead": ("codex__typeahead__40x120", "idle working done"),
    "D17_a_long_tool": ("claude__longtool__40x120", "idle working blocked working done"),
}


@pytest.mark.parametrize(("name", "statuses"), TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("own_words", [False, True], ids=["screen", "own_words"])
def test_a_turn_is_told_from_its_beginning_to_its_end(name: str, statuses: str, own_words: bool) -> None:
    recordings = sys.modules[reading().load.__module__]
    recording = recordings.load(RECORDINGS / f"{name}.rec.jsonl.gz")
    playing = recordings.play(recording, reading().rules_in(bundled_folder()), own_words)

    told = [shown.status for _, shown in playing.shown if shown.source != "activity"]

    assert [status for status, _ in groupby(told)] == statuses.split()


def test_an_agent_in_a_shell_is_read_and_the_shell_is_not() -> None:
    assert share(scores("shell")) >= 0.99
    assert pieces(scores("shell"), "false_blocked") == []


@cache
def hooked():
    """The scores of the recordings that hold hooks, read by hooks and screen, the reports switched off."""
    doubts = reading().doubts_of(RECORDINGS)
    return [
        reading()
        .Job(
            path, doubts.get(path.name.removesuffix(".rec.jsonl.gz"), ()), bundled_folder(), False, hooks=True
        )
        .run()
        for path in sorted(RECORDINGS.glob("*.rec.jsonl.gz"))
        if path.name.partition("__")[0].partition("-")[0] in ("claude", "codex", "pi")
        if reading().has_hooks(reading().load(path))
    ]


def test_hooks_and_screen_together_are_right_for_99_percent_of_the_time() -> None:
    assert len(hooked()) == 60
    assert share(hooked()) >= 0.99, pieces(hooked(), "wrong")


@pytest.mark.parametrize("fault", ["missed", "false_blocked", "stuck"])
def test_with_hooks_no_dialog_is_missed_or_made_up_and_no_turn_goes_on_for_ever(fault: str) -> None:
    assert pieces(hooked(), fault) == []
