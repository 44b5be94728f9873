"""A window follows its daemon over a restart, wherever that was asked for, and over nothing else."""

import re
import signal
import sys
import time
from collections.abc import Iterator

import pytest
from daemonclient import PATIENCE
from daemons import House
from outerterminal import OuterTerminal

from pitwall.terminal import Modes


@pytest.fixture
def at(own_house: House) -> House:
    own_house.start()
    return own_house


@pytest.fixture
def outer(at: House) -> Iterator[OuterTerminal]:
    """A window on a shell in the second of two tabs."""
    with OuterTerminal(24, 100) as terminal:
        environment = at.environment(TERM="xterm-256color", COLORTERM="truecolor")
        command = [sys.executable, "-P", "-m", "pitwall.cli.thin"]
        terminal.start(command, env=environment, cwd=at.work)
        terminal.until_shows("1 tab")
        terminal.press("\x02c")
        terminal.until(lambda: terminal.screen[-1].startswith(" 2 "), "the second tab")
        terminal.until(lambda: re.search(r"│[$#] ?\n", terminal.text()), "a prompt")
        terminal.press("echo number-$((40 + 2))\r")
        terminal.until_shows("number-42")
        yield terminal


def follows(outer: OuterTerminal, at: House, run: int) -> None:
    """The window shows the second tab of another daemon, whose shell takes keys."""
    outer.until(lambda: "number-42" not in outer.text(), "the old shell gone")
    outer.until(lambda: outer.screen[-1].startswith(" 2 "), "the second tab")
    outer.until_shows("a daemon restart ended the shell")
    outer.press("echo another-$((40 + 3))\r")
    outer.until_shows("another-43")
    assert at.daemon_pid not in (None, run)
    outer.press("\x02d")
    assert outer.until_left() == 0
    assert outer.terminal.modes == Modes()
    assert outer.cooked()


def test_a_restart_that_is_asked_for_elsewhere(at: House, outer: OuterTerminal) -> None:
    run = at.daemon_pid
    assert run is not None
    result = at.run("daemon", "restart", "-f")
    assert (result.code, result.out) == (0, "the daemon runs\n")
    follows(outer, at, run)


def test_a_restart_that_is_asked_for_in_the_window_itself(at: House, outer: OuterTerminal) -> None:
    """What asks is ended with all that runs in the tabs."""
    run = at.daemon_pid
    assert run is not None
    outer.press(f"clear; {sys.executable} -P -m pitwall.cli.thin daemon restart -f\r")
    follows(outer, at, run)


def test_hidden_tabs_stay_hidden_and_what_was_zoomed_is_zoomed(at: House, outer: OuterTerminal) -> None:
    run = at.daemon_pid
    assert run is not None
    outer.press("\x02%")
    outer.until(lambda: outer.terminal.look().cursor[1] > 65, "the keys in a second pane")
    outer.press("\x02o\x02z")
    outer.until(
        lambda: "zoomed" in outer.screen[-1] and "number-42" in outer.text(), "the first pane, zoomed"
    )
    assert at.ask("detach", "2").code == 0
    since = at.seq()
    assert at.run("daemon", "restart", "-f").code == 0
    outer.until(lambda: "number-42" not in outer.text(), "the old shell gone")
    outer.until(lambda: outer.screen[-1].startswith(" 2 ") and "zoomed" in outer.screen[-1], "all as it was")
    assert [row["detached"] for row in at.ls()] == [False, True]
    assert [event for event in at.events() if event["seq"] > since and event["type"] == "pane.resized"] == []


def test_all_that_a_window_shows_otherwise_is_as_it_was_too(at: House, outer: OuterTerminal) -> None:
    outer.press("\x02l\x02%")
    outer.until(lambda: outer.terminal.look().cursor[1] > 65, "the keys in a second pane")
    outer.press("\x02z")
    outer.until(lambda: outer.screen[-1].startswith(" 1 ") and "zoomed" in outer.screen[-1], "it zoomed")
    outer.press("\x02l\x02b")
    outer.until(lambda: outer.screen[-1].startswith(" 2 ") and "│" not in outer.text(), "no sidebar")
    assert at.run("daemon", "restart", "-f").code == 0
    outer.until(lambda: "number-42" not in outer.text(), "the old shell gone")
    outer.until_shows("a daemon restart ended the shell")
    assert outer.screen[-1].startswith(" 2 ")
    assert "│" not in outer.text()
    outer.press("\x02l")
    outer.until(lambda: outer.screen[-1].startswith(" 1 "), "the tab before")
    outer.until(lambda: "zoomed" in outer.screen[-1], "its pane zoomed")


def test_windows_on_several_sessions_come_back_each_on_its_own(at: House, outer: OuterTerminal) -> None:
    run = at.daemon_pid
    assert at.ask("session", "new", "-d", "other").code == 0
    with OuterTerminal(24, 100) as second:
        environment = at.environment(TERM="xterm-256color", COLORTERM="truecolor")
        command = [sys.executable, "-P", "-m", "pitwall.cli.thin", "session", "attach", "other"]
        second.start(command, env=environment, cwd=at.work)
        second.until_shows(" other ", "1 tab")
        assert at.run("daemon", "restart", "-f").code == 0
        second.until_shows("a daemon restart ended the shell")
        second.until_shows(" other ", "1 tab")
        assert run is not None
        follows(outer, at, run)


def test_a_restart_asked_for_in_a_pane_that_nobody_looks_at(at: House) -> None:
    run = at.daemon_pid
    at.new("--", sys.executable, "-P", "-m", "pitwall.cli.thin", "daemon", "restart", "-f")
    give_up = time.monotonic() + PATIENCE
    while at.daemon_pid in (None, run):
        assert time.monotonic() < give_up, "no other daemon came"
    assert at.ask("ls").code == 0


def test_a_restart_whose_asker_is_ended_at_the_question_is_none(at: House) -> None:
    run = at.daemon_pid
    tab = at.new("--", sys.executable, "-P", "-m", "pitwall.cli.thin", "daemon", "restart")
    at.until_shows(tab, "restart the daemon? [y/N]")
    assert run is not None
    assert at.ask("kill", "-f", str(tab["id"])).code == 0
    assert at.ended(but=[run]) == []
    assert at.daemon_pid == run


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_a_daemon_that_ends_otherwise_ends_the_window(
    at: House, outer: OuterTerminal, end: signal.Signals
) -> None:
    at.signal(end)
    assert outer.until_left() == 1
    assert "the daemon is gone" in outer.text()
    assert outer.terminal.modes == Modes()
    assert outer.cooked()
