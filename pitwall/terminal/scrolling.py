"""Rows that move: line feeds, the scrolling region, inserted and deleted lines."""

from pitwall.terminal import modes
from pitwall.terminal.base import BaseScreen


class Scrolling(BaseScreen):
    """Moves rows within the scrolling region."""

    def set_margins(self, top: int | None = None, bottom: int | None = None) -> None:
        """DECSTBM (``CSI r``): set the scrolling region, rows from 1, and home the cursor."""
        first = max(top or 1, 1) - 1
        last = min(bottom or self.lines, self.lines) - 1
        if first < last:
            self.top, self.bottom = first, last
            self.cursor.x = 0
            self.cursor.y = first if modes.DECOM in self.mode else 0

    def index(self) -> None:
        """IND (``ESC D``): down one row; at the bottom margin the region scrolls."""
        if self.cursor.y == self.bottom:
            self.scroll_up(1)
        elif self.cursor.y < self.lines - 1:
            self.cursor.y += 1
        self.cursor.x = self.column

    def reverse_index(self) -> None:
        """RI (``ESC M``): up one row; at the top margin the region scrolls."""
        if self.cursor.y == self.top:
            self.scroll_down(1)
        elif self.cursor.y > 0:
            self.cursor.y -= 1
        self.cursor.x = self.column

    def linefeed(self) -> None:
        """LF, VT, FF: down one row, in new-line mode also to the first column."""
        self.index()
        if modes.LNM in self.mode:
            self.cursor.x = 0

    def next_line(self) -> None:
        """NEL (``ESC E``): to the first column of the next row."""
        self.index()
        self.cursor.x = 0

    def scroll_up(self, count: int = 1) -> None:
        """SU (``CSI S``): the region's rows move up; the cursor stays."""
        self.grid.scroll_up(self.top, self.bottom, count or 1, self.blank)

    def scroll_down(self, count: int = 1) -> None:
        """SD (``CSI ^``): the region's rows move down; the cursor stays."""
        self.grid.scroll_down(self.top, self.bottom, count or 1, self.blank)

    def scroll_down_or_track(self, *counts: int) -> None:
        """SD (``CSI T``), where 0 is no row; with more numbers it is xterm's highlight tracking, which is not done."""
        if len(counts) < 2:
            count = counts[0] if counts else 1
            self.grid.scroll_down(self.top, self.bottom, count, self.blank)

    def insert_lines(self, count: int | None = None) -> None:
        """IL (``CSI L``): blank rows at the cursor; within the region alone."""
        y = self.cursor.y
        if self.top <= y <= self.bottom:
            self.grid.scroll_down(y, self.bottom, count or 1, self.blank)
            self.cursor.x = 0

    def delete_lines(self, count: int | None = None) -> None:
        """DL (``CSI M``): the rows below move up; within the region alone."""
        y = self.cursor.y
        if self.top <= y <= self.bottom:
            count = min(count or 1, self.bottom - y + 1)
            self.grid.insert(self.bottom + 1, count, self.blank)
            self.grid.remove(y, count)
            self.cursor.x = 0
