"""ED and EL: blanking parts of the screen. Erased cells keep the pen's background (xterm's ``bce``)."""

from pitwall.terminal.base import BaseScreen


class Erasing(BaseScreen):
    """Blanks cells and rows."""

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: object) -> None:
        """ED (``CSI J``): 0 from the cursor on, 1 up to it, 2 all, 3 what scrolled off the screen."""
        y = self.cursor.y
        if how == 0:
            self.erase_in_line(0)
            self._erase_rows(y + 1, self.lines)
        elif how == 1:
            self.erase_in_line(1)
            self._erase_rows(0, y)
        elif how == 2:
            self.cursor.x = self.column
            self._erase_rows(0, self.lines)
        elif how == 3:
            self.main.forget()

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        """EL (``CSI K``): 0 from the cursor on, 1 up to it, 2 the whole row."""
        self.cursor.x = x = self.column
        start, end = {0: (x, self.columns), 1: (0, x + 1), 2: (0, self.columns)}.get(how, (0, 0))
        if end:
            self.erase_cells(self.cursor.y, start, end)

    def _erase_rows(self, first: int, end: int) -> None:
        blank = self.blank
        for y in range(first, end):
            self.grid.clear_row(y, blank)
