"""From the model to the frame that the outer terminal is to show (pure)."""

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
    """Makes frames of the model; keeps what stands beside the panes until that changes."""

    def __init__(self) -> None:
        self._key: object = None
        self._beside: list[Row] = []

    def frame(self, model: Model, now: int) -> Frame:
        """What is to be shown; `now` is wall-clock µs, for ages."""
        layout = model.layout
        rows = [Row(row.chars.copy(), row.looks.copy()) for row in self._around(model, layout, now)]
        cursor, shape = None, 0
        for box in model.scene.panes:
            at = _paint_pane(model, layout.panes, rows, box)
            if box.id == model.scene.focused:
                cursor = at
                shape = model.panes[box.id].modes.cursor_shape if box.id in model.panes else 0
        if layout.status.rows:
            at_status = statusbar(model, rows[layout.status.top])
            cursor = (layout.status.top, at_status) if at_status is not None else cursor
        if model.help:
            _paint_list(model, layout.panes, rows, _help_rows(model, layout.panes))
            cursor = None
        elif model.prompt is not None and model.prompt.kind == "choice":
            _paint_list(model, layout.panes, rows, _choice_rows(model, model.prompt, layout.panes))
        return Frame(rows, cursor, shape)

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


def _paint_pane(model: Model, room: Region, rows: list[Row], box: PaneBox) -> tuple[int, int] | None:
    """Paint a pane; returns where its cursor is to be shown."""
    screen = model.panes.get(box.id)
    if screen is None:
        return None
    copy = model.copy if model.copy is not None and model.copy.pane == box.id else None
    shown = copied_rows(copy, model) if copy is not None else screen.rows
    top, left = room.top + box.top, room.left + box.left
    cols = min(box.cols, room.left + room.cols - left)
    for number, row in enumerate(shown[: box.rows]):
        if top + number >= room.top + room.rows or cols <= 0:
            break
        cut = Row(row.chars, row.looks)
        if len(row.chars) > cols:
            kept = blank_row(cols)
            place(kept, 0, row.chars, row.looks)
            cut = kept
        place(rows[top + number], left, cut.chars, cut.looks)
    if copy is not None:
        at, col = copy.cursor[0] - copy.top, copy.cursor[1]
    elif screen.modes.cursor_visible:
        at, col = screen.cursor
    else:
        return None
    if not (0 <= at < box.rows and top + at < room.top + room.rows):
        return None
    return top + at, left + min(max(0, col), cols - 1)


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
    write(title, 2, f"behind {prefix}:", theme.overlay_key)
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


def _paint_list(model: Model, room: Region, rows: list[Row], lines: list[Row]) -> None:
    """Lay lines over the middle of the room for panes."""
    if not lines:
        return
    top = room.top + max(0, (room.rows - len(lines)) // 2)
    left = room.left + max(0, (room.cols - len(lines[0].chars)) // 2)
    for number, line in enumerate(lines):
        if top + number < room.top + room.rows:
            place(rows[top + number], left, line.chars, line.looks)
