"""
Whose the cells of the terminal's rows are: parts from left to right, some of which are a pane's to fill (pure).

Rows of panes are taken as they are, so that who paints can tell by identity what has not changed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pitwall.window import borders
from pitwall.window.cells import Row, blank_row, cut
from pitwall.window.layout import Layout, Region
from pitwall.window.theme import Theme
from pitwall.wire.window import PaneBox


@dataclass(frozen=True, slots=True)
class Slot:
    """Cells for a row of a pane: the pane's place among the boxes, the row, and which columns of it."""

    pane: int
    row: int
    first: int
    cols: int

    def fill(self, panes: Sequence[Sequence[Row]]) -> Row:
        """The pane's cells, blanks where it has none."""
        rows = panes[self.pane]
        if self.row >= len(rows):
            return blank_row(self.cols)
        row = rows[self.row]
        return row if not self.first and len(row.chars) == self.cols else cut(row, self.first, self.cols)


Part = Row | Slot


def composition(
    layout: Layout,
    sidebar: Sequence[Row],
    header: Row | None,
    boxes: tuple[PaneBox, ...],
    focused: str,
    theme: Theme,
) -> list[tuple[Part, ...]]:
    """The parts of each row; boxes may be meant for another size, or lie over each other, for a moment."""
    panes = _panes(layout.panes, boxes, focused, theme)
    rows: list[tuple[Part, ...]] = [(header,)] if header is not None else []
    rows += [(beside, *parts) for beside, parts in zip(sidebar, panes, strict=True)] if sidebar else panes
    if layout.status.rows:
        rows.append((blank_row(layout.cols),))
    return rows


@lru_cache(maxsize=16)
def _panes(
    room: Region, boxes: tuple[PaneBox, ...], focused: str, theme: Theme
) -> tuple[tuple[Part, ...], ...]:
    """The parts of the rows of the room for panes."""
    lines = borders.lines(room.rows, room.cols, boxes, focused, theme) if len(boxes) > 1 else ()
    return tuple(
        tuple(_parts(at, room.cols, boxes, lines[at] if lines else blank_row(room.cols)))
        for at in range(room.rows)
    )


def _parts(at: int, cols: int, boxes: Sequence[PaneBox], lines: Row) -> Iterator[Part]:
    crossed = [(box.left, pane, box) for pane, box in enumerate(boxes) if box.top <= at < box.top + box.rows]
    reached = 0
    for left, pane, box in sorted(crossed, key=lambda found: found[:2]):
        start, end = max(left, reached), min(left + box.cols, cols)
        if start >= end:
            continue
        if start > reached:
            yield cut(lines, reached, start - reached)
        yield Slot(pane, at - box.top, start - left, end - start)
        reached = end
    if reached < cols:
        yield cut(lines, reached, cols - reached)
