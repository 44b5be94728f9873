"""
Keys by name, for the window's own commands, prompts and copy mode (pure).

Names: a character itself (``c``, ``?``), ``Up`` ``PageDown`` ``Enter`` ``Escape`` ``Tab`` ``Backspace`` ``F5``, with
``C-``, ``M-`` and ``S-`` before them. Read are the forms of xterm (modifyOtherKeys, CSI 27) and kitty (CSI u).
"""

import re
from dataclasses import dataclass

from pitwall.errors import ConfigRejected
from pitwall.window.input import Plain, Sequence, Token

_FINALS = {
    b"A": "Up", b"B": "Down", b"C": "Right", b"D": "Left", b"H": "Home", b"F": "End", b"Z": "S-Tab",
    b"P": "F1", b"Q": "F2", b"R": "F3", b"S": "F4", b"M": "Enter",
}  # fmt: skip
_TILDES = {
    1: "Home", 2: "Insert", 3: "Delete", 4: "End", 5: "PageUp", 6: "PageDown", 7: "Home", 8: "End",
    11: "F1", 12: "F2", 13: "F3", 14: "F4", 15: "F5", 17: "F6", 18: "F7", 19: "F8", 20: "F9", 21: "F10",
    23: "F11", 24: "F12",
}  # fmt: skip
_NAMED_CODES = {9: "Tab", 13: "Enter", 27: "Escape", 127: "Backspace", 8: "Backspace", 57414: "Enter"}
_MODIFIER_KEYS = range(57441, 57455)
"""Kitty's numbers of Shift, Control and the like pressed by themselves."""
_CSI_KEY = re.compile(rb"\x1b\[(\d*)(?::\d*)*(?:;(\d*)(?::(\d+))?)?(?:;[\d:]*)?([A-HPQRSZu~M])")
_OTHER_KEY = re.compile(rb"\x1b\[27;(\d+);(\d+)~")
_RELEASED = b"3"


@dataclass(frozen=True, slots=True)
class Key:
    """A key press by name, and its bytes; `text` is what it would type, empty for none."""

    name: str
    data: bytes
    text: str = ""
    released: bool = False


def keys(token: Token) -> list[Key]:
    """The keys that a token holds; none for anything but keys."""
    if isinstance(token, Plain):
        return [_plain(character) for character in token.data.decode("utf-8", "surrogateescape")]
    if isinstance(token, Sequence):
        key = _sequence(token.data)
        return [key] if key is not None else []
    return []


def _plain(character: str) -> Key:
    data = character.encode("utf-8", "surrogateescape")
    code = ord(character)
    if code in _NAMED_CODES:
        return Key(_NAMED_CODES[code], data)
    if code == 0:
        return Key("C-Space", data)
    if code < 32:
        return Key(f"C-{chr(code + 64).lower() if code <= 26 else chr(code + 64)}", data)
    return Key("Space" if character == " " else character, data, character if character.isprintable() else "")


def _sequence(data: bytes) -> Key | None:
    if data == b"\x1b":
        return Key("Escape", data)
    other = _OTHER_KEY.fullmatch(data)
    if other:
        return Key(_modified(_character(int(other[2])), int(other[1])), data)
    found = _CSI_KEY.fullmatch(data)
    if found:
        return _csi(found, data)
    if len(data) == 3 and data.startswith(b"\x1bO"):
        name = _FINALS.get(data[2:])
        return Key(name, data) if name else None
    if len(data) > 1 and data[1:2] not in (b"[", b"O", b"]", b"P", b"_"):
        inner = _plain(data[1:].decode("utf-8", "surrogateescape")[:1])
        return Key(f"M-{inner.name}", data)
    return None


def _csi(found: re.Match[bytes], data: bytes) -> Key | None:
    number = int(found[1] or 1)
    modifiers = int(found[2] or 1)
    released = found[3] == _RELEASED
    if found[4] == b"u":
        if number in _MODIFIER_KEYS:
            return None
        name = _character(number)
        text = (
            name if len(name) == 1 and name.isprintable() and (modifiers - 1) & ~(1 | 64 | 128) == 0 else ""
        )
        if text and (modifiers - 1) & 1:
            name = text = name.upper()
            return Key(name, data, text, released)
        text = " " if name == "Space" and modifiers == 1 else text
        return Key(_modified(name, modifiers), data, text, released)
    name = _TILDES.get(number, "") if found[4] == b"~" else _FINALS.get(found[4], "")
    return Key(_modified(name, modifiers), data, released=released) if name else None


def _character(number: int) -> str:
    if number in _NAMED_CODES:
        return _NAMED_CODES[number]
    if number == 32:
        return "Space"
    return chr(number) if number < 0x110000 else ""


def _modified(name: str, modifiers: int) -> str:
    """The name with its modifiers; `modifiers` is xterm's number: 1 and the sum of Shift 1, Alt 2, Control 4."""
    held = (modifiers - 1) & 7
    return f"{'C-' if held & 4 else ''}{'M-' if held & 2 else ''}{'S-' if held & 1 else ''}{name}"


def named(text: str) -> str:
    """
    A key's name as people write it (``ctrl-b``, ``C-b``, ``alt-x``, ``F5``), in the form used here.

    Raises:
        ConfigRejected: that is no key.
    """
    rest, held = text.strip(), set[str]()
    words = {"ctrl": "C", "control": "C", "c": "C", "alt": "M", "meta": "M", "m": "M", "shift": "S", "s": "S"}
    while "-" in rest[1:]:
        word, _, rest_after = rest.partition("-")
        if word.lower() not in words or not rest_after:
            break
        held.add(words[word.lower()])
        rest = rest_after
    known = {
        name.lower(): name for name in (*_FINALS.values(), *_TILDES.values(), *_NAMED_CODES.values(), "Space")
    }
    if len(rest) != 1 and rest.lower() not in known:
        raise ConfigRejected(f"{text!a} is no key: write ctrl-b, alt-x, F5, PageUp or one character")
    name = known.get(rest.lower(), rest) if len(rest) > 1 else rest
    if "C" in held and len(name) == 1:
        name = name.lower()
    return "".join(f"{letter}-" for letter in "CMS" if letter in held) + name
