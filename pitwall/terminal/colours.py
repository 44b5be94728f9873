"""
Colours as numbers, and their names on the wire.

A colour is ``DEFAULT_COLOUR``, an index of the palette (0 to 255), or ``RGB + 0xrrggbb``.
"""

import re

DEFAULT_COLOUR = -1
RGB = 1 << 24


def rgb(red: int, green: int, blue: int) -> int:
    """Return the direct colour of three bytes; larger parts are cut to 255."""
    return RGB | min(red, 255) << 16 | min(green, 255) << 8 | min(blue, 255)


def components(colour: int) -> tuple[int, int, int]:
    """Return the red, green and blue bytes of a direct colour or of a palette index."""
    if colour < RGB:
        colour = PALETTE[colour]
    return colour >> 16 & 255, colour >> 8 & 255, colour & 255


def _palette() -> tuple[int, ...]:
    basic = (
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    )  # fmt: skip
    steps = (0, 95, 135, 175, 215, 255)
    cube = [red << 16 | green << 8 | blue for red in steps for green in steps for blue in steps]
    greys = [level * 0x010101 for level in range(8, 248, 10)]
    return tuple(RGB | value for value in (*basic, *cube, *greys))


PALETTE: tuple[int, ...] = _palette()
"""xterm's 256 colours as direct colours."""

_RGB_SPEC = re.compile(r"rgb:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})", re.IGNORECASE)
_HASH_SPEC = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{9}|[0-9a-f]{12})", re.IGNORECASE)


def parse_colour(spec: str) -> int | None:
    """Return the colour that an X11 ``rgb:`` or ``#`` specification means (XParseColor(3)), or None."""
    if match := _RGB_SPEC.fullmatch(spec):
        return rgb(*(round(int(part, 16) * 255 / (16 ** len(part) - 1)) for part in match.groups()))
    if _HASH_SPEC.fullmatch(spec):
        size = len(spec) // 3
        digits = [spec[1 + size * place : 1 + size * (place + 1)] for place in range(3)]
        return rgb(*(int(part.ljust(2, "0")[:2], 16) for part in digits))
    return None


def format_colour(colour: int) -> str:
    """Return a colour as xterm answers it: ``rgb:rrrr/gggg/bbbb``."""
    return "rgb:" + "/".join(f"{part:02x}{part:02x}" for part in components(colour))
