"""Lines between panes meet as they should, and the mouse and the arrows find what is beside them."""

import pytest

from pitwall.window.borders import border_at, gaps, lines, neighbour, pane_at
from pitwall.window.theme import DARK
from pitwall.wire.window import PaneBox


def box(name: str, top: int, left: int, rows: int, cols: int) -> PaneBox:
    return PaneBox(name, top, left, rows, cols, True, "")


TEE = (box("a", 0, 0, 5, 4), box("b", 0, 5, 2, 4), box("c", 3, 5, 2, 4))
GRID = (box("a", 0, 0, 2, 2), box("b", 0, 3, 2, 2), box("c", 3, 0, 2, 2), box("d", 3, 3, 2, 2))


def drawn(
    boxes: tuple[PaneBox, ...], rows: int, cols: int, focused: str = "a"
) -> tuple[list[str], list[list[str]]]:
    painted = lines(rows, cols, boxes, focused, DARK)
    return ["".join(row.chars) for row in painted], [row.looks for row in painted]


def test_lines_meet() -> None:
    assert drawn(TEE, 5, 9)[0] == ["    │    ", "    │    ", "    ├────", "    │    ", "    │    "]
    assert drawn(GRID, 5, 5)[0] == ["  │  ", "  │  ", "──┼──", "  │  ", "  │  "]


def test_the_focused_pane_has_brighter_lines() -> None:
    looks = drawn(TEE, 5, 9, focused="b")[1]
    assert looks[0][4] == looks[2][4] == looks[2][8] == DARK.border_focused
    assert looks[4][4] == DARK.border


def test_a_single_pane_has_no_lines() -> None:
    assert drawn((box("a", 0, 0, 2, 2),), 3, 4)[0] == ["    "] * 3


def test_gaps_are_what_no_pane_has() -> None:
    assert gaps(TEE) == {(row, 4) for row in range(5)} | {(2, col) for col in range(5, 9)}


def test_the_pane_and_the_border_at_a_cell() -> None:
    assert pane_at(TEE, 3, 6) == TEE[2]
    assert pane_at(TEE, 2, 6) is None
    assert border_at(TEE, 1, 4) == (TEE[0], True)
    assert border_at(TEE, 2, 6) == (TEE[1], False)
    assert border_at(TEE, 3, 6) is None
    assert border_at(TEE, 0, 9) is None


@pytest.mark.parametrize(
    ("of", "direction", "found"),
    [("a", "right", "b"), ("b", "left", "a"), ("c", "left", "a"), ("b", "down", "c"), ("c", "up", "b"),
     ("a", "left", "a"), ("a", "up", "a"), ("gone", "up", "gone")],
)  # fmt: skip
def test_the_neighbour_in_a_direction(of: str, direction: str, found: str) -> None:
    assert neighbour(TEE, of, direction) == found
