"""The window within a real terminal: programs in it look as they do without it."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from daemonclient import PATIENCE
from daemons import House
from outerterminal import OuterTerminal
from procfs import children, command_of
from rectangles import Rectangle
from tmux import AVAILABLE, Tmux

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="tmux is not installed")

ROWS, COLS, LEFT = 31, 110, 30
"""The outer terminal, and the first column beside the sidebar."""

TEXT = "\n".join(
    f"{number:3} The quick brown fox\tjumps over the lazy dog — 日本語 {'=' * (number % 40)}"
    for number in range(200)
)


HTOPRC = """\
config_reader_min_version=3
fields=0 48 17 18 38 39 40 2 46 47 49 1
hide_userland_threads=1
highlight_base_name=1
show_program_path=1
header_margin=1
header_layout=two_50_50
column_meters_0=Hostname Blank
column_meter_modes_0=2 2
column_meters_1=Blank Hostname
column_meter_modes_1=2 2
"""
"""What htop shows, less whatever changes by itself: no clock, load or memory of the machine."""


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


@pytest.fixture
def text(house: House) -> Path:
    path = house.work / "text"
    path.write_text(TEXT)
    return path


def environment(house: House) -> dict[str, str]:
    own = house.environment(COLORTERM="truecolor", PS1="$ ", ENV="", LESS="", LC_ALL="C.UTF-8")
    return own | {"TERM": "xterm-256color"}


@pytest.fixture
def window(house: House) -> Iterator[Tmux]:
    command = [sys.executable, "-P", "-m", "pitwall.cli.thin"]
    with Tmux(house.work, command, environment(house), rows=ROWS, cols=COLS) as tmux:
        tmux.until(lambda: tmux.screen()[-1].startswith(" 1 "), "the window")
        yield tmux


def looked_at(tmux: Tmux, terminal: OuterTerminal, left: int) -> Rectangle:
    """The pane's cells in a tmux that has settled, looked at through another terminal that is attached to it."""
    at = {"left": left, "rows": ROWS - 1, "cols": COLS - LEFT}
    text = Rectangle.painted(tmux.settled(), **at).text
    tmux.show_in(terminal)
    terminal.until(lambda: Rectangle.of(terminal.terminal.look(), **at).text == text, "all that tmux shows")
    terminal.read(0.1)
    return Rectangle.of(terminal.terminal.look(), **at)


def assert_looks_as_outside(house: House, window: Tmux, command: str, *keys: str, shows: str) -> None:
    """Run a command in the window and in a terminal of the pane's size, press the same keys, and compare."""
    with ExitStack() as used:
        size = {"rows": ROWS - 1, "cols": COLS - LEFT}
        outside = used.enter_context(Tmux(house.work, ["sh"], environment(house), **size))
        for terminal in (window, outside):
            terminal.keys(f"clear; {command}", "Enter")
            terminal.until_shows(shows)
            terminal.settled()
            for key in keys:
                terminal.keys(key)
                terminal.settled()
        inside = looked_at(window, used.enter_context(OuterTerminal(ROWS, COLS)), LEFT)
        alone = looked_at(outside, used.enter_context(OuterTerminal(**size)), 0)
        assert inside.text == alone.text
        assert inside.differences(alone) == []


@needs("vim")
def test_vim_looks_as_it_does_outside(house: House, window: Tmux, text: Path) -> None:
    keys = (":syntax on", "Enter", "G", "gg", "10j", "ofresh line", "Escape", "v3j", ":vsplit", "Enter")
    assert_looks_as_outside(house, window, f"vim -u NONE -i NONE -n {text.name}", *keys, shows="quick")


@needs("less")
def test_less_looks_as_it_does_outside(house: House, window: Tmux, text: Path) -> None:
    keys = ("Space", "Space", "b", "/fox", "Enter", "j", "j")
    assert_looks_as_outside(house, window, f"less {text.name}", *keys, shows="quick")


@pytest.fixture
def sleepers() -> Iterator[str]:
    """Processes that do nothing, whose figures therefore stay as they are; their ids, parted by commas."""
    script = "for n in 1 2 3; do sleep 100$n & done; nice -n 5 sleep 1004 & wait"
    with subprocess.Popen(["sh", "-c", script], start_new_session=True) as parent:
        try:
            give_up = time.monotonic() + PATIENCE
            while [command_of(child) for child in children(parent.pid)].count("sleep") < 4:
                assert time.monotonic() < give_up, "the sleepers are not there"
                os.sched_yield()
            yield ",".join(str(pid) for pid in (parent.pid, *children(parent.pid)))
        finally:
            os.killpg(parent.pid, signal.SIGKILL)


