"""
Output that nobody will ever see: what scrolled through the screen and out of its history within one backlog.

Let lines hold only printable characters, tabs and SGR, each end with CR LF, and begin right after a CR LF; let 2R + H
of them follow one another, on a screen of R rows with H rows of history, whose scrolling region is the whole screen and
which does not insert. Then it does not matter what was on the screen before: at most R - 1 line feeds bring the cursor
to the bottom, and the R + H rows after those are all that is left. So lines of the same kind right before those need
no drawing; they may only have changed the pen. (Wrapped lines only scroll more.)
"""

import re

from pitwall.terminal import modes
from pitwall.terminal.screen import Screen

_PLAIN = bytes(byte for byte in range(256) if byte in b"\t\r\n" or 0x20 <= byte < 0x7F)
_SGR = re.compile(rb"\x1b\[[0-9;:]*m")
_STATEFUL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f](?:(?<!\x1b)|(?!\[[0-9;:]*m))")
"""
What a flood does not hold: other controls and sequences.

All begin with one set of bytes, which `re` searches for much faster than for alternatives.
"""


def flood_lines(data: bytes) -> int:
    """Return how many lines whole lines are, if they are such as floods are made of; else 0."""
    # Deleting bytes is much faster than searching.
    if data.translate(None, _PLAIN) and _STATEFUL.search(data) is not None:
        return 0
    return data.count(b"\r\n")


def lines_enough(screen: Screen) -> int:
    """Return how many lines leave nothing of what was before them."""
    return 2 * screen.lines + screen.grid.keep


def only_scrolls(screen: Screen) -> bool:
    """Return whether lines do nothing on a screen but scroll all of it."""
    whole = screen.top == 0 and screen.bottom == screen.lines - 1
    return whole and modes.IRM not in screen.mode and screen.single_shift is None


def skip(screen: Screen, data: bytes) -> None:
    """Do what is left to do of a flood's lines that are not drawn: change the pen."""
    if b"\x1b" in data:
        start = max(data.rfind(b"\x1b[m"), data.rfind(b"\x1b[0m"), 0)
        for token in _SGR.findall(data, start):
            screen.pen = screen.table.after_sgr(screen.pen.attribute, token.decode("ascii"))
    screen.cursor.x = 0
    screen.last_drawn = ""
