"""
The loop that carries out text and sequences.

What programs send most is done right here on local variables; everything else calls the screen's method for it
(see `pitwall.terminal.sequences`). Both come to the same screen: the methods are the definition, this is haste.
"""

import codecs

import pyte

from pitwall.terminal import modes, sequences
from pitwall.terminal.attributes import LONGEST_REMEMBERED
from pitwall.terminal.cells import BLANK, DEFAULT, TAIL, erase, overwrite
from pitwall.terminal.housekeeping import tidy
from pitwall.terminal.plainlines import draw_lines, plain_lines, takes_lines
from pitwall.terminal.screen import Screen
from pitwall.terminal.sequences import Call, call_for, parse_csi
from pitwall.terminal.tokenizer import LONGEST_SEQUENCE, Tokenizer
from pitwall.terminal.widths import not_surely_narrow

SLICE = 4096
"""
Bytes decoded at a time.

One character outside of Latin-1 makes all strings cut from the same decoded text two or four bytes wide.
"""

NEW_LINE, LINE_FEED, RETURN, PLACE, COLUMN, UP, DOWN = range(7)
RIGHT, LEFT, ERASE_REST, ERASE_ROW, SGR, RESET, NOTHING, CALL = range(7, 15)

Act = tuple[int, int, int, Call]
"""What a token does: one of the above, two numbers, and the method to call for CALL."""

MOST_ACTS = 4096
"""Tokens whose meaning is remembered, for all terminals."""

_AN_SGR: Act = (SGR, 0, 0, sequences.NOTHING)

_BY_FINAL = {"A": UP, "B": DOWN, "C": RIGHT, "D": LEFT, "a": RIGHT}


def act_for(token: str) -> Act:
    """Return what a control or a whole sequence does."""
    if not token:
        return NOTHING, 0, 0, sequences.NOTHING
    if token == "\r\n":
        return NEW_LINE, 0, 0, sequences.NOTHING
    if token == "\n":
        return LINE_FEED, 0, 0, sequences.NOTHING
    if token == "\r":
        return RETURN, 0, 0, sequences.NOTHING
    if token in ("\x1b[m", "\x1b[0m"):
        return RESET, 0, 0, sequences.NOTHING
    if is_sgr(token):
        return _AN_SGR
    call = call_for(token)
    if token.startswith("\x1b[") and (parsed := parse_csi(token)):
        name, numbers = parsed
        first, second = (*numbers, 0, 0)[:2]
        if name in ("H", "f"):
            return PLACE, max(first, 1) - 1, max(second, 1) - 1, call
        if name in ("G", "`"):
            return COLUMN, max(first, 1) - 1, 0, call
        if name in _BY_FINAL:
            return _BY_FINAL[name], first or 1, 0, call
        if name == "K" and first in (0, 2):
            return ERASE_ROW if first else ERASE_REST, 0, 0, call
    return NOTHING if call is sequences.NOTHING else CALL, 0, 0, call


def is_sgr(token: str) -> bool:
    """Return whether a whole sequence is ``CSI ... m`` without marker or intermediates, and not too long."""
    is_one = token.endswith("m") and token.startswith("\x1b[") and not token[2:-1].strip("0123456789;:")
    return is_one and len(token) <= LONGEST_SEQUENCE + 1


_acts: dict[str, Act] = {}


