"""The whole screen: its parts put together, its resets and its size."""

from pitwall.terminal import modes
from pitwall.terminal.base import SavedCursor
from pitwall.terminal.cells import DEFAULT
from pitwall.terminal.charsets import ASCII
from pitwall.terminal.drawing import Drawing
from pitwall.terminal.erasing import Erasing
from pitwall.terminal.messages import NotificationParts
from pitwall.terminal.modes import CursorShape
from pitwall.terminal.movement import Movement
from pitwall.terminal.scrolling import Scrolling
from pitwall.terminal.sgr import DEFAULT_STYLE, apply_sgr
from pitwall.terminal.strings import Strings
from pitwall.terminal.switching import Switching


class Screen(Drawing, Erasing, Movement, Scrolling, Strings, Switching):
    """pyte's screen with xterm's behaviour; rows are strings (see `pitwall.terminal.cells`)."""

    def reset(self) -> None:
        """RIS (``ESC c``): all as it was in the beginning; what scrolled off the screen stays."""
        self.grid = self.main
        self.work += self.lines
        self.mode = set(modes.INITIAL)
        self.saved_modes = {}
        self.saved_cursors = [SavedCursor(), SavedCursor()]
        self.top, self.bottom = 0, self.lines - 1
        self.style = DEFAULT_STYLE
        self.main.clear(DEFAULT)
        self.other.clear(DEFAULT)
        self.cursor.x = self.cursor.y = 0
        self.last_drawn = ""
        self.tabstops = set(range(8, self.columns, 8))
        self.tabs_extend = True
        self.title = self.icon_name = ""
        self.titles = []
        self.colours = {}
        self.cursor_shape = CursorShape.DEFAULT
        self.modify_other_keys = 0
        self.keyboards = ([0], [0])
        self.notification_parts = NotificationParts()
        self._reset_charsets()

    def _reset_charsets(self) -> None:
        self.charset = 0
        self.charsets = [ASCII] * 4
        self.single_shift = None
        self.refresh_plain()

    def soft_reset(self) -> None:
        """DECSTR (``CSI ! p``): modes, margins, pen and saved cursor; text and cursor stay."""
        self.mode -= {modes.IRM, modes.DECOM, modes.DECCKM, modes.DECNKM, modes.REVERSE_WRAP}
        self.mode |= {modes.DECAWM, modes.DECTCEM}
        self.top, self.bottom = 0, self.lines - 1
        self.style = DEFAULT_STYLE
        self.saved = SavedCursor()
        self.cursor_shape = CursorShape.DEFAULT
        self._reset_charsets()

    def select_graphic_rendition(self, *attrs: int) -> None:
        """SGR (``CSI m``), by numbers as pyte calls it."""
        self.style = apply_sgr(self.style, ";".join(map(str, attrs)))

    def bell(self, *args: object) -> None:
        """BEL."""
        self.ring()

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        """Take a new size, as xterm does: rows are not wrapped anew, margins and origin mode end."""
        lines, columns = max(lines or self.lines, 1), max(columns or self.columns, 1)
        if (lines, columns) == (self.lines, self.columns):
            return
        # After a full row text goes on: in the next row, or behind the old last column if there is room now.
        x = min(self.cursor.x, columns if self.cursor.x == self.columns else columns - 1)
        for grid, saved in ((self.main, self.saved_cursors[False]), (self.other, self.saved_cursors[True])):
            y = self.cursor.y if grid is self.grid else min(saved.y, self.lines - 1)
            moved = grid.resize(lines, columns, y)
            if grid is self.grid:
                self.cursor.y = moved
        if self.tabs_extend:
            self.tabstops.update(range(self.columns + -self.columns % 8, columns, 8))
        self.lines, self.columns = lines, columns
        self.top, self.bottom = 0, lines - 1
        self.mode.discard(modes.DECOM)
        self.cursor.x = x
