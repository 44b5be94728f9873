"""The window on a real daemon: keys and mouse in, an emulator looking at what comes out."""

import base64
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from daemonclient import PATIENCE
from daemons import House
from fakeagents import FakeAgent
from outerterminal import OuterTerminal

from pitwall.terminal import Modes

Opened = Callable[..., OuterTerminal]


@pytest.fixture
def opened(house: House) -> Iterator[Opened]:
    """Windows of the house; each is left and gone with the test."""
    with ExitStack() as windows:

        def show(*argv: str, rows: int = 24, cols: int = 100, **more: str) -> OuterTerminal:
            outer = windows.enter_context(OuterTerminal(rows, cols))
            environment = house.environment(TERM="xterm-256color", COLORTERM="truecolor", **more)
            for name in ("TMUX", "TERM_PROGRAM", "KITTY_WINDOW_ID"):
                environment.pop(name, None)
            outer.start(
                [sys.executable, "-P", "-m", "pitwall.cli.thin", *argv], env=environment, cwd=house.work
            )
            return outer

        yield show


def shell(opened: Opened, *argv: str, **options: object) -> OuterTerminal:
    """A window on a session with a shell that is at its prompt."""
    outer = opened(*argv, **options)
    at_prompt(outer)
    return outer


def at_prompt(outer: OuterTerminal) -> None:
    """Wait for a shell's prompt: root's is another one."""
    outer.until(lambda: re.search(r"│[$#]", outer.text()), "a prompt")


def panes(outer: OuterTerminal) -> str:
    """What is shown beside the sidebar, without the status bar."""
    return "\n".join(line[30:] for line in outer.screen[:-1])


def test_the_first_window_opens_a_shell_and_the_next_finds_it(house: House, opened: Opened) -> None:
    first = shell(opened)
    first.press("echo from-$((40 + 2))\r")
    first.until_shows("from-42")
    first.press("\x02d")
    assert first.until_left() == 0
    assert first.terminal.modes == Modes()
    assert first.cooked()
    second = opened()
    second.until_shows("from-42")
    assert len(house.ls()) == 1


def test_tabs_are_opened_chosen_renamed_found_and_killed(house: House, opened: Opened) -> None:
    outer = shell(opened)
    outer.press("\x02c")
    outer.until_shows("2 tabs")
    outer.until(lambda: outer.screen[-1].startswith(" 2 "), "the new tab shown")
    outer.press("\x02,\x15second\r")
    outer.until_shows(" 2 ▸ second")
    outer.press("\x021")
    outer.until(lambda: outer.screen[-1].startswith(" 1 "), "the first tab shown")
    outer.press("\x02fsec\r")
    outer.until(lambda: outer.screen[-1].startswith(" 2 second"), "the found tab shown")
    outer.press("\x02gapi\r")
    outer.until_shows(" api ─")
    outer.press("\x02.1\r")
    outer.until(lambda: outer.screen[-1].startswith(" 1 second"), "the tab moved")
    outer.press("\x02&n")
    outer.press("\x02&y")
    outer.until_shows("1 tab")
    assert [row["title"] for row in house.ls()].count("second") == 0


def test_keys_behind_quick_wishes_are_for_the_tab_that_the_last_one_shows(
    house: House, opened: Opened
) -> None:
    tabs = [
        house.new("-n", name, "--", "sh", "-c", "stty -echo; echo ready; cat > $0", name) for name in "abc"
    ]
    outer = opened()
    for tab in tabs:
        house.until_shows(tab, "ready")
    outer.until_shows("3 tabs")
    for number, name in ((2, "b"), (3, "c"), (1, "a"), (3, "c"), (2, "b")):
        other = 1 + number % 3
        outer.press(f"\x02{other}\x02{number}for {name}\r")
    outer.press("\x021\x02n\x02nlast for c\r")
    outer.until(lambda: outer.screen[-1].startswith(" 3 "), "the third tab")
    for name, text in (("a", "for a\n"), ("b", "for b\n" * 2), ("c", "for c\n" * 2 + "last for c\n")):
        give_up = time.monotonic() + PATIENCE
        while (found := (house.work / name).read_text()) != text:
            assert time.monotonic() < give_up, (name, found)


def test_a_new_session_is_shown_at_once(house: House, opened: Opened) -> None:
    outer = opened("session", "new", "other")
    outer.until_shows(" other ", "1 tab")
    at_prompt(outer)
    outer.press("\x02d")
    assert outer.until_left() == 0
    assert "[left other]" in outer.text()