def _learned(token: str) -> Act:
    """Return what a token does, and remember it when it may come again."""
    act = act_for(token)
    if act is not _AN_SGR and len(token) <= LONGEST_REMEMBERED and act[3][0] is not Screen.control_string:
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
        screen = self.listener
        for start in range(0, len(data), SLICE):
            part = data[start : start + SLICE] if len(data) > SLICE else data
            if b"\x1b" not in part and self._draw_plain_lines(part):
                continue
            self.carry_out(self.tokenizer.split(self.utf8_decoder.decode(part)))
            tidy(screen)

    @property
    def at_rest(self) -> bool:
        """Whether no sequence and no character is unfinished."""
        return self.tokenizer.in_ground and not self.utf8_decoder.getstate()[0]

    def _draw_plain_lines(self, data: bytes) -> bool:
        """Carry out `data` if it is plain lines alone, on a screen that takes them; return whether it was."""
        if not self.at_rest:
            return False
        lines = plain_lines(data)
        if lines is None:
            return False
        screen = self.listener
        self.carry_out([lines[0], "\r\n"])
        middle = lines[1:-1]
        if takes_lines(screen):
            draw_lines(screen, middle)
        else:
            self.carry_out([piece for line in middle for piece in (line, "\r\n")])
        self.carry_out([lines[-1], ""])
        tidy(screen)
        return True

    def carry_out(self, pieces: list[str]) -> None:
        """Carry out text and tokens, which alternate."""
        screen = self.listener
        cursor = screen.cursor
        table = screen.table
        blanks = table.blank
        care = not_surely_narrow
        acts = _acts
        x = cursor.x
        hit = screen.pen
        pen, transitions = hit.attribute, hit.transitions
        grid = screen.grid
        texts, attributes, base = grid.text, grid.attributes, grid.base
        row = base + cursor.y
        bottom, end, columns = base + screen.bottom, base + screen.lines - 1, screen.columns
        plain = screen.plain
        whole = screen.top == 0 and bottom == end
        origin = modes.DECOM in screen.mode
        new_line = modes.LNM in screen.mode
        # A row being written is open: `left` and `shade` are its cells before x, the row still holds those after.
        opened = False
        left = shade = ""
        carried, screen.last_drawn = screen.last_drawn, ""
        iterator = iter(pieces)
        for text, token in zip(iterator, iterator, strict=True):
            if text:
                count = len(text)
                stop = x + count
                if plain and stop <= columns and (text.isascii() or not care(text)):
                    if not opened:
                        left = texts[row]
                        if TAIL in left:
                            texts[row] = left = overwrite(left, x, BLANK * count)
                        size = len(left)
                        if size > x:
                            left = left[:x]
                        elif size < x:
                            left += BLANK * (x - size)
                        shade = attributes[row][:x]
                        opened = True
                    left += text
                    if pen != DEFAULT:
                        size = len(shade)
                        if size < x:
                            shade += DEFAULT * (x - size)
                        shade += pen * count
                    x = stop
                else:
                    if opened:
                        close_row(texts, attributes, row, left, shade)
                        opened = False
                    cursor.x, cursor.y, grid.base, screen.pen = x, row - base, base, hit
                    screen.draw(text)
                    x, base, plain = cursor.x, grid.base, screen.plain
                    row, bottom, end = base + cursor.y, base + screen.bottom, base + screen.lines - 1
            known = transitions.get(token)
            if known is not None:
                hit = known
                pen, transitions = hit.attribute, hit.transitions
                continue
            act = acts.get(token)
            if act is None:
                act = _learned(token)
            what, first, second, call = act
            if what == RESET:
                hit = table.after_reset(pen, token)
                pen, transitions = hit.attribute, hit.transitions
                continue
            if what == SGR:
                hit = table.after_sgr(pen, token)
                pen, transitions = hit.attribute, hit.transitions
                continue
            if opened:
                old = texts[row]
                if len(old) > x:
                    left += BLANK + old[x + 1 :] if old[x] == TAIL else old[x:]
                texts[row] = left
                old = attributes[row]
                if len(old) > x:
                    attributes[row] = shade + DEFAULT * (x - len(shade)) + old[x:]
                elif shade or old:
                    attributes[row] = shade
                opened = False
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
            elif what == RETURN:
                x = 0
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
                x = x + first if x < columns else columns - 1
                if x >= columns:
                    x = columns - 1
                continue
            elif what == LEFT:
                if first <= x < columns:
                    x -= first
                    continue
            elif what == DOWN:
                if whole:
                    row = row + first if row + first < end else end
                    if x == columns:
                        x = columns - 1
                    continue
            elif what == NOTHING:
                continue
            cursor.x, cursor.y, grid.base, screen.pen = x, row - base, base, hit
            method, arguments = call
            if method is Screen.repeat_character:
                screen.last_drawn = text[-1:] or (carried if token is pieces[1] else "")
            method(screen, *arguments)
            x = cursor.x
            hit = screen.pen
            pen, transitions = hit.attribute, hit.transitions
            grid = screen.grid
            texts, attributes, base = grid.text, grid.attributes, grid.base
            row = base + cursor.y
            bottom, end, columns = base + screen.bottom, base + screen.lines - 1, screen.columns
            plain = screen.plain
            whole = screen.top == 0 and bottom == end
            origin = modes.DECOM in screen.mode
            new_line = modes.LNM in screen.mode
        if opened:
            close_row(texts, attributes, row, left, shade)
        cursor.x, cursor.y, grid.base, screen.pen = x, row - base, base, hit
        screen.last_drawn = "" if token else text[-1:] or (carried if len(pieces) == 2 else "")


def close_row(texts: list[str], attributes: list[str], row: int, left: str, shade: str) -> None:
    """Put the cells before the cursor into their row, which holds those after it."""
    x = len(left)
    old = texts[row]
    if len(old) > x:
        left += BLANK + old[x + 1 :] if old[x] == TAIL else old[x:]
    texts[row] = left
    old = attributes[row]
    if len(old) > x:
        attributes[row] = shade + DEFAULT * (x - len(shade)) + old[x:]
    elif shade or old:
        attributes[row] = shade