@pytest.fixture
def htop(house: House, sleepers: str) -> str:
    """The command that shows them, updated once in 10 s: they look the same whenever they are looked at."""
    settings = house.work / "htoprc"
    settings.write_text(HTOPRC)
    return f"TERM=xterm-256color HTOPRC={settings} htop --readonly -d 100 -p {sleepers}"


@needs("htop")
def test_htop_looks_as_it_does_outside(house: House, window: Tmux, htop: str) -> None:
    keys = ("F5", "Down", "Space", "Space", "F3", "1003", "Enter")  # a tree, tagged lines, one that is found
    assert_looks_as_outside(house, window, htop, *keys, shows="sleep 1004")
    window.keys("q")
    window.until(lambda: "F10Quit" not in "\n".join(window.screen()), "htop gone")


@needs("htop")
def test_the_setup_of_htop_looks_as_it_does_outside(house: House, window: Tmux, htop: str) -> None:
    assert_looks_as_outside(house, window, htop, "F2", "Down", "Right", "Down", shows="sleep 1004")


def test_colours_links_and_wide_text_look_as_they_do_outside(house: House, window: Tmux) -> None:
    program = house.script(
        "colours",
        r"printf '\033[31mred \033[1;38;5;200mpink \033[0;48;2;10;20;30mdeep\033[m \033[4;9mlined\033[m "
        r"\033[7mreversed\033[m \033[3mitalic\033[m\n日本語 e\314\201 한글|\n'",
    )
    assert_looks_as_outside(house, window, program.name, shows="pink")


def test_leaving_gives_the_terminal_back(house: House) -> None:
    command = ["sh", "-c", f"echo before; {sys.executable} -P -m pitwall.cli.thin; echo after $?; cat"]
    with Tmux(house.work, command, environment(house)) as tmux:
        tmux.until(lambda: tmux.screen()[-1].startswith(" 1 "), "the window")
        assert tmux.value("alternate_on") == "1"
        assert tmux.value("mouse_any_flag") == "1"
        tmux.keys("C-b", "d")
        tmux.until_shows("after 0")
        assert tmux.screen()[:3] == ["before", "[left main]", "after 0"]
        assert tmux.value("alternate_on") == "0"
        assert tmux.value("mouse_any_flag") == "0"
        assert tmux.value("cursor_flag") == "1"


def test_a_storm_of_sizes_ends_in_the_last_one(house: House, window: Tmux) -> None:
    for step in range(30):
        window.resize(10 + step % 23, 45 + step * 11 % 120)
    window.resize(ROWS, COLS)
    window.until(lambda: len(window.screen()) == ROWS and "help" in window.screen()[-1], "the last size")
    window.keys("clear; stty size", "Enter")
    window.until_shows(f"{ROWS - 1} {COLS - LEFT}")


def test_the_key_behind_the_prefix_runs_a_command(house: House, window: Tmux) -> None:
    window.keys("C-b", "?")
    window.until_shows("behind ctrl-b:")
    window.keys("q")
    window.keys("C-b", "%")
    window.until(lambda: window.screen()[5].count("│") == 2, "two panes")


def test_emoji_with_marks_survive_scrolling_over_wide_characters(house: House, window: Tmux) -> None:
    """Terminals do not agree on how wide they are, nor on what is left of a wide character erased by half."""
    program = house.script(
        "marks",
        "for n in $(seq 60); do [ $((n % 3)) = 0 ] && printf '\\033[33m⚠️\\033[0m warn %s\\n' $n || "
        'echo "✅ ok $n"; sleep 0.02; done; echo the-end',
    )
    window.keys(f"clear; {program.name}", "Enter")
    window.until_shows("the-end")
    window.settled()
    lines = [line[LEFT:] for line in window.screen() if " warn " in line or " ok " in line]
    assert len(lines) > 20
    assert all(line[0] in "✅⚠" for line in lines), lines


def test_marks_at_a_panes_edges_stay_where_they_are(house: House, window: Tmux) -> None:
    cols = COLS - LEFT
    program = house.script(
        "edges",
        f"printf '%{cols - 1}se\\314\\201\\n' x; printf '%{cols - 2}s\\360\\237\\221\\250\\342\\200\\215'"
        f"'\\360\\237\\221\\251 end\\n' y; echo the-end",
    )
    window.keys(f"clear; {program.name}", "Enter")
    window.until_shows("the-end")
    window.settled()
    lines = window.screen()
    assert lines[0].endswith("xé")
    assert lines[1].endswith("y👨")
    assert lines[2][LEFT - 1 :] == "│👩 end"
