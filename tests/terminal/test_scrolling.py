"""Rows that move."""

import pytest

from pitwall.terminal import Terminal

FULL = "1\r\n2\r\n3\r\n4\r\n5"


def rows_after(text: str) -> list[str]:
    terminal = Terminal(5, 10)
    terminal.feed((FULL + text).encode())
    return list(terminal.sample().lines)


@pytest.mark.parametrize(
    ("sequence", "rows"),
    [
        ("\x1b[2S", "3 4 5 - -"),
        ("\x1b[99S", "- - - - -"),
        ("\x1b[T", "- 1 2 3 4"),
        ("\x1b[0T", "1 2 3 4 5"),
        ("\x1b[1;2;3;4;5T", "1 2 3 4 5"),
        ("\x1b[2^", "- - 1 2 3"),
        ("\x1bD", "2 3 4 5 -"),
        ("\x1bE", "2 3 4 5 -"),
        ("\x1b[1;1H\x1bM", "- 1 2 3 4"),
        ("\x1b[2;1H\x1b[2L", "1 - - 2 3"),
        ("\x1b[2;1H\x1b[2M", "1 4 5 - -"),
        ("\x1b[2;4r\x1b[S", "1 3 4 - 5"),
        ("\x1b[2;4r\x1b[T", "1 - 2 3 5"),
        ("\x1b[2;4r\x1b[4;1H\n", "1 3 4 - 5"),
        ("\x1b[2;4r\x1b[2;1H\x1bM", "1 - 2 3 5"),
        ("\x1b[2;4r\x1b[5;1H\n", "1 2 3 4 5"),
        ("\x1b[2;4r\x1b[1;1H\x1bM", "1 2 3 4 5"),
        ("\x1b[2;4r\x1b[1;1H\x1b[L\x1b[M", "1 2 3 4 5"),
        ("\x1b[4;2r\x1b[S", "2 3 4 5 -"),
    ],
)
def test_rows_move_within_the_region(sequence: str, rows: str) -> None:
    assert [row.strip(" ") or "-" for row in rows_after(sequence)] == rows.split()


def test_new_line_mode_returns_the_carriage() -> None:
    assert rows_after("\x1b[2J\x1b[H\x1b[20hab\nc\x1b[20l\nd") == ["ab", "c", " d", "", ""]


def test_rows_that_come_in_have_the_pens_background() -> None:
    terminal = Terminal(2, 4)
    terminal.feed(b"\x1b[44m\n\n")
    terminal.sample()
    assert terminal.screen.buffer[1][3].bg == "blue"


def test_what_scrolls_off_the_main_screen_is_kept_up_to_a_bound() -> None:
    terminal = Terminal(2, 10, history=3)
    terminal.feed(b"".join(b"%d\r\n" % number for number in range(9)))
    assert [str(row) for row in terminal.history] == ["5", "6", "7"]


def test_what_scrolls_off_the_alternate_screen_is_not_kept() -> None:
    terminal = Terminal(2, 10, history=3)
    terminal.feed(b"\x1b[?1049h" + b"x\r\n" * 9 + b"\x1b[?1049l")
    assert terminal.history == ()
