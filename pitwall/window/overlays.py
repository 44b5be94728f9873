"""Lists that lie over the panes for a while: the help, and what there is to choose from (pure)."""

from pitwall.window.bindings import help_lines
from pitwall.window.cells import Row, blank_row, joined, place, width_of, write
from pitwall.window.compositor import Cells
from pitwall.window.layout import Region
from pitwall.window.model import Model
from pitwall.window.prompts import Prompt


def help_rows(model: Model, room: Region) -> list[Row]:
    """The keys and what they do, as much of it as there is room for."""
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


def choice_rows(model: Model, prompt: Prompt, room: Region) -> list[Row]:
    """What a prompt lets one choose from, around what is chosen."""
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


def lay(room: Region, rows: list[Cells], lines: list[Row]) -> None:
    """Lay lines over the middle of the room for panes; rows that they change are replaced."""
    if not lines:
        return
    top = room.top + max(0, (room.rows - len(lines)) // 2)
    left = room.left + max(0, (room.cols - len(lines[0].chars)) // 2)
    for at, line in enumerate(lines, top):
        if at < room.top + room.rows:
            row = joined(rows[at])
            place(row, left, line.chars, line.looks)
            rows[at] = (row,)
