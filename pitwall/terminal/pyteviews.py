"""pyte's views of a screen, made from the rows when somebody looks: `buffer`, `display`, `dirty` and `cursor`."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pyte import graphics
from pyte.screens import Char, Cursor

from pitwall.terminal.cells import BLANK, TAIL
from pitwall.terminal.colours import DEFAULT_COLOUR, RGB
from pitwall.terminal.grid import Grid
from pitwall.terminal.modes import DECTCEM
from pitwall.terminal.sgr import BLINK, BOLD, ITALIC, REVERSE, STRIKE, UNDERLINE, Style

if TYPE_CHECKING:
    from pitwall.terminal.base import BaseScreen

_NAMES = (*(graphics.FG_ANSI[30 + n] for n in range(8)), *(graphics.FG_AIXTERM[90 + n] for n in range(8)))


def pyte_colour(colour: int) -> str:
    """Return a colour as pyte names it: ``default``, a name, or six hexadecimal digits."""
    if colour == DEFAULT_COLOUR:
        return "default"
    if colour < len(_NAMES):
        return _NAMES[colour]
    return graphics.FG_BG_256[colour] if colour < RGB else f"{colour - RGB:06x}"


def pyte_char(data: str, style: Style) -> Char:
    """Return a cell as pyte describes it; what pyte has no word for is left out."""
    flags = style.flags
    return Char(
        data, pyte_colour(style.foreground), pyte_colour(style.background),
        bold=bool(flags & BOLD), italics=bool(flags & ITALIC), underscore=bool(flags & UNDERLINE),
        strikethrough=bool(flags & STRIKE), reverse=bool(flags & REVERSE), blink=bool(flags & BLINK),
    )  # fmt: skip


class PyteCursor(Cursor):
    """pyte's cursor; its attributes are those of the screen's pen."""

    __slots__ = ("_screen",)

    def __init__(self, screen: "BaseScreen") -> None:
        self._screen = screen
        self.x = 0
        self.y = 0

    @property
    def attrs(self) -> Char:  # type: ignore[override]  # set through the pen alone
        return pyte_char(BLANK, self._screen.style)

    @property
    def hidden(self) -> bool:  # type: ignore[override]  # set through DECTCEM alone
        return DECTCEM not in self._screen.mode


class BufferRow(Mapping[int, Char]):
    """One row of `buffer`: column to `Char`; the second half of a wide character is an empty string."""

    def __init__(self, screen: "BaseScreen", y: int) -> None:
        self._screen = screen
        self._place = screen.grid.base + y

    def __getitem__(self, x: int) -> Char:
        screen, grid = self._screen, self._screen.grid
        text, attributes = grid.text[self._place], grid.attributes[self._place]
        data = text[x : x + 1] or BLANK
        style = screen.table.style(attributes[x : x + 1] or "\0")
        return pyte_char("" if data == TAIL else screen.clusters.strings.get(ord(data), data), style)

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._screen.columns))

    def __len__(self) -> int:
        return self._screen.columns


class Buffer(Mapping[int, BufferRow]):
    """pyte's matrix of cells, read-only."""

    def __init__(self, screen: "BaseScreen") -> None:
        self._screen = screen

    def __getitem__(self, y: int) -> BufferRow:
        if not 0 <= y < self._screen.lines:
            raise KeyError(y)
        return BufferRow(self._screen, y)

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._screen.lines))

    def __len__(self) -> int:
        return self._screen.lines


class DirtyRows:
    """Finds pyte's `dirty` set by comparing the rows with those at the last look."""

    def __init__(self) -> None:
        self.rows: set[int] = set()
        self._seen: list[tuple[str, str]] = []

    def look(self, grid: Grid) -> set[int]:
        """Return the set, with all rows added that changed since the last look; its user empties it."""
        shown = slice(grid.base, grid.base + grid.lines)
        rows = list(zip(grid.text[shown], grid.attributes[shown], strict=True))
        self.rows.update(y for y, row in enumerate(rows) if row not in self._seen[y : y + 1])
        self._seen = rows
        return self.rows
