"""From looks of a pane to what a window is told of them: the rows that are not the ones it has (pure)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pitwall.terminal import Look, Modes, Row
from pitwall.terminal.sgr import Style as CellStyle
from pitwall.terminal.sgr import sgr_codes
from pitwall.wire.window import Line, PaneModes, PaneUpdate, Style, TextRun

LINES_SIZE = 24_000
"""About how many bytes of rows go into one frame, where one row alone is not larger."""
ROW_SIZE = 60_000
"""The most bytes that one row may take, so that a frame holds it: see ``_spans``."""
_RUN_SIZE, _STYLE_SIZE, _LINE_SIZE = 10, 10, 10
"""What CBOR adds to the text of a run, to those of a style, and to a line, at most."""

Span = tuple[str, int, Style]
"""Cells of one style: their text, how many they are, the style."""


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
        yield replace(head, styles=tuple(part.styles), lines=tuple(part.lines))
        head = replace(head, full=False)


def lines_of(rows: Iterable[tuple[int, Row]]) -> tuple[tuple[Style, ...], tuple[Line, ...]]:
    """Numbered rows as lines, as many of the first as go into one frame, and the styles that they name."""
    part = _Part()
    for number, row in rows:
        spans = _spans(row)
        if part.lines and part.size + _size(spans, part.styles) > ROW_SIZE:
            break
        part.add(number, spans)
    return tuple(part.styles), tuple(part.lines)


@lru_cache(maxsize=256)
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


@dataclass(slots=True)
class _Part:
    """Lines that go into one frame, the styles that they name with their numbers, and the most bytes of both."""

    lines: list[Line] = field(default_factory=list)
    styles: dict[Style, int] = field(default_factory=dict)
    size: int = 0

    def add(self, number: int, spans: Sequence[Span]) -> None:
        self.size += _size(spans, self.styles)
        runs = [
            TextRun(text, cells, self.styles.setdefault(style, len(self.styles)))
            for text, cells, style in spans
        ]
        self.lines.append(Line(number, tuple(runs)))


def _parts(changed: Iterable[tuple[int, Row]]) -> Iterator[_Part]:
    part = _Part()
    for number, row in changed:
        spans = _spans(row)
        if part.lines and part.size + _size(spans, part.styles) > LINES_SIZE:
            yield part
            part = _Part()
        part.add(number, spans)
    if part.lines:
        yield part


def _spans(row: Row) -> list[Span]:
    """The row's spans; one that no frame would hold loses its links first, then what is at its end."""
    spans = [(text, cells, _style(look)) for text, cells, look in row.spans()]
    if _size(spans) > ROW_SIZE:
        spans = [(text, cells, replace(style, link="", link_id="")) for text, cells, style in spans]
    while _size(spans) > ROW_SIZE:
        spans = spans[: len(spans) // 2]
    return spans


def _style(look: CellStyle) -> Style:
    codes, link = ";".join(sgr_codes(look)), look.link
    return Style(codes) if link is None else Style(codes, link.uri, link.identity)


def _size(spans: Sequence[Span], known: Collection[Style] = ()) -> int:
    """The most bytes that a line of these spans takes, with those of its styles that are not known yet."""
    styles = {style for _, _, style in spans}.difference(known)
    return (
        _LINE_SIZE
        + sum(_RUN_SIZE + _bytes(text) for text, _, _ in spans)
        + sum(_STYLE_SIZE + _bytes(style.sgr) + _bytes(style.link + style.link_id) for style in styles)
    )


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
