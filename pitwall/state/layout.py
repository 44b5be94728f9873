"""
How a tab's panes share its room: a tree of splits, and the boxes it makes of so many rows and columns.

Between the two sides of a split runs a border of one cell. A side never gets less than one cell while there is any.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pitwall.events.ids import PaneId
from pitwall.events.panes import Side

HALF = 500
LEAST_SHARE, MOST_SHARE = 50, 950


@dataclass(frozen=True, slots=True)
class Leaf:
    """One pane."""

    pane: PaneId


@dataclass(frozen=True, slots=True)
class Split:
    """Two parts, side by side or one below the other; ``share`` is the first one's, in thousandths."""

    side: Side
    first: "Node"
    second: "Node"
    share: int = HALF


Node = Leaf | Split


@dataclass(frozen=True, slots=True)
class Box:
    """Where a pane is, in cells from the top left corner of the tab's room."""

    pane: PaneId
    top: int
    left: int
    rows: int
    cols: int


def split(tree: Node | None, beside: PaneId, side: Side, pane: PaneId) -> Node:
    """The tree with a pane beside another one, or beside all where that one is not there."""
    if tree is None:
        return Leaf(pane)
    if not _holds(tree, beside):
        return Split(side, tree, Leaf(pane))
    if isinstance(tree, Leaf):
        return Split(side, tree, Leaf(pane))
    if _holds(tree.first, beside):
        return replace(tree, first=split(tree.first, beside, side, pane))
    return replace(tree, second=split(tree.second, beside, side, pane))


def without(tree: Node | None, pane: PaneId) -> Node | None:
    """The tree without a pane: its neighbour takes its room; ``None`` if it was the only one."""
    if tree is None or tree == Leaf(pane):
        return None
    if isinstance(tree, Leaf):
        return tree
    first, second = without(tree.first, pane), without(tree.second, pane)
    if first is None or second is None:
        return second if first is None else first
    return replace(tree, first=first, second=second)


def shared(tree: Node | None, pane: PaneId, side: Side, share: int) -> Node | None:
    """The tree with the nearest split of that kind around a pane shared otherwise."""
    if not isinstance(tree, Split) or not _holds(tree, pane):
        return tree
    first, second = shared(tree.first, pane, side, share), shared(tree.second, pane, side, share)
    assert first is not None
    assert second is not None
    inner = replace(tree, first=first, second=second)
    if inner != tree or tree.side != side:
        return inner
    return replace(tree, share=min(MOST_SHARE, max(LEAST_SHARE, share)))


def boxes(tree: Node | None, rows: int, cols: int, top: int = 0, left: int = 0) -> Iterator[Box]:
    """The panes' boxes in a room, in the tree's order; those that no cell is left for are not among them."""
    if tree is None or rows < 1 or cols < 1:
        return
    if isinstance(tree, Leaf):
        yield Box(tree.pane, top, left, rows, cols)
        return
    if tree.side == "right":
        first = _first_length(cols, tree.share)
        yield from boxes(tree.first, rows, first, top, left)
        yield from boxes(tree.second, rows, cols - first - 1, top, left + first + 1)
    else:
        first = _first_length(rows, tree.share)
        yield from boxes(tree.first, first, cols, top, left)
        yield from boxes(tree.second, rows - first - 1, cols, top + first + 1, left)


def share_after(tree: Node | None, pane: PaneId, side: Side, rows: int, cols: int, by: int) -> int | None:
    """The share that moves the nearest border of that kind by so many cells; ``None`` where there is none."""
    found = _nearest(tree, pane, side, rows, cols)
    if found is None:
        return None
    node, length = found
    # A pane in the second part grows to the left or up.
    grown = _first_length(length, node.share) + (by if _holds(node.first, pane) else -by)
    return min(MOST_SHARE, max(LEAST_SHARE, -(-grown * 1000 // max(1, length - 1))))


def room(tree: Node | None, sizes: Mapping[PaneId, tuple[int, int]]) -> tuple[int, int]:
    """The rows and columns that panes of those sizes fill together, with the borders between them."""
    if tree is None:
        return 1, 1
    if isinstance(tree, Leaf):
        return sizes.get(tree.pane, (1, 1))
    (rows, cols), (more_rows, more_cols) = room(tree.first, sizes), room(tree.second, sizes)
    if tree.side == "right":
        return max(rows, more_rows), cols + 1 + more_cols
    return rows + 1 + more_rows, max(cols, more_cols)


def panes_in(tree: Node | None) -> Iterator[PaneId]:
    """The panes of a tree, in order."""
    if isinstance(tree, Leaf):
        yield tree.pane
    elif isinstance(tree, Split):
        yield from panes_in(tree.first)
        yield from panes_in(tree.second)


def _nearest(tree: Node | None, pane: PaneId, side: Side, rows: int, cols: int) -> tuple[Split, int] | None:
    """The innermost split of that kind around a pane, and the length that it shares out."""
    if not isinstance(tree, Split) or not _holds(tree, pane):
        return None
    length = cols if tree.side == "right" else rows
    first = _first_length(length, tree.share)
    part = first if _holds(tree.first, pane) else length - first - 1
    inner_rows, inner_cols = (rows, part) if tree.side == "right" else (part, cols)
    side_tree = tree.first if _holds(tree.first, pane) else tree.second
    inner = _nearest(side_tree, pane, side, inner_rows, inner_cols)
    return inner or ((tree, length) if tree.side == side else None)


def _first_length(length: int, share: int) -> int:
    return min(max(1, (length - 1) * share // 1000), max(1, length - 2))


def _holds(tree: Node, pane: PaneId) -> bool:
    return pane in panes_in(tree)
