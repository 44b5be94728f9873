"""
The loop that carries out text and sequences.

What programs send most is done right here on local variables; everything else calls the screen's method for it
(see `pitwall.terminal.sequences`). Both come to the same screen: the methods are the definition, this is haste.
"""

import codecs

import pyte

from pitwall.terminal import modes, sequences
from pitwall.terminal.cells import BLANK, DEFAULT, TAIL, erase, overwrite
from pitwall.terminal.screen import Screen
from pitwall.terminal.sequences import Call, call_for, parse_csi
from pitwall.terminal.tokenizer import Tokenizer
from pitwall.terminal.widths import not_surely_narrow

SLICE = 4096
"""
Bytes decoded at a time.

One character outside of Latin-1 makes all strings cut from the same decoded text two or four bytes wide.
"""

(NEW_LINE, LINE_FEED, RETURN, PLACE, COLUMN, UP, DOWN, RIGHT, LEFT, ERASE_REST, ERASE_ROW, SGR, CALL) = range(
    13
)

Act = tuple[int, int, int, Call]
"""What a token does: one of the above, two numbers, and the method to call for CALL."""

MOST_ACTS = 4096

_BY_FINAL = {"A": UP, "B": DOWN, "C": RIGHT, "D": LEFT, "a": RIGHT}


def act_for(token: str) -> Act:
    """Return what a control or a whole sequence does."""
    if token == "\r\n":
        return NEW_LINE, 0, 0, sequences.NOTHING
    if token == "\n":
        return LINE_FEED, 0, 0, sequences.NOTHING
    if token == "\r":
        return RETURN, 0, 0, sequences.NOTHING
    call = call_for(token)
    if token[:2] == "\x1b[" and (parsed := parse_csi_or_sgr(token)):
        name, numbers = parsed
        first, second = (*numbers, 0, 0)[:2]
        if name == "m":
            return SGR, 0, 0, call
        if name in ("H", "f"):
            return PLACE, max(first, 1) - 1, max(second, 1) - 1, call
        if name in ("G", "`"):
            return COLUMN, max(first, 1) - 1, 0, call
        if name in _BY_FINAL:
            return _BY_FINAL[name], first or 1, 0, call
        if name == "K" and first in (0, 2):
            return ERASE_ROW if first else ERASE_REST, 0, 0, call
    return CALL, 0, 0, call


def parse_csi_or_sgr(token: str) -> tuple[str, tuple[int, ...]] | None:
    """Return a sequence as `parse_csi` does; an SGR may also have colons."""
    if token[-1] == "m" and not token[2:-1].strip("0123456789;:"):
        return "m", ()
    return parse_csi(token)


_acts: dict[str, Act] = {}


def _learned(token: str) -> Act:
    """Return what a token does, and remember it when it may come again."""
    act = act_for(token)
    if act[3][0] is not Screen.control_string:
        if len(_acts) >= MOST_ACTS:
            _acts.clear()
        _acts[token] = act
    return act


