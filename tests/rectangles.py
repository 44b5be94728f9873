"""What a rectangle of a terminal shows, cell by cell, so that two can be compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Self

from pitwall.terminal import Look, Row, Terminal
from pitwall.terminal.cells import BLANK, DEFAULT, TAIL
from pitwall.terminal.sgr import Link, Style

Cell = tuple[str, Style]
"""
What is in a cell, nothing in a wide character's second, and how it looks.

A link that has an identity has a number for it, counted from the rectangle's top left corner: cells that belong
together do so in any terminal, but the name by which they do is of one terminal alone.
"""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """The cells of a rectangle, and where in it the cursor is; ``None`` for one that is hidden."""

    cells: tuple[tuple[Cell, ...], ...]
    cursor: tuple[int, int] | None = None

    @classmethod
    def of(cls, look: Look, *, top: int = 0, left: int = 0, rows: int, cols: int) -> Self:
        """A rectangle of what a terminal shows."""
        row, col = look.cursor
        cursor = (row - top, min(col - left, cols - 1)) if look.modes.cursor_visible else None
        return cls(_cells(look.rows[top : top + rows], left, cols), cursor)

    @classmethod
    def painted(cls, lines: Sequence[str], *, top: int = 0, left: int = 0, rows: int, cols: int) -> Self:
        """A rectangle of lines with SGR, each of which begins with the attributes that the one before ended with."""
        terminal = Terminal(len(lines), left + cols)
        terminal.feed(b"\x1b[?7l" + "\r\n".join(lines).encode())
        return cls(_cells(terminal.look().rows[top : top + rows], left, cols))

    @property
    def text(self) -> list[str]:
        """Its text, a line a row, without trailing spaces."""
        return ["".join(text for text, _ in row).rstrip() for row in self.cells]

    def differences(self, other: Self) -> list[str]:
        """What another one shows otherwise, in words: the first cell of each row, and the cursor."""
        out = []
        for number, (mine, theirs) in enumerate(zip_longest(self.cells, other.cells, fillvalue=())):
            pairs = enumerate(zip_longest(mine, theirs))
            place = next((col for col, (one, another) in pairs if one != another), None)
            if place is not None:
                texts = ["".join(text for text, _ in row) for row in (mine, theirs)]
                cells = [row[place : place + 1] for row in (mine, theirs)]
                out.append("\n".join([f"row {number}, column {place}: {cells[0]} and {cells[1]} in", *texts]))
        if self.cursor != other.cursor:
            out.append(f"cursor: {self.cursor} and {other.cursor}")
        return out


def _cells(rows: Sequence[Row], left: int, cols: int) -> tuple[tuple[Cell, ...], ...]:
    out = []
    numbered: dict[Link, Link] = {}
    for row in rows:
        text = row.text.ljust(left + cols, BLANK)[left : left + cols]
        attributes = row.attributes.ljust(left + cols, DEFAULT)[left : left + cols]
        clusters, styles = row.legend.clusters, row.legend.styles
        out.append(
            tuple(
                (clusters.get(ord(char), char.strip(TAIL)), _look(styles[ord(attribute)], numbered))
                for char, attribute in zip(text, attributes, strict=True)
            )
        )
    return tuple(out)


def _look(style: Style, numbered: dict[Link, Link]) -> Style:
    """The style with its link as in a rectangle; `numbered` are those that have an identity, and grow."""
    if style.link is None or not style.link.identity:
        return style
    number = str(len(numbered) + 1)
    return style._replace(link=numbered.setdefault(style.link, Link(style.link.uri, number)))
