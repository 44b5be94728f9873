"""Whatever a program has switched on is switched off when the window goes."""

from hypothesis import given
from hypothesis import strategies as st

from pitwall.terminal import Modes, MouseEncoding, MouseTracking, Terminal
from pitwall.window.modes import OuterModes
from pitwall.wire.window import PaneModes

ANY_MODES = st.builds(
    PaneModes,
    application_cursor=st.booleans(),
    application_keypad=st.booleans(),
    bracketed_paste=st.booleans(),
    focus=st.booleans(),
    mouse=st.sampled_from([0, 9, 1000, 1002, 1003]),
    mouse_encoding=st.sampled_from([0, 1005, 1006, 1015]),
    alternate=st.booleans(),
    kitty_keyboard=st.integers(0, 31),
    cursor_visible=st.booleans(),
    cursor_shape=st.integers(0, 6),
)


@given(st.lists(st.one_of(st.none(), ANY_MODES), max_size=6), st.binary(max_size=4))
def test_leaving_restores_all_that_entering_and_following_have_set(
    followed: list[PaneModes | None], cut: bytes
) -> None:
    terminal, outer = Terminal(5, 20), OuterModes()
    terminal.feed(b"shell$ ")
    terminal.feed(outer.entered())
    for modes in followed:
        terminal.feed(outer.follow(modes))
    terminal.feed(b"\x1b[?25l\x1b[4 q\x1b[?2026h\x1b[1;31mpainted \x1b]8;;http://cut")
    terminal.feed(outer.left())
    assert terminal.modes == Modes()
    terminal.feed(b"next")
    assert str(terminal.look().rows[0]) == "shell$ next"
    assert terminal.look().rows[0].ansi() == "shell$ next"


def test_the_window_hears_of_the_mouse_pastes_and_focus_from_the_start() -> None:
    terminal, outer = Terminal(5, 20), OuterModes()
    terminal.feed(outer.entered())
    modes = terminal.modes
    assert modes.alternate
    assert modes.mouse_tracking is MouseTracking.DRAGS
    assert modes.mouse_encoding is MouseEncoding.SGR
    assert modes.bracketed_paste
    assert modes.focus
    assert not modes.autowrap


@given(st.lists(ANY_MODES, min_size=1, max_size=5))
def test_the_outer_terminal_has_the_modes_of_the_program_followed_last(followed: list[PaneModes]) -> None:
    terminal, outer = Terminal(5, 20), OuterModes()
    terminal.feed(outer.entered())
    for modes in followed:
        terminal.feed(outer.follow(modes))
    last, now = followed[-1], terminal.modes
    assert now.application_cursor == last.application_cursor
    assert now.application_keypad == last.application_keypad
    assert now.kitty_keyboard == last.kitty_keyboard
    assert (now.mouse_tracking is MouseTracking.MOTION) == (last.mouse == 1003)
    assert outer.follow(last) == b""


def test_a_terminal_is_spared_the_keyboard_protocol_until_a_program_speaks_it() -> None:
    outer = OuterModes()
    assert b"u" not in outer.entered() + outer.follow(PaneModes()) + outer.left()
