"""
Which sequence does what: the name of the `Screen` method for every control, escape and CSI sequence.

A CSI sequence is looked up by its private marker, intermediates and final character: ``?h`` for ``CSI ? 25 h``,
`` q`` for ``CSI 2 SP q``. What is not here is passed over in silence.
"""

import re
from collections.abc import Callable
from functools import cache

from pitwall.terminal.screen import Screen
from pitwall.terminal.tokenizer import LONGEST_SEQUENCE

CONTROLS = {
    "\x07": "bell",
    "\b": "backspace",
    "\t": "tab",
    "\n": "linefeed",
    "\x0b": "linefeed",
    "\x0c": "linefeed",
    "\r": "carriage_return",
    "\x0e": "shift_out",
    "\x0f": "shift_in",
}

ESCAPES = {
    "7": "save_cursor",
    "8": "restore_cursor",
    "=": "application_keypad",
    ">": "numeric_keypad",
    "#8": "alignment_display",
    "D": "index",
    "E": "next_line",
    "H": "set_tab_stop",
    "M": "reverse_index",
    "N": "single_shift_g2",
    "O": "single_shift_g3",
    "Z": "report_device_attributes",
    "c": "reset",
    "n": "lock_g2",
    "o": "lock_g3",
}

CSI = {
    "@": "insert_characters",
    "A": "cursor_up",
    "B": "cursor_down",
    "C": "cursor_forward",
    "D": "cursor_back",
    "E": "cursor_down1",
    "F": "cursor_up1",
    "G": "cursor_to_column",
    "H": "cursor_position",
    "I": "forward_tabs",
    "J": "erase_in_display",
    "?J": "erase_unprotected_in_display",
    "K": "erase_in_line",
    "?K": "erase_unprotected_in_line",
    "L": "insert_lines",
    "M": "delete_lines",
    "P": "delete_characters",
    "S": "scroll_up",
    "T": "scroll_down_or_track",
    "^": "scroll_down",
    "X": "erase_characters",
    "Z": "backward_tabs",
    "`": "cursor_to_column",
    "a": "cursor_forward",
    "b": "repeat_character",
    "c": "report_device_attributes",
    ">c": "report_secondary_attributes",
    "=c": "report_tertiary_attributes",
    "d": "cursor_to_line",
    "e": "cursor_down_absolute",
    "f": "cursor_position",
    "g": "clear_tab_stop",
    "h": "set_mode",
    "?h": "set_private_mode",
    "l": "reset_mode",
    "?l": "reset_private_mode",
    ">m": "set_modify_keys",
    "?m": "report_modify_keys",
    "n": "report_device_status",
    "?n": "report_private_status",
    "!p": "soft_reset",
    "$p": "report_mode",
    "?$p": "report_private_mode",
    " q": "set_cursor_style",
    '"q': "protect",
    ">q": "report_version",
    "r": "set_margins",
    "?r": "restore_private_modes",
    "s": "save_cursor",
    "?s": "save_private_modes",
    "t": "window_operation",
    "u": "restore_cursor",
    ">u": "push_keyboard",
    "<u": "pop_keyboard",
    "=u": "set_keyboard",
    "?u": "report_keyboard",
    "x": "report_parameters",
}

MOST_PARAMETERS = 32
LARGEST_PARAMETER = 9999

_CSI = re.compile(r"\x1b\[([<=>?]?)([0-9;]*)([ -/]*)([@-~])")
_DESIGNATION = re.compile(r"\x1b([()*+])(?:[ -/])?([0-~])")

Call = tuple[Callable[..., None], tuple[int, ...] | tuple[str, ...]]
"""A method of `Screen` and its arguments."""


def no_operation(screen: Screen) -> None:
    """Do nothing: for sequences that mean nothing here."""


NOTHING: Call = (no_operation, ())


def parse_csi(token: str) -> tuple[str, tuple[int, ...]] | None:
    """Return a CSI sequence's name in `CSI` and its parameters, or None for one that is malformed or too long."""
    match = _CSI.fullmatch(token) if len(token) <= LONGEST_SEQUENCE + 1 else None
    if match is None:
        return None
    marker, parameters, intermediates, final = match.groups()
    numbers = tuple(
        min(int(field.lstrip("0")[:6] or 0), LARGEST_PARAMETER)
        for field in parameters.split(";")[:MOST_PARAMETERS]
    )
    return marker + intermediates + final, numbers if parameters else ()


def call_for(token: str) -> Call:
    """Return what to call for a control or a whole sequence, except SGR."""
    if len(token) < 2:
        name = CONTROLS.get(token)
        return (getattr(Screen, name), ()) if name else NOTHING
    if token == "\r\n":
        return Screen.linefeed, ()
    kind = token[1]
    if kind == "[":
        parsed = parse_csi(token)
        name = CSI.get(parsed[0]) if parsed else None
        if parsed is None or name is None:
            return NOTHING
        method = getattr(Screen, name)
        return method, parsed[1][: _most_arguments(name)]
    if kind in "]P":
        return Screen.control_string, (token,)
    if designation := _DESIGNATION.fullmatch(token):
        return Screen.define_charset, (designation[2], designation[1])
    name = ESCAPES.get(token[1:])
    return (getattr(Screen, name), ()) if name else NOTHING


@cache
def _most_arguments(name: str) -> int:
    """Return how many parameters a method takes; a sequence may have more."""
    code = getattr(Screen, name).__code__
    takes_any = code.co_flags & 0x04
    return MOST_PARAMETERS if takes_any and code.co_argcount == 1 else code.co_argcount - 1
