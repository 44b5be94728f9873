"""The regions of the outer terminal: sidebar or header, panes, status bar (pure)."""

from dataclasses import dataclass

NARROW = 60
"""Columns below which there is no room for a sidebar."""
SIDEBAR = 30
"""Columns of the sidebar, its border included, if nothing else is configured."""
NARROWEST_SIDEBAR = 16
SHORT = 6
"""Rows below which panes get all there is."""


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of cells; its first row and column are counted from 0."""

    top: int
    left: int
    rows: int
    cols: int

    def __contains__(self, place: tuple[int, int]) -> bool:
        row, col = place
        return self.top <= row < self.top + self.rows and self.left <= col < self.left + self.cols


@dataclass(frozen=True, slots=True)
class Layout:
    """
    Where everything is; regions of no rows or columns are not shown.

    The sidebar's border is its last column. A narrow terminal has a header of one row instead of it.
    """

    rows: int
    cols: int
    sidebar: Region
    header: Region
    panes: Region
    status: Region


def laid_out(rows: int, cols: int, *, sidebar: int = SIDEBAR, hidden: bool = False) -> Layout:
    """The layout for an outer terminal of that size; the room for panes is never empty."""
    rows, cols = max(rows, 1), max(cols, 1)
    status_rows = 1 if rows >= SHORT else 0
    narrow = cols < NARROW
    header_rows = 1 if narrow and rows >= SHORT else 0
    width = 0 if narrow or hidden else max(NARROWEST_SIDEBAR, min(sidebar, cols // 2))
    return Layout(
        rows=rows,
        cols=cols,
        sidebar=Region(0, 0, rows - status_rows if width else 0, width),
        header=Region(0, 0, header_rows, cols),
        panes=Region(header_rows, width, max(1, rows - status_rows - header_rows), cols - width),
        status=Region(rows - status_rows, 0, status_rows, cols),
    )
