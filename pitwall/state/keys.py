"""
The user's keys, told apart by what they can do to an agent: interrupt it, answer its dialog, or neither.

Encodings: ECMA-48, xterm's control sequences (ctlseqs), kitty's keyboard protocol. What a key was is never kept.
"""

import re

from pitwall.state.status_inputs import Press

_PASTE_ENDS = b"\x1b[201~"

_TOKEN = re.compile(
    rb"""
      (?P<paste>\x1b\[200~ .*? (?P<ends>\x1b\[201~ | \Z))
    | (?P<string>\x1b[]P_^X] .*? (?: \x1b\\ | \x07))
    | (?P<mouse>\x1b\[M...)
    | (?P<csi>\x1b\[ (?P<params>[0-?]{0,64}) (?P<middle>[ -/]*) (?P<final>[@-~]))
    | (?P<ss3>\x1bO [0-9;]* (?P<key>[A-Za-z]))
    | (?P<escape>\x1b (?= \x1b | \Z))
    | (?P<alt>\x1b (?: [\xc0-\xff][\x80-\xbf]* | .))
    | (?P<typed>[^\x1b]+)
    """,
    re.VERBOSE | re.DOTALL,
)

_ESCAPE = 27
_C = ord("c")
_CTRL_C = b"\x03"

_ALT, _CTRL = 2, 4
_LOCKS = 64 | 128
"""Caps lock and num lock: on or off, a key is the same key."""

_KEY_UP = 3
"""Kitty's event type of a key that is let go."""

_CURSOR = b"ABCDEFH"
"""Finals of the arrows, the keypad's middle key, End and Home."""

_NAVIGATION = frozenset({1, 4, 5, 6, 7, 8})
"""Numbers before a final `~`: Home, End, Page Up, Page Down."""

_OTHER_KEYS = 27
"""The number before a final `~` of xterm's modifyOtherKeys: `CSI 27 ; modifiers ; code ~`."""

_SILENT_CODES = frozenset({57358, 57359, 57360, *range(57417, 57425), *range(57428, 57455)})
"""Kitty's codes of locks, the keypad's arrows and paging, media keys, and modifiers pressed alone."""


def press_of(data: bytes, pasting: bool = False) -> tuple[Press | None, bool]:
    """
    What the user's input can do, None when nothing; and whether a paste goes on in the next input.

    ``data`` is what the user's terminal sent in one piece, so an ESC that ends it is the Esc key; ``pasting`` is
    what the input before it returned. Nothing: key-up events, Alt combinations, arrows and paging, modifiers
    alone, mouse and focus reports, terminals' answers to questions. Pasted text never interrupts, whatever
    bytes it holds.
    """
    presses: set[Press | None] = set()
    if pasting:
        presses.add("other")
        _, ended, data = data.partition(_PASTE_ENDS)
        pasting = not ended
    for token in _TOKEN.finditer(data):
        presses.add(_press(token))
        pasting = pasting or (token.lastgroup == "paste" and not token["ends"])
    if "interrupt" in presses:
        return "interrupt", pasting
    return ("other" if "other" in presses else None), pasting


def _press(token: re.Match[bytes]) -> Press | None:
    match token.lastgroup:
        case "typed":
            return "interrupt" if _CTRL_C in token["typed"] else "other"
        case "escape":
            return "interrupt"
        case "paste":
            return "other"
        case "csi":
            return _sequence(token["params"], token["middle"], token["final"])
        case "ss3":
            return None if token["key"] in _CURSOR else "other"
        case _:
            return None


def _sequence(params: bytes, middle: bytes, final: bytes) -> Press | None:
    """A control sequence; those with a private marker or an intermediate are reports, never keys."""
    if middle or params.translate(None, b"0123456789:;"):
        return None
    fields = [[int(part or b"0") for part in field.split(b":")] for field in params.split(b";")]
    if final == b"~" and fields[0][0] == _OTHER_KEYS and len(fields) >= 3:
        return _code(fields[2][0], *_modifiers(fields))
    modifiers, event = _modifiers(fields)
    match final:
        case b"u":
            return _code(fields[0][0], modifiers, event)
        case b"~":
            silent = fields[0][0] in _NAVIGATION or fields[0][0] >= 200
        case b"P" | b"Q" | b"S" | b"Z":
            silent = False
        case _:
            silent = True
    return None if silent or event == _KEY_UP or modifiers & _ALT else "other"


def _modifiers(fields: list[list[int]]) -> tuple[int, int]:
    """The modifiers as bits, locks left out, and the event type: press is 1."""
    if len(fields) < 2:
        return 0, 1
    bits = max(fields[1][0] - 1, 0) & ~_LOCKS
    return bits, fields[1][1] if len(fields[1]) > 1 else 1


def _code(code: int, modifiers: int, event: int) -> Press | None:
    """A key named by its code point."""
    if event == _KEY_UP or modifiers & _ALT or code in _SILENT_CODES:
        return None
    bare_escape = code == _ESCAPE and not modifiers
    return "interrupt" if bare_escape or (code == _C and modifiers == _CTRL) else "other"
