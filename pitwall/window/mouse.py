"""
Mouse reports for a program in a pane, in the form it asked for (pure).

Button codes are xterm's: 0 to 2 buttons, 3 none, 32 added while moving, 64 and 65 the wheel; 4, 8 and 16 for Shift,
Alt and Control.
"""

from pitwall.window.input import Mouse
from pitwall.wire.window import PaneModes

MOVING, WHEEL = 32, 64
MODIFIERS = 4 | 8 | 16
NO_BUTTON = 3
X10, PRESSES, DRAGS, MOTION = 9, 1000, 1002, 1003
UTF8, SGR, URXVT = 1005, 1006, 1015


def is_wheel(mouse: Mouse) -> bool:
    return bool(mouse.code & WHEEL) and mouse.pressed


def wheel_step(mouse: Mouse) -> int:
    """-1 for a step up, 1 for one down, 0 for sideways."""
    return {0: -1, 1: 1}.get(mouse.code & 3, 0) if is_wheel(mouse) else 0


def is_drag(mouse: Mouse) -> bool:
    """Whether the mouse moved with a button held."""
    return bool(mouse.code & MOVING) and mouse.code & 3 != NO_BUTTON and mouse.pressed


def button(mouse: Mouse) -> int:
    return mouse.code & 3


def wanted(mouse: Mouse, tracking: int) -> bool:
    """Whether a program that set this tracking mode hears of it."""
    if not tracking:
        return False
    if mouse.code & MOVING:
        return tracking == MOTION or (tracking == DRAGS and mouse.code & 3 != NO_BUTTON)
    if tracking == X10:
        return mouse.pressed and not mouse.code & WHEEL
    return True


def report(mouse: Mouse, modes: PaneModes) -> bytes:
    """The report in the program's encoding, with cells counted from its pane's corner; empty if it wants none."""
    if not wanted(mouse, modes.mouse):
        return b""
    row, col = mouse.row + 1, mouse.col + 1
    if modes.mouse_encoding == SGR:
        return f"\x1b[<{mouse.code};{col};{row}{'M' if mouse.pressed else 'm'}".encode()
    code = mouse.code if mouse.pressed else (mouse.code & MODIFIERS) | NO_BUTTON
    if modes.mouse == X10:
        code &= 3
    if modes.mouse_encoding == URXVT:
        return f"\x1b[{code + 32};{col};{row}M".encode()
    if modes.mouse_encoding == UTF8:
        return b"\x1b[M" + "".join(chr(min(2047, 32 + value)) for value in (code, col, row)).encode()
    if row > 223 or col > 223:
        return b""
    return b"\x1b[M" + bytes(32 + value for value in (code, col, row))
