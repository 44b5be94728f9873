"""
The compositor: from one frame to the next in few bytes (pure).

It knows what the outer terminal shows, and writes only what differs. Wide characters are written whole; behind what
terminals disagree on the width of, the cursor is set anew. Sequences: ECMA-48, xterm's control sequences document,
synchronized output (mode 2026), OSC 8 hyperlinks.
"""

import operator
import unicodedata
from dataclasses import dataclass, field

from pitwall.window.cells import BLANK, PLAIN, TAIL, Row, blank_row, joined, width
from pitwall.window.colours import Depth, shown_sgr

BRIDGE = 4
"""Unchanged cells between two changes that are rather written again than jumped over."""
UNCHANGED = bytes(BRIDGE + 1)
"""Cells that end a span, as ``changed_spans`` notes them."""
SHORTEST_ERASURE = 7
"""Blanks from which on erasing is shorter than writing spaces."""
ERASURE = BLANK * SHORTEST_ERASURE
JOINER = "\u200d"
"""ZERO WIDTH JOINER, of which emoji are put together."""
LAST_TRUSTED = 0xFFFF
"""Terminals agree well enough on the width of single characters up to here."""


Cells = tuple[Row, ...]
"""One of the terminal's rows: parts from left to right, none of which ends within a wide character."""


@dataclass(slots=True)
class Frame:
    """
    What the outer terminal is to show: rows of one width, and the cursor's place, ``None`` for a hidden one.

    ``anew``: rows that are not what they were have hardly anything in common with that.
    """

    rows: list[Cells]
    cursor: tuple[int, int] | None = None
    cursor_shape: int = 0
    anew: bool = field(default=False, compare=False)


@dataclass(slots=True)
class _Pen:
    """Where the outer terminal's cursor is, with what look it writes, and what has been written so far."""

    out: list[str] = field(default_factory=list)
    row: int = -1
    col: int = -1
    look: str | None = None


class Compositor:
    """Keeps what one outer terminal shows."""

    def __init__(self, depth: Depth = Depth.TRUE_COLOUR) -> None:
        self._depth = depth
        self._shown: list[Cells] = []
        self._cols = 0
        self._cursor: tuple[int, int] | None = None
        self._cursor_visible: bool | None = None
        self._shape = 0
        self._pen = _Pen()

    def forget(self) -> None:
        """Take nothing for known of the outer terminal: the next frame is painted in full."""
        self._shown = []
        self._cursor_visible = None
        self._shape = 0
        self._pen = _Pen()

    def paint(self, frame: Frame) -> bytes:
        """The bytes that turn what is shown into `frame`, whose rows are kept; empty when it is shown already."""
        pen = self._pen
        pen.out = out = []
        cols = width(frame.rows[0]) if frame.rows else 0
        size_changed = len(self._shown) != len(frame.rows) or cols != self._cols
        if size_changed:
            self._cols = cols
            self._set_look(PLAIN)
            out.append("\x1b[H\x1b[2J")
            pen.row, pen.col = 0, 0
            self._shown = [(blank_row(cols),)] * len(frame.rows)
        spans = 0
        for number, (old, new) in enumerate(zip(self._shown, frame.rows, strict=True)):
            if old is not new:
                spans += self._rewrite(number, old, new, whole=frame.anew)
        self._shown = frame.rows
        hide = self._cursor_visible is not False and (frame.cursor is None or spans > 1)
        if hide:
            out.insert(0, "\x1b[?25l")
            self._cursor_visible = False
        if frame.cursor is not None:
            if frame.cursor_shape != self._shape:
                out.append(f"\x1b[{frame.cursor_shape} q")
                self._shape = frame.cursor_shape
            self._move(*frame.cursor)
            if not self._cursor_visible:
                out.append("\x1b[?25h")
                self._cursor_visible = True
        painted = "".join(out)
        if spans > 1 or size_changed:
            painted = f"\x1b[?2026h{painted}\x1b[?2026l"
        return painted.encode("utf-8", "replace")

    def _rewrite(self, number: int, old: Cells, new: Cells, *, whole: bool) -> int:
        """Write what has changed of a row, or the ``whole`` parts that have; returns how many spans."""
        if [len(part.chars) for part in old] != [len(part.chars) for part in new]:
            old, new = (joined(old),), (joined(new),)
        spans = left = 0
        for one, other in zip(old, new, strict=True):
            if one is not other and (one.chars != other.chars or one.looks != other.looks):
                for start, end in [(0, len(other.chars))] if whole else changed_spans(one, other):
                    self._write(number, left, other, start, end)
                    spans += 1
            left += len(other.chars)
        return spans

    def _write(self, number: int, left: int, row: Row, start: int, end: int) -> None:
        """Write the cells from `start` up to `end` of a part at `left`, none of them half a wide character."""
        pen = self._pen
        chars, looks = row.chars, row.looks
        last_column = self._cols - left
        trusted = _is_trusted(chars, start, end)
        if not trusted:
            # A terminal that sees less width in it would leave cells as they were. All at once: an erasure that ends
            # within a wide character leaves its other half, which takes a neighbour along when it is overwritten.
            self._move(number, left + start)
            self._set_look(PLAIN)
            pen.out.append(f"\x1b[{end - start}X")
        at = start
        while at < end:
            look = looks[at]
            stop = end if looks[at:end].count(look) == end - at else _look_ends(looks, at, end)
            while at < stop:
                text_end, blanks_end = _erasable(chars, at, stop) if look == PLAIN else (stop, stop)
                if text_end > at:
                    self._move(number, left + at)
                    self._set_look(look)
                    self._text(chars, at, text_end, left, trusted=trusted)
                if text_end < blanks_end:
                    self._move(number, left + text_end)
                    self._set_look(PLAIN)
                    pen.out.append(
                        "\x1b[K" if blanks_end == last_column else f"\x1b[{blanks_end - text_end}X"
                    )
                at = blanks_end

    def _text(self, chars: list[str], start: int, end: int, left: int, *, trusted: bool) -> None:
        pen, last_column = self._pen, self._cols - left
        if trusted:
            pen.out.append("".join(chars[start:end]))
        else:
            for at in range(start, end):
                char = chars[at]
                if char == TAIL:
                    continue
                after = at + (2 if at + 1 < len(chars) and chars[at + 1] == TAIL else 1)
                pen.out.append(char if len(char) == 1 else _written(char, at_end=after >= last_column))
                if after < last_column and (len(char) > 1 or ord(char) > LAST_TRUSTED):
                    pen.out.append(f"\x1b[{left + after + 1}G")
        # Behind the last column terminals differ on where the cursor is.
        pen.col = left + end if end < last_column else -1

    def _move(self, row: int, col: int) -> None:
        pen = self._pen
        if (pen.row, pen.col) == (row, col):
            return
        if pen.row == row and pen.col >= 0 and col > pen.col:
            distance = col - pen.col
            pen.out.append("\x1b[C" if distance == 1 else f"\x1b[{distance}C")
        elif pen.row == row and pen.col >= 0 and pen.col - col == 1:
            pen.out.append("\b")
        elif pen.row >= 0 and col == 0 and row == pen.row:
            pen.out.append("\r")
        else:
            pen.out.append(f"\x1b[{row + 1};{col + 1}H" if col else f"\x1b[{row + 1}H")
        pen.row, pen.col = row, col

    def _set_look(self, look: str) -> None:
        pen = self._pen
        if look == pen.look:
            return
        sgr, _, link = look.partition("|")
        old_sgr, _, old_link = (pen.look or "").partition("|")
        if link != old_link:
            pen.out.append(f"\x1b]8;{link or ';'}\x1b\\")
        if sgr != old_sgr or pen.look is None:
            codes = shown_sgr(sgr, self._depth)
            pen.out.append(f"\x1b[0;{codes}m" if codes else "\x1b[m")
        pen.look = look


