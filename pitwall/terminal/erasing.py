"""ED and EL: blanking parts of the screen. Erased cells keep the pen's background (xterm's ``bce``)."""

from pitwall.terminal.base import BaseScreen
from pitwall.terminal.cells import BLANK, DEFAULT, TAIL


class Erasing(BaseScreen):
    """Blanks cells and rows."""

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: object) -> None:
        """ED (``CSI J``): 0 from the cursor on, 1 up to it, 2 all, 3 what scrolled off the screen."""
        y = self.cursor.y
        if how == 3:
            self.main.forget()
            return
        self.work += self.lines
        self.erase_in_line(how)
        blank = self.blank
        for other in self._other_rows(how, y):
            self.grid.clear_row(other, blank)

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        """EL (``CSI K``): 0 from the cursor on, 1 up to it, 2 the whole row."""
        self.cursor.x = self.column
        start, end = self._part_of_row(how)
        if start < end:
            self.erase_cells(self.cursor.y, start, end)

    def erase_unprotected_in_display(self, how: int = 0) -> None:
        """DECSED (``CSI ? J``): ED, but protected cells stay."""
        self.work += self.lines
        self.erase_unprotected_in_line(how)
        for y in self._other_rows(how, self.cursor.y):
            self._erase_unprotected(y, 0, self.columns)

    def erase_unprotected_in_line(self, how: int = 0) -> None:
        """DECSEL (``CSI ? K``): EL, but protected cells stay."""
        self.cursor.x = self.column
        self._erase_unprotected(self.cursor.y, *self._part_of_row(how))

    def _part_of_row(self, how: int) -> tuple[int, int]:
        x = self.column
        return {0: (x, self.columns), 1: (0, x + 1), 2: (0, self.columns)}.get(how, (0, 0))

    def _other_rows(self, how: int, y: int) -> range:
        """Return the rows besides the cursor's; the cursor's once more does not matter."""
        return {0: range(y + 1, self.lines), 1: range(y), 2: range(self.lines)}.get(how, range(0))

    def _erase_unprotected(self, y: int, start: int, end: int) -> None:
        text = self.row_text(y).ljust(end)
        attributes = self.row_attributes(y).ljust(end, DEFAULT)
        protected = self.table.protected
        if protected.isdisjoint(attributes):
            self.erase_cells(y, start, end)
            return
        # Both halves of a wide character are protected, or none.
        start -= text[start] == TAIL
        end += text[end : end + 1] == TAIL
        cells = list(zip(text[start:end], attributes[start:end], strict=True))
        kept = "".join([character if attribute in protected else BLANK for character, attribute in cells])
        blank = self.blank
        shade = "".join([attribute if attribute in protected else blank for _, attribute in cells])
        place = self.grid.base + y
        self.grid.text[place] = text[:start] + kept + text[end:]
        self.grid.attributes[place] = attributes[:start] + shade + attributes[end:]
        self.work += (end - start) * 2
