"""
SGR, "select graphic rendition" (ECMA-48 8.3.117, ITU T.416 for colons): from one style to the next.
"""

from dataclasses import dataclass
from typing import NamedTuple

from pitwall.terminal.colours import DEFAULT_COLOUR, RGB, components, rgb

BOLD = 1
FAINT = 2
ITALIC = 4
BLINK = 8
REVERSE = 16
CONCEAL = 32
STRIKE = 64
OVERLINE = 128
UNDERLINE_SHIFT = 8
UNDERLINE = 7 << UNDERLINE_SHIFT
SINGLE = 1 << UNDERLINE_SHIFT
DOUBLE = 2 << UNDERLINE_SHIFT


@dataclass(frozen=True, slots=True)
class Link:
    """A hyperlink (OSC 8): cells of one `identity` belong together."""

    uri: str
    identity: str = ""


class Style(NamedTuple):
    """A cell's look in few words; `flags` are the bits named above, with the underline's shape on top."""

    foreground: int
    background: int
    underline_colour: int
    flags: int
    link: Link | None


DEFAULT_STYLE = Style(DEFAULT_COLOUR, DEFAULT_COLOUR, DEFAULT_COLOUR, 0, None)

_SET = {
    1: (BOLD, 0), 2: (FAINT, 0), 3: (ITALIC, 0), 4: (SINGLE, UNDERLINE), 5: (BLINK, 0), 6: (BLINK, 0),
    7: (REVERSE, 0), 8: (CONCEAL, 0), 9: (STRIKE, 0), 21: (DOUBLE, UNDERLINE), 22: (0, BOLD | FAINT),
    23: (0, ITALIC), 24: (0, UNDERLINE), 25: (0, BLINK), 27: (0, REVERSE), 28: (0, CONCEAL), 29: (0, STRIKE),
    53: (OVERLINE, 0), 55: (0, OVERLINE),
}  # fmt: skip
"""Code to the flags it sets and those it clears first."""

_FOREGROUNDS = {30 + n: n for n in range(8)} | {90 + n: 8 + n for n in range(8)} | {39: DEFAULT_COLOUR}
_BACKGROUNDS = {40 + n: n for n in range(8)} | {100 + n: 8 + n for n in range(8)} | {49: DEFAULT_COLOUR}


def apply_sgr(style: Style, parameters: str) -> Style:
    """Return the style after ``CSI parameters m``; what means nothing is passed over."""
    foreground, background, underline_colour, flags, link = style
    fields = parameters.split(";")
    place, count = 0, len(fields)
    while place < count:
        field = fields[place]
        place += 1
        if ":" in field:
            code, colour, shape = _colon(field)
            if shape is not None:
                flags = flags & ~UNDERLINE | shape << UNDERLINE_SHIFT
                continue
            if colour is None:
                continue
        else:
            code = int(field) if field.isdecimal() and len(field) < 6 else 0 if not field else -1
            colour = None
            if code in (38, 48, 58):
                colour, place = _extended(fields, place)
                if colour is None:
                    continue
        if code in _SET:
            on, off = _SET[code]
            flags = flags & ~off | on
        elif code == 0:
            foreground = background = underline_colour = DEFAULT_COLOUR
            flags = 0
        elif code == 38:
            foreground = colour if colour is not None else foreground
        elif code == 48:
            background = colour if colour is not None else background
        elif code == 58:
            underline_colour = colour if colour is not None else underline_colour
        elif code in _FOREGROUNDS:
            foreground = _FOREGROUNDS[code]
        elif code in _BACKGROUNDS:
            background = _BACKGROUNDS[code]
        elif code == 59:
            underline_colour = DEFAULT_COLOUR
    return Style(foreground, background, underline_colour, flags, link)


def _number(field: str) -> int:
    return int(field) if field.isdecimal() and len(field) < 6 else 0


def _extended(fields: list[str], place: int) -> tuple[int | None, int]:
    """Read the colour after a 38, 48 or 58 with semicolons; return it, or None, and the next place."""
    kind = fields[place] if place < len(fields) else ""
    if kind == "5":
        if place + 1 >= len(fields):
            return None, len(fields)
        index = _number(fields[place + 1])
        return (index if index < 256 else None), place + 2
    if kind == "2":
        if place + 3 >= len(fields):
            return None, len(fields)
        parts = [_number(field) for field in fields[place + 1 : place + 4]]
        return (rgb(*parts) if max(parts) < 256 else None), place + 4
    return None, place + 1


def _colon(field: str) -> tuple[int, int | None, int | None]:
    """Read one parameter with colons; return its code, the colour it names and the underline's shape."""
    code, *rest = field.split(":")
    if code == "4":
        shape = _number(rest[0])
        return 4, None, shape if shape < 6 else None
    if code not in ("38", "48", "58"):
        return -1, None, None
    if rest[0] == "5" and len(rest) > 1:
        index = _number(rest[1])
        return int(code), index if index < 256 else None, None
    if rest[0] == "2" and len(rest) > 3:
        # With five or more parts the first of them is a colour space.
        parts = [_number(part) for part in (rest[2:5] if len(rest) > 4 else rest[1:4])]
        return int(code), rgb(*parts) if max(parts) < 256 else None, None
    return int(code), None, None


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
