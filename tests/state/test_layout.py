"""How a tab's panes share its room."""

from hypothesis import given
from hypothesis import strategies as st

from pitwall.events.ids import PaneId
from pitwall.state.layout import (
    Box,
    Leaf,
    Node,
    Split,
    boxes,
    panes_in,
    room,
    share_after,
    shared,
    split,
    without,
)

A, B, C, D = (PaneId(letter * 16) for letter in "abcd")
sides = st.sampled_from(["right", "below"])


@st.composite
def trees(draw: st.DrawFn) -> Node:
    """A tab that was split a few times."""
    tree: Node = Leaf(A)
    for pane in (B, C, D)[: draw(st.integers(0, 3))]:
        beside = draw(st.sampled_from(list(panes_in(tree))))
        tree = split(tree, beside, draw(sides), pane)
    for pane in panes_in(tree):
        tree = shared(tree, pane, draw(sides), draw(st.integers(-100, 1100))) or tree
    return tree


def test_one_pane_has_all_the_room() -> None:
    assert list(boxes(Leaf(A), 24, 80)) == [Box(A, 0, 0, 24, 80)]


def test_two_panes_share_it_with_a_border_between_them() -> None:
    right = split(Leaf(A), A, "right", B)
    assert list(boxes(right, 24, 81)) == [Box(A, 0, 0, 24, 40), Box(B, 0, 41, 24, 40)]
    below = split(Leaf(A), A, "below", B)
    assert list(boxes(below, 25, 80)) == [Box(A, 0, 0, 12, 80), Box(B, 13, 0, 12, 80)]


@given(trees(), st.integers(1, 60), st.integers(1, 200))
def test_boxes_lie_in_the_room_and_never_on_each_other(tree: Node, rows: int, cols: int) -> None:
    taken: set[tuple[int, int]] = set()
    for box in boxes(tree, rows, cols):
        assert box.rows >= 1
        assert box.cols >= 1
        cells = {
            (y, x) for y in range(box.top, box.top + box.rows) for x in range(box.left, box.left + box.cols)
        }
        assert all(y < rows and x < cols for y, x in cells)
        assert not cells & taken
        taken |= cells


@given(trees())
def test_with_room_enough_every_pane_has_a_box(tree: Node) -> None:
    assert [box.pane for box in boxes(tree, 10_000, 10_000)] == list(panes_in(tree))


@given(trees(), st.sampled_from([A, B, C, D]))
def test_a_pane_that_goes_leaves_its_room_to_the_others(tree: Node, pane: PaneId) -> None:
    left = without(tree, pane)
    assert list(panes_in(left)) == [other for other in panes_in(tree) if other != pane]
    if left is not None:
        assert sum(box.rows * box.cols for box in boxes(left, 30, 100)) >= sum(
            box.rows * box.cols for box in boxes(tree, 30, 100) if box.pane != pane
        )


def test_a_border_moves_by_so_many_cells() -> None:
    tree = split(Leaf(A), A, "right", B)
    before = next(boxes(tree, 24, 81)).cols
    share = share_after(tree, A, "right", 24, 81, 5)
    assert share is not None
    after = shared(tree, A, "right", share)
    assert next(boxes(after, 24, 81)).cols == before + 5


def test_the_second_pane_grows_against_the_border() -> None:
    tree = split(Leaf(A), A, "right", B)
    share = share_after(tree, B, "right", 24, 81, 5)
    assert share is not None
    assert [box.cols for box in boxes(shared(tree, B, "right", share), 24, 81)] == [35, 45]


def test_the_innermost_border_around_a_pane_is_moved() -> None:
    tree = split(split(Leaf(A), A, "right", B), B, "right", C)
    share = share_after(tree, C, "right", 24, 121, 3)
    assert share is not None
    moved = shared(tree, C, "right", share)
    assert isinstance(tree, Split)
    assert isinstance(moved, Split)
    assert moved.first == tree.first
    assert moved.share == tree.share


def test_where_there_is_no_border_none_is_moved() -> None:
    assert share_after(Leaf(A), A, "right", 24, 80, 5) is None
    assert share_after(split(Leaf(A), A, "below", B), A, "right", 24, 80, 5) is None


@given(trees(), st.integers(40, 200), st.integers(40, 200))
def test_the_room_is_known_by_the_panes_that_share_it(tree: Node, rows: int, cols: int) -> None:
    sizes = {box.pane: (box.rows, box.cols) for box in boxes(tree, rows, cols)}
    if len(sizes) == len(list(panes_in(tree))):
        assert room(tree, sizes) == (rows, cols)


def test_no_panes_fill_a_cell() -> None:
    assert room(None, {}) == (1, 1)
    assert room(Leaf(A), {}) == (1, 1)
