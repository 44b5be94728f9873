"""Text into cells: wide characters, marks that join, wrapping, insert mode, and the sequences that shift a row."""

from pitwall.terminal import cells, modes
from pitwall.terminal.base import BaseScreen
from pitwall.terminal.cells import TAIL
from pitwall.terminal.widths import cell_width, not_surely_narrow, split_by_width

_REPLACEMENT = "\ufffd"
_OUR_OWN = "\U00100000"


class Drawing(BaseScreen):
    """Puts characters on the screen."""

    def draw(self, data: str) -> None:
        """Put text at the cursor; it holds no controls."""
        if self.single_shift is not None and data:
            first = data[0].translate(self.charsets[self.single_shift])
            self.single_shift = None
            self.refresh_plain()
            self._draw_mapped(first)
            data = data[1:]
        self._draw_mapped(data.translate(self.active_map) if self.active_map else data)

    def _draw_mapped(self, data: str) -> None:
        if data.isascii() or not not_surely_narrow(data):
            self._draw_narrow(data)
            return
        for place, run in enumerate(split_by_width(data)):
            if place % 2 == 0:
                self._draw_narrow(run)
            elif run >= _OUR_OWN:
                self._draw_narrow(_REPLACEMENT)
            elif (width := cell_width(run[0])) == 2:
                self._draw_wide(run)
            elif width == 1:
                self._draw_narrow(run)
            else:
                self._join(run)

    def _draw_narrow(self, run: str) -> None:
        if not run:
            return
        autowrap = modes.DECAWM in self.mode
        columns = self.columns
        while run:
            if self.cursor.x >= columns:
                if autowrap:
                    self._wrap()
                else:
                    self.cursor.x = columns - 1
            room = columns - self.cursor.x
            if not autowrap and len(run) > room:
                # Without autowrap all that is left ends up in the last column, one over the other.
                run = run[: room - 1] + run[-1]
            self._put(run[:room])
            run = run[room:]

    def _draw_wide(self, run: str) -> None:
        columns = self.columns
        if columns < 2:
            self._draw_narrow(_REPLACEMENT)
            return
        while run:
            if self.cursor.x >= columns - 1:
                if modes.DECAWM not in self.mode:
                    return
                self._wrap()
            fit = (columns - self.cursor.x) // 2
            self._put(TAIL.join(run[:fit]) + TAIL)
            run = run[fit:]

    def _wrap(self) -> None:
        """Go to the next row's beginning; a last cell too narrow for a wide character stays as it is, as in xterm."""
        self.cursor.x = 0
        self.index()

    def _put(self, run: str) -> None:
        """Put `run` into the cursor's row, where it fits."""
        x, y, count = self.cursor.x, self.cursor.y, len(run)
        if modes.IRM in self.mode:
            self._open_gap(y, x, count)
        self.edit_text(y, cells.overwrite(self.row_text(y), x, run))
        self.paint(y, x, x + count, self.pen.attribute)
        self.cursor.x = x + count

    def _open_gap(self, y: int, x: int, count: int) -> None:
        grid, place = self.grid, self.grid.base + y
        grid.text[place] = cells.insert(grid.text[place], x, count, self.columns)
        grid.attributes[place] = cells.insert_attributes(
            grid.attributes[place], x, count, self.columns, self.blank
        )

    def _join(self, mark: str) -> None:
        """Join a mark to the character before the cursor; at a row's beginning there is none, and it is dropped."""
        x, y = self.cursor.x - 1, self.cursor.y
        if x < 0:
            return
        text = self.row_text(y).ljust(x + 1)
        if text[x] == TAIL and x:
            x -= 1
        self.edit_text(y, text[:x] + self.clusters.join(text[x], mark) + text[x + 1 :])

    def repeat_character(self, count: int = 1) -> None:
        """REP (``CSI b``): draw the last character again, if nothing came between (as in xterm)."""
        if self.last_drawn:
            count = min(count or 1, self.lines * self.columns)
            self.work += count // 8
            self.draw(self.last_drawn * count)

    def insert_characters(self, count: int | None = None) -> None:
        """ICH (``CSI @``): shift the rest of the row right."""
        self.cursor.x = x = self.column
        self._open_gap(self.cursor.y, x, min(count or 1, self.columns - x))

    def delete_characters(self, count: int | None = None) -> None:
        """DCH (``CSI P``): shift the rest of the row left."""
        self.cursor.x = x = self.column
        count = min(count or 1, self.columns - x)
        grid, place = self.grid, self.grid.base + self.cursor.y
        grid.text[place] = cells.delete(grid.text[place], x, count)
        grid.attributes[place] = cells.delete_attributes(
            grid.attributes[place], x, count, self.columns, self.blank
        )

    def erase_characters(self, count: int | None = None) -> None:
        """ECH (``CSI X``): blank cells from the cursor on."""
        self.cursor.x = x = self.column
        self.erase_cells(self.cursor.y, x, min(x + (count or 1), self.columns))

    def alignment_display(self) -> None:
        """DECALN (``ESC # 8``): fill the screen with E; margins and cursor are reset."""
        self.top, self.bottom = 0, self.lines - 1
        self.mode.discard(modes.DECOM)
        self.cursor.x = self.cursor.y = 0
        self.grid.clear(cells.DEFAULT)
        self.grid.text[self.grid.base :] = ["E" * self.columns] * self.lines
        self.work += self.lines
