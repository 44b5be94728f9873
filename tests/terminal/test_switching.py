"""Modes, screens, the saved cursor and keyboards."""

import pytest

from pitwall.terminal import CursorShape, MouseEncoding, MouseTracking, Terminal


def terminal_after(data: bytes) -> Terminal:
    terminal = Terminal(5, 10)
    terminal.feed(data)
    return terminal


@pytest.mark.parametrize("mode", [47, 1047, 1049])
def test_E01_the_main_screen_comes_back(mode: int) -> None:
    terminal = terminal_after(b"main\r\n\x1b[?%dh" % mode)
    assert terminal.sample().alternate
    terminal.feed(b"\x1b[H\x1b[2Jalt\x1b[?%dl" % mode)
    assert not terminal.sample().alternate
    assert terminal.text() == "main"


def test_only_1049_keeps_the_cursor_for_the_main_screen() -> None:
    assert terminal_after(b"ab\x1b[?1049h\x1b[4;4H\x1b[?1049l").sample().cursor == (0, 2)
    assert terminal_after(b"ab\x1b[?47h\x1b[4;4H\x1b[?47l").sample().cursor == (3, 3)


def test_1047_clears_the_alternate_screen_on_leaving() -> None:
    assert terminal_after(b"\x1b[?47halt\x1b[?47l\x1b[?47h").text() == "alt"
    assert terminal_after(b"\x1b[?1047halt\x1b[?1047l\x1b[?1047h").text() == ""


def test_entering_the_alternate_screen_ends_a_pending_wrap() -> None:
    assert terminal_after(b"abcdefghij\x1b[?1049hX").text() == "         X"


def test_each_screen_has_its_own_saved_cursor() -> None:
    terminal = terminal_after(b"\x1b[2;2H\x1b7\x1b[?47h\x1b[4;4H\x1b7\x1b[H\x1b8")
    assert terminal.sample().cursor == (3, 3)
    terminal.feed(b"\x1b[?47l\x1b[H\x1b8")
    assert terminal.sample().cursor == (1, 1)


def test_restoring_twice_restores_the_same() -> None:
    assert terminal_after(b"\x1b[3;3H\x1b7\x1b[H\x1b8\x1b[H\x1b8").sample().cursor == (2, 2)


def test_the_saved_cursor_has_pen_charset_origin_and_pending_wrap() -> None:
    terminal = terminal_after(b"\x1b(0\x1b[1m\x1b[3;10Hq\x1b7\x1b(B\x1b[m\x1b[H\x1b8q")
    assert terminal.text() == "\n\n         ─\n─"
    assert terminal.screen.buffer[3][0].bold


def test_a_million_saves_keep_one() -> None:
    terminal = terminal_after(b"\x1b7" * 100000)
    assert len(terminal.screen.saved_cursors) == 2
    assert terminal.screen.saved.x == 0


@pytest.mark.parametrize(
    ("data", "mode", "value"),
    [
        (b"\x1b[?1h", "application_cursor", True),
        (b"\x1b=", "application_keypad", True),
        (b"\x1b=\x1b>", "application_keypad", False),
        (b"\x1b[?7l", "autowrap", False),
        (b"\x1b[?2004h", "bracketed_paste", True),
        (b"\x1b[?25l", "cursor_visible", False),
        (b"\x1b[?12h", "cursor_blinking", True),
        (b"\x1b[5 q", "cursor_shape", CursorShape.BAR),
        (b"\x1b[4 q", "cursor_shape", CursorShape.UNDERLINE),
        (b"\x1b[4 q\x1b[0 q", "cursor_shape", CursorShape.DEFAULT),
        (b"\x1b[?1004h", "focus", True),
        (b"\x1b[4h", "insert", True),
        (b"\x1b[?1000h\x1b[?1003h", "mouse_tracking", MouseTracking.MOTION),
        (b"\x1b[?1003h\x1b[?1003l", "mouse_tracking", MouseTracking.NONE),
        (b"\x1b[?9h", "mouse_tracking", MouseTracking.PRESSES_X10),
        (b"\x1b[?1006h", "mouse_encoding", MouseEncoding.SGR),
        (b"\x1b[?1006h\x1b[?1005h", "mouse_encoding", MouseEncoding.UTF8),
        (b"\x1b[?1007h", "alternate_scroll", True),
        (b"\x1b[?6h", "origin", True),
        (b"\x1b[?5h", "reverse_screen", True),
        (b"\x1b[?2026h", "synchronized", True),
        (b"\x1bP=1s\x1b\\", "synchronized", True),
        (b"\x1bP=1s\x1b\\\x1bP=2s\x1b\\", "synchronized", False),
        (b"\x1b[?2031h", "colour_scheme_reports", True),
        (b"\x1b[>4;2m", "modify_other_keys", 2),
        (b"\x1b[>4;2m\x1b[>4m", "modify_other_keys", 0),
        (b"\x1b[>7u", "kitty_keyboard", 7),
        (b"\x1b[>7u\x1b[<u", "kitty_keyboard", 0),
        (b"\x1b[>7u\x1b[>1u\x1b[<u", "kitty_keyboard", 7),
        (b"\x1b[=5u\x1b[=2;2u\x1b[=1;3u", "kitty_keyboard", 6),
        (b"\x1b[?1049h", "alternate", True),
    ],
)
def test_modes_are_known_to_a_window(data: bytes, mode: str, value: object) -> None:
    assert getattr(terminal_after(data).modes, mode) == value


def test_each_screen_has_its_own_keyboard_stack() -> None:
    terminal = terminal_after(b"\x1b[>1u\x1b[?1049h\x1b[>5u")
    assert terminal.modes.kitty_keyboard == 5
    terminal.feed(b"\x1b[?1049l")
    assert terminal.modes.kitty_keyboard == 1


def test_a_keyboard_stack_is_bounded_and_never_empty() -> None:
    terminal = terminal_after(b"\x1b[>1u" * 1000)
    assert len(terminal.screen.keyboard) < 20
    terminal.feed(b"\x1b[<999u")
    assert terminal.modes.kitty_keyboard == 0


def test_private_modes_are_saved_and_restored() -> None:
    assert not terminal_after(b"\x1b[?7l\x1b[?7s\x1b[?7h\x1b[?7r").modes.autowrap
    assert terminal_after(b"\x1b[?7r\x1b[?12345s\x1b[?12345r").modes.autowrap


def test_unknown_modes_are_not_kept() -> None:
    terminal = terminal_after(b"".join(b"\x1b[?%dh\x1b[%dh" % (n, n) for n in range(3000, 9000)))
    assert len(terminal.screen.mode) < 10


def test_the_column_mode_clears_only_when_it_is_allowed() -> None:
    assert terminal_after(b"abc\x1b[?3h").text() == "abc"
    assert terminal_after(b"abc\x1b[?40h\x1b[?3h").text() == ""
    assert terminal_after(b"abc\x1b[?40h\x1b[?3h").sample().cols == 10
