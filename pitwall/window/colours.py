"""SGR codes as far as the outer terminal understands them: true colour becomes the nearest of 256 where it must."""

import functools
import re
from collections.abc import Mapping
from enum import Enum

_TRUE_COLOUR = re.compile(r"(?<![\d:])([345])8(?:;2;|:2:\d*:)(\d+)[;:](\d+)[;:](\d+)")
_UNDERLINE = re.compile(r"(?<![\d:;])4:[1-5]|(?<=;)4:[1-5]|(?<![\d:])58[:;][\d:]+")

_LEVELS = (0, 95, 135, 175, 215, 255)
"""What the six steps of the 256 colours' cube are (xterm's 256colres)."""


class Depth(Enum):
    """How many colours the outer terminal has, as far as its environment tells."""

    TRUE_COLOUR = 24
    INDEXED = 8

    @staticmethod
    def of(environment: Mapping[str, str]) -> "Depth":
        term = environment.get("TERM", "")
        known = environment.get("COLORTERM", "") in ("truecolor", "24bit") or "direct" in term
        names = ("kitty", "alacritty", "foot", "ghostty", "wezterm", "tmux", "contour", "rio")
        if known or any(name in term for name in names) or environment.get("TMUX"):
            return Depth.TRUE_COLOUR
        return Depth.INDEXED


@functools.lru_cache(maxsize=4096)
def shown_sgr(codes: str, depth: Depth) -> str:
    """The codes as the outer terminal is given them."""
    if depth is Depth.TRUE_COLOUR or not codes:
        return codes
    indexed = _TRUE_COLOUR.sub(_nearest, codes)
    return ";".join(
        filter(None, _UNDERLINE.sub(lambda m: "4" if m[0].startswith("4") else "", indexed).split(";"))
    )


def _nearest(found: re.Match[str]) -> str:
    if found[1] == "5":
        return ""
    index = nearest(*(min(int(part), 255) for part in found.groups()[1:]))
    return f"{found[1]}8;5;{index}"


def nearest(red: int, green: int, blue: int) -> int:
    """The colour of the 256 that is nearest: of the cube, or a grey."""
    steps = [min(range(6), key=lambda step: abs(_LEVELS[step] - part)) for part in (red, green, blue)]
    grey = min(23, max(0, round(((red + green + blue) / 3 - 8) / 10)))
    level = 8 + 10 * grey

    def distance(colour: tuple[int, int, int]) -> int:
        return sum((a - b) ** 2 for a, b in zip(colour, (red, green, blue), strict=True))

    cube = (_LEVELS[steps[0]], _LEVELS[steps[1]], _LEVELS[steps[2]])
    if distance((level, level, level)) < distance(cube):
        return 232 + grey
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
