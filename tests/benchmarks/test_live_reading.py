"""The table of status against truth: what counts as right, late and false."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = str(Path(__file__).parents[2] / "benchmarks")


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module("live_reading")


def played(live: ModuleType, *shown: tuple[int, str]) -> object:
    """A turn with a dialog: working for 4 s, blocked for 2 s, idle for 2 s."""
    span = sys.modules["recordings"].Span
    truth = (span(0, 4000, "working"), span(4000, 6000, "blocked"), span(6000, 8000, "idle"))
    recording = sys.modules["recordings"].Recording("turn", "claude", 24, 80, (), truth, 8000)
    return live.Played(recording, tuple(live.Shown(at, status) for at, status in shown))


def test_a_turn_that_is_read_right_is_all_right(live: ModuleType) -> None:
    lines, good = live.report(played(live, (0, "working"), (4000, "blocked"), (6000, "done")))
    assert lines[-2:] == ["right: 100.0% of 8.0 s; false blocked: 0.0 s", "blocked: shown after 0 ms"]
    assert not any("×" in line for line in lines)
    assert good


def test_a_late_status_is_marked_and_its_delay_told(live: ModuleType) -> None:
    lines, good = live.report(played(live, (0, "working"), (4800, "blocked"), (6000, "idle")))
    assert lines[-2:] == ["right: 90.0% of 8.0 s; false blocked: 0.0 s", "blocked: shown after 800 ms"]
    assert sum("×" in line for line in lines) == 1
    assert good


@pytest.mark.parametrize(
    "shown",
    [
        ((0, "working"), (6000, "idle")),
        ((0, "working"), (5500, "blocked"), (6000, "idle")),
        ((0, "working"), (4000, "blocked"), (7000, "idle")),
        ((0, "working"), (1000, "blocked"), (1100, "working"), (4000, "blocked"), (6000, "idle")),
    ],
    ids=["never shown", "shown too late", "shown too long", "made up"],
)
def test_a_dialog_that_is_missed_or_made_up_fails(
    live: ModuleType, shown: tuple[tuple[int, str], ...]
) -> None:
    _, good = live.report(played(live, *shown))
    assert not good
