"""A terminal: bytes in; a screen, replies and reports out. Pure: it does no input or output of its own."""

from pitwall.terminal import modes as mode_names
from pitwall.terminal.backlog import Backlog
from pitwall.terminal.cells import BLANK
from pitwall.terminal.look import Legend, Look, Row, Sample, readable
from pitwall.terminal.modes import Modes, MouseEncoding, MouseTracking, private
from pitwall.terminal.questions import QuestionFinder
from pitwall.terminal.reports import Report
from pitwall.terminal.screen import Screen
from pitwall.terminal.stream import Stream

BACKLOG = 2 << 20
"""
Bytes that may wait to be parsed before `feed` parses them.

Of a flood about 300 kB are drawn each time; the rest is skipped, which takes less than a tenth of that time.
"""


class Terminal:
    """
    A screen fed with what a program writes.

    Bytes are parsed when somebody looks, when they hold a question, or when many wait. No bytes make it raise.
    """

    def __init__(self, rows: int, cols: int, *, history: int = 0) -> None:
        self.screen = Screen(max(cols, 1), max(rows, 1), max(history, 0))
        self._stream = Stream(self.screen)
        self._is_question = QuestionFinder()
        self._backlog = Backlog(self.screen, self._stream)
        self._asked = False
        self._sampled: list[tuple[str, str]] = []
        self._sample: Sample | None = None
        self._changed = False
        self._rows: tuple[Row, ...] = ()
        self._legend = self._new_legend()
        self._modes_key: object = None
        self._last_modes = Modes()

    def feed(self, data: bytes) -> None:
        """Take bytes; they are parsed at once if they ask something, or if too many wait."""
        self.append(data)
        if self.due:
            self._catch_up()

    def append(self, data: bytes) -> None:
        """Take bytes and leave the parsing to `advance`; see `due`."""
        if data:
            self._backlog.append(data)
            self._changed = True
            self._asked = self._asked or self._is_question(data)

    @property
    def due(self) -> bool:
        """Whether what waits should be parsed now: it holds a question, or is too much."""
        return self._asked or self._backlog.size > BACKLOG

    @property
    def pending(self) -> int:
        """Bytes not parsed yet."""
        return self._backlog.size

    def advance(self, limit: int = 65536) -> bool:
        """Parse about `limit` bytes of what waits; return whether more remains."""
        more = self._backlog.parse(limit)
        if not more:
            self._asked = False
        return more

    def _catch_up(self) -> None:
        while self.advance():
            pass

    def sample(self) -> Sample:
        """Return the screen as text, for rules."""
        if self._sample is not None and not self._changed:
            return self._sample
        self._catch_up()
        self._changed = False
        screen = self.screen
        grid, y, x = screen.grid, screen.cursor.y, screen.column
        texts = grid.text[grid.base : grid.base + screen.lines]
        old = self._sampled
        sampled = []
        for row, text in enumerate(texts):
            kept = x if row == y else 0
            before = old[row] if row < len(old) else None
            if before is not None and before[0] is text and row != y and before[1][-1:] != BLANK:
                sampled.append(before)
                continue
            line = readable(
                text[:kept].ljust(kept) + text[kept:].rstrip(BLANK) if kept else text, screen.clusters.strings
            )
            sampled.append((text, line if kept else line.rstrip(BLANK)))
        lines = tuple(line for _, line in sampled)
        self._sampled = sampled
        sample = Sample(
            lines, screen.title, (y, x), screen.alternate, mode_names.SYNCHRONIZED in screen.mode,
            screen.lines, screen.columns,
        )  # fmt: skip
        if self._sample == sample:
            sample = self._sample
        self._sample = sample
        return sample

    def look(self) -> Look:
        """Return the screen for painters; rows that have not changed are the same objects as in the last look."""
        self._catch_up()
        screen = self.screen
        grid = screen.grid
        shown = slice(grid.base, grid.base + screen.lines)
        legend = self._current_legend()
        old = self._rows if self._rows and self._rows[0].legend is legend else ()
        rows = []
        for place, (text, attributes) in enumerate(
            zip(grid.text[shown], grid.attributes[shown], strict=True)
        ):
            row = old[place] if place < len(old) else None
            if row is None or row.text is not text or row.attributes is not attributes:
                row = Row(text, attributes, legend)
            rows.append(row)
        self._rows = tuple(rows)
        return Look(self._rows, screen.columns, (screen.cursor.y, screen.column), self._modes(), screen.title)

    def _new_legend(self) -> Legend:
        return Legend(self.screen.table.styles, self.screen.clusters.strings)

    def _current_legend(self) -> Legend:
        legend, screen = self._legend, self.screen
        if legend.styles is not screen.table.styles or legend.clusters is not screen.clusters.strings:
            self._legend = self._new_legend()
        return self._legend

    def take_replies(self) -> bytes:
        """Return what the terminal answered since the last call."""
        return self.screen.take_replies().encode()

    def take_reports(self) -> tuple[Report, ...]:
        """Return what the program reported since the last call, of all that was fed."""
        self._catch_up()
        reports = tuple(self.screen.reports)
        self.screen.reports.clear()
        return reports

    @property
    def modes(self) -> Modes:
        """The modes that the program has set."""
        self._catch_up()
        return self._modes()

    def _modes(self) -> Modes:
        screen = self.screen
        on = frozenset(screen.mode)
        keyboard = screen.keyboards[screen.alternate][-1]
        key = on, screen.alternate, screen.cursor_shape, keyboard, screen.modify_other_keys
        if key != self._modes_key:
            self._modes_key, self._last_modes = key, self._modes_of(on, keyboard)
        return self._last_modes

    def _modes_of(self, on: frozenset[int], keyboard: int) -> Modes:
        screen = self.screen
        tracking = [mode for mode in MouseTracking if private(mode.value) in on]
        encoding = [mode for mode in MouseEncoding if private(mode.value) in on]
        return Modes(
            alternate=screen.alternate,
            application_cursor=mode_names.DECCKM in on,
            application_keypad=mode_names.DECNKM in on,
            autowrap=mode_names.DECAWM in on,
            bracketed_paste=mode_names.BRACKETED_PASTE in on,
            cursor_visible=mode_names.DECTCEM in on,
            cursor_shape=screen.cursor_shape,
            cursor_blinking=mode_names.CURSOR_BLINK in on,
            focus=mode_names.FOCUS in on,
            insert=mode_names.IRM in on,
            mouse_tracking=tracking[0] if tracking else MouseTracking.NONE,
            mouse_encoding=encoding[0] if encoding else MouseEncoding.DEFAULT,
            alternate_scroll=mode_names.ALTERNATE_SCROLL in on,
            origin=mode_names.DECOM in on,
            reverse_screen=mode_names.DECSCNM in on,
            synchronized=mode_names.SYNCHRONIZED in on,
            colour_scheme_reports=mode_names.COLOUR_SCHEME_REPORTS in on,
            kitty_keyboard=keyboard,
            modify_other_keys=screen.modify_other_keys,
        )

    @property
    def title(self) -> str:
        """The window title (OSC 0 and 2)."""
        self._catch_up()
        return self.screen.title

    @property
    def history(self) -> "tuple[Row, ...]":
        """The rows that scrolled off the top of the main screen, oldest first."""
        self._catch_up()
        grid, legend = self.screen.main, self._current_legend()
        pairs = zip(grid.text[: grid.base], grid.attributes[: grid.base], strict=True)
        return tuple(Row(text, attributes, legend) for text, attributes in pairs)

    def text(self) -> str:
        """Return the screen as text, one line a row, without blank lines at its end."""
        return "\n".join(line.rstrip(BLANK) for line in self.sample().lines).rstrip("\n")

    def resize(self, rows: int, cols: int) -> None:
        """Take a new size, after all that was fed before."""
        self._catch_up()
        self._changed = True
        self.screen.resize(max(rows, 1), max(cols, 1))
