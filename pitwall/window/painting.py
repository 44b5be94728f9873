"""From the model to the frame that the outer terminal is to show (pure)."""

import operator
from collections.abc import Collection, Sequence
from itertools import compress

from pitwall.window import borders
from pitwall.window.bindings import help_lines
from pitwall.window.cells import Row, blank_row, place, width_of, write
from pitwall.window.compositor import Frame
from pitwall.window.copymode import CopyMode
from pitwall.window.layout import Layout, Region
from pitwall.window.model import Model
from pitwall.window.prompts import Prompt
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
        self._key: object = None
        self._beside: list[Row] = []
        self._composed_on: list[Row] = []
        self._panes: list[list[Row]] = []
        self._rows: list[Row] = []

    def frame(self, model: Model, now: int) -> Frame:
        """What is to be shown, its rows not to be changed; `now` is wall-clock µs, for ages."""
        layout = model.layout
        rows = self._composed(model, layout, now).copy()
        cursor, shape = None, 0
        box = next((box for box in model.scene.panes if box.id == model.scene.focused), None)
        if box is not None and box.id in model.panes:
            cursor = _cursor(model, layout.panes, box)
            shape = model.panes[box.id].modes.cursor_shape
        if layout.status.rows:
            bar, at_status = statusbar(model, layout.cols)
            rows[layout.status.top] = bar
            cursor = (layout.status.top, at_status) if at_status is not None else cursor
        if model.help:
            _paint_list(layout.panes, rows, _help_rows(model, layout.panes))
            cursor = None
        elif model.prompt is not None and model.prompt.kind == "choice":
            _paint_list(layout.panes, rows, _choice_rows(model, model.prompt, layout.panes))
        return Frame(rows, cursor, shape)

    def _composed(self, model: Model, layout: Layout, now: int) -> list[Row]:
        """The rows with panes laid over what stands beside them."""
        around, boxes = self._around(model, layout, now), model.scene.panes
        panes = [_shown(model, box) for box in boxes]
        if around is self._composed_on:  # so the boxes are where they were
            numbers = _changed(layout.panes.top, boxes, self._panes, panes, len(around))
        else:
            numbers = range(len(around))
            self._rows = around.copy()
        for number in numbers:
            self._rows[number] = _laid_over(around[number], number, layout.panes, boxes, panes)
        self._composed_on, self._panes = around, panes
        return self._rows

    def _around(self, model: Model, layout: Layout, now: int) -> list[Row]:
        """Sidebar, header and borders on blank rows."""
        # The scene is kept, so that no other one can get its identity.
        key = (model.scene, layout, model.settings.theme, now // AGE_STEP)
        known = self._key
        if not isinstance(known, tuple) or known[0] is not key[0] or known[1:] != key[1:]:
            self._key = key
            rows = [blank_row(layout.cols) for _ in range(layout.rows)]
            _paint_sidebar(model, layout, rows, now)
            _paint_header(model, layout, rows)
            borders.draw(
                rows,
                layout.panes.top,
                layout.panes.left,
                model.scene.panes,
                model.scene.focused,
                model.settings.theme,
            )
            self._beside = rows
        return self._beside


def frame(model: Model, now: int) -> Frame:
    """What is to be shown, made anew; `now` is wall-clock µs."""
    return Painter().frame(model, now)


def _paint_sidebar(model: Model, layout: Layout, rows: list[Row], now: int) -> None:
    region = layout.sidebar
    for line, row in zip(
        sidebar(model.scene, region.rows, region.cols, model.settings.theme, now), rows, strict=False
    ):
        place(row, region.left, line.row.chars, line.row.looks)


def _paint_header(model: Model, layout: Layout, rows: list[Row]) -> None:
    if not layout.header.rows:
        return
    col = 0
    for text, look, _ in compact(model.scene, layout.cols, model.settings.theme):
        col = write(rows[layout.header.top], col, text, look)


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


def _laid_over(
    beneath: Row, number: int, room: Region, boxes: Sequence[PaneBox], panes: list[list[Row]]
) -> Row:
    """One of the terminal's rows, with the panes' rows that are there over it."""
    row = beneath
    at = number - room.top
    if not 0 <= at < room.rows:
        return row
    for box, rows in zip(boxes, panes, strict=True):
        cols = min(box.cols, room.cols - box.left)
        if not box.top <= at < box.top + min(len(rows), box.rows) or cols <= 0:
            continue
        if row is beneath:
            row = Row(beneath.chars.copy(), beneath.looks.copy())
        part = rows[at - box.top]
        if len(part.chars) > cols:
            cut = blank_row(cols)
            place(cut, 0, part.chars, part.looks)
            part = cut
        place(row, room.left + box.left, part.chars, part.looks)
    return row


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


def _help_rows(model: Model, room: Region) -> list[Row]:
    theme = model.settings.theme
    entries = help_lines(model.settings.keys, model.settings.prefix)
    prefix = model.settings.prefix_shown
    key_cols = max(width_of(keys) for keys, _ in entries) + 2
    cols = min(room.cols, key_cols + max(width_of(does) for _, does in entries) + 4)
    height = max(1, room.rows - 2)
    model.help_top = min(model.help_top, max(0, len(entries) - height + 1))
    title = blank_row(cols, theme.overlay)
    at = write(title, 2, f"behind {prefix}:", theme.overlay_key)
    if len(entries) > height - 1:
        write(title, at + 2, "up and down scroll", theme.overlay)
    rows = [title]
    for keys, does in entries[model.help_top : model.help_top + height - 1]:
        row = blank_row(cols, theme.overlay)
        write(row, 2, keys, theme.overlay_key)
        write(row, 2 + key_cols, does, theme.overlay)
        rows.append(row)
    return rows


def _choice_rows(model: Model, prompt: Prompt, room: Region) -> list[Row]:
    theme = model.settings.theme
    matches = prompt.matches()
    cols = min(room.cols, max([24, *(width_of(choice.text) + 4 for choice in matches)]))
    height = max(1, min(room.rows - 2, 20))
    chosen = min(prompt.chosen, max(0, len(matches) - 1))
    first = max(0, min(chosen - height // 2, len(matches) - height))
    rows = []
    for number, choice in enumerate(matches[first : first + height], first):
        look = theme.selected if number == chosen else theme.overlay
        row = blank_row(cols, look)
        write(row, 2, choice.text, look, cols=max(0, cols - 4))
        rows.append(row)
    if not matches:
        row = blank_row(cols, theme.overlay)
        write(row, 2, "nothing fits", theme.overlay)
        rows.append(row)
    return rows


def _paint_list(room: Region, rows: list[Row], lines: list[Row]) -> None:
    """Lay lines over the middle of the room for panes; rows that they change are replaced."""
    if not lines:
        return
    top = room.top + max(0, (room.rows - len(lines)) // 2)
    left = room.left + max(0, (room.cols - len(lines[0].chars)) // 2)
    for at, line in enumerate(lines, top):
        if at < room.top + room.rows:
            row = Row(rows[at].chars.copy(), rows[at].looks.copy())
            place(row, left, line.chars, line.looks)
            rows[at] = row
