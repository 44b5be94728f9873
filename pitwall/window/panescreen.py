"""A pane's screen as the window knows it: rows of cells put together from the daemon's updates."""

from collections.abc import Sequence

from pitwall.window.cells import PLAIN, Row, blank_row, cells_of, fitted, link_name, look_of
from pitwall.wire.window import Line, PaneModes, PaneUpdate, Style


class PaneScreen:
    """The rows of one pane, its cursor and its modes. Each update makes another list of rows: the old one stays."""

    __slots__ = ("cols", "cursor", "modes", "rows")

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.cols = 0
        self.cursor = (0, 0)
        self.modes = PaneModes()

    def update(self, update: PaneUpdate) -> None:
        """Take an update; rows that it does not hold stay, unless it is a full one or the size is another."""
        cols = max(update.cols, 1)
        if update.full or cols != self.cols or update.rows != len(self.rows):
            kept = [] if update.full else self.rows[: update.rows]
            self.rows = [
                Row(fitted(row.chars, cols), (row.looks + [PLAIN] * cols)[:cols]) for row in kept
            ] + [blank_row(cols) for _ in range(max(update.rows, 1) - len(kept))]
            self.cols = cols
        if update.lines:
            looks, rows = looks_of(update.pane, update.styles), self.rows.copy()
            for line in update.lines:
                if 0 <= line.row < len(rows):
                    rows[line.row] = row_of(line, looks, cols)
            self.rows = rows
        self.cursor = (update.cursor_row, update.cursor_col)
        self.modes = update.modes


def looks_of(pane: str, styles: Sequence[Style]) -> list[str]:
    """The looks that the places in a list of a pane's styles stand for."""
    return [
        look_of(style.sgr, style.link, link_name(pane, style.link_id)) if style.link else style.sgr
        for style in styles
    ]


def row_of(line: Line, looks: Sequence[str], cols: int) -> Row:
    """A line as `cols` cells; a run that is not as wide as it says is cut or filled."""
    chars: list[str] = []
    painted: list[str] = []
    for run in line.runs:
        cells = cells_of(run.text)
        chars += cells if len(cells) == run.cells else fitted(cells, max(run.cells, 0))
        look = looks[run.style] if 0 <= run.style < len(looks) else PLAIN
        painted += [look] * max(run.cells, 0)
    return Row(fitted(chars, cols), (painted + [PLAIN] * (cols - len(painted)))[:cols])
