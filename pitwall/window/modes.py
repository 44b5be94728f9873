"""
The outer terminal's modes: what the window sets, what it mirrors of the focused program, what undoes it (pure).

The window itself always has the alternate screen, mouse drags in SGR form, bracketed paste and focus reports; it hides
from the program what that has not asked for. Sources: xterm's control sequences document; kitty's keyboard protocol.
"""

from dataclasses import dataclass

from pitwall.window import mouse
from pitwall.wire.window import PaneModes

ENTER = (
    "\x1b[?1049h\x1b[22;0;0t"  # the alternate screen; the title onto the stack
    "\x1b[?7l"  # a width that the terminal sees otherwise must not wrap
    "\x1b[?1002h\x1b[?1006h\x1b[?2004h\x1b[?1004h"
    "\x1b[m\x1b[H\x1b[2J"
)

LEAVE = (
    "\x1b\\"  # ends a string that was cut short
    "\x1b[?2026l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1006l\x1b[?2004l\x1b[?1004l"
    "\x1b[?1l\x1b>"
    "\x1b]8;;\x1b\\\x1b[m\x1b[0 q\x1b[?7h\x1b[?25h"
    "\x1b[H\x1b[2J\x1b[23;0;0t\x1b[?1049l"
    "\x1b[?25h"
)
"""Undoes `ENTER` and whatever `OuterModes` has set, but for the keyboard's flags."""

KEYBOARD_PUSHED, KEYBOARD_POPPED = "\x1b[>0u", "\x1b[<u"


@dataclass(frozen=True, slots=True)
class _Mirrored:
    application_cursor: bool = False
    application_keypad: bool = False
    motion: bool = False
    kitty_keyboard: int = 0


class OuterModes:
    """The modes that follow the focused pane's program."""

    def __init__(self) -> None:
        self._set = _Mirrored()
        self._keyboard_pushed = False

    def follow(self, modes: PaneModes | None) -> bytes:
        """What brings the outer terminal from the modes it has to those of the program; ``None`` for its own."""
        wanted = (
            _Mirrored(
                modes.application_cursor,
                modes.application_keypad,
                modes.mouse == mouse.MOTION,
                modes.kitty_keyboard,
            )
            if modes is not None
            else _Mirrored()
        )
        old, self._set = self._set, wanted
        out = ""
        if wanted.application_cursor != old.application_cursor:
            out += "\x1b[?1h" if wanted.application_cursor else "\x1b[?1l"
        if wanted.application_keypad != old.application_keypad:
            out += "\x1b=" if wanted.application_keypad else "\x1b>"
        if wanted.motion != old.motion:
            out += "\x1b[?1003h" if wanted.motion else "\x1b[?1003l\x1b[?1002h"
        if wanted.kitty_keyboard != old.kitty_keyboard:
            # Pushed late: a terminal that does not know the protocol is spared it until a program speaks it.
            out += "" if self._keyboard_pushed else KEYBOARD_PUSHED
            self._keyboard_pushed = True
            out += f"\x1b[={wanted.kitty_keyboard};1u"
        return out.encode()

    def entered(self) -> bytes:
        """What a window begins with."""
        self._set = _Mirrored()
        self._keyboard_pushed = False
        return ENTER.encode()

    def left(self) -> bytes:
        """What leaves the outer terminal as it was found."""
        # Within the alternate screen: its keyboard stack is its own.
        popped = KEYBOARD_POPPED if self._keyboard_pushed else ""
        return popped.encode() + LEAVE.encode()
