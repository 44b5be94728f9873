"""
From text to text and control sequences, as the VT500 parser (Paul Williams' state machine, vt100.net) cuts them.

Whole sequences are cut out by one `re.split`. What is not whole, or is interrupted by controls, is rare and goes
the careful way. An unfinished sequence at the end is kept, without the controls that were carried out in its midst,
and put before the next text: so the sequence so far is all the state there is.

As in xterm with UTF-8, the 8-bit controls (U+0080 to U+009F) mean nothing and end nothing, and other characters
outside of ASCII give up the sequence that they stand in.
"""

import re

ESC = "\x1b"
CSI = "\x1b["

CAN = "\x18"
"""Stands for a sequence that was given up; alone it means nothing."""

LONGEST_STRING = 65536
"""Longest OSC, DCS, APC, PM, SOS or title string that is looked at, in characters; longer ones are swallowed."""

LONGEST_SEQUENCE = 1024
"""Longest CSI or escape sequence that is looked at, without its last character."""

_TOKEN = re.compile(
    r"([\x00-\x1f\x7f-\x9f](?:(?<=\x1b)(?:"
    r"\[[0-?]*+[ -/]*+[@-~]"
    r"|\][^\x07\x18\x1a\x1b]*+(?:\x07|\x1b\\)"
    r"|[PX^_k][^\x18\x1a\x1b]*+\x1b\\"
    r"|[0-OQ-WYZ\\`a-jl-~]|[ -/]++[0-~]"
    r")|(?<=\r)\n)?)"
)
"""
A control or a whole sequence; an ESC alone stands for a sequence that is not whole.

All begin with one set of characters: `re` searches for such a pattern four times as fast as for alternatives.
"""

_UNFINISHED = re.compile(
    r"\x1b(?:\[[0-?]*+[ -/]*+|\][^\x07\x18\x1a\x1b]*+\x1b?|[PX^_k][^\x18\x1a\x1b]*+\x1b?|[ -/]*+)"
)  # fmt: skip
"""All that can be the beginning of a sequence, when nothing follows."""

_OSC_END = re.compile(r"[\x07\x18\x1a\x1b]")
_STRING_END = re.compile(r"[\x18\x1a\x1b]")

_STRING_INTRODUCERS = frozenset("]PX^_k")

_MEANINGLESS_CSI = "\x1b[0?"
_MEANINGLESS_ESCAPE = "\x1b!!!"
"""Beginnings of sequences that exist nowhere: what overlong ones are cut to."""


class Tokenizer:
    """Cuts a stream of text into pieces: text, token, text, token, ... (an even number; either may be empty)."""

    __slots__ = ("_partial", "_swallowed")

    def __init__(self) -> None:
        self._partial = ""
        self._swallowed = ""

    @property
    def in_ground(self) -> bool:
        """Whether the next character begins afresh."""
        return not self._partial and not self._swallowed

    def split(self, text: str) -> list[str]:
        """Return the pieces of `text`, together with what was left of the text before."""
        if self._swallowed:
            text = self._swallow(text)
        if self._partial:
            text = self._partial + text
            self._partial = ""
        whole = self._without_unfinished(text)
        pieces = _TOKEN.split(whole)
        pieces.append("")
        if ESC in pieces:
            self._partial = self._swallowed = ""
            return self._split_carefully(text)
        return pieces

    def _without_unfinished(self, text: str) -> str:
        """Keep the unfinished sequence that `text` ends with, if it does; return what is before it."""
        start = text.rfind(ESC)
        if start < 0:
            return text
        # The last ESC may be half of what ends the string before it.
        before = text.rfind(ESC, 0, start) if start == len(text) - 1 else -1
        for place in (before, start):
            if place >= 0 and _UNFINISHED.fullmatch(text, place):
                self._keep(text[place:])
                return text[:place]
        return text

    def _split_carefully(self, text: str) -> list[str]:
        """Split `text`, in which some sequence is interrupted."""
        pieces: list[str] = []
        place = 0
        resumed = False
        while match := _TOKEN.search(text, place):
            if not resumed:
                pieces.append(text[place : match.start()])
            resumed = False
            place = match.end()
            if match[0] != ESC:
                pieces.append(match[0])
                continue
            start = match.start()
            if _UNFINISHED.fullmatch(text, start):
                self._keep(text[start:])
                return [*pieces, ""]
            if text[place : place + 1] in _STRING_INTRODUCERS:
                pieces.append(CAN)
                place = _after_aborted_string(text, start)
                continue
            controls, sequence, place = _interrupted(text, start)
            for control in controls:
                pieces += [control, ""]
            if sequence:
                resumed = True  # the rest of it may be whole now that nothing stands inside it
            else:
                pieces.append(CAN)
            text, place = sequence + text[place:], 0
        return [*pieces, text[place:], ""]

    def _keep(self, sequence: str) -> None:
        """Keep an unfinished sequence for the next text, unless it has grown too long to mean anything."""
        kind = sequence[1:2]
        if kind in _STRING_INTRODUCERS and len(sequence) > LONGEST_STRING:
            self._swallowed = kind
            sequence = ESC if sequence.endswith(ESC) else ""
            if sequence:
                self._swallowed = ""
        elif kind not in _STRING_INTRODUCERS and len(sequence) > LONGEST_SEQUENCE:
            sequence = _MEANINGLESS_CSI if kind == "[" else _MEANINGLESS_ESCAPE
        self._partial = sequence

    def _swallow(self, text: str) -> str:
        """Return what follows the end of a string too long to keep."""
        end = (_OSC_END if self._swallowed == "]" else _STRING_END).search(text)
        if end is None:
            return ""
        self._swallowed = ""
        return CAN + text[end.start() if end[0] == ESC else end.end() :]


def _after_aborted_string(text: str, start: int) -> int:
    """Return where reading goes on after the string at `start`, which has no proper end."""
    end = (_OSC_END if text[start + 1] == "]" else _STRING_END).search(text, start + 2)
    assert end is not None, "a string without any end is unfinished, not aborted"
    return end.start() if end[0] == ESC else end.end()


def _interrupted(text: str, start: int) -> tuple[list[str], str, int]:
    """
    Read the sequence at `start` as far as it is interrupted.

    Returns the controls to carry out in its midst, the sequence up to here without them (empty when it was
    aborted), and the place after it.
    """
    controls: list[str] = []
    sequence = ESC
    for place in range(start + 1, len(text)):
        character = text[place]
        if character == ESC:
            return controls, "", place
        if character in "\x18\x1a" or character >= "\xa0":
            return controls, "", place + 1
        if character < " ":
            controls.append(character)
        elif character < "\x7f":
            sequence += character
            if sequence[1] in _STRING_INTRODUCERS:
                return controls, sequence, place + 1
            if sequence == CSI:
                continue
            if character >= ("@" if sequence[1] == "[" else "0"):
                return controls, sequence, place + 1
            if sequence[1] == "[" and character >= "0" and sequence[-2] < "0":
                sequence = _MEANINGLESS_CSI
    return controls, sequence, len(text)
