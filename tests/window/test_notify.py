"""Notifications take the way that the terminal knows, and carry no control character (S01)."""

import base64
import re

import pytest

from pitwall.config import WAYS, Notifications, Way
from pitwall.window.notify import clipboard, known_way, notification, way


@pytest.mark.parametrize(
    ("environment", "chosen"),
    [
        ({"TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"}, "osc99"),
        ({"TERM": "foot"}, "osc777"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "osc777"),
        ({"TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"}, "osc777"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "osc9"),
        ({"TERM": "xterm-256color"}, "bell"),
        ({}, "bell"),
    ],
)
def test_the_environment_tells_the_way(environment: dict[str, str], chosen: str) -> None:
    assert known_way(environment) == chosen
    assert way(environment, Notifications(), "blocked") == chosen


def test_each_way_is_written_as_its_terminal_reads_it() -> None:
    assert notification("2 api", "May I?", "osc9") == b"\x1b]9;2 api: May I?\x1b\\"
    assert notification("2 a;b", "x;y", "osc777") == b"\x1b]777;notify;2 a,b;x,y\x1b\\"
    assert (
        notification("2 api", "May I?", "osc99")
        == b"\x1b]99;i=pitwall:d=0;2 api\x1b\\\x1b]99;i=pitwall:p=body;May I?\x1b\\"
    )
    assert notification("2 api", "May I?", "bell") == b"\a"
    assert notification("2 api", "May I?", "none") == b""


@pytest.mark.parametrize("one", WAYS)
def test_S01_no_control_character_gets_out(one: Way) -> None:
    sent = notification("a\x07\x1b[2J b\u009b", "c\n\x1b]0;x\x07" + "y" * 10_000, one)
    framed = re.sub(rb"\x1b\](9|99|777);[^\x00-\x1f]*\x1b\\", b"", sent)
    assert framed in (b"", b"\a")
    assert len(sent) < 1000


def test_tmux_is_asked_to_pass_it_on() -> None:
    assert notification("t", "b", "osc9", tmux=True) == b"\x1bPtmux;\x1b\x1b]9;t: b\x1b\x1b\\\x1b\\"
    assert notification("t", "b", "bell", tmux=True) == b"\a"


def test_copied_text_goes_to_the_clipboard() -> None:
    sent = clipboard("tä\n")
    assert sent.startswith(b"\x1b]52;c;")
    assert base64.b64decode(sent[7:-2]) == "tä\n".encode()


def test_the_user_says_how_and_of_what_to_be_told() -> None:
    wanted = Notifications(way="osc9", blocked="desktop", done="bell", failed="off")
    ways = [way({"TERM": "foot"}, wanted, state) for state in ("blocked", "done", "exited", "idle")]
    assert ways == ["osc9", "bell", "none", "none"]
