"""
SGR, "select graphic rendition" (ECMA-48 8.3.117, ITU T.416 for colons): from one style to the next.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pitwall.terminal.colours import DEFAULT_COLOUR, RGB, components

BOLD = 1
FAINT = 2
ITALIC = 4
BLINK = 8
REVERSE = 16
CONCEAL = 32
STRIKE = 64
OVERLINE = 128
PROTECTED = 256
"""No look: the cell is spared by selective erasing (DECSCA)."""
UNDERLINE_SHIFT = 9
UNDERLINE = 7 << UNDERLINE_SHIFT
SINGLE = 1 << UNDERLINE_SHIFT
DOUBLE = 2 << UNDERLINE_SHIFT


@dataclass(frozen=True, slots=True)
class Link:
    """A hyperlink (OSC 8): cells of one `identity` belong together."""

    uri: str
    identity: str = ""

    @property
    def size(self) -> int:
        """The link's length in characters."""
        return len(self.uri) + len(self.identity)


class Style(NamedTuple):
    """A cell's look in few words; `flags` are the bits named above, with the underline's shape on top."""

    foreground: int
    background: int
    underline_colour: int
    flags: int
    link: Link | None


DEFAULT_STYLE = Style(DEFAULT_COLOUR, DEFAULT_COLOUR, DEFAULT_COLOUR, 0, None)

_FLAGS = {
    1: (~0, BOLD), 2: (~0, FAINT), 3: (~0, ITALIC), 4: (~UNDERLINE, SINGLE), 5: (~0, BLINK), 6: (~0, BLINK),
    7: (~0, REVERSE), 8: (~0, CONCEAL), 9: (~0, STRIKE), 21: (~UNDERLINE, DOUBLE), 22: (~(BOLD | FAINT), 0),
    23: (~ITALIC, 0), 24: (~UNDERLINE, 0), 25: (~BLINK, 0), 27: (~REVERSE, 0), 28: (~CONCEAL, 0),
    29: (~STRIKE, 0), 53: (~0, OVERLINE), 55: (~OVERLINE, 0),
}  # fmt: skip
"""By code: which flags stay, and which are set."""

_FOREGROUNDS = {30 + n: n for n in range(8)} | {90 + n: 8 + n for n in range(8)} | {39: DEFAULT_COLOUR}
_BACKGROUNDS = {40 + n: n for n in range(8)} | {100 + n: 8 + n for n in range(8)} | {49: DEFAULT_COLOUR}


def apply_sgr(style: Style, parameters: str) -> Style:
    """Return the style after ``CSI parameters m``, digits, semicolons and colons; unknown codes are passed over."""
    if ":" in parameters:
        plain: list[str] = []
        for field in parameters.split(";"):
            if ":" not in field:
                plain.append(field)
                continue
            if plain:
                style = apply_sgr(style, ";".join(plain))
                plain.clear()
            style = _apply_colons(style, field)
        return apply_sgr(style, ";".join(plain)) if plain else style
    foreground, background, underline_colour, flags, link = style
    if parameters.startswith("38;2;") and parameters.count(";") == 4:
        # The one kind of sequence that is never twice the same.
        red, green, blue = [int(field or 0) for field in parameters[5:].split(";")]
        if red < 256 and green < 256 and blue < 256:
            return Style(RGB | red << 16 | green << 8 | blue, background, underline_colour, flags, link)
        return style
    codes = iter([int(field or 0) for field in parameters.split(";")])
    for code in codes:
        if code in _FOREGROUNDS:
            foreground = _FOREGROUNDS[code]
        elif code in _FLAGS:
            kept, new = _FLAGS[code]
            flags = flags & kept | new
        elif code == 38:
            foreground = _extended(codes, foreground)
        elif code == 48:
            background = _extended(codes, background)
        elif code in _BACKGROUNDS:
            background = _BACKGROUNDS[code]
        elif code == 0:
            foreground = background = underline_colour = DEFAULT_COLOUR
            flags &= PROTECTED
        elif code == 58:
            underline_colour = _extended(codes, underline_colour)
        elif code == 59:
            underline_colour = DEFAULT_COLOUR
    return Style(foreground, background, underline_colour, flags, link)


def _extended(codes: Iterator[int], old: int) -> int:
    """Return the colour that follows a 38, 48 or 58, or `old` when none does."""
    kind = next(codes, None)
    if kind == 2:
        red, green, blue = next(codes, 256), next(codes, 256), next(codes, 256)
        if red < 256 and green < 256 and blue < 256:
            return RGB | red << 16 | green << 8 | blue
    elif kind == 5:
        index = next(codes, 256)
        if index < 256:
            return index
    return old


def _apply_colons(style: Style, field: str) -> Style:
    """Return the style after one parameter that has its parts behind colons."""
    code, *parts = (int(part or 0) for part in field.split(":"))
    if code == 4 and parts[0] < 6:
        return style._replace(flags=style.flags & ~UNDERLINE | parts[0] << UNDERLINE_SHIFT)
    if code in (38, 48, 58):
        if parts[0] == 2 and len(parts) > 4:
            # The first of five is a colour space.
            del parts[1]
        if code == 38:
            return style._replace(foreground=_extended(iter(parts), style.foreground))
        if code == 48:
            return style._replace(background=_extended(iter(parts), style.background))
        return style._replace(underline_colour=_extended(iter(parts), style.underline_colour))
    return style


_CODES = (
    (BOLD, "1"), (FAINT, "2"), (ITALIC, "3"), (BLINK, "5"), (REVERSE, "7"), (CONCEAL, "8"), (STRIKE, "9"),
    (OVERLINE, "53"),
)  # fmt: skip


def sgr_codes(style: Style) -> list[str]:
    """Return the SGR parameters that lead from the default style to `style`."""
    codes = [code for flag, code in _CODES if style.flags & flag]
    shape = style.flags >> UNDERLINE_SHIFT
    if shape:
        codes.append("4" if shape == 1 else f"4:{shape}")
    if style.foreground != DEFAULT_COLOUR:
        codes.append(_colour_code(style.foreground, 30, 90))
    if style.background != DEFAULT_COLOUR:
        codes.append(_colour_code(style.background, 40, 100))
    if style.underline_colour != DEFAULT_COLOUR:
        codes.append(_colour_code(style.underline_colour, 50, None))
    return codes


def _colour_code(colour: int, normal: int, bright: int | None) -> str:
    if colour >= RGB:
        red, green, blue = components(colour)
        return f"{normal + 8};2;{red};{green};{blue}" if bright else f"{normal + 8}:2::{red}:{green}:{blue}"
    if bright and colour < 16:
        return str(normal + colour if colour < 8 else bright + colour - 8)
    return f"{normal + 8};5;{colour}" if bright else f"{normal + 8}:5:{colour}"
