"""The lines between panes, drawn where no pane is (pure)."""

from collections.abc import Sequence

from pitwall.window.cells import Row, blank_row
from pitwall.window.theme import Theme
from pitwall.wire.window import PaneBox

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8

_LINES = {
    0: " ", UP: "│", DOWN: "│", LEFT: "─", RIGHT: "─", UP | DOWN: "│", LEFT | RIGHT: "─",
    UP | LEFT: "┘", UP | RIGHT: "└", DOWN | LEFT: "┐", DOWN | RIGHT: "┌",
    UP | DOWN | LEFT: "┤", UP | DOWN | RIGHT: "├", LEFT | RIGHT | UP: "┴", LEFT | RIGHT | DOWN: "┬",
    UP | DOWN | LEFT | RIGHT: "┼",
}  # fmt: skip
"""The line by the sides on which it goes on."""


def gaps(boxes: Sequence[PaneBox]) -> set[tuple[int, int]]:
    """The cells beside panes that belong to none, within the rectangle that holds all of them."""
    rows = max((box.top + box.rows for box in boxes), default=0)
    cols = max((box.left + box.cols for box in boxes), default=0)
    free = [bytearray(b"\1" * cols) for _ in range(rows)]
    for box in boxes:
        for row in free[max(0, box.top) : box.top + box.rows]:
            start, end = max(0, box.left), box.left + box.cols
            row[start:end] = bytes(max(0, min(end, cols) - start))
    return {(number, col) for number, row in enumerate(free) for col, is_free in enumerate(row) if is_free}


def lines(rows: int, cols: int, boxes: Sequence[PaneBox], focused: str, theme: Theme) -> list[Row]:
    """The room for panes, blank but for the lines between them."""
    drawn = [blank_row(cols) for _ in range(rows)]
    free = gaps(boxes)
    near = next((box for box in boxes if box.id == focused), None)
    for row, col in free:
        sides = (
            (UP if (row - 1, col) in free else 0)
            | (DOWN if (row + 1, col) in free else 0)
            | (LEFT if (row, col - 1) in free else 0)
            | (RIGHT if (row, col + 1) in free else 0)
        )
        if row < rows and col < cols:
            strong = near is not None and _beside(near, row, col)
            drawn[row].chars[col] = _LINES[sides]
            drawn[row].looks[col] = theme.border_focused if strong else theme.border
    return drawn


def _beside(box: PaneBox, row: int, col: int) -> bool:
    """Whether the cell touches the box's outside, corners included."""
    return box.top - 1 <= row <= box.top + box.rows and box.left - 1 <= col <= box.left + box.cols


def pane_at(boxes: Sequence[PaneBox], row: int, col: int) -> PaneBox | None:
    """The pane that has the cell."""
    for box in boxes:
        if box.top <= row < box.top + box.rows and box.left <= col < box.left + box.cols:
            return box
    return None


def border_at(boxes: Sequence[PaneBox], row: int, col: int) -> tuple[PaneBox, bool] | None:
    """The pane above or left of the line at the cell, and whether that line is upright; ``None`` where is none."""
    for box in boxes:
        if col == box.left + box.cols and box.top <= row < box.top + box.rows:
            return (box, True) if any(other.left == col + 1 for other in boxes) else None
        if row == box.top + box.rows and box.left <= col < box.left + box.cols:
            return (box, False) if any(other.top == row + 1 for other in boxes) else None
    return None


def neighbour(boxes: Sequence[PaneBox], of: str, direction: str) -> str:
    """The pane next to `of` towards ``left``, ``right``, ``up`` or ``down``, `of` itself if there is none."""
    own = next((box for box in boxes if box.id == of), None)
    if own is None:
        return of
    upright = direction in ("up", "down")

    def gap(box: PaneBox) -> int:
        return {
            "left": own.left - (box.left + box.cols),
            "right": box.left - (own.left + own.cols),
            "up": own.top - (box.top + box.rows),
            "down": box.top - (own.top + own.rows),
        }[direction]

    def shared(box: PaneBox) -> int:
        if upright:
            return min(own.left + own.cols, box.left + box.cols) - max(own.left, box.left)
        return min(own.top + own.rows, box.top + box.rows) - max(own.top, box.top)

    candidates = [box for box in boxes if box.id != of and gap(box) >= 0 and shared(box) > 0]
    return min(candidates, key=lambda box: (gap(box), -shared(box))).id if candidates else of
