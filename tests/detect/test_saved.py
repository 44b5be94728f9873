"""A screen in a text file, with what the rules must say of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.detect.rulefile import parse as parse_rules
from pitwall.detect.saved import NoSavedScreen, SavedScreen, parse, render
from pitwall.detect.screen import Screen

RULES = parse_rules(
    b"""
[[rules]]
id = "asks"
state = "blocked"
contains = ["(y/n)"]
detail_line = ['(Allow .*)']
""",
    kind="drift",
    path="drift.toml",
)

TEXT = """state: blocked
rule: asks
hint: Allow it? (y/n)
title: drift: busy
from: drawn by hand
---
Allow it? (y/n)

drift> run
"""


def test_a_saved_screen_holds_its_lines_as_they_are() -> None:
    saved = parse(TEXT)
    assert saved.screen == Screen(("Allow it? (y/n)", "", "drift> run"), "drift: busy")
    assert (saved.state, saved.rule, saved.source) == ("blocked", "asks", "drawn by hand")


def test_a_reading_as_expected_has_no_differences() -> None:
    assert parse(TEXT).differences(RULES) == ()


@pytest.mark.parametrize(
    ("line", "other", "said"),
    [
        ("state: blocked", "state: idle", "reads blocked by rule asks, expected idle"),
        ("rule: asks", "rule: other", "rule asks decides, expected other"),
        ("hint: Allow it? (y/n)", "hint: ", "the hint is 'Allow it? (y/n)', expected ''"),
    ],
)
def test_each_thing_that_is_not_as_expected_is_said(line: str, other: str, said: str) -> None:
    assert parse(TEXT.replace(line, other)).differences(RULES) == (said,)


def test_none_is_expected_where_no_rule_may_match() -> None:
    assert parse("state: none\n---\nnothing here\n").differences(RULES) == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("state: idle\nscreen", "no line '---'"),
        ("state: done\n---\n", "'done' is none of"),
        ("state: idle\ncolour: red\n---\n", "no line of the head"),
        ("---\n", "'' is none of"),
    ],
)
def test_a_text_that_is_no_saved_screen_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(NoSavedScreen, match=why):
        parse(text)


@given(st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]))))
def test_what_is_rendered_is_parsed_the_same(lines: list[str]) -> None:
    saved = SavedScreen(Screen(tuple(lines), "a title"), "idle", "prompt", "", "somewhere")
    assert parse(render(saved)) == saved
