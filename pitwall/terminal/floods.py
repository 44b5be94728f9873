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
from pitwall.terminal.tokenizer import LONGEST_SEQUENCE

_PLAIN = bytes(byte for byte in range(256) if byte in b"\t\r\n" or 0x20 <= byte < 0x7F)
_RESETS = (b"\x1b[m", b"\x1b[0m", b"\x1b[0;")
"""What no look from before outlives."""
SKIPPED_PER_PARSED = 16
"""So many bytes are skipped in the time in which one is parsed, at least."""
SGR_WORK = 64
"""Bytes parsed in the time that a change of the pen takes."""
_SGR = re.compile(rb"\x1b\[[0-9;:]{0,%d}m" % (LONGEST_SEQUENCE - 2))
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


def skip(screen: Screen, data: bytes) -> int:
    """
    Do what is left to do of a flood's lines that are not drawn: change the pen.

    Returns the work that this was, as so many bytes parsed.
    """
    work = len(data) // SKIPPED_PER_PARSED
    if b"\x1b" in data:
        start = max(map(data.rfind, _RESETS))
        pen, table = screen.pen, screen.table
        tokens = _SGR.findall(data, max(start, 0))
        for token in map(bytes.decode, tokens):
            pen = pen.transitions.get(token) or table.after_sgr(pen.attribute, token)
        screen.pen = pen
        work += SGR_WORK * len(tokens)
    screen.cursor.x = 0
    screen.last_drawn = ""
    return work
