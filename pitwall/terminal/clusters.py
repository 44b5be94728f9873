"""
Characters with marks joined to them, as single code points.

A row has one code point a cell; a cell of several (a letter and its accents, an emoji and its joiners) is held by a
code point of plane 16 that stands for the whole string. Text that a program writes never holds these.
"""

import re
from collections.abc import Iterable

_FIRST = 0x100000
_LAST = 0x10FFFD

SLACK = 4096
"""New clusters until those not in use any more are forgotten."""

LONGEST = 32
"""Most code points in one cell; further marks are dropped."""

find_clusters = re.compile("[\U00100000-\U0010ffff]").findall


class ClusterTable:
    """The strings that plane 16 stands for in the rows of one terminal."""

    def __init__(self) -> None:
        self.strings: dict[int, str] = {}
        """By code point: fit for `str.translate`."""
        self._characters: dict[str, str] = {}
        self._most = SLACK

    @property
    def full(self) -> bool:
        """Whether it is time to keep only the clusters in use."""
        return len(self.strings) > self._most

    def join(self, character: str, mark: str) -> str:
        """Return the one character for `character`, maybe a cluster itself, with `mark` joined to it."""
        string = self.strings.get(ord(character), character)
        if len(string) >= LONGEST:
            return character
        return self.character(string + mark) or character

    def character(self, string: str) -> str | None:
        """Return the character that stands for `string`, or None when all are taken."""
        known = self._characters.get(string)
        if known is None and _FIRST + len(self.strings) <= _LAST:
            known = chr(_FIRST + len(self.strings))
            self._characters[string] = known
            self.strings[ord(known)] = string
        return known

    def __len__(self) -> int:
        return len(self.strings)

    def renumbered(self, used: Iterable[str]) -> "tuple[ClusterTable, dict[int, str]]":
        """Return a table of the clusters in `used` alone, and the translation of rows to it."""
        table = ClusterTable()
        translation: dict[int, str] = {}
        for character in used:
            string = self.strings[ord(character)]
            translation[ord(character)] = table.character(string) or string[0]
        table._most += len(table.strings)
        return table, translation
