"""
pitwall's terminal behind the interface that terminal test harnesses drive.

`make` and its kin take rows and columns and return an object with ``feed``, ``display``, ``cursor``, ``title``,
``replies``, ``resize`` and ``cell``.
"""

from pitwall.terminal import Terminal
from pitwall.terminal.sgr import FAINT


class Adapter:
    """A terminal; `eager` ones parse what they are fed at once."""

    def __init__(self, rows: int, cols: int, *, history: int = 0, eager: bool = True) -> None:
        self._terminal = Terminal(rows, cols, history=history)
        self._eager = eager

    def feed(self, data: bytes) -> None:
        self._terminal.feed(data)
        if self._eager:
            self._terminal.advance(len(data))

    def display(self) -> list[str]:
        return list(self._terminal.sample().lines)

    def cursor(self) -> tuple[int, int]:
        return self._terminal.sample().cursor

    def title(self) -> str:
        return self._terminal.title

    def replies(self) -> bytes:
        return self._terminal.take_replies()

    def resize(self, rows: int, cols: int) -> None:
        self._terminal.resize(rows, cols)

    def cell(self, row: int, col: int) -> dict[str, str | bool]:
        """Return a cell's attributes by the harness' names."""
        self._terminal.sample()
        screen = self._terminal.screen
        cell = screen.buffer[row][col]
        attributes = screen.grid.attributes[screen.grid.base + row]
        style = screen.table.style(attributes[col : col + 1] or "\0")
        return {
            "fg": cell.fg, "bg": cell.bg, "bold": cell.bold, "italic": cell.italics, "underline": cell.underscore,
            "strike": cell.strikethrough, "reverse": cell.reverse, "blink": cell.blink,
            "faint": bool(style.flags & FAINT),
        }  # fmt: skip


def make(rows: int, cols: int) -> Adapter:
    """An eager terminal without history."""
    return Adapter(rows, cols)


def make_history(rows: int, cols: int) -> Adapter:
    """An eager terminal with 2000 rows of history."""
    return Adapter(rows, cols, history=2000)


def make_lazy(rows: int, cols: int) -> Adapter:
    """A lazy terminal without history."""
    return Adapter(rows, cols, eager=False)


def make_lazy_history(rows: int, cols: int) -> Adapter:
    """A lazy terminal with 2000 rows of history."""
    return Adapter(rows, cols, history=2000, eager=False)
