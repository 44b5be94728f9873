"""Where the cursor goes."""

import pytest

from pitwall.terminal import Terminal


def cursor_after(text: str) -> tuple[int, int]:
    terminal = Terminal(10, 40)
    terminal.feed(text.encode())
    return terminal.sample().cursor


@pytest.mark.parametrize(
    ("sequence", "cursor"),
    [
        ("\x1b[3A", (1, 9)),
        ("\x1b[99A", (0, 9)),
        ("\x1b[B", (5, 9)),
        ("\x1b[99B", (9, 9)),
        ("\x1b[2C", (4, 11)),
        ("\x1b[99C", (4, 39)),
        ("\x1b[3D", (4, 6)),
        ("\x1b[99D", (4, 0)),
        ("\x1b[2E", (6, 0)),
        ("\x1b[2F", (2, 0)),
        ("\x1b[G", (4, 0)),
        ("\x1b[7`", (4, 6)),
        ("\x1b[3d", (2, 9)),
        ("\x1b[2e", (6, 9)),
        ("\x1b[3a", (4, 12)),
        ("\x1b[H", (0, 0)),
        ("\x1b[;4H", (0, 3)),
        ("\x1b[99;99f", (9, 39)),
        ("\b", (4, 8)),
        ("\r", (4, 0)),
        ("\t", (4, 16)),
        ("\x1b[2I", (4, 24)),
        ("\x1b[99I", (4, 39)),
        ("\x1b[Z", (4, 8)),
        ("\x1b[99Z", (4, 0)),
        ("\x1b[0A", (3, 9)),
    ],
)
def test_moves_from_the_middle(sequence: str, cursor: tuple[int, int]) -> None:
    assert cursor_after("\x1b[5;10H" + sequence) == cursor


def test_the_scrolling_region_stops_the_cursor_that_is_inside() -> None:
    assert cursor_after("\x1b[3;6r\x1b[4;1H\x1b[9A") == (2, 0)
    assert cursor_after("\x1b[3;6r\x1b[4;1H\x1b[9B") == (5, 0)


def test_the_scrolling_region_does_not_stop_the_cursor_that_is_outside() -> None:
    assert cursor_after("\x1b[3;6r\x1b[1;1H\x1b[B\x1b[9A") == (0, 0)
    assert cursor_after("\x1b[3;6r\x1b[8;1H\x1b[9B") == (9, 0)


def test_in_origin_mode_places_are_those_of_the_region() -> None:
    assert cursor_after("\x1b[3;6r\x1b[?6h") == (2, 0)
    assert cursor_after("\x1b[3;6r\x1b[?6h\x1b[2;2H") == (3, 1)
    assert cursor_after("\x1b[3;6r\x1b[?6h\x1b[99;2H") == (5, 1)
    assert cursor_after("\x1b[3;6r\x1b[?6h\x1b[2d") == (3, 0)


def test_tab_stops_are_set_and_cleared() -> None:
    assert cursor_after("\x1b[5G\x1bH\r\t") == (0, 4)
    assert cursor_after("\x1b[9G\x1b[g\r\t") == (0, 16)
    assert cursor_after("\x1b[3g\r\t") == (0, 39)


def test_moves_end_a_pending_wrap() -> None:
    terminal = Terminal(3, 5)
    terminal.feed(b"abcde\x1b[DX")
    assert terminal.text() == "abcXe"


def test_in_reverse_wrap_mode_the_cursor_goes_back_to_the_row_above() -> None:
    assert cursor_after("\x1b[?45h\x1b[3;1H\b") == (1, 39)
    assert cursor_after("\x1b[?45h\x1b[3;5H\x1b[5D") == (1, 39)
    assert cursor_after("\x1b[?45h\b") == (9, 39)
    assert cursor_after("\x1b[?45h" + "x" * 40 + "\x1b[2D") == (0, 38)
    assert cursor_after("\x1b[?45h\x1b[?7l\x1b[3;1H\b") == (2, 0)
