"""Resets and sizes."""

from hypothesis import given, settings
from hypothesis import strategies as st
from terminal_streams import streams

from pitwall.terminal import Terminal


def terminal_after(text: str, rows: int = 5, cols: int = 10, history: int = 0) -> Terminal:
    terminal = Terminal(rows, cols, history=history)
    terminal.feed(text.encode())
    terminal.sample()
    return terminal


def test_a_full_reset_forgets_all_but_the_history() -> None:
    changed = "\x1b]2;t\x07\x1b[?1049h\x1b[2;3r\x1b[?6h\x1b[1mx\x1b7\x1b(0\x1b[3g\x1b[>1u"
    terminal = terminal_after(f"1\r\n2\r\n3\r\n4\r\n5\r\n6{changed}\x1bcq\tX", history=5)
    assert terminal.text() == "q       X"
    assert terminal.title == ""
    assert terminal.sample().alternate is False
    assert [str(row) for row in terminal.history] == ["1"]
    assert terminal.modes == Terminal(5, 10).modes
    assert not terminal.screen.buffer[0][0].bold


def test_a_soft_reset_keeps_text_cursor_and_title() -> None:
    changed = "\x1b]2;t\x07\x1b[2;3r\x1b[?6h\x1b[?7l\x1b[4h\x1b[1m\x1b7\x1b[?25l\x1b(0"
    terminal = terminal_after(f"ab{changed}\x1b[2;2H\x1b[!pq")
    assert terminal.sample().cursor == (2, 2)
    assert terminal.title == "t"
    assert terminal.modes == Terminal(5, 10).modes
    assert terminal.screen.margins is None
    assert terminal.text() == "ab\n\n q"


def test_E16_text_goes_on_after_a_full_row_was_narrowed() -> None:
    terminal = terminal_after("abcdefghij")
    terminal.resize(5, 5)
    terminal.feed(b"Z")
    assert terminal.text() == "abcde\nZ"


def test_text_goes_on_behind_a_full_row_that_was_widened() -> None:
    terminal = terminal_after("abcdefghij")
    terminal.resize(5, 20)
    terminal.feed(b"Z")
    assert terminal.text() == "abcdefghijZ"


def test_a_wide_character_cut_at_the_edge_becomes_a_blank() -> None:
    terminal = terminal_after("abcd漢x")
    terminal.resize(5, 5)
    assert terminal.text() == "abcd"


def test_rows_above_the_screen_come_back_and_the_cursor_moves_with_its_row() -> None:
    terminal = terminal_after("1\r\n2\r\n3\r\n4\r\n5", history=9)
    terminal.resize(2, 10)
    assert (terminal.text(), terminal.sample().cursor) == ("4\n5", (1, 1))
    terminal.resize(4, 10)
    assert (terminal.text(), terminal.sample().cursor) == ("2\n3\n4\n5", (3, 1))


def test_the_hidden_screen_changes_its_size_too() -> None:
    terminal = terminal_after("main\x1b[?1049halt")
    terminal.resize(3, 8)
    terminal.feed(b"\x1b[?1049l")
    assert terminal.text() == "main"
    terminal.feed(b"\x1b[3;8HX\x1b[?1049h\x1b[3;8HY")
    assert terminal.text() == "\n\n       Y"


def test_margins_and_origin_mode_end_with_a_new_size() -> None:
    terminal = terminal_after("\x1b[2;3r\x1b[?6h")
    terminal.resize(6, 10)
    assert terminal.screen.margins is None
    assert not terminal.modes.origin


def test_new_columns_have_tab_stops_unless_all_were_cleared() -> None:
    terminal = terminal_after("")
    terminal.resize(5, 40)
    terminal.feed(b"\t\t\tx")
    assert terminal.sample().cursor == (0, 25)
    cleared = terminal_after("\x1b[3g")
    cleared.resize(5, 40)
    cleared.feed(b"\t")
    assert cleared.sample().cursor == (0, 39)


@given(streams(), st.lists(st.tuples(st.integers(1, 9), st.integers(1, 12)), max_size=5))
@settings(max_examples=100, deadline=None)
def test_no_size_leaves_the_cursor_outside(data: bytes, sizes: list[tuple[int, int]]) -> None:
    terminal = Terminal(4, 6, history=3)
    for rows, cols in sizes:
        terminal.feed(data)
        terminal.resize(rows, cols)
        sample = terminal.sample()
        assert (sample.rows, sample.cols, len(sample.lines)) == (rows, cols, rows)
        assert sample.cursor[0] < rows
        assert sample.cursor[1] < cols
        assert len(terminal.history) <= 3
