"""From looks of a pane to what a window is told of them: the rows that are not the ones it has (pure)."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pitwall.terminal import Look, Modes, Row
from pitwall.terminal.sgr import sgr_codes
from pitwall.wire.window import Line, PaneModes, PaneUpdate, Style, TextRun

LINES_SIZE = 24_000
"""About how many bytes of rows go into one frame: well below what a frame may hold."""
_RUN_SIZE = 12


def updates(pane: str, before: Look | None, look: Look) -> Iterator[PaneUpdate]:
    """What a window that shows ``before`` must be told to show ``look``; at least the cursor and the modes."""
    full = before is None or len(before.rows) != len(look.rows) or before.cols != look.cols
    old: Sequence[Row] = () if full or before is None else before.rows
    changed = [
        (number, row) for number, row in enumerate(look.rows) if number >= len(old) or old[number] is not row
    ]
    head = PaneUpdate(
        pane=pane,
        rows=len(look.rows),
        cols=look.cols,
        cursor_row=look.cursor[0],
        cursor_col=look.cursor[1],
        modes=modes_of(look.modes),
        full=full,
        styles=(),
        lines=(),
    )
    if not changed:
        yield head
    for part in _parts(changed):
        styles, lines = drawn(part)
        yield replace(head, styles=styles, lines=lines)
        head = replace(head, full=False)


def drawn(rows: Iterable[tuple[int, Row]]) -> tuple[tuple[Style, ...], tuple[Line, ...]]:
    """Numbered rows as lines, and the styles that they name."""
    numbers: dict[Style, int] = {}
    lines = []
    for number, row in rows:
        runs = []
        for text, cells, look in row.spans():
            style = Style(";".join(sgr_codes(look)), look.link.uri if look.link is not None else "")
            runs.append(TextRun(text, cells, numbers.setdefault(style, len(numbers))))
        lines.append(Line(number, tuple(runs)))
    return tuple(numbers), tuple(lines)


def modes_of(modes: Modes) -> PaneModes:
    """The modes that a window mirrors."""
    return PaneModes(
        application_cursor=modes.application_cursor,
        application_keypad=modes.application_keypad,
        bracketed_paste=modes.bracketed_paste,
        focus=modes.focus,
        mouse=modes.mouse_tracking.value,
        mouse_encoding=modes.mouse_encoding.value,
        alternate=modes.alternate,
        kitty_keyboard=modes.kitty_keyboard,
        cursor_visible=modes.cursor_visible,
        cursor_shape=_shape(modes),
    )


def _shape(modes: Modes) -> int:
    """The parameter of DECSCUSR: blinking shapes are one less than steady ones; 0 is the terminal's own."""
    shape = modes.cursor_shape.value
    return shape - 1 if shape and modes.cursor_blinking else shape


def _parts(changed: list[tuple[int, Row]]) -> Iterator[list[tuple[int, Row]]]:
    part: list[tuple[int, Row]] = []
    size = 0
    for number, row in changed:
        part.append((number, row))
        size += len(row.text) * 2 + _changes(row.attributes) * _RUN_SIZE * 3
        if size > LINES_SIZE:
            yield part
            part, size = [], 0
    if part:
        yield part


def _changes(attributes: str) -> int:
    return 1 + sum(one != other for one, other in itertools.pairwise(attributes))
