"""From the model to the frame that the outer terminal is to show (pure)."""

import operator
from collections.abc import Collection, Sequence
from itertools import compress

from pitwall.window import overlays
from pitwall.window.cells import Row, blank_row, width_of, write
from pitwall.window.composition import Part, composition
from pitwall.window.compositor import Cells, Frame
from pitwall.window.copymode import CopyMode
from pitwall.window.layout import Layout, Region
from pitwall.window.model import Model
from pitwall.window.sidebar import compact, sidebar
from pitwall.window.statusbar import statusbar
from pitwall.wire.window import PaneBox

AGE_STEP = 1_000_000
"""µs after which ages are looked at again."""


class Painter:
    """
    Makes frames of the model.

    Rows whose parts are the objects that they were are the objects that they were; so is what stands beside panes.
    """

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._key: object = None
        self._parts: list[tuple[Part, ...]] = []
        self._composed_of: list[tuple[Part, ...]] = []
        self._panes: list[list[Row]] = []
        self._rows: list[Cells] = []

    def frame(self, model: Model, now: int) -> Frame:
        """What is to be shown, its rows not to be changed; `now` is wall-clock µs, for ages."""
        layout = model.layout
        ids = [box.id for box in model.scene.panes]
        anew, self._ids = ids != self._ids, ids
        rows = self._composed(model, layout, now).copy()
        cursor, shape = None, 0
        box = next((box for box in model.scene.panes if box.id == model.scene.focused), None)
        if box is not None and box.id in model.panes:
            cursor = _cursor(model, layout.panes, box)
            shape = model.panes[box.id].modes.cursor_shape
        if layout.status.rows:
            bar, at_status = statusbar(model, layout.cols)
            rows[layout.status.top] = (bar,)
            cursor = (layout.status.top, at_status) if at_status is not None else cursor
        if model.help:
            overlays.lay(layout.panes, rows, overlays.help_rows(model, layout.panes))
            cursor = None
        elif model.prompt is not None and model.prompt.kind == "choice":
            overlays.lay(layout.panes, rows, overlays.choice_rows(model, model.prompt, layout.panes))
        return Frame(rows, cursor, shape, anew=anew)

    def _composed(self, model: Model, layout: Layout, now: int) -> list[Cells]:
        """The rows with panes in their places."""
        parts, boxes = self._composition(model, layout, now), model.scene.panes
        panes = [_shown(model, box) for box in boxes]
        if parts is self._composed_of:  # so the boxes are where they were
            numbers = _changed(layout.panes.top, boxes, self._panes, panes, len(parts))
        else:
            numbers = range(len(parts))
            self._rows = [()] * len(parts)
        for number in numbers:
            self._rows[number] = tuple(
                [part if isinstance(part, Row) else part.fill(panes) for part in parts[number]]
            )
        self._composed_of, self._panes = parts, panes
        return self._rows

    def _composition(self, model: Model, layout: Layout, now: int) -> list[tuple[Part, ...]]:
        """Sidebar, header and borders, and where panes are."""
        # The scene is kept, so that no other one can get its identity.
        key = (model.scene, layout, model.settings.theme, now // AGE_STEP)
        known = self._key
        if not isinstance(known, tuple) or known[0] is not key[0] or known[1:] != key[1:]:
            self._key = key
            scene, theme, beside = model.scene, model.settings.theme, layout.sidebar
            self._parts = composition(
                layout,
                [line.row for line in sidebar(scene, beside.rows, beside.cols, theme, now)],
                _header(model, layout) if layout.header.rows else None,
                scene.panes,
                scene.focused,
                theme,
            )
        return self._parts


def _header(model: Model, layout: Layout) -> Row:
    row = blank_row(layout.cols)
    col = 0
    for text, look, _ in compact(model.scene, layout.cols, model.settings.theme):
        col = write(row, col, text, look)
    return row


def sidebar_tab_at(model: Model, row: int, col: int) -> str:
    """The id of the tab that the sidebar, or the header, shows at a cell; empty for none."""
    layout = model.layout
    if (row, col) in layout.sidebar:
        region = layout.sidebar
        lines = sidebar(model.scene, region.rows, region.cols, model.settings.theme, 0)
        return lines[row - region.top].tab
    if (row, col) in layout.header:
        at = 0
        for text, _, tab in compact(model.scene, layout.cols, model.settings.theme):
            at += width_of(text)
            if col < at:
                return tab
    return ""


def _changed(
    top: int, boxes: Sequence[PaneBox], old_panes: list[list[Row]], panes: list[list[Row]], rows: int
) -> Collection[int]:
    """The rows of the terminal on which a pane's row is another than it was; all if that cannot be told."""
    numbers: set[int] = set()
    for box, old, new in zip(boxes, old_panes, panes, strict=True):
        if len(old) != len(new):
            return range(rows)
        if old is not new:
            first = top + box.top
            shown = range(first, min(first + box.rows, rows))
            numbers.update(compress(shown, map(operator.is_not, old, new)))
    return numbers


def _shown(model: Model, box: PaneBox) -> list[Row]:
    """The rows that a pane shows."""
    copy = model.copy
    if copy is not None and copy.pane == box.id:
        return copied_rows(copy, model)
    screen = model.panes.get(box.id)
    return screen.rows if screen is not None else []


def _cursor(model: Model, room: Region, box: PaneBox) -> tuple[int, int] | None:
    """Where a pane's cursor is to be shown."""
    screen, copy = model.panes[box.id], model.copy
    if copy is not None and copy.pane == box.id:
        at, col = copy.cursor[0] - copy.top, copy.cursor[1]
    elif screen.modes.cursor_visible:
        at, col = screen.cursor
    else:
        return None
    row, left = room.top + box.top + at, room.left + box.left
    cols = min(box.cols, room.left + room.cols - left)
    if not 0 <= at < box.rows or row >= room.top + room.rows or cols <= 0:
        return None
    return row, left + min(max(0, col), cols - 1)


def copied_rows(copy: CopyMode, model: Model) -> list[Row]:
    """The rows that copy mode shows, with what is found and what is marked."""
    theme = model.settings.theme
    rows = []
    for number, row in enumerate(copy.rows(), copy.top):
        looks = row.looks.copy()
        for start, end in copy.matches(number):
            looks[start:end] = [theme.found] * (min(end, len(looks)) - start)
        marked = copy.marked(number)
        if marked is not None:
            start, end = marked
            looks[start:end] = [theme.selected] * (min(end, len(looks)) - start)
        rows.append(Row(row.chars.copy(), looks))
    return rows