class Stream(pyte.ByteStream):
    """pyte's byte stream, UTF-8 always: bytes in, a `Screen` changed."""

    basic = sequences.CONTROLS
    escape = sequences.ESCAPES
    csi = sequences.CSI
    listener: Screen

    def __init__(self, screen: Screen) -> None:
        self.listener = screen
        self.strict = True
        self.use_utf8 = True
        self.utf8_decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.tokenizer = Tokenizer()

    def feed(self, data: bytes) -> None:  # type: ignore[override]  # as pyte's ByteStream does
        """Carry out bytes; never raises, whatever they are."""
        for start in range(0, len(data), SLICE):
            text = self.utf8_decoder.decode(data[start : start + SLICE])
            self.carry_out(self.tokenizer.split(text))
            self.listener.grid.trim()

    def carry_out(self, pieces: list[str]) -> None:
        """Carry out text and tokens, which alternate."""
        screen = self.listener
        cursor = screen.cursor
        table = screen.table
        blanks = table.blank
        care = not_surely_narrow
        acts = _acts
        x = cursor.x
        pen, transitions = screen.pen
        grid = screen.grid
        texts, attributes, base = grid.text, grid.attributes, grid.base
        row = base + cursor.y
        top, bottom, columns = screen.top, base + screen.bottom, screen.columns
        end = base + screen.lines - 1
        plain = screen.plain
        whole = top == 0 and bottom == end
        origin = modes.DECOM in screen.mode
        new_line = modes.LNM in screen.mode
        iterator = iter(pieces)
        for text, token in zip(iterator, iterator, strict=True):
            call: Call | None = None
            if text:
                count = len(text)
                stop = x + count
                if plain and stop <= columns and (text.isascii() or not care(text)):
                    old = texts[row]
                    size = len(old)
                    if x == size:
                        texts[row] = old + text
                    elif x > size:
                        texts[row] = old + BLANK * (x - size) + text
                    elif TAIL in old:
                        texts[row] = overwrite(old, x, text)
                    else:
                        texts[row] = old[:x] + text + old[stop:]
                    old = attributes[row]
                    size = len(old)
                    if pen == DEFAULT:
                        if size > x:
                            attributes[row] = old[:x] + DEFAULT * count + old[stop:]
                    elif size == x:
                        attributes[row] = old + pen * count
                    elif size < x:
                        attributes[row] = old + DEFAULT * (x - size) + pen * count
                    else:
                        attributes[row] = old[:x] + pen * count + old[stop:]
                    x = stop
                    screen.last_drawn = text[-1]
                else:
                    cursor.x, cursor.y, grid.base = x, row - base, base
                    screen.draw(text)
                    x = cursor.x
                    base = grid.base
                    row, bottom, end = base + cursor.y, base + screen.bottom, base + screen.lines - 1
                    plain = screen.plain
            hit = transitions.get(token)
            if hit is not None:
                pen, transitions = hit
                screen.pen = hit
                continue
            if not token:
                continue
            act = acts.get(token)
            if act is None:
                act = _learned(token)
            what, first, second, call = act
            if what <= LINE_FEED:
                if what == NEW_LINE or new_line:
                    x = 0
                elif x == columns:
                    x = columns - 1
                if row != bottom:
                    if row < end:
                        row += 1
                    continue
                if whole:
                    texts.append("")
                    attributes.append("" if pen == DEFAULT else grid.blank_attributes(blanks(pen)))
                    base += 1
                    row = bottom = end = end + 1
                    continue
                call = Screen.index, ()
            elif what == SGR:
                screen.pen = table.after_sgr(pen, token)
                pen, transitions = screen.pen
                continue
            elif what == RETURN:
                x = 0
                continue
            elif what == PLACE:
                if not origin:
                    row = base + first
                    if row > end:
                        row = end
                    x = second if second < columns else columns - 1
                    continue
            elif what == ERASE_REST:
                if x == columns:
                    x = columns - 1
                old = texts[row]
                if len(old) > x:
                    texts[row] = erase(old, x, columns) if TAIL in old else old[:x]
                old = attributes[row]
                if len(old) > x:
                    attributes[row] = old = old[:x]
                if pen != DEFAULT and (blank := blanks(pen)) != DEFAULT:
                    attributes[row] = old + DEFAULT * (x - len(old)) + blank * (columns - x)
                continue
            elif what == COLUMN:
                x = first if first < columns else columns - 1
                continue
            elif what == ERASE_ROW:
                if x == columns:
                    x = columns - 1
                texts[row] = ""
                attributes[row] = "" if pen == DEFAULT else grid.blank_attributes(blanks(pen))
                continue
            elif what == UP:
                if whole:
                    row = row - first if row - first > base else base
                    if x == columns:
                        x = columns - 1
                    continue
            elif what == RIGHT:
                x += first
                if x >= columns or x - first == columns:
                    x = columns - 1
                continue
            elif what == LEFT:
                if x == columns:
                    x = columns - 1
                x = x - first if x > first else 0
                continue
            elif what == DOWN and whole:
                row = row + first if row + first < end else end
                if x == columns:
                    x = columns - 1
                continue
            cursor.x, cursor.y, grid.base = x, row - base, base
            method, arguments = call
            method(screen, *arguments)
            x = cursor.x
            pen, transitions = screen.pen
            grid = screen.grid
            texts, attributes, base = grid.text, grid.attributes, grid.base
            row = base + cursor.y
            top, bottom, columns = screen.top, base + screen.bottom, screen.columns
            end = base + screen.lines - 1
            plain = screen.plain
            whole = top == 0 and bottom == end
            origin = modes.DECOM in screen.mode
            new_line = modes.LNM in screen.mode
        cursor.x, cursor.y, grid.base = x, row - base, base
