"""
The rows of one screen and, above them, the rows that scrolled off it.

Both are one list: scrolling a whole screen appends a row and moves `base`, where the screen begins.
"""

from pitwall.terminal.cells import DEFAULT, cut


class Grid:
    """Rows as two parallel lists of strings (see `pitwall.terminal.cells`); row y of the screen is ``base + y``."""

    __slots__ = ("attributes", "base", "columns", "keep", "lines", "text")

    def __init__(self, lines: int, columns: int, keep: int) -> None:
        self.lines = lines
        self.columns = columns
        self.keep = keep
        """Most rows kept above the screen."""
        self.base = 0
        self.text = [""] * lines
        self.attributes = [""] * lines

    def blank_attributes(self, blank: str) -> str:
        """Return the attributes of a row that was erased with the attribute `blank`."""
        return "" if blank == DEFAULT else blank * self.columns

    def clear(self, blank: str) -> None:
        """Blank the screen; what is above it stays."""
        self.text[self.base :] = [""] * self.lines
        self.attributes[self.base :] = [self.blank_attributes(blank)] * self.lines

    def clear_row(self, y: int, blank: str) -> None:
        self.text[self.base + y] = ""
        self.attributes[self.base + y] = self.blank_attributes(blank)

    def scroll_up(self, top: int, bottom: int, count: int, blank: str) -> None:
        """Move rows `top` to `bottom` up by `count`; what leaves the top of the screen is kept above it."""
        count = min(count, bottom - top + 1)
        if top == 0 and self.keep:
            self.insert(bottom + 1, count, blank)
            self.base += count
        else:
            self.insert(bottom + 1, count, blank)
            self.remove(top, count)

    def scroll_down(self, top: int, bottom: int, count: int, blank: str) -> None:
        """Move rows `top` to `bottom` down by `count`; what leaves at `bottom` is lost."""
        count = min(count, bottom - top + 1)
        self.remove(bottom + 1 - count, count)
        self.insert(top, count, blank)

    def insert(self, y: int, count: int, blank: str) -> None:
        place = self.base + y
        self.text[place:place] = [""] * count
        self.attributes[place:place] = [self.blank_attributes(blank)] * count

    def remove(self, y: int, count: int) -> None:
        place = self.base + y
        del self.text[place : place + count]
        del self.attributes[place : place + count]

    def trim(self) -> None:
        """Forget the oldest rows above the screen, past `keep`."""
        excess = self.base - self.keep
        if excess > 0:
            del self.text[:excess]
            del self.attributes[:excess]
            self.base = self.keep

    def forget(self) -> None:
        """Forget all rows above the screen."""
        del self.text[: self.base]
        del self.attributes[: self.base]
        self.base = 0

    def resize(self, lines: int, columns: int, cursor: int) -> int:
        """
        Take a new size; return the row the cursor's row has moved to.

        Rows are given up below the cursor first and then, kept above the screen, at the top; a screen that grows
        takes rows from above it back first, as xterm and tmux do.
        """
        lost = self.lines - lines
        if lost > 0:
            below = min(lost, self.lines - 1 - cursor)
            if below:
                self.remove(self.lines - below, below)
            self.base += lost - below
            cursor -= lost - below
        elif lost < 0:
            back = min(-lost, self.base)
            self.base -= back
            cursor += back
            self.insert(self.lines + back, -lost - back, DEFAULT)
        self.lines, self.columns = lines, columns
        for place in range(self.base, self.base + lines):
            self.text[place] = cut(self.text[place], columns)
            self.attributes[place] = self.attributes[place][:columns]
        self.trim()
        return cursor
