"""The window within a real terminal: programs in it look as they do without it."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemons import House
from tmux import AVAILABLE, Tmux

from pitwall.terminal import Terminal

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="tmux is not installed")

ROWS, COLS, LEFT = 31, 110, 30
"""The outer terminal, and the first column beside the sidebar."""

TEXT = "\n".join(
    f"{number:3} The quick brown fox\tjumps over the lazy dog — 日本語 {'=' * (number % 40)}"
    for number in range(200)
)


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


def cells(painted: list[str], left: int, rows: int, cols: int) -> list[tuple[str, str]]:
    """Text and colours of the cells of a rectangle, as an emulator reads what tmux says."""
    terminal = Terminal(len(painted), COLS)
    terminal.feed(b"\x1b[?7l" + "\x1b[m\r\n".join(painted).encode())
    out = []
    for row in terminal.look().rows[:rows]:
        looks = [
            (text, cells, (style.foreground, style.background, style.flags))
            for text, cells, style in row.spans()
        ]
        line, styles = "", []
        for text, width, style in looks:
            line += text if len(text) == width else text.ljust(width, "\0")
            styles += [style] * width
        styles += [(-1, -1, 0)] * (COLS - len(styles))
        out.append((line[left : left + cols].rstrip(), repr(styles[left : left + cols])))
    return out


def assert_looks_as_outside(house: House, window: Tmux, command: str, *keys: str) -> None:
    """Run a command in the window and in a terminal of the pane's size, press the same keys, and compare."""
    with Tmux(house.work, ["sh"], environment(house), rows=ROWS - 1, cols=COLS - LEFT) as outside:
        for terminal in (window, outside):
            terminal.keys(f"clear; {command}", "Enter")
            terminal.settled()
            for key in keys:
                terminal.keys(key)
                terminal.settled()
        inside = cells(window.settled(), LEFT, ROWS - 1, COLS - LEFT)
        alone = cells(outside.settled(), 0, ROWS - 1, COLS - LEFT)
        assert [text for text, _ in inside] == [text for text, _ in alone]
        assert inside == alone


@needs("vim")
def test_vim_looks_as_it_does_outside(house: House, window: Tmux, text: Path) -> None:
    keys = (":syntax on", "Enter", "G", "gg", "10j", "ofresh line", "Escape", "v3j", ":vsplit", "Enter")
    assert_looks_as_outside(house, window, f"vim -u NONE -i NONE -n {text.name}", *keys)


@needs("less")
def test_less_looks_as_it_does_outside(house: House, window: Tmux, text: Path) -> None:
    assert_looks_as_outside(
        house, window, f"less {text.name}", "Space", "Space", "b", "/fox", "Enter", "j", "j"
    )


@needs("htop")
def test_htop_runs_and_leaves(house: House, window: Tmux) -> None:
    window.keys("htop", "Enter")
    window.until_shows("F10Quit")
    window.keys("q")
    window.until(lambda: "F10Quit" not in "\n".join(window.screen()), "htop gone")


def test_colours_links_and_wide_text_look_as_they_do_outside(house: House, window: Tmux) -> None:
    program = house.script(
        "colours",
        r"printf '\033[31mred \033[1;38;5;200mpink \033[0;48;2;10;20;30mdeep\033[m \033[4;9mlined\033[m "
        r"\033[7mreversed\033[m \033[3mitalic\033[m\n日本語 e\314\201 한글|\n'",
    )
    assert_looks_as_outside(house, window, program.name)


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
