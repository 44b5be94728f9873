"""What the parts of the screen share: its state, and the small steps they are made of."""

from collections import deque
from dataclasses import dataclass

import pyte
from pyte.screens import Margins

from pitwall.terminal import cells, modes
from pitwall.terminal.attributes import AttributeTable, Pen
from pitwall.terminal.cells import DEFAULT, TAIL
from pitwall.terminal.charsets import ASCII
from pitwall.terminal.clusters import ClusterTable
from pitwall.terminal.grid import Grid
from pitwall.terminal.messages import NotificationParts
from pitwall.terminal.pyteviews import Buffer, DirtyRows, PyteCursor
from pitwall.terminal.reports import Bell, Report
from pitwall.terminal.sgr import DEFAULT_STYLE, Style

MOST_UNTAKEN_REPLIES = 65536
"""Characters of answers kept for whoever takes them; further ones are dropped."""

MOST_REPORTS = 256
"""Most reports kept for whoever takes them; the oldest go first."""


@dataclass(frozen=True, slots=True)
class SavedCursor:
    """What DECSC saves (VT510 manual); one for each screen."""

    x: int = 0
    y: int = 0
    pending_wrap: bool = False
    style: Style = DEFAULT_STYLE
    origin: bool = False
    active_charset: int = 0
    charsets: tuple[dict[int, str], ...] = (ASCII, ASCII, ASCII, ASCII)


class BaseScreen(pyte.Screen):
    """The state of a terminal; x equal to the number of columns is the last column with a wrap pending."""

    mode: set[int]
    top: int
    bottom: int
    """The scrolling region's first and last row."""
    saved_cursors: list[SavedCursor]
    """Of the main and of the alternate screen."""
    saved_modes: dict[int, bool]
    charset: int
    """Which of `charsets`, G0 to G3, is used."""
    charsets: list[dict[int, str]]
    single_shift: int | None
    tabstops: set[int]
    tabs_extend: bool
    """Whether columns that a resize adds get tab stops."""
    last_drawn: str
    """The character just before what comes now, if nothing but text was there."""
    title: str
    icon_name: str
    titles: list[tuple[str, str]]
    """The stack of titles and icon names."""
    colours: dict[int, int]
    """The palette's and the dynamic colours that the program has changed."""
    cursor_shape: modes.CursorShape
    modify_other_keys: int
    keyboards: tuple[list[int], list[int]]
    """kitty's keyboard stacks of the main and of the alternate screen."""
    notification_parts: NotificationParts

    def __init__(self, columns: int, lines: int, history: int = 0) -> None:
        # pyte's own constructor would build the cell dictionaries that `Grid` stands in for.
        self.columns = columns
        self.lines = lines
        self.main = Grid(lines, columns, history)
        self.other = Grid(lines, columns, 0)
        """The alternate screen's rows."""
        self.grid = self.main
        self.table = AttributeTable()
        self.clusters = ClusterTable()
        self.cursor = PyteCursor(self)
        self._dirty_rows = DirtyRows()
        self.work = 0
        """What was done beyond the usual for a byte, as so many bytes; see `Backlog`."""
        self._replies: list[str] = []
        self._reply_size = 0
        self.reports: deque[Report] = deque(maxlen=MOST_REPORTS)
        self.reset()

    @property
    def buffer(self) -> Buffer:  # type: ignore[override]  # read-only
        """pyte's matrix of characters."""
        return Buffer(self)

    @property
    def display(self) -> list[str]:
        """The rows as strings, padded to the screen's width; a wide character is one character."""
        grid = self.grid
        rows = grid.text[grid.base : grid.base + self.lines]
        return [self.readable(row.ljust(self.columns)) for row in rows]

    @property
    def dirty(self) -> set[int]:  # type: ignore[override]  # read-only, but its user empties it
        """The rows that changed since they were last taken out of this set."""
        return self._dirty_rows.look(self.grid)

    def readable(self, row: str) -> str:
        """Return a row's text with its clusters spelled out and wide characters once."""
        if row.isascii():
            return row
        row = row.replace(TAIL, "")
        return row.translate(self.clusters.strings) if self.clusters else row

    @property
    def style(self) -> Style:
        return self.table.style(self.pen.attribute)

    @style.setter
    def style(self, style: Style) -> None:
        self.pen: Pen = self.table.pen(style)

    @property
    def blank(self) -> str:
        """The attribute that erased cells get."""
        return self.table.blank(self.pen.attribute)

    @property
    def alternate(self) -> bool:
        """Whether the alternate screen is shown."""
        return self.grid is self.other

    @property
    def margins(self) -> Margins | None:  # type: ignore[override]  # read-only here: `set_margins` sets them
        """The scrolling region, or None when it is the whole screen."""
        whole = self.top == 0 and self.bottom == self.lines - 1
        return None if whole else Margins(self.top, self.bottom)

    @property
    def column(self) -> int:
        """The cursor's column, which stays on the screen while a wrap is pending."""
        return min(self.cursor.x, self.columns - 1)

    @property
    def saved(self) -> SavedCursor:
        return self.saved_cursors[self.alternate]

    @saved.setter
    def saved(self, saved: SavedCursor) -> None:
        self.saved_cursors[self.alternate] = saved

    def refresh_plain(self) -> None:
        """Note whether text can be put into cells as it comes; to be called when what decides it has changed."""
        self.active_map = self.charsets[self.charset]
        self.plain = (
            modes.DECAWM in self.mode
            and modes.IRM not in self.mode
            and not self.active_map
            and self.single_shift is None
        )

    def edit_text(self, y: int, text: str) -> None:
        self.grid.text[self.grid.base + y] = text

    def row_text(self, y: int) -> str:
        return self.grid.text[self.grid.base + y]

    def row_attributes(self, y: int) -> str:
        return self.grid.attributes[self.grid.base + y]

    def paint(self, y: int, start: int, end: int, attribute: str) -> None:
        """Give the cells `start` to `end` of a row an attribute."""
        place = self.grid.base + y
        old = self.grid.attributes[place]
        if old or attribute != DEFAULT:
            self.grid.attributes[place] = cells.paint(old, start, end, attribute)

    def erase_cells(self, y: int, start: int, end: int) -> None:
        """Blank the cells `start` to `end` of a row; they keep the pen's background."""
        self.edit_text(y, cells.erase(self.row_text(y), start, end))
        self.paint(y, start, end, self.blank)

    def ring(self) -> None:
        """Report a bell, unless one was the last thing reported."""
        if not self.reports or not isinstance(self.reports[-1], Bell):
            self.reports.append(Bell())

    def reply(self, text: str) -> None:
        """Answer the program; nothing the program chose may be in `text` but numbers and fixed words."""
        if self._reply_size < MOST_UNTAKEN_REPLIES:
            self._reply_size += len(text)
            self._replies.append(text)

    def take_replies(self) -> str:
        """Return the answers that nobody has taken yet."""
        replies = "".join(self._replies)
        self._replies.clear()
        self._reply_size = 0
        return replies
