"""
The modes that a program sets in its terminal, as an attached window needs to know them.

Numbers are as in xterm's control sequences document; the private ones are shifted as pyte does, so that they do not
collide with the ANSI ones.
"""

from dataclasses import dataclass
from enum import Enum

KAM = 2
IRM = 4
SRM = 12
LNM = 20


def private(number: int) -> int:
    """Return the place in a mode set of ``CSI ? number h``."""
    return number << 5


DECCKM = private(1)
DECCOLM = private(3)
DECSCNM = private(5)
DECOM = private(6)
DECAWM = private(7)
CURSOR_BLINK = private(12)
DECTCEM = private(25)
ALLOW_DECCOLM = private(40)
REVERSE_WRAP = private(45)
ALTERNATE_47 = private(47)
DECNKM = private(66)
FOCUS = private(1004)
ALTERNATE_SCROLL = private(1007)
ALTERNATE_1047 = private(1047)
SAVE_CURSOR_1048 = private(1048)
ALTERNATE_1049 = private(1049)
BRACKETED_PASTE = private(2004)
SYNCHRONIZED = private(2026)
COLOUR_SCHEME_REPORTS = private(2031)

ALTERNATES = frozenset({ALTERNATE_47, ALTERNATE_1047, ALTERNATE_1049})
"""All of them are set while the alternate screen is shown, whichever brought it up."""

INITIAL = frozenset({SRM, DECAWM, DECTCEM})

KNOWN_ANSI = frozenset({KAM, IRM, SRM, LNM})

NEVER_SET_ANSI = frozenset({1, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19})
"""ANSI modes that a terminal like this has only one setting of (VT510 manual, DECRQM)."""


class MouseTracking(Enum):
    """What the program wants to hear of the mouse; the value is the private mode."""

    NONE = 0
    PRESSES_X10 = 9
    PRESSES = 1000
    DRAGS = 1002
    MOTION = 1003


class MouseEncoding(Enum):
    """How mouse reports are written; the value is the private mode."""

    DEFAULT = 0
    UTF8 = 1005
    SGR = 1006
    URXVT = 1015


KNOWN_PRIVATE = frozenset(
    {
        DECCKM, DECCOLM, DECSCNM, DECOM, DECAWM, CURSOR_BLINK, DECTCEM, ALLOW_DECCOLM, REVERSE_WRAP,
        ALTERNATE_47, DECNKM, FOCUS, ALTERNATE_SCROLL, ALTERNATE_1047, SAVE_CURSOR_1048, ALTERNATE_1049,
        BRACKETED_PASTE, SYNCHRONIZED, COLOUR_SCHEME_REPORTS,
    }
    | {private(mode.value) for mode in (*MouseTracking, *MouseEncoding) if mode.value}
)  # fmt: skip
"""The private modes that can be set; others are passed over, and reported as unknown."""


class CursorShape(Enum):
    """The cursor's shape (DECSCUSR); a program that has set none gets the terminal's own."""

    DEFAULT = 0
    BLOCK = 2
    UNDERLINE = 4
    BAR = 6


@dataclass(frozen=True, slots=True)
class Modes:
    """All that the program has switched on; what a window mirrors to its own terminal."""

    alternate: bool = False
    application_cursor: bool = False
    application_keypad: bool = False
    autowrap: bool = True
    bracketed_paste: bool = False
    cursor_visible: bool = True
    cursor_shape: CursorShape = CursorShape.DEFAULT
    cursor_blinking: bool = False
    focus: bool = False
    insert: bool = False
    mouse_tracking: MouseTracking = MouseTracking.NONE
    mouse_encoding: MouseEncoding = MouseEncoding.DEFAULT
    alternate_scroll: bool = False
    origin: bool = False
    reverse_screen: bool = False
    synchronized: bool = False
    colour_scheme_reports: bool = False
    kitty_keyboard: int = 0
    modify_other_keys: int = 0
