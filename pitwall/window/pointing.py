"""What the mouse comes to: reports for a program that wants them, else choosing, scrolling, marking (pure)."""

from dataclasses import dataclass

from pitwall.window import borders, commands, mouse
from pitwall.window.input import Mouse
from pitwall.window.layout import Region
from pitwall.window.model import Model
from pitwall.window.painting import sidebar_tab_at
from pitwall.wire.window import Act, Keys, PaneBox

WHEEL_LINES = 3


@dataclass(frozen=True, slots=True)
class DraggedBorder:
    """A border that is being dragged: the pane above or left of it, where the mouse was last."""

    pane: str
    upright: bool
    row: int
    col: int


@dataclass(frozen=True, slots=True)
class Marking:
    """Text that may be marked from here on: where the button went down, within the pane."""

    pane: str
    row: int
    col: int


@dataclass(frozen=True, slots=True)
class Held:
    """A button went down in a program that wants the mouse: it hears of it up to the release, wherever that is."""

    pane: str


def moved(model: Model, report: Mouse) -> None:
    """Take a mouse report of the outer terminal."""
    layout = model.layout
    if model.help or model.prompt is not None:
        if report.pressed and not report.code & mouse.MOVING:
            model.help = False
        return
    if isinstance(model.dragged, DraggedBorder):
        _drag_border(model, model.dragged, report)
    elif isinstance(model.dragged, Marking):
        _mark(model, model.dragged, report)
    elif isinstance(model.dragged, Held):
        _to_program(model, model.dragged.pane, report)
        if not report.pressed:
            model.dragged = None
    elif (report.row, report.col) in layout.panes:
        _in_panes(model, layout.panes, report)
    elif report.pressed and not report.code & (mouse.MOVING | mouse.WHEEL) and mouse.button(report) == 0:
        commands.select(model, sidebar_tab_at(model, report.row, report.col))


def _in_panes(model: Model, room: Region, report: Mouse) -> None:
    row, col = report.row - room.top, report.col - room.left
    boxes = model.scene.panes
    box = borders.pane_at(boxes, row, col)
    pressed = report.pressed and not report.code & (mouse.MOVING | mouse.WHEEL)
    if box is None:
        border = borders.border_at(boxes, row, col)
        if pressed and border is not None:
            model.dragged = DraggedBorder(border[0].id, border[1], report.row, report.col)
        return
    if pressed:
        commands.focus(model, box.id)
    in_copy_mode = model.copy is not None and model.copy.pane == box.id
    if not in_copy_mode and _to_program(model, box.id, report):
        if pressed:
            model.dragged = Held(box.id)
    elif mouse.is_wheel(report):
        _wheel(model, box, mouse.wheel_step(report))
    elif pressed and mouse.button(report) == 0:
        model.dragged = Marking(box.id, row - box.top, col - box.left)


def _to_program(model: Model, pane: str, report: Mouse) -> bool:
    """Hand the report to the pane's program; whether it wanted it."""
    screen = model.panes.get(pane)
    box = next((box for box in model.scene.panes if box.id == pane), None)
    if screen is None or box is None:
        return False
    room = model.layout.panes
    row = min(max(0, report.row - room.top - box.top), box.rows - 1)
    col = min(max(0, report.col - room.left - box.left), box.cols - 1)
    shifted = Mouse(report.code, row, col, report.pressed)
    if not mouse.wanted(shifted, screen.modes.mouse):
        return screen.modes.mouse != 0
    data = mouse.report(shifted, screen.modes)
    if data:
        model.say(Keys(pane, data))
    return True


def _wheel(model: Model, box: PaneBox, step: int) -> None:
    """Scroll what the pane showed; a program on the alternate screen gets arrow keys, as in xterm (mode 1007)."""
    screen = model.panes.get(box.id)
    if screen is None or step == 0:
        return
    if screen.modes.alternate and model.copy is None:
        arrow = (b"\x1bO" if screen.modes.application_cursor else b"\x1b[") + (b"A" if step < 0 else b"B")
        model.say(Keys(box.id, arrow * WHEEL_LINES))
        return
    if model.copy is None and step > 0:
        return
    copy = commands.enter_copy_mode(model, box.id)
    if copy is not None:
        copy.scroll(step * WHEEL_LINES)
        if step > 0 and copy.top >= copy.known and copy.mark is None:
            copy.over = True
        commands.after_copy_step(model)


def _drag_border(model: Model, dragged: DraggedBorder, report: Mouse) -> None:
    if mouse.is_drag(report):
        rows = 0 if dragged.upright else report.row - dragged.row
        cols = report.col - dragged.col if dragged.upright else 0
        if rows or cols:
            model.say(Act("grow", dragged.pane, rows, cols))
            model.dragged = DraggedBorder(dragged.pane, dragged.upright, report.row, report.col)
    elif not mouse.is_wheel(report):
        model.dragged = None


def _mark(model: Model, start: Marking, report: Mouse) -> None:
    """Mark from where the button went down to where the mouse is; letting it go copies."""
    box = next((box for box in model.scene.panes if box.id == start.pane), None)
    if box is None:
        model.dragged = None
        return
    room = model.layout.panes
    row = min(max(0, report.row - room.top - box.top), box.rows - 1)
    col = min(max(0, report.col - room.left - box.left), box.cols - 1)
    if mouse.is_drag(report):
        copy = commands.enter_copy_mode(model, start.pane)
        if copy is not None:
            if copy.mark is None or not copy.dragging:
                copy.mark, copy.by_line, copy.dragging = (copy.top + start.row, start.col), False, True
            copy.cursor = (copy.top + row, col)
            if report.row < room.top + box.top or report.row >= room.top + box.top + box.rows:
                copy.scroll(-1 if report.row < room.top + box.top else 1)
                commands.after_copy_step(model)
    elif not mouse.is_wheel(report):
        model.dragged = None
        copy = model.copy
        if copy is not None and copy.dragging:
            copy.copied, copy.dragging, copy.over = copy.marked_text(), False, True
            commands.after_copy_step(model)
