"""
How many cells a character takes: 1, 2, or 0 for what joins the cell before it.

Widths are per code point, as xterm's and tmux's are: no variation selector, joiner or flag pair changes them.
The tables are those of wcwidth's newest Unicode version.
"""

import re
from collections.abc import Iterable

import wcwidth
from wcwidth.table_wide import WIDE_EASTASIAN
from wcwidth.table_zero import ZERO_WIDTH

_UNICODE = wcwidth.list_versions()[-1]
_WIDE: tuple[tuple[int, int], ...] = WIDE_EASTASIAN[_UNICODE]
_ZERO: tuple[tuple[int, int], ...] = ZERO_WIDTH[_UNICODE]

_BMP = 0x10000
_FIRST_PRINTABLE = 0xA0


def _bmp_class(ranges: Iterable[tuple[int, int]]) -> str:
    return "".join(
        f"{chr(first)}-{chr(last)}" for first, last in ranges if first >= _FIRST_PRINTABLE and last < _BMP
    )


not_surely_narrow = re.compile(f"[{_bmp_class(_ZERO)}{_bmp_class(_WIDE)}\U00010000-\U0010ffff]").search
"""
Finds the first character that may not be one cell wide.

Everything above the BMP counts as doubtful: ``re`` tests those ranges one after the other, which would make
every search of plain text slow.
"""

split_by_width = re.compile(f"([{_bmp_class(_WIDE)}]+|[{_bmp_class(_ZERO)}]|[\U00010000-\U0010ffff])").split
"""Splits text into narrow runs (even places) and runs of wide, or single doubtful, characters (odd places)."""


class _Widths(dict[str, int]):
    """Widths by character, each looked up once; forgets everything when it has grown large."""

    LIMIT = 8192

    def __missing__(self, character: str) -> int:
        if len(self) >= self.LIMIT:
            self.clear()
        width = self[character] = max(0, wcwidth.wcwidth(character))
        return width


_widths = _Widths()


def cell_width(character: str) -> int:
    """Return 0, 1 or 2; for a character that is no control."""
    return _widths[character]
