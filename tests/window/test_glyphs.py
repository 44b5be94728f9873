"""Every state has a glyph of one cell, and ages are short."""

import pytest
from windowdaemon import tab

from pitwall.window.cells import width_of
from pitwall.window.glyphs import age, glyph, look, seconds_until_older
from pitwall.window.theme import DARK

SECOND = 1_000_000
STATES = ("blocked", "working", "done", "idle", "running", "exited", "")


def test_every_state_has_a_glyph_of_its_own_and_a_look() -> None:
    glyphs = [glyph(tab(1, "x", state)) for state in STATES]
    assert len(set(glyphs)) == len(STATES)
    assert all(width_of(one) == 1 for one in glyphs)
    assert all(look(tab(1, "x", state), DARK) for state in STATES)


def test_a_failure_is_told_from_an_end() -> None:
    failed, ended = tab(1, "x", "exited", exit_code=2), tab(1, "x", "exited", exit_code=0)
    assert glyph(failed) != glyph(ended)
    assert look(failed, DARK) != look(ended, DARK)


def test_a_code_that_is_lost_is_neither_a_failure_nor_an_end() -> None:
    lost = tab(1, "x", "exited", exit_code=None)
    assert glyph(lost) not in {glyph(tab(1, "x", "exited", exit_code=code)) for code in (0, 1, -9)}


def test_a_state_of_a_later_version_is_shown_as_none() -> None:
    assert glyph(tab(1, "x", "dreaming")) == "·"


@pytest.mark.parametrize(
    ("seconds", "shown", "next_in"),
    [(0, "", 60), (59, "", 1), (60, "1m", 60), (3599, "59m", 1), (3600, "1h", 3600), (200_000, "2d", 59_200)],
)
def test_ages_and_when_they_change(seconds: int, shown: str, next_in: float) -> None:
    now = 10**15
    assert age(now - seconds * SECOND, now) == shown
    assert seconds_until_older(now - seconds * SECOND, now) == pytest.approx(next_in)


def test_a_clock_that_was_set_back_makes_no_negative_age() -> None:
    assert age(2000 * SECOND, 1000 * SECOND) == ""
    assert seconds_until_older(0, 10**15) is None
