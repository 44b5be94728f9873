"""
Output that nobody will ever see: what scrolled through the screen and out of its history within one backlog.

Let a piece of output hold only printable characters, tabs, CR, LF and SGR, begin right after a CR LF, and hold
2R + H CR LFs, on a screen of R rows with H rows of history, whose scrolling region is the whole screen and which does
not insert. Then it does not matter what was on the screen before: at most R - 1 line feeds bring the cursor to
the bottom, and the R + H rows after those are all that is left. So what came before that piece, if it was of the
same kind, needs no drawing; it may only have changed the pen. (Wrapped lines only scroll more.)
"""

import re

from pitwall.terminal import modes
from pitwall.terminal.screen import Screen

SMALLEST = 16384
"""Bytes from which on looking for a flood is worth it."""

_PLAIN = bytes(byte for byte in range(256) if byte in b"\t\r\n" or 0x20 <= byte < 0x7F)
_SGR = re.compile(rb"\x1b\[[0-9;:]*m")
_STATEFUL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f](?:(?<!\x1b)|(?!\[[0-9;:]*m))")
"""
What a flood does not hold: other controls and sequences.

All begin with one set of bytes, which `re` searches for much faster than for alternatives.
"""


def lines_enough(screen: Screen) -> int:
    """Return how many lines leave nothing of what was before them."""
    return 2 * screen.lines + screen.grid.keep


def find_flood(data: bytes, lines: int) -> tuple[int, int]:
    """Return where the last flood in `data` begins and ends; an empty one when it does not have `lines` lines."""
    parts = data.rsplit(b"\r\n", lines + 1)
    nothing = len(data), len(data)
    if len(parts) < lines + 2:
        return nothing
    # The last line may be cut within a sequence.
    enough, end = len(parts[0]), len(data) - len(parts[-1])
    if _holds_state(data, enough, end):
        return nothing
    # The flood begins with a line, whatever is unfinished before that.
    before = 0
    if _holds_state(data, 0, enough):
        *_, last = _STATEFUL.finditer(data, 0, enough)
        before = last.end()
    return data.index(b"\r\n", before) + 2, end


def _holds_state(data: bytes, start: int, end: int) -> bool:
    """Return whether a part of `data` holds what no flood does; deleting bytes is much faster than searching."""
    return bool(data[start:end].translate(None, _PLAIN)) and _STATEFUL.search(data, start, end) is not None


def skippable(screen: Screen, data: bytes) -> int:
    """Return how much at the beginning of `data`, which is all a flood, leaves no trace but in the pen."""
    whole = screen.top == 0 and screen.bottom == screen.lines - 1
    if not whole or modes.IRM in screen.mode or screen.single_shift is not None:
        return 0
    lines = lines_enough(screen)
    parts = data.rsplit(b"\r\n", lines + 1)
    return len(parts[0]) + 2 if len(parts) == lines + 2 else 0


def skip(screen: Screen, data: bytes) -> None:
    """Do what is left to do of a part of a flood that ends with CR LF: change the pen."""
    start = max(data.rfind(b"\x1b[m"), data.rfind(b"\x1b[0m"), 0)
    for token in _SGR.findall(data, start):
        screen.pen = screen.table.after_sgr(screen.pen.attribute, token.decode("ascii"))
    screen.cursor.x = 0
    screen.last_drawn = ""
