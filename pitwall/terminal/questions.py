"""Finding questions in bytes that have not been parsed yet, so that they are answered at once."""

import re

_QUESTION = re.compile(
    rb"\x1b(?:\[(?:[0-?]*+[ -/]*+[cnptqux]|\?[0-9;]*+m)|\](?:4|1[0-9]|7501);[^\x07\x1b]{0,64}\?|P|Z)"
)

LONGEST_START = 96
"""How much of what came before is searched again: a question may come in two pieces."""


class QuestionFinder:
    """Tells whether bytes hold something that a program waits for an answer to; it may err by saying yes."""

    __slots__ = ("_before",)

    def __init__(self) -> None:
        self._before = b""

    def __call__(self, data: bytes) -> bool:
        seen = self._before + data
        found = _QUESTION.search(seen) is not None
        self._before = b"" if found else seen[-LONGEST_START:]
        return found