def test_a_detached_tab_leaves_the_sidebar_and_goes_on(house: House, opened: Opened) -> None:
    outer = shell(opened)
    outer.press("\x02c")
    outer.until_shows("2 tabs")
    outer.press("\x02D\x02p")
    outer.until_shows("1 tab")
    assert [row["detached"] for row in house.ls()] == [False, True]


def test_panes_are_split_focused_zoomed_and_closed(house: House, opened: Opened) -> None:
    outer = shell(opened)
    outer.press("echo le''ft\r\x02%")
    outer.until(lambda: re.search(r"│[$#]", panes(outer)[2:]), "two panes")
    outer.press("echo ri''ght\r")
    outer.until_shows("left", "right")
    outer.press('\x02"')
    outer.until_shows("├──")
    outer.press("echo be''low\r")
    outer.until_shows("below")
    outer.press("\x02z")
    outer.until(lambda: "left" not in panes(outer) and "below" in panes(outer), "zoomed")
    outer.press("\x02z")
    outer.until_shows("left", "right", "below")
    outer.press("\x02\x1b[D")
    outer.press("stty size\r")
    outer.until_shows("23 34")
    outer.press("\x02L")
    outer.press("stty size\r")
    outer.until_shows("23 38")
    outer.press("exit\r")
    outer.until(lambda: "left" not in panes(outer) and "├" not in outer.text(), "the left pane closed")
    outer.press("\x02xy")
    outer.until(lambda: "─" not in panes(outer), "one pane left")


def test_parts_of_a_link_belong_together_and_to_none_of_another_pane(house: House, opened: Opened) -> None:
    """Two panes show the same: a link with an id, which is wrapped, and two without."""
    until_narrow = "until stty size | grep -q ' 3[45]'; do sleep 0.05; done; "
    wrapped = rf"\033]8;id=1;http://a\033\\{'w' * 40}\033]8;;\033\\"
    others = r" \033]8;;http://a\033\\xx\033]8;;\033\\ \033]8;;http://b\033\\yy\033]8;;\033\\"
    program = ("--", "sh", "-c", f"{until_narrow}printf '{wrapped}{others}'; exec cat")
    house.new("--size", "23x100", *program)
    assert house.ask("split", "1", "--right", *program).code == 0
    outer = opened("attach", "1")
    outer.until(lambda: panes(outer).count("yy") == 2, "both panes")
    first, second = (
        [style.link for _, cells, style in row.spans() for _ in range(cells)]
        for row in outer.terminal.look().rows[:2]
    )
    left, right = outer.screen[0].index("│w") + 1, outer.screen[0].rindex("│w") + 1
    assert first[left] == second[left] != first[right] == second[right]
    assert [link.uri for link in (first[left], first[right]) if link and link.identity] == ["http://a"] * 2
    without = [link.uri for link in second if link and not link.identity]
    assert without == (["http://a"] * 2 + ["http://b"] * 2) * 2


def test_the_mouse_chooses_tabs_and_panes_and_scrolls(house: House, opened: Opened) -> None:
    outer = shell(opened)
    outer.press("seq 200\r")
    outer.until_shows("199", "200")
    outer.press("\x1b[<64;50;5M" * 4)
    outer.until(lambda: "copy: 12 lines up" in outer.screen[-1], "scrolled")
    assert "200" not in panes(outer).split()
    outer.press("\x1b[<65;50;5M" * 4)
    outer.until(lambda: "copy" not in outer.screen[-1], "back at the newest line")
    outer.press("\x02c")
    outer.until_shows("2 tabs")
    row = next(number for number, line in enumerate(outer.screen) if line.startswith(" 1 "))
    outer.press(f"\x1b[<0;5;{row + 1}M\x1b[<0;5;{row + 1}m")
    outer.until(lambda: outer.screen[-1].startswith(" 1 "), "the clicked tab shown")


def test_what_scrolled_by_is_searched_and_copied_through_the_terminal(house: House, opened: Opened) -> None:
    outer = shell(opened)
    outer.press("seq -f 'number %g.' 1500\r")
    outer.until_shows("number 1500.")
    outer.press("\x02/number 17.\r")
    outer.until(lambda: "number 17." in panes(outer).split("\n"), "the found line")
    outer.press("Vy")
    outer.until(lambda: b"\x1b]52;c;" in outer.seen, "the clipboard set")
    copied = re.search(rb"\x1b\]52;c;([^\x1b]*)", outer.seen)
    assert copied is not None
    assert base64.b64decode(copied[1]) == b"number 17.\n"


