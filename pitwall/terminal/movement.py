"""Where the cursor goes: by steps, to places, to tab stops."""

from pitwall.terminal import modes
from pitwall.terminal.base import BaseScreen


class Movement(BaseScreen):
    """Moves the cursor; any move ends a pending wrap."""

    def cursor_up(self, count: int | None = None) -> None:
        """CUU (``CSI A``): up, but not out of the scrolling region."""
        limit = self.top if self.cursor.y >= self.top else 0
        self.cursor.y = max(limit, self.cursor.y - (count or 1))
        self.cursor.x = self.column

    def cursor_down(self, count: int | None = None) -> None:
        """CUD (``CSI B``): down, but not out of the scrolling region."""
        limit = self.bottom if self.cursor.y <= self.bottom else self.lines - 1
        self.cursor.y = min(limit, self.cursor.y + (count or 1))
        self.cursor.x = self.column

    def cursor_down1(self, count: int | None = None) -> None:
        """CNL (``CSI E``): down, to the first column."""
        self.cursor_down(count)
        self.cursor.x = 0

    def cursor_up1(self, count: int | None = None) -> None:
        """CPL (``CSI F``): up, to the first column."""
        self.cursor_up(count)
        self.cursor.x = 0

    def cursor_forward(self, count: int | None = None) -> None:
        """CUF (``CSI C``)."""
        self.cursor.x = min(self.column + (count or 1), self.columns - 1)

    def cursor_back(self, count: int | None = None) -> None:
        """CUB (``CSI D``); in reverse-wrap mode on to the end of the row above, as in xterm."""
        count = count or 1
        if modes.REVERSE_WRAP not in self.mode or modes.DECAWM not in self.mode:
            self.cursor.x = max(self.column - count, 0)
            return
        # A pending wrap counts as a column of its own.
        place = self.cursor.y * self.columns + min(self.cursor.x - count, self.columns - 1)
        self.cursor.y, self.cursor.x = divmod(place % (self.lines * self.columns), self.columns)

    def backspace(self) -> None:
        """BS: one column back."""
        self.cursor_back(1)

    def carriage_return(self) -> None:
        """CR: to the first column."""
        self.cursor.x = 0

    def cursor_position(self, line: int | None = None, column: int | None = None) -> None:
        """CUP (``CSI H``), HVP (``CSI f``): to a row and a column, both from 1."""
        self.cursor_to_line(line)
        self.cursor_to_column(column)

    def cursor_to_column(self, column: int | None = None) -> None:
        """CHA (``CSI G``), HPA (``CSI ` ``): to a column, from 1."""
        self.cursor.x = min(max(column or 1, 1), self.columns) - 1

    def cursor_to_line(self, line: int | None = None) -> None:
        """VPA (``CSI d``): to a row, from 1; in origin mode one of the scrolling region."""
        first, last = (self.top, self.bottom) if modes.DECOM in self.mode else (0, self.lines - 1)
        self.cursor.y = min(first + max(line or 1, 1) - 1, last)
        self.cursor.x = self.column

    def cursor_down_absolute(self, count: int | None = None) -> None:
        """VPR (``CSI e``): down, whatever the scrolling region is."""
        last = self.bottom if modes.DECOM in self.mode else self.lines - 1
        self.cursor.y = min(self.cursor.y + (count or 1), max(last, self.cursor.y))
        self.cursor.x = self.column

    def tab(self) -> None:
        """HT: to the next tab stop."""
        self.forward_tabs(1)

    def forward_tabs(self, count: int = 1) -> None:
        """CHT (``CSI I``): to a tab stop further on, or to the last column, where a pending wrap stays one."""
        if self.cursor.x >= self.columns - 1:
            return
        stops = sorted(stop for stop in self.tabstops if self.column < stop < self.columns)
        count = count or 1
        self.cursor.x = stops[count - 1] if count <= len(stops) else self.columns - 1

    def backward_tabs(self, count: int = 1) -> None:
        """CBT (``CSI Z``): to a tab stop further back, or to the first column."""
        stops = sorted((stop for stop in self.tabstops if stop < self.column), reverse=True)
        count = count or 1
        self.cursor.x = stops[count - 1] if count <= len(stops) else 0

    def set_tab_stop(self) -> None:
        """HTS (``ESC H``): a tab stop at the cursor's column."""
        self.tabstops.add(self.column)

    def clear_tab_stop(self, how: int = 0) -> None:
        """TBC (``CSI g``): 0 the tab stop at the cursor's column, 3 all of them."""
        if how == 0:
            self.tabstops.discard(self.column)
        elif how == 3:
            self.tabstops.clear()
            self.tabs_extend = False
