"""Names of things that never change: 16 hex digits in text, 8 bytes in the journal (SEMANTICS 1)."""

import os
from typing import NewType

SessionId = NewType("SessionId", str)
TabId = NewType("TabId", str)
PaneId = NewType("PaneId", str)
RunId = NewType("RunId", str)

FilePath = NewType("FilePath", str)
"""A path as Python has it: bytes that are no UTF-8 stand as lone surrogates (PEP 383)."""

Argument = NewType("Argument", str)
"""One word of a command line, with the same convention as a path."""


def new_id() -> str:
    """Sixteen random hex digits: enough that no two things of one user ever share an id."""
    return os.urandom(8).hex()


def is_id(text: str) -> bool:
    """Whether ``text`` has the form of an id."""
    return len(text) == 16 and all(character in "0123456789abcdef" for character in text)
