"""What is seen of a terminal at one moment."""

from hypothesis import given, settings
from terminal_streams import cells, streams

from pitwall.terminal import Attributes, Row, Run, Terminal, Underline
from pitwall.terminal.sgr import PROTECTED, Style


def terminal_after(text: str, rows: int = 3, cols: int = 20) -> Terminal:
    terminal = Terminal(rows, cols)
    terminal.feed(text.encode())
    return terminal


def test_a_row_is_seen_as_runs() -> None:
    row = terminal_after("ab\x1b[1;31mcd\x1b[m 漢\x1b[4:3;58:5:1mx").look().rows[0]
    assert row.runs() == [
        Run("ab", 2, Attributes()),
        Run("cd", 2, Attributes(foreground=1, bold=True)),
        Run(" 漢", 3, Attributes()),
        Run("x", 1, Attributes(underline=Underline.CURLY, underline_colour=1)),
    ]


def test_a_row_that_was_erased_with_a_background_is_seen() -> None:
    assert terminal_after("\x1b[44m\x1b[K").look().rows[0].runs() == [
        Run(" " * 20, 20, Attributes(background=4))
    ]


def test_a_row_is_text() -> None:
    assert str(terminal_after("  e\u0301 漢  ").look().rows[0]) == "  e\u0301 漢"


def test_rows_that_have_not_changed_are_the_same_objects() -> None:
    terminal = terminal_after("a\r\nb\r\nc")
    before = terminal.look()
    terminal.feed(b"\x1b[2;1HX\x1b[1;1H\x1b[Ka"[:8])
    after = terminal.look()
    assert after.rows[0] is before.rows[0]
    assert after.rows[1] is not before.rows[1]
    assert after.rows[2] is before.rows[2]


def test_an_old_look_does_not_change() -> None:
    terminal = terminal_after("\x1b[31ma")
    before = terminal.look()
    terminal.feed(
        b"\x1b[H\x1b[32mb" + b"".join(b"\x1b[38;2;0;%d;%dmx\b" % (n // 256, n % 256) for n in range(9000))
    )
    terminal.sample()
    assert before.rows[0].runs() == [Run("a", 1, Attributes(foreground=1))]
    assert terminal.look().rows[0].runs()[0] == Run("b", 1, Attributes(foreground=2))


def test_a_look_has_cursor_modes_and_title() -> None:
    look = terminal_after("ab\x1b[?25l\x1b]2;t\x07").look()
    assert (look.cursor, look.modes.cursor_visible, look.title, look.cols) == ((0, 2), False, "t", 20)


def test_links_are_written_for_a_window() -> None:
    row = terminal_after("\x1b]8;id=1;http://x\x07a\x1b[1mb\x1b]8;;\x07").look().rows[0]
    assert row.ansi() == "\x1b]8;id=1;http://x\x1b\\a\x1b[1mb\x1b[m\x1b]8;;\x1b\\"


def visible(rows: tuple[Row, ...]) -> list[list[tuple[str, Style]]]:
    """Return rows as characters with what can be seen of their styles."""
    return [
        [
            (character, style._replace(flags=style.flags & ~PROTECTED))
            for text, _, style in row
            for character in text
        ]
        for row in cells(rows)
    ]


@given(streams())
@settings(max_examples=150, deadline=None)
def test_a_screen_written_as_ansi_looks_the_same(data: bytes) -> None:
    terminal, again = Terminal(5, 12), Terminal(5, 12)
    terminal.feed(data)
    rows = terminal.look().rows
    again.feed("".join(f"\x1b[{y};1H{row.ansi()}" for y, row in enumerate(rows, 1)).encode())
    assert visible(again.look().rows) == visible(rows)
