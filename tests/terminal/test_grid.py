"""The rows of a screen and those above it."""

from pitwall.terminal.cells import DEFAULT
from pitwall.terminal.grid import Grid


def grid_of(*rows: str, keep: int = 0) -> Grid:
    grid = Grid(len(rows), 10, keep)
    grid.text[:] = rows
    return grid


def screen(grid: Grid) -> list[str]:
    return grid.text[grid.base : grid.base + grid.lines]


def test_scrolling_a_whole_screen_keeps_the_row_above_it() -> None:
    grid = grid_of("a", "b", "c", keep=5)
    grid.scroll_up(0, 2, 1, DEFAULT)
    assert screen(grid) == ["b", "c", ""]
    assert grid.text[: grid.base] == ["a"]


def test_scrolling_from_the_top_row_keeps_the_row_even_with_a_bottom_margin() -> None:
    grid = grid_of("a", "b", "c", keep=5)
    grid.scroll_up(0, 1, 1, DEFAULT)
    assert screen(grid) == ["b", "", "c"]
    assert grid.text[: grid.base] == ["a"]


def test_scrolling_below_the_top_row_keeps_nothing() -> None:
    grid = grid_of("a", "b", "c", keep=5)
    grid.scroll_up(1, 2, 9, DEFAULT)
    assert screen(grid) == ["a", "", ""]
    assert grid.base == 0


def test_scrolling_down_loses_the_bottom() -> None:
    grid = grid_of("a", "b", "c", keep=5)
    grid.scroll_down(0, 2, 1, DEFAULT)
    assert screen(grid) == ["", "a", "b"]


def test_new_rows_have_the_background_they_are_given() -> None:
    grid = grid_of("a", "b", keep=0)
    grid.scroll_up(0, 1, 1, "\1")
    assert grid.attributes == ["", "\1" * 10]


def test_trimming_forgets_the_oldest_rows() -> None:
    grid = grid_of("a", "b", keep=2)
    for _ in range(5):
        grid.scroll_up(0, 1, 1, DEFAULT)
    grid.trim()
    assert (grid.base, len(grid.text), len(grid.attributes)) == (2, 4, 4)


def test_shrinking_gives_up_rows_below_the_cursor_first() -> None:
    grid = grid_of("a", "b", "c", "d", keep=5)
    assert grid.resize(2, 10, 1) == 1
    assert screen(grid) == ["a", "b"]
    assert grid.base == 0


def test_shrinking_then_keeps_the_top_above_the_screen() -> None:
    grid = grid_of("a", "b", "c", "d", keep=5)
    assert grid.resize(2, 10, 3) == 1
    assert screen(grid) == ["c", "d"]
    assert grid.text[: grid.base] == ["a", "b"]


def test_growing_takes_rows_back_from_above() -> None:
    grid = grid_of("a", "b", "c", "d", keep=5)
    grid.resize(2, 10, 3)
    assert grid.resize(5, 10, 1) == 3
    assert screen(grid) == ["a", "b", "c", "d", ""]


def test_growing_without_rows_above_adds_blank_ones_below() -> None:
    grid = grid_of("a", "b")
    assert grid.resize(4, 10, 1) == 1
    assert screen(grid) == ["a", "b", "", ""]


def test_narrowing_cuts_rows_and_their_attributes() -> None:
    grid = grid_of("abcdef")
    grid.attributes[0] = "\1" * 6
    grid.resize(1, 3, 0)
    assert (grid.text, grid.attributes) == (["abc"], ["\1\1\1"])
