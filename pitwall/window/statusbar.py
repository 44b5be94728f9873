"""The status bar: what is asked, what happened, or what the focused pane is (pure)."""

import functools

from pitwall.window.cells import Row, blank_row, place, width_of, write
from pitwall.window.copymode import CopyMode
from pitwall.window.model import Model
from pitwall.window.prompts import Prompt

DEGRADED = "the disk takes no more: nothing is recorded now"


def statusbar(model: Model, cols: int) -> tuple[Row, int | None]:
    """The bar, not to be changed, and the column of the cursor while a line is typed there."""
    theme = model.settings.theme
    if model.prompt is not None:
        return _prompt(model.prompt, cols, theme.status_prefix)
    look, text, hint = theme.status, "", ""
    if model.message is not None:
        look = theme.status_error if model.message.code else theme.status
        text = " ".join(model.message.text.split("\n")).strip()
    elif model.prefix:
        look, text, hint = theme.status_prefix, f"{model.settings.prefix_shown} …", "? for help"
    elif model.copy is not None:
        look, text, hint = theme.status_prefix, *_copying(model.copy)
    elif model.scene.degraded:
        look, text = theme.status_error, DEGRADED
    else:
        tab = model.active_tab
        text = " ".join(filter(None, (f"{tab.number} {tab.title}", tab.question))) if tab is not None else ""
        zoomed = "zoomed · " if model.scene.zoomed else ""
        hint = f"{zoomed}{model.scene.session} · {model.settings.prefix_shown} ? help"
    return _bar(text, hint, look, cols), None


@functools.lru_cache(maxsize=8)
def _bar(text: str, hint: str, look: str, cols: int) -> Row:
    bar = blank_row(cols, look)
    room = cols - 2 - (width_of(hint) + 2 if hint else 0)
    if room < 10:
        hint, room = "", cols - 2
    write(bar, 1, text, look, cols=max(0, room))
    if hint:
        write(bar, cols - width_of(hint) - 1, hint, look)
    return bar


def _copying(copy: CopyMode) -> tuple[str, str]:
    above = copy.known - copy.top
    where = f"{above} line{'' if above == 1 else 's'} up" if above else "the newest lines"
    found = f", {'found nowhere' if copy.missing else 'searching'}: {copy.query}" if copy.query else ""
    waiting = ", waiting for older lines" if copy.searching else ""
    return f"copy: {where}{found}{waiting}", "v mark · y copy · / search · q end"


def _prompt(prompt: Prompt, cols: int, look: str) -> tuple[Row, int]:
    bar = blank_row(cols, look)
    start = write(bar, 1, prompt.question, look) + 1
    if prompt.kind == "confirm":
        return bar, min(start, cols - 1)
    before = width_of(prompt.text[: prompt.cursor])
    room = max(1, cols - start - 1)
    skipped = max(0, before - room + 1)
    shown = blank_row(room, look)
    write(shown, -skipped, prompt.text, look)
    place(bar, min(start, cols - 1), shown.chars, shown.looks)
    return bar, min(start + before - skipped, cols - 1)
