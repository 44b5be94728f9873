"""Finding questions in bytes that have not been parsed yet, so that they are answered at once."""

import re

_QUESTION = re.compile(rb"\x1b(?:\[[0-?]*+[ -/]*+[cnptqux]|\[\?[0-9;]*+m|P|Z|\](?:4|1[0-2]|7501);[^\x07\x1b]{0,64}\?)")
_EIGHT_BIT_QUESTION = re.compile(rb"\xc2(?:\x9b(?:[0-?]*+[ -/]*+[cnptqux]|\?[0-9;]*+m)|\x90|\x9a|\x9d(?:4|1[0-2]|7501);)")
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
        self._before = seen[-LONGEST_START:] if b"\x1b" in seen[-LONGEST_START:] else b""
        found = _QUESTION.search(seen) is not None or _EIGHT_BIT_QUESTION.search(seen) is not None
        if found:
            self._before = b""
        return found
