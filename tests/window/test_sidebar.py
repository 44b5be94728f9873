"""The sidebar says at a glance who needs the user."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from windowdaemon import scene, tab

from pitwall.window.cells import width_of
from pitwall.window.sidebar import compact, sidebar, visible_tabs
from pitwall.window.theme import DARK
from pitwall.wire.window import Scene

TABS = (
    tab(1, "shell", "running", branch="main"),
    tab(2, "fix tests", "blocked", attention=0, question="Run rm -rf?", agent="claude", group="api"),
    tab(3, "docs", "done", attention=1, agent="codex", group="api"),
    tab(4, "hidden", "working", detached=True),
)


def lines(shown: Scene, rows: int = 30, cols: int = 30, now: int = 0) -> list[str]:
    painted = sidebar(shown, rows, cols, DARK, now)
    assert len(painted) == rows
    assert all(len(line.row.chars) == len(line.row.looks) == cols for line in painted)
    return ["".join(line.row.chars[:-1]).rstrip() for line in painted]


def test_who_needs_the_user_stands_on_top_and_in_its_group_as_well() -> None:
    shown = lines(scene(*TABS))
    assert shown[0] == " main"
    assert shown[1] == " 1 blocked  1 done"
    assert shown[3].startswith(" needs you")
    assert shown[4] == " 2 ! fix tests"
    assert shown[5] == "     Run rm -rf?"
    assert shown[6] == " 3 ✓ docs"
    assert [line for line in shown if line.startswith(" api")]
    assert shown.count(" 2 ! fix tests") == 2


def test_a_detached_tab_is_listed_only_while_it_is_shown() -> None:
    assert not [line for line in lines(scene(*TABS)) if "hidden" in line]
    assert [line for line in lines(scene(*TABS, active=4)) if "hidden" in line]


def test_agent_and_branch_stand_below_a_tab() -> None:
    shown = lines(scene(tab(1, "x", agent="pi", branch="fix-9")))
    assert shown[4] == "     pi · fix-9"


def test_the_age_stands_at_the_right() -> None:
    shown = lines(scene(tab(1, "x", since=1_000_000)), now=301_000_000)
    assert shown[3].endswith("5m")
    assert len(shown[3]) == 28


def test_questions_go_first_when_not_all_fits_and_the_shown_tab_stays() -> None:
    tabs = [tab(number, f"tab {number}", agent="pi", branch="b") for number in range(1, 40)]
    shown = lines(scene(*tabs, active=33), rows=12)
    assert not [line for line in shown if "pi · b" in line]
    assert [line for line in shown if "tab 33" in line]


@given(
    st.integers(0, 40), st.integers(0, 60), st.lists(st.sampled_from(TABS), max_size=9), st.text(max_size=30)
)
def test_a_sidebar_of_any_size_is_exactly_that_size(
    rows: int, cols: int, tabs: list[object], title: str
) -> None:
    shown = scene(tab(1, title, question=title), *tabs)  # type: ignore[arg-type]
    painted = sidebar(shown, rows, cols, DARK, 0)
    assert len(painted) == (rows if cols > 1 else 0)
    for line in painted:
        assert len(line.row.chars) == cols
        assert not any(character in "\x1b\x07\n" for character in "".join(line.row.chars))


def test_the_shown_tab_is_tinted() -> None:
    painted = sidebar(scene(*TABS), 30, 30, DARK, 0)
    tinted = {line.tab for line in painted if DARK.active in line.row.looks[0]}
    assert tinted == {f"{1:016x}"}


def test_tabs_are_in_the_order_of_their_numbers() -> None:
    assert [one.number for one in visible_tabs(scene(TABS[2], TABS[0]))] == [1, 3]


@pytest.mark.parametrize("cols", [0, 10, 30, 59])
def test_a_narrow_header_shows_whole_tabs_and_those_that_wait_first(cols: int) -> None:
    pieces = compact(scene(*TABS), cols, DARK)
    assert sum(width_of(text) for text, _, _ in pieces) <= cols
    if cols > 30:
        assert [text for text, _, _ in pieces] == [" 2!fix tests ", " 3✓docs ", " 1▸shell "]
