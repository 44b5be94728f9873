"""
What a cell looks like besides its character, and the numbers that stand for it in a row.

Inside the emulator a look is a `Style`, a plain tuple, and each style in use has a number: rows keep one character
of that code point a cell. The table that deals numbers out forgets those that no row holds any more.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from pitwall.terminal import sgr
from pitwall.terminal.cells import DEFAULT
from pitwall.terminal.colours import DEFAULT_COLOUR, RGB
from pitwall.terminal.sgr import DEFAULT_STYLE, Link, Style, apply_sgr

MOST_TRANSITIONS = 8192
"""SGR sequences whose effect is remembered, over all pens."""

LONGEST_REMEMBERED = 64
"""Longest sequence whose effect is remembered."""

SLACK = 4096
"""New styles until those not in use any more are forgotten."""

LINK_SLACK = 1 << 20
"""Characters of new links until those not in use any more are forgotten."""

MOST_LINK_SIZE = 4 << 20
"""Characters of links in use from which on further links are not kept."""


class Underline(IntEnum):
    """The shapes of an underline (kitty's SGR 4:n)."""

    NONE = 0
    SINGLE = 1
    DOUBLE = 2
    CURLY = 3
    DOTTED = 4
    DASHED = 5


@dataclass(frozen=True, slots=True)
class Attributes:
    """How a run of cells looks; colours are as in `pitwall.terminal.colours`."""

    foreground: int = DEFAULT_COLOUR
    background: int = DEFAULT_COLOUR
    underline_colour: int = DEFAULT_COLOUR
    bold: bool = False
    faint: bool = False
    italic: bool = False
    underline: Underline = Underline.NONE
    blink: bool = False
    reverse: bool = False
    conceal: bool = False
    strike: bool = False
    overline: bool = False
    link: Link | None = None


def attributes_of(style: Style) -> Attributes:
    """Return a style spelled out."""
    foreground, background, underline_colour, flags, link = style
    return Attributes(
        foreground,
        background,
        underline_colour,
        bold=bool(flags & sgr.BOLD),
        faint=bool(flags & sgr.FAINT),
        italic=bool(flags & sgr.ITALIC),
        underline=Underline(flags >> sgr.UNDERLINE_SHIFT),
        blink=bool(flags & sgr.BLINK),
        reverse=bool(flags & sgr.REVERSE),
        conceal=bool(flags & sgr.CONCEAL),
        strike=bool(flags & sgr.STRIKE),
        overline=bool(flags & sgr.OVERLINE),
        link=link,
    )


class Pen:
    """An attribute character, and where each SGR seen after it leads."""

    __slots__ = ("attribute", "transitions")

    def __init__(self, attribute: str) -> None:
        self.attribute = attribute
        self.transitions: dict[str, Pen] = _NONE_YET


_NONE_YET: dict[str, Pen] = {}
"""Shared by all pens that nothing is remembered of, as most of those with random colours."""


class AttributeTable:
    """The styles in use, numbered from 0, the default."""

    def __init__(self) -> None:
        self.styles: list[Style] = [DEFAULT_STYLE]
        self._numbers: dict[Style, int] = {DEFAULT_STYLE: 0}
        self.pens: dict[str, Pen] = {DEFAULT: Pen(DEFAULT)}
        self._blanks: dict[str, str] = {DEFAULT: DEFAULT}
        self.beyond_sgr: set[str] = set()
        """The attribute characters of styles that SGR 0 does not end: with a link, or protected."""
        self.protected: set[str] = set()
        """Those of protected styles."""
        self._known = 0
        self._link_size = 0
        self._most = SLACK
        self._most_link_size = LINK_SLACK

    @property
    def full(self) -> bool:
        """Whether it is time to keep only the styles in use."""
        return len(self.styles) > self._most or self._link_size > self._most_link_size

    @property
    def takes_links(self) -> bool:
        """Whether the links in use have left room for another one."""
        return self._link_size < MOST_LINK_SIZE

    def style(self, attribute: str) -> Style:
        return self.styles[ord(attribute)]

    def pen(self, style: Style) -> Pen:
        """Return the pen of `style`, numbered if it is new."""
        number = self._numbers.get(style)
        if number is None:
            number = self._numbers[style] = len(self.styles)
            self.styles.append(style)
            if style.flags & sgr.PROTECTED:
                self.protected.add(chr(number))
                self.beyond_sgr.add(chr(number))
            if style.link is not None:
                self.beyond_sgr.add(chr(number))
                self._link_size += style.link.size
        attribute = chr(number)
        pen = self.pens.get(attribute)
        if pen is None:
            pen = self.pens[attribute] = Pen(attribute)
        return pen

    def after_sgr(self, attribute: str, token: str) -> Pen:
        """Return the pen after the SGR sequence `token`; the way there is remembered."""
        pen = self.pen(apply_sgr(self.styles[ord(attribute)], token[2:-1]))
        self.remember(attribute, token, pen)
        return pen

    def remember(self, attribute: str, token: str, pen: Pen) -> None:
        """Remember that the SGR `token` leads from `attribute` to `pen`."""
        if len(token) > LONGEST_REMEMBERED:
            return
        if self._known >= MOST_TRANSITIONS:
            for known in self.pens.values():
                known.transitions = _NONE_YET
            self._known = 0
        before = self.pens[attribute]
        if before.transitions is _NONE_YET:
            before.transitions = {}
        before.transitions[token] = pen
        self._known += 1

    def after_reset(self, attribute: str, token: str) -> Pen:
        """Return the pen after ``SGR 0``, which leaves link and protection alone."""
        style = self.styles[ord(attribute)]
        if attribute in self.beyond_sgr:
            return self.pen(DEFAULT_STYLE._replace(link=style.link, flags=style.flags & sgr.PROTECTED))
        default = self.pens[DEFAULT]
        if style.foreground < RGB and style.background < RGB:
            # Other colours seldom come again.
            self.remember(attribute, token, default)
        return default

    def blank(self, attribute: str) -> str:
        """Return the attribute that erased cells get: the background alone (xterm's ``bce``)."""
        blank = self._blanks.get(attribute)
        if blank is None:
            background = self.styles[ord(attribute)][1]
            blank = self.pen(DEFAULT_STYLE._replace(background=background)).attribute
            self._blanks[attribute] = blank
        return blank

    def renumbered(self, used: Iterable[int]) -> "tuple[AttributeTable, dict[int, str]]":
        """Return a table of the styles in `used` alone, and the translation of attribute strings to it."""
        table = AttributeTable()
        translation = {number: table.pen(self.styles[number]).attribute for number in sorted(used)}
        table._most += len(table.styles)
        table._most_link_size += table._link_size
        return table, translation
