"""Finding questions in bytes that have not been parsed yet, so that they are answered at once."""

import re

_CSI = rb"(?:[0-?]*+[ -/]*+[cnptqux]|\?[0-9;]*+m)"
_OSC = rb"(?:4|1[0-9]|7501);[^\x07\x1b]{0,64}\?"

_QUESTION = re.compile(rb"\x1b(?:\[" + _CSI + rb"|\]" + _OSC + rb"|P|Z)")
_EIGHT_BIT_QUESTION = re.compile(rb"\xc2(?:\x9b" + _CSI + rb"|\x9d" + _OSC + rb"|\x90|\x9a)")
"""The same with the 8-bit controls, in UTF-8; each begins with one byte only, which makes searching fast."""

LONGEST_START = 96
"""How much of what came before is searched again: a question may come in two pieces."""


class QuestionFinder:
    """Tells whether bytes hold something that a program waits for an answer to; it may err by saying yes."""

    __slots__ = ("_before",)

    def __init__(self) -> None:
        self._before = b""

    def __call__(self, data: bytes) -> bool:
        seen = self._before + data
        found = _QUESTION.search(seen) is not None or _EIGHT_BIT_QUESTION.search(seen) is not None
        self._before = b"" if found else seen[-LONGEST_START:]
        return found
