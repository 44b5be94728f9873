"""Recorded agents in the window: a pane shows what a terminal of its size shows of the same bytes."""

import re
import sys
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from daemons import House
from outerterminal import OuterTerminal
from players import Player, Stretch, recording_names, stretches
from rectangles import Rectangle
from tmux import AVAILABLE, Tmux

from pitwall.actors.pane import HISTORY
from pitwall.terminal import Modes, Terminal
from pitwall.window.layout import SIDEBAR, laid_out

WINDOW = [sys.executable, "-P", "-m", "pitwall.cli.thin"]

SOME = [
    "claude__bash-approve__40x120",
    "claude__trust__24x80",  # with links
    "codex__edit-approve__50x200",
    "codex__say-long__50x200",
    "gemini__bash-approve__24x80",
    "gemini__two-turns__40x120",
    "pi__say-long__40x120",
    "pi__slash__24x80",
]
RESIZED = ["claude__resize__40x120", "codex__resize__40x120"]


OTHERS = [
    pytest.param(name, marks=pytest.mark.slow) for name in recording_names() if name not in (*SOME, *RESIZED)
]
OF_ONE_SIZE = [other for other in OTHERS if "__resize" not in str(other.values[0])]


def outer_size(stretch: Stretch) -> tuple[int, int]:
    """The outer terminal's size, rows and columns, with which the only pane has that of the recording."""
    rows, cols = stretch.rows + 1, stretch.cols + SIDEBAR
    panes = laid_out(rows, cols).panes
    assert (panes.top, panes.left, panes.rows, panes.cols) == (0, SIDEBAR, stretch.rows, stretch.cols)
    return rows, cols


def environment(house: House) -> dict[str, str]:
    kept = house.environment(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8")
    for name in ("TMUX", "TERM_PROGRAM", "KITTY_WINDOW_ID"):
        kept.pop(name, None)
    return kept


def kind_of(name: str) -> str:
    return re.split("__|-", name.rpartition("/")[2])[0]


def until_of_size(outer: OuterTerminal, player: Player, stretch: Stretch) -> None:
    """Wait until the player's terminal has the size of the recording's."""
    outer.until(lambda: player.play(b"") == (stretch.rows, stretch.cols), "the pane's size")


def until_titled(outer: OuterTerminal, title: str) -> None:
    """Wait for a title, behind which all that came before it is shown."""
    outer.until(lambda: outer.terminal.title == title, title)


def until_same(outer: OuterTerminal, differences: Callable[[], list[str]]) -> None:
    """Wait until there are no differences any more; those that stay are told."""
    try:
        outer.until(lambda: not differences(), "looking the same")
    except AssertionError:
        assert differences() == []
        raise


def looks_as_alone_in_a_terminal(house: House, name: str) -> None:
    """Play a recording in a pane and feed it to a terminal, and compare wherever the agent paused."""
    first, *_ = played = stretches(name)
    alone = Terminal(first.rows, first.cols, history=HISTORY)
    with Player(house, kind_of(name)) as player, OuterTerminal(*outer_size(first)) as outer:
        house.new("--", player.program, env=player.environment)
        outer.start(WINDOW, env=environment(house), cwd=house.work)
        for stretch in played:
            at = {"rows": stretch.rows, "cols": stretch.cols}
            if outer_size(stretch) != (len(outer.screen), outer.terminal.look().cols):
                outer.resize(*outer_size(stretch))
            until_of_size(outer, player, stretch)
            player.play(stretch.data)
            alone.resize(stretch.rows, stretch.cols)
            alone.feed(stretch.data)
            expected = Rectangle.of(alone.look(), **at)

            def differences(at: dict[str, int] = at, expected: Rectangle = expected) -> list[str]:
                return Rectangle.of(outer.terminal.look(), left=SIDEBAR, **at).differences(expected)

            until_same(outer, differences)
        outer.press("\x02d")
        assert outer.until_left() == 0
        assert outer.terminal.modes == Modes()
        assert outer.cooked()


def looks_as_in_tmux_alone(house: House, name: str) -> None:
    """Play a recording in a pane of a window in tmux and in tmux itself, and compare wherever the agent paused."""
    first, *_ = played = stretches(name)
    rows, cols = outer_size(first)
    at = {"rows": first.rows, "cols": first.cols}
    with ExitStack() as used:
        player, other = (used.enter_context(Player(house, kind_of(name))) for _ in range(2))
        house.new("--", player.program, env=player.environment)
        inside = used.enter_context(Tmux(house.work, WINDOW, environment(house), rows=rows, cols=cols))
        outside = used.enter_context(
            Tmux(house.work, [other.program], environment(house) | other.environment, **at)
        )
        window = used.enter_context(OuterTerminal(rows, cols))
        alone = used.enter_context(OuterTerminal(**at))
        for tmux, terminal in ((inside, window), (outside, alone)):
            tmux.set("set-titles", "on")
            tmux.set("set-titles-string", "#{pane_title}")
            tmux.show_in(terminal)
        until_of_size(window, player, first)
        for number, stretch in enumerate(played):
            for one in (player, other):
                one.play(stretch.data + f"\x1b]2;stretch {number}\a".encode())
            until_titled(alone, f"stretch {number}")

            def differences() -> list[str]:
                alone.read(0)
                expected = Rectangle.of(alone.terminal.look(), **at)
                return Rectangle.of(window.terminal.look(), left=SIDEBAR, **at).differences(expected)

            until_same(window, differences)


@pytest.mark.parametrize("name", [*SOME, *RESIZED, *OTHERS])
def test_a_recorded_agent_looks_as_it_does_alone(house: House, name: str) -> None:
    looks_as_alone_in_a_terminal(house, name)


# Terminals do not agree on what a new size does to what is there already.
@pytest.mark.skipif(not AVAILABLE, reason="tmux is not installed")
@pytest.mark.parametrize("name", [*SOME, *OF_ONE_SIZE])
def test_a_recorded_agent_in_tmux_looks_as_it_does_outside(house: House, name: str) -> None:
    looks_as_in_tmux_alone(house, name)