def test_a_storm_of_sizes_ends_in_the_last_one(house: House, opened: Opened) -> None:
    outer = shell(opened)
    for step in range(60):
        outer.resize(10 + step % 31, 40 + step * 7 % 120)
    outer.resize(30, 110)
    outer.until(lambda: outer.screen[-1].endswith("help"), "the last size")
    outer.press("clear; stty size\r")
    outer.until_shows("29 80")
    outer.until(lambda: outer.screen[-1].startswith(" 1 "), "the status bar in the last row")


def test_two_windows_share_a_tab_at_the_smaller_size(house: House, opened: Opened) -> None:
    large = shell(opened, rows=40, cols=140)
    small = shell(opened, rows=20, cols=90)
    small.press("echo seen by b''oth; stty size\r")
    small.until_shows("seen by both", "19 60")
    large.until_shows("seen by both")
    small.press("\x02d")
    small.until_left()
    large.press("clear; stty size\r")
    large.until_shows("39 110")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_window_that_goes_takes_nothing_with_it(
    house: House, opened: Opened, number: signal.Signals
) -> None:
    outer = shell(opened)
    assert outer.client is not None
    outer.press("echo st''ill here\r")
    outer.until_shows("still here")
    outer.client.send_signal(number)
    outer.client.wait()
    outer.read(0.1)
    if number != signal.SIGKILL:
        assert outer.terminal.modes == Modes()
        assert outer.cooked()
    opened().until_shows("still here")


def test_a_hung_up_terminal_ends_the_window(house: House, opened: Opened) -> None:
    outer = shell(opened)
    assert outer.client is not None
    client = outer.client
    outer.hang_up()
    assert client.wait(timeout=20) in (128 + signal.SIGHUP, -signal.SIGHUP)
    assert len(house.ls()) == 1


def test_a_killed_daemon_leaves_a_sane_terminal(own_house: House) -> None:
    own_house.start()
    with OuterTerminal() as outer:
        environment = own_house.environment(TERM="xterm-256color")
        outer.start([sys.executable, "-P", "-m", "pitwall.cli.thin"], env=environment, cwd=own_house.work)
        at_prompt(outer)
        own_house.kill9()
        assert outer.until_left() == 1
        assert outer.terminal.modes == Modes()
        assert outer.cooked()
        assert "the daemon is gone" in outer.text()


def test_a_tab_that_needs_the_user_is_on_top_and_rings(
    house: House, agent: FakeAgent, opened: Opened
) -> None:
    outer = shell(opened)
    agent.open()
    agent.order("working", "ask May I?")
    outer.until_shows("1 blocked", "needs you", "May I?")
    outer.until(lambda: b"\a" in outer.seen, "the bell")
    outer.press("\x02a")
    outer.until(lambda: "drift" in outer.screen[-1], "the agent's tab shown")


def test_a_stopped_terminal_holds_up_neither_daemon_nor_other_windows(house: House, opened: Opened) -> None:
    slow, quick = shell(opened), shell(opened)
    # Nobody reads what the slow one paints from here on.
    quick.press("i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i + 1)); done; echo al''l done\r")
    quick.until_shows("all done")
    assert house.run("ls").code == 0
    slow.until_shows("all done")


def test_bytes_reach_the_program_as_they_were_typed(house: House, opened: Opened) -> None:
    outer = shell(opened)
    program = house.python(
        "raw",
        "import os, sys, tty\n"
        "tty.setraw(0)\n"
        "os.write(1, b'ready\\r\\n\\x1b[?2004h\\x1b[?1000h\\x1b[?1006h')\n"
        "seen = b''\n"
        "while not seen.endswith(b'!'):\n"
        "    seen += os.read(0, 1000)\n"
        "os.write(1, seen.hex(' ').encode() + b'\\r\\n')\n",
    )
    outer.press(f"{program}\r")
    outer.until_shows("ready")
    outer.press(b"\x00\x01\xff\x1b[A\x1b[200~p\x02\x1b[201~\x1b[<0;33;4M!")
    expected = b"\x00\x01\xff\x1b[A\x1b[200~p\x02\x1b[201~\x1b[<0;3;4M!".hex(" ")
    outer.until(lambda: expected in "".join(panes(outer).split("\n")), "the bytes")
