"""
Copy mode: a pane's past and present held still, to move in, search, mark and copy (pure).

Lines are numbered from the oldest that scrolled off; those on the screen follow. What scrolled off is asked of the
daemon in pages when it is about to be shown, all of it for a search.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pitwall.window.cells import TAIL, Row, blank_row, fitted
from pitwall.window.keys import Key
from pitwall.window.panescreen import PaneScreen, looks_of, row_of
from pitwall.wire.window import HistoryPage, PageAsked

PAGE = 200
"""Rows asked for at once."""

Place = tuple[int, int]
"""A line and a column."""


@dataclass(slots=True)
class CopyMode:
    """
    One pane in copy mode.

    `total` is how many lines scrolled off, `top` the line at the top of the pane; both negative until the daemon has
    told. `mark` is where the marked text begins, the cursor being its other end.
    """

    pane: str
    screen: list[Row]
    cols: int
    total: int = -1
    top: int = 0
    cursor: Place = (0, 0)
    mark: Place | None = None
    by_line: bool = False
    query: str = ""
    forwards: bool = False
    over: bool = False
    copied: str = ""
    searching: bool = False
    """Whether a search waits for lines that are still to come."""
    dragging: bool = False
    """Whether the mouse is marking."""
    missing: bool = False
    """Whether what was searched for last is nowhere."""
    early: bool = False
    """Whether the screen was shown before the daemon had told what is on it now."""
    asking_query: bool = False
    """Whether the user wants to type what to search for."""
    history: dict[int, Row] = field(default_factory=dict)
    _asked: set[int] = field(default_factory=set)
    _rest: list[PageAsked] = field(default_factory=list)
    _pending: int = 0
    """Steps up that wait for the daemon to tell how much there is."""

    @staticmethod
    def of(pane: str, screen: PaneScreen) -> "CopyMode":
        """Copy mode on what the pane shows now, the cursor where the program has it."""
        rows = [Row(row.chars.copy(), row.looks.copy()) for row in screen.rows]
        mode = CopyMode(pane, rows, screen.cols)
        row = min(max(0, screen.cursor[0]), max(0, len(rows) - 1))
        mode.cursor = (row, min(screen.cursor[1], max(0, screen.cols - 1)))
        return mode

    @property
    def height(self) -> int:
        return len(self.screen)

    @property
    def known(self) -> int:
        """Lines that scrolled off, as far as the daemon has told."""
        return max(0, self.total)

    @property
    def size(self) -> int:
        """All lines."""
        return self.known + self.height

    def asks(self) -> list[PageAsked]:
        """What has to be asked of the daemon now; each page once."""
        if self.total < 0:
            if -1 in self._asked:
                return []
            self._asked.add(-1)
            return [PageAsked(self.pane, -PAGE, PAGE)]
        rest, self._rest = self._rest, []
        first = 0 if self.searching else max(0, self.top - self.height) // PAGE
        last = self.known - 1 if self.searching else min(self.known - 1, self.top + self.height)
        wanted = [
            page
            for page in range(first, last // PAGE + 1)
            if page not in self._asked
            and any(
                line not in self.history for line in range(page * PAGE, min(self.known, (page + 1) * PAGE))
            )
        ]
        self._asked.update(wanted)
        return rest + [PageAsked(self.pane, page * PAGE, PAGE) for page in wanted]

    def take(self, page: HistoryPage) -> None:
        """Take lines that the daemon sent."""
        if self.total < 0:
            self.total = page.total
            self.top += page.total
            self.cursor = (self.cursor[0] + page.total, self.cursor[1])
            if self.mark is not None:
                self.mark = (self.mark[0] + page.total, self.mark[1])
        looks = looks_of(page.pane, page.styles)
        for line in page.lines:
            self.history[page.first + line.row] = row_of(line, looks, self.cols)
        behind = page.first + len(page.lines)
        if page.lines and behind % PAGE and behind < self.known and behind not in self.history:
            # Fewer than asked for: as many as went into a frame.
            self._rest.append(PageAsked(self.pane, behind, PAGE - behind % PAGE))
        if self._pending:
            steps, self._pending = self._pending, 0
            self.scroll(-steps)
        if self.searching and not self.asks_all():
            self.searching = False
            self._find(self.forwards)

    def asks_all(self) -> bool:
        """Whether lines are missing."""
        return self.total < 0 or len(self.history) < self.known

    def renew(self, screen: PaneScreen) -> None:
        """Hold the screen that the daemon has told of meanwhile, and look there as well for what was nowhere."""
        now = CopyMode.of(self.pane, screen)
        moved = self.top != self.known or self.mark is not None or self.query
        self.screen, self.cols = now.screen, now.cols
        self._go(*(self.cursor if moved else (self.known + now.cursor[0], now.cursor[1])))
        if self.missing:
            self._find(self.forwards)

    def line(self, number: int) -> Row:
        """A line, blank while it is not there yet."""
        if number >= self.known:
            at = number - self.known
            return self.screen[at] if 0 <= at < self.height else blank_row(self.cols)
        return self.history.get(number) or blank_row(self.cols)

    def scroll(self, lines: int) -> None:
        """Move what is shown by that many lines, up if negative; the cursor is kept within it."""
        if self.total < 0 and lines < 0:
            self._pending -= lines
            return
        self.top = min(max(0, self.top + lines), self.known)
        self.cursor = (min(max(self.cursor[0], self.top), self.top + self.height - 1), self.cursor[1])

    def press(self, key: Key) -> None:
        """Take a key; afterwards `over` tells whether copy mode has ended, and `copied` what to copy."""
        if key.released:
            return
        row, col = self.cursor
        half = max(1, self.height // 2)
        match key.name:
            case "q" | "Escape" | "C-c" | "i":
                if key.name == "Escape" and self.mark is not None:
                    self.mark = None
                else:
                    self.over = True
            case "Up" | "k" | "C-p":
                self._go(row - 1, col)
            case "Down" | "j" | "C-n":
                self._go(row + 1, col)
            case "Left" | "h" | "C-b":
                self._go(row, col - 1)
            case "Right" | "l" | "C-f":
                self._go(row, col + 1)
            case "Home" | "0":
                self._go(row, 0)
            case "End" | "$":
                self._go(row, max(0, len(self.text(row)) - 1))
            case "PageUp" | "C-u" | "b":
                self._page(-(half if key.name == "C-u" else self.height - 1))
            case "PageDown" | "C-d":
                self._page(half if key.name == "C-d" else self.height - 1)
            case "g":
                self._go(0, 0)
            case "G":
                self._go(self.size - 1, 0)
            case "w":
                self._word(1)
            case "B" | "M-b":
                self._word(-1)
            case "v" | "Space":
                self.mark, self.by_line = (
                    (None if self.mark is not None and not self.by_line else self.cursor),
                    False,
                )
            case "V":
                self.mark, self.by_line = self.mark or self.cursor, True
            case "y" | "Enter" | "M-w":
                if self.mark is not None:
                    self.copied = self.marked_text()
                self.over = True
            case "/" | "?" | "C-r" | "C-s":
                self.forwards = key.name in ("/", "C-s")
                self.asking_query = True
            case "n":
                self._find(self.forwards)
            case "N":
                self._find(not self.forwards)
            case _:
                pass

    def search(self, query: str) -> None:
        """Find what the user typed, from the cursor on; at once, or when all lines have come."""
        self.query = query
        if not query:
            return
        if self.asks_all():
            self.searching = True
        else:
            self._find(self.forwards)

    def _find(self, forwards: bool) -> None:
        """Go to the next line that holds the query, around the end if need be."""
        query = self.query
        if not query:
            return
        fold = query == query.casefold()
        self.missing = False
        row, col = self.cursor
        same = self._columns(row, query, fold)
        ahead = [at for at in same if (at > col if forwards else at < col)]
        if ahead:
            self._go(row, ahead[0] if forwards else ahead[-1])
            return
        for step in range(1, self.size + 1):
            number = (row + (step if forwards else -step)) % self.size
            columns = self._columns(number, query, fold)
            if columns:
                self._go(number, columns[0] if forwards else columns[-1])
                return
        self.missing = True

    def _columns(self, number: int, query: str, fold: bool) -> list[int]:
        """The columns of a line at which the query begins."""
        return found_columns(self.line(number).chars, query, fold)

    def matches(self, number: int) -> list[tuple[int, int]]:
        """The stretches of a line that hold the query, as first column and the one behind."""
        if not self.query:
            return []
        fold = self.query == self.query.casefold()
        return [(at, at + len(self.query)) for at in self._columns(number, self.query, fold)]

    def marked(self, number: int) -> tuple[int, int] | None:
        """The marked stretch of a line, as first column and the one behind."""
        if self.mark is None:
            return None
        first, last = sorted((self.mark, self.cursor))
        if not first[0] <= number <= last[0]:
            return None
        if self.by_line:
            return 0, self.cols
        return (first[1] if number == first[0] else 0), (last[1] + 1 if number == last[0] else self.cols)

    def marked_text(self) -> str:
        """The marked text; spaces at the ends of lines are left out."""
        if self.mark is None:
            return ""
        first, last = sorted((self.mark[0], self.cursor[0]))
        lines = []
        for number in range(first, last + 1):
            stretch = self.marked(number) or (0, 0)
            lines.append("".join(self.line(number).chars[stretch[0] : stretch[1]]).rstrip())
        return "\n".join(lines) + ("\n" if self.by_line else "")

    def text(self, number: int) -> str:
        return "".join(self.line(number).chars).rstrip()

    def rows(self) -> list[Row]:
        """What the pane shows now, without marks."""
        return [self.line(number) for number in range(self.top, self.top + self.height)]

    def resize(self, rows: int, cols: int) -> None:
        """The pane has another size; lines are cut or filled, not wrapped anew."""
        if rows == self.height and cols == self.cols:
            return
        kept = self.screen[-rows:] if rows < self.height else self.screen
        self.screen = kept + [blank_row(cols) for _ in range(rows - len(kept))]
        for row in (*self.screen, *self.history.values()):
            row.chars = fitted(row.chars, cols)
            row.looks = (row.looks + [""] * cols)[:cols]
        self.cols = cols
        self._go(*self.cursor)

    def _go(self, row: int, col: int) -> None:
        if row < 0 and self.total < 0:
            self._pending += 1
        row = min(max(0, row), self.size - 1)
        col = min(max(0, col), max(0, self.cols - 1))
        chars = self.line(row).chars
        if col < len(chars) and chars[col] == TAIL:
            col += 1 if col > self.cursor[1] and col + 1 < self.cols else -1
        self.cursor = (row, max(0, col))
        if row < self.top:
            self.top = row
        elif row >= self.top + self.height:
            self.top = row - self.height + 1
        self.top = min(max(0, self.top), self.known)

    def _page(self, lines: int) -> None:
        row, col = self.cursor
        self.scroll(lines)
        self._go(min(max(row + lines, self.top), self.top + self.height - 1), col)

    def _word(self, step: int) -> None:
        """To the beginning of the next word of the line, or the one before."""
        row, col = self.cursor
        chars = self.line(row).chars
        starts = [
            at for at, char in enumerate(chars) if char.strip() and (at == 0 or not chars[at - 1].strip(" "))
        ]
        starts = [at for at in starts if at == 0 or chars[at - 1] == " "]
        ahead = [at for at in starts if (at > col if step > 0 else at < col)]
        if ahead:
            self._go(row, ahead[0] if step > 0 else ahead[-1])
        elif 0 <= row + step < self.size:
            self._go(row + step, 0 if step > 0 else max(0, len(self.text(row + step)) - 1))


def found_columns(chars: Sequence[str], query: str, fold: bool) -> list[int]:
    """The columns at which text begins; with `fold` whatever its case."""
    places = [at for at, char in enumerate(chars) for _ in char]
    text = "".join(chars)
    if fold:
        folded = text.casefold()
        # Folding may lengthen a text, and columns would be off.
        text = (
            folded if len(folded) == len(text) else text.lower() if len(text.lower()) == len(text) else text
        )
    columns = []
    at = text.find(query)
    while at >= 0:
        columns.append(places[at])
        at = text.find(query, at + 1)
    return columns
