"""The mouse goes to a program that wants it, and else chooses, drags, scrolls and marks."""

import pytest
from windowmodels import SIDE_BY_SIDE, press, window

from pitwall.wire.window import Act, HistoryPage, Keys, PageAsked, PaneBox, PaneModes

WANTS_MOUSE = PaneModes(mouse=1002, mouse_encoding=1006)
LEFT = 30
"""The first column of the panes."""


def at(row: int, col: int, code: int = 0, end: str = "M") -> bytes:
    """A mouse report of the cell of the panes' room."""
    return f"\x1b[<{code};{col + LEFT + 1};{row + 1}{end}".encode()


def test_a_click_on_a_tab_shows_it() -> None:
    model = window()
    lines = [b"\x1b[<0;5;%dM" % (row + 1) for row in range(24)]
    chosen = [said for line in lines for said in press(model, line)]
    assert Act("select", f"{2:016x}") in chosen
    assert Act("select", f"{3:016x}") in chosen


def test_a_click_on_the_header_of_a_narrow_window_shows_that_tab() -> None:
    model = window(cols=50, panes=(PaneBox("p1", 0, 0, 22, 50, True, ""),))
    assert press(model, b"\x1b[<0;3;1M") == [Act("select", f"{2:016x}")]


def test_a_program_hears_of_the_mouse_in_cells_of_its_own_pane() -> None:
    model = window(panes=SIDE_BY_SIDE, modes=WANTS_MOUSE, focused="p2")
    assert press(model, at(3, 40)) == [Keys("p2", b"\x1b[<0;6;4M")]
    # Dragged out of the pane, it is still the one that hears of it.
    assert press(model, at(3, 2, 32)) == [Keys("p2", b"\x1b[<32;1;4M")]
    assert press(model, at(3, 2, 0, "m")) == [Keys("p2", b"\x1b[<0;1;4m")]


def test_a_click_focuses_the_pane() -> None:
    model = window(panes=SIDE_BY_SIDE)
    assert press(model, at(3, 40)) == [Act("focus", "p2")]


def test_a_dragged_border_moves_as_far_as_the_mouse() -> None:
    model = window(panes=SIDE_BY_SIDE)
    assert press(model, at(3, 34)) == []
    assert press(model, at(4, 37, 32)) == [Act("grow", "p1", 0, 3)]
    assert press(model, at(4, 30, 32)) == [Act("grow", "p1", 0, -7)]
    assert press(model, at(4, 30, 0, "m")) == []
    assert press(model, at(4, 20, 32)) == []


def test_the_wheel_scrolls_what_a_pane_has_shown() -> None:
    model = window("now")
    assert press(model, at(1, 1, 64)) == [PageAsked("p1", -200, 200)]
    model.take(HistoryPage("p1", 0, 50, (), ()))
    assert model.copy is not None
    assert model.copy.top == 47
    press(model, at(1, 1, 64))
    assert model.copy.top == 44
    for _ in range(2):
        press(model, at(1, 1, 65))
    assert model.copy is None


@pytest.mark.parametrize(("application", "arrow"), [(False, b"\x1b[A"), (True, b"\x1bOA")])
def test_the_wheel_is_arrow_keys_for_a_pager(application: bool, arrow: bytes) -> None:
    model = window(modes=PaneModes(alternate=True, application_cursor=application))
    assert press(model, at(1, 1, 64)) == [Keys("p1", arrow * 3)]


def test_dragging_marks_and_letting_go_copies() -> None:
    model = window("hello there", "second line")
    press(model, at(0, 6) + at(1, 5, 32))
    assert model.copy is not None
    press(model, at(1, 5, 0, "m"))
    assert model.copied == ["there\nsecond"]
    assert model.copy is None


def test_a_mere_click_copies_nothing() -> None:
    model = window("hello there")
    assert press(model, at(0, 6) + at(0, 6, 0, "m")) == []
    assert model.copied == []
    assert model.copy is None
