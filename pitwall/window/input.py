"""
What the outer terminal sends, cut into tokens without changing a byte (pure).

Escape sequences, mouse reports (SGR 1006), paste brackets and focus reports are told apart; all else is plain bytes.
Sources: xterm's control sequences document; bracketed paste (mode 2004); focus reports (mode 1004).
"""

import re
from dataclasses import dataclass

PASTE_START, PASTE_END = b"\x1b[200~", b"\x1b[201~"
ESCAPE = b"\x1b"
LONGEST = 4096
"""Bytes of a sequence that is still waited for."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Bytes without an escape sequence: text and control characters, as many as came together."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Sequence:
    """One escape sequence, or ESC and the character behind it."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Pasted:
    """A piece of what is being pasted, without the brackets; `first` and `last` mark its ends."""

    data: bytes
    first: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class FocusChanged:
    """The outer terminal got or lost the user's focus."""

    focused: bool


@dataclass(frozen=True, slots=True)
class Mouse:
    """A mouse report: xterm's button code, the cell from 0, and whether the button was pressed or moved."""

    code: int
    row: int
    col: int
    pressed: bool


Token = Plain | Sequence | Pasted | FocusChanged | Mouse

_CSI = re.compile(rb"\x1b\[[\x20-\x3f]*[\x40-\x7e]")
_CSI_BEGUN = re.compile(rb"\x1b\[[\x20-\x3f]*\Z")
_STRING = re.compile(rb"\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)")
_STRING_BEGUN = re.compile(rb"\x1b[\]P_^X][^\x07\x1b]*\x1b?\Z")
_SHIFT_THREE = re.compile(rb"\x1bO(?s:.)")
_META = re.compile(rb"\x1b\x1b(?=[\[O])|\x1b[^\x1b\[O\]P_^X\x80-\xff]|\x1b[\xc2-\xf4][\x80-\xbf]{1,3}")
_MOUSE = re.compile(rb"\x1b\[<(\d{1,5});(\d{1,5});(\d{1,5})([Mm])")


class InputSplitter:
    """Cuts the outer terminal's bytes into tokens; keeps the beginning of a sequence until the rest has come."""

    def __init__(self) -> None:
        self._held = b""
        self._pasting = False
        self._paste_begun = False

    @property
    def holding(self) -> bool:
        """
        Whether the beginning of a sequence is kept; `flush` it when nothing follows soon.

        Within a paste its end is waited for, however long that takes: no key is Esc there.
        """
        return bool(self._held) and not self._pasting

    def feed(self, data: bytes) -> list[Token]:
        """The tokens that are whole by now."""
        data, self._held = self._held + data, b""
        tokens: list[Token] = []
        at = 0
        while at < len(data):
            at = self._pasted(data, at, tokens) if self._pasting else self._typed(data, at, tokens)
        return tokens

    def flush(self) -> list[Token]:
        """What is kept, taken for all there will be: a bare Esc, for one."""
        if not self.holding:
            return []
        held, self._held = self._held, b""
        return [Sequence(held)]

    def _typed(self, data: bytes, at: int, tokens: list[Token]) -> int:
        escape = data.find(ESCAPE, at)
        if escape < 0:
            tokens.append(Plain(data[at:]))
            return len(data)
        if escape > at:
            tokens.append(Plain(data[at:escape]))
        if data.startswith(PASTE_START, escape):
            self._pasting = self._paste_begun = True
            return escape + len(PASTE_START)
        for pattern in (_CSI, _STRING, _SHIFT_THREE, _META):
            found = pattern.match(data, escape)
            if found:
                tokens.append(_token(found[0]))
                return found.end()
        rest = data[escape : escape + LONGEST]
        begun = len(rest) <= 2 or _CSI_BEGUN.match(rest) or _STRING_BEGUN.match(rest)
        if begun and len(rest) < LONGEST:
            self._held = rest
            return len(data)
        tokens.append(Sequence(rest[:1]))
        return escape + 1

    def _pasted(self, data: bytes, at: int, tokens: list[Token]) -> int:
        end = data.find(PASTE_END, at)
        if end >= 0:
            self._pasting = False
            tokens.append(self._piece(data[at:end], last=True))
            return end + len(PASTE_END)
        kept = next((n for n in range(len(PASTE_END) - 1, 0, -1) if data.endswith(PASTE_END[:n], at)), 0)
        piece_end = max(at, len(data) - kept)
        if piece_end > at or self._paste_begun:
            tokens.append(self._piece(data[at:piece_end]))
        self._held = data[piece_end:]
        return len(data)

    def _piece(self, data: bytes, *, last: bool = False) -> Pasted:
        first, self._paste_begun = self._paste_begun, False
        return Pasted(data, first=first, last=last)


def _token(sequence: bytes) -> Token:
    if sequence in (b"\x1b[I", b"\x1b[O"):
        return FocusChanged(sequence == b"\x1b[I")
    mouse = _MOUSE.fullmatch(sequence)
    if mouse:
        code, col, row = (int(part) for part in mouse.groups()[:3])
        return Mouse(code, max(0, row - 1), max(0, col - 1), mouse[4] == b"M")
    return Sequence(sequence)