def _is_trusted(chars: list[str], start: int, end: int) -> bool:
    """Whether all terminals agree on how many cells these take."""
    text = "".join(chars[start:end])
    return text.isascii() or (
        max(text) <= "\uffff" and len(text) + chars[start:end].count(TAIL) == end - start
    )


def _written(char: str, *, at_end: bool) -> str:
    """
    A character with marks as terminals take it well.

    A joiner at its end would join what is written next, wherever that is. In the last column the cursor stays where
    it is, so that a mark would join the character before: only those stay that make one character with theirs.
    """
    if at_end:
        return unicodedata.normalize("NFC", char)[:1]
    return char.rstrip(JOINER)


def _erasable(chars: list[str], start: int, end: int) -> tuple[int, int]:
    """Where the first blanks are that are enough to be erased, both at the `end` if there are none."""
    text = "".join(chars[start:end])
    if text.isascii() and len(text) == end - start:
        found = text.find(ERASURE)
        return (end, end) if found < 0 else (start + found, end - len(text[found:].lstrip(BLANK)))
    blanks = 0
    for at in range(start, end):
        if chars[at] == BLANK:
            blanks += 1
        elif blanks >= SHORTEST_ERASURE:
            return at - blanks, at
        else:
            blanks = 0
    return (end - blanks, end) if blanks >= SHORTEST_ERASURE else (end, end)


def _look_ends(looks: list[str], start: int, end: int) -> int:
    """Where the cells' look is another one than at the start."""
    look = looks[start]
    stop = start + 1
    while stop < end and looks[stop] == look:
        stop += 1
    return stop


def changed_spans(old: Row, new: Row) -> list[tuple[int, int]]:
    """
    Where two rows of one width differ, as starts and ends of cells to write.

    Spans near each other are one; none begins or ends within a wide character, the old one's included.
    """
    old_chars, new_chars = old.chars, new.chars
    differing = bytes(map(operator.ne, old_chars, new_chars))
    if old.looks != new.looks:
        differing = bytes(map(operator.or_, differing, map(operator.ne, old.looks, new.looks)))
    spans: list[tuple[int, int]] = []
    start = differing.find(1)
    while start >= 0:
        end = differing.find(UNCHANGED, start)
        if end < 0:
            end = differing.rfind(1) + 1
        spans.append((start, end))
        start = differing.find(1, end)
    return spans if TAIL not in old_chars and TAIL not in new_chars else _whole(spans, old_chars, new_chars)


def _whole(spans: list[tuple[int, int]], old_chars: list[str], new_chars: list[str]) -> list[tuple[int, int]]:
    """The spans with the rest of the wide characters that they begin or end in; those that meet then are one."""
    size = len(new_chars)
    whole: list[tuple[int, int]] = []
    for start, end in spans:
        while start > 0 and (new_chars[start] == TAIL or old_chars[start] == TAIL):
            start -= 1
        while end < size and (new_chars[end] == TAIL or old_chars[end] == TAIL):
            end += 1
        if whole and start - whole[-1][1] <= BRIDGE:
            whole[-1] = (whole[-1][0], max(end, whole[-1][1]))
        else:
            whole.append((start, end))
    return whole
