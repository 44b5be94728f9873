"""
What a terminal shows at one moment, for those who judge it (`Sample`) and those who paint it (`Look`).

Both are immutable and share what has not changed with the ones before.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pitwall.terminal.attributes import Attributes, attributes_of
from pitwall.terminal.cells import BLANK, DEFAULT, TAIL
from pitwall.terminal.modes import Modes
from pitwall.terminal.sgr import Link, Style, sgr_codes


@dataclass(frozen=True, slots=True)
class Sample:
    """The screen as text, for rules (SEMANTICS 9): one line a row, trailing spaces trimmed."""

    lines: tuple[str, ...]
    title: str
    cursor: tuple[int, int]
    """Row and column, from 0."""
    alternate: bool
    synchronizing: bool
    """Whether the program is in the midst of an update that it wants shown all at once."""
    rows: int
    cols: int


@dataclass(frozen=True, slots=True)
class Legend:
    """What the characters in rows stand for; it only grows, so that old rows keep their meaning."""

    styles: list[Style] = field(repr=False)
    clusters: dict[int, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring cells that look the same; `cells` is their width, `text` what is in them."""

    text: str
    cells: int
    attributes: Attributes


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """
    One row of cells; two that are the same object show the same.

    `text` and `attributes` are as in `pitwall.terminal.cells`, and meaningful with the `legend` alone.
    """

    text: str
    attributes: str
    legend: Legend = field(repr=False)

    def __str__(self) -> str:
        """Return the row's text, without trailing spaces."""
        return readable(self.text, self.legend.clusters).rstrip(BLANK)

    def spans(self) -> Iterator[tuple[str, int, Style]]:
        """Yield text, width in cells and style of each stretch of one style, up to the last cell that has any."""
        text, attributes = self.text, self.attributes
        size = max(len(text), len(attributes))
        text, attributes = text.ljust(size), attributes.ljust(size, DEFAULT)
        start = 0
        while start < size:
            attribute = attributes[start]
            end = start + 1
            while end < size and (attributes[end] == attribute or text[end] == TAIL):
                end += 1
            run = readable(text[start:end], self.legend.clusters)
            yield run, end - start, self.legend.styles[ord(attribute)]
            start = end

    def runs(self) -> list[Run]:
        """Return the row as runs; cells after the last run are blank and of default attributes."""
        return [Run(text, width, attributes_of(style)) for text, width, style in self.spans()]

    def ansi(self) -> str:
        """Return the row as text with SGR and OSC 8, to be written at a row's beginning with default attributes."""
        out = []
        link: Link | None = None
        for text, _, style in self.spans():
            if style.link != link:
                link = style.link
                out.append(link_sequence(link))
            codes = sgr_codes(style)
            out.append(f"\x1b[{';'.join(codes)}m{text}\x1b[m" if codes else text)
        if link is not None:
            out.append(link_sequence(None))
        return "".join(out)


def link_sequence(link: Link | None) -> str:
    """Return the OSC 8 that begins a link, or ends one."""
    if link is None:
        return "\x1b]8;;\x1b\\"
    return f"\x1b]8;{f'id={link.identity}' if link.identity else ''};{link.uri}\x1b\\"


@dataclass(frozen=True, slots=True)
class Look:
    """The screen for painters and watchers."""

    rows: tuple[Row, ...]
    cols: int
    cursor: tuple[int, int]
    """Row and column, from 0."""
    modes: Modes
    title: str


def readable(text: str, clusters: dict[int, str]) -> str:
    """Return a row's text with its clusters spelled out and wide characters once."""
    if text.isascii():
        return text
    text = text.replace(TAIL, "")
    return text.translate(clusters) if clusters else text
