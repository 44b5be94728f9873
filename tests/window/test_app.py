"""The window as a process: in a real PTY, with a daemon that does as it is told, and an emulator that looks at it."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from outerterminal import OuterTerminal
from windowdaemon import FakeDaemon, scene, tab, update

from pitwall.wire import frames
from pitwall.wire.window import Act, Again, Geometry, Keys, PaneBox, PaneModes, Run

LOUD = PaneModes(
    application_cursor=True,
    application_keypad=True,
    bracketed_paste=True,
    focus=True,
    mouse=1003,
    mouse_encoding=1006,
    alternate=True,
    kitty_keyboard=1,
    cursor_visible=False,
    cursor_shape=6,
)
"""A program that has switched on all there is."""


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[FakeDaemon]:
    with FakeDaemon(tmp_path / "home") as fake:
        yield fake


@pytest.fixture
def outer() -> Iterator[OuterTerminal]:
    with OuterTerminal() as terminal:
        yield terminal


def shown(daemon: FakeDaemon, outer: OuterTerminal, modes: PaneModes | None = None) -> None:
    """A window with a tab, and a pane that says hello."""
    daemon.show(outer)
    daemon.heard(Geometry)
    daemon.send(
        scene(tab(1, "one"), tab(2, "two", "blocked", attention=0)), update("hello there", modes=modes)
    )
    outer.until_shows("hello there")


def assert_sane(outer: OuterTerminal) -> None:
    """The outer terminal is as it was before the window: modes, keyboard, screen, and the line discipline."""
    modes = outer.terminal.modes
    assert modes == type(modes)(), modes
    assert outer.cooked()
    outer.terminal.feed(b"plain")
    row = next(row for row in outer.terminal.look().rows if "plain" in str(row))
    assert row.ansi().rstrip().endswith("plain")


def test_a_window_shows_tabs_and_a_pane_and_leaves_by_key(daemon: FakeDaemon, outer: OuterTerminal) -> None:
    hello = daemon.show(outer)
    assert hello.argv == ()
    room = daemon.heard(Geometry)
    assert (room.rows, room.cols, room.focused) == (23, 70, True)
    daemon.send(
        scene(tab(1, "one"), tab(2, "two", "blocked", attention=0)), update("hello there", cursor=(0, 5))
    )
    outer.until_shows("hello there", "1 blocked", "needs you", " 2 ! two")
    outer.until(lambda: outer.terminal.look().cursor == (0, 35), "the cursor in the pane")
    outer.press("\x02d")
    assert outer.until_left() == 0
    assert "[left main]" in outer.text()
    assert_sane(outer)


def test_keys_pass_byte_for_byte_but_for_the_prefix(daemon: FakeDaemon, outer: OuterTerminal) -> None:
    shown(daemon, outer)
    outer.press(b"ls\r\x1b[A\xc3\xa4\x00\xff")
    heard = b""
    while len(heard) < 10:
        heard += daemon.heard(Keys).data
    assert heard == b"ls\r\x1b[A\xc3\xa4\x00\xff"
    outer.press(b"\x02c")
    assert daemon.heard(Run).argv == ("new",)
    outer.press(b"\x02a")
    assert daemon.heard(Act) == Act("select", f"{2:016x}")
    outer.press(b"\x02\x02")
    assert daemon.heard(Keys).data == b"\x02"


def test_a_bare_escape_reaches_the_pane(daemon: FakeDaemon, outer: OuterTerminal) -> None:
    shown(daemon, outer)
    outer.press(b"\x1b")
    assert daemon.heard(Keys).data == b"\x1b"


def test_what_was_typed_just_before_leaving_reaches_the_pane(
    daemon: FakeDaemon, outer: OuterTerminal
) -> None:
    shown(daemon, outer)
    outer.press(b"exit\r\x02d")
    assert daemon.heard(Keys).data == b"exit\r"
    assert outer.until_left() == 0


def test_a_tab_that_was_shown_before_is_there_before_the_daemon_has_answered(
    daemon: FakeDaemon, outer: OuterTerminal
) -> None:
    shown(daemon, outer)
    tabs, other = (tab(1, "one"), tab(2, "two")), (PaneBox("p2", 0, 0, 23, 70, True, ""),)
    daemon.send(update("the other tab", pane="p2"), scene(*tabs, active=2, panes=other, kept=("p1",)))
    outer.until_shows("the other tab")
    outer.press("\x02l")
    outer.until_shows("hello there")
    assert "the other tab" not in outer.text()
    assert daemon.heard(Act) == Act("select", f"{1:016x}")
    outer.press("x")
    assert daemon.heard(Keys) == Keys("", b"x")


def test_a_daemon_that_says_nothing_is_waited_for_and_the_user_is_told(
    daemon: FakeDaemon, outer: OuterTerminal
) -> None:
    program = (
        "import sys; from pitwall.cli import connection, window; window.PATIENCE = 0.05; "
        "sys.exit(window.run((), connection.connect(), 0, connection.connect))"
    )
    daemon.show_by(outer, ["-c", program])
    outer.until_shows("the daemon has not answered yet")
    daemon.send(scene(tab(1, "one")), update("hello there"))
    outer.until_shows("hello there")


def test_a_new_size_is_told_and_painted(daemon: FakeDaemon, outer: OuterTerminal) -> None:
    shown(daemon, outer)
    outer.resize(30, 50)
    room = daemon.heard(Geometry)
    assert (room.rows, room.cols) == (28, 50)
    outer.until_shows("2!two", "hello there")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_leaves_a_sane_terminal(
    daemon: FakeDaemon, outer: OuterTerminal, number: signal.Signals
) -> None:
    shown(daemon, outer, LOUD)
    assert outer.client is not None
    outer.client.send_signal(number)
    assert outer.until_left() == 128 + number
    assert_sane(outer)


def test_a_daemon_that_dies_leaves_a_sane_terminal_and_advice(
    daemon: FakeDaemon, outer: OuterTerminal
) -> None:
    shown(daemon, outer, LOUD)
    daemon.hang_up()
    assert outer.until_left() == 1
    assert "the daemon is gone" in outer.text()
    assert_sane(outer)


def test_a_daemon_that_says_it_comes_back_is_connected_to_again_and_asked_for_what_was_shown(
    daemon: FakeDaemon, outer: OuterTerminal
) -> None:
    shown(daemon, outer, LOUD)
    tabs = (tab(1, "one"), tab(2, "two"))
    daemon.send(scene(*tabs, active=2, zoomed=True), Again())
    hello = daemon.restart()
    assert hello.argv == ("session", "attach", "--", "main")
    wishes = [daemon.heard(Act) for _ in range(4)]
    two = Act("select", f"{2:016x}")
    assert wishes == [two, Act("focus", "p1"), Act("zoom", "p1"), two]
    daemon.heard(Geometry)
    daemon.send(scene(*tabs), update("not this"))
    daemon.send(scene(*tabs, active=2, zoomed=True, answered=4), update("hello again"))
    outer.until_shows("hello again")
    outer.press("\x02d")
    assert outer.until_left() == 0
    assert_sane(outer)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_while_the_daemon_is_away_leaves_a_sane_terminal(
    daemon: FakeDaemon, outer: OuterTerminal, number: signal.Signals
) -> None:
    program = (
        "import sys, time; from pitwall.cli import connection, window; "
        "away = lambda: (print('away', flush=True), [time.sleep(0.05) for _ in range(9999)]); "
        "sys.exit(window.run((), connection.connect(), 0, away))"
    )
    daemon.show_by(outer, ["-c", program])
    daemon.heard(Geometry)
    daemon.send(scene(tab(1, "one")), update("hello there"), Again())
    outer.until_shows("hello there")
    daemon.hang_up()
    outer.until_shows("away")
    assert not outer.cooked(), "what is typed is not shown"
    assert outer.client is not None
    outer.client.send_signal(number)
    assert outer.until_left() == 128 + number
    assert_sane(outer)


@pytest.mark.parametrize("end", ["a key", "SIGTERM", "SIGHUP", "the daemon's last word"])
def test_a_window_that_ends_before_the_daemon_does_stays_away(
    daemon: FakeDaemon, outer: OuterTerminal, end: str
) -> None:
    shown(daemon, outer)
    daemon.send(Again(), update("about to stop"))
    outer.until_shows("about to stop")
    assert outer.client is not None
    if end == "a key":
        outer.press("\x02d")
    elif end == "the daemon's last word":
        daemon.send_frame(frames.EXIT, b"\0")
    else:
        outer.client.send_signal(signal.Signals[end])
    code = outer.until_left()
    assert code == (128 + signal.Signals[end] if end.startswith("SIG") else 0)
    assert "restarts" not in outer.text()
    assert_sane(outer)


def test_a_crash_of_the_window_leaves_a_sane_terminal(
    daemon: FakeDaemon, outer: OuterTerminal, tmp_path: Path
) -> None:
    crash = tmp_path / "crash"
    crash.mkdir()
    (crash / "sitecustomize.py").write_text(
        "import pitwall.window.model as model\n"
        "def fail(*_):\n    raise RuntimeError('broken on purpose')\n"
        "model.Model.resize = fail\n"
    )
    source = daemon.environment()["PYTHONPATH"]
    daemon.show(outer, PYTHONPATH=f"{crash}{os.pathsep}{source}")
    daemon.send(scene(), update("hello there", modes=LOUD))
    outer.until_shows("hello there")
    outer.resize(20, 90)
    assert outer.until_left() != 0
    assert b"broken on purpose" in outer.seen
    assert_sane(outer)


def test_a_refusal_is_an_ordinary_message(daemon: FakeDaemon, outer: OuterTerminal) -> None:
    daemon.show(outer, "attach", "none")
    daemon.send_frame(frames.ERROR_OUTPUT, b"pitwall: there is no tab none\n")
    daemon.send_frame(frames.EXIT, b"\x01")
    assert outer.until_left() == 1
    assert "there is no tab none" in outer.text()
    assert b"?1049" not in outer.seen
    assert_sane(outer)
