"""``pitwall demo``, run as a stranger runs it."""

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from daemonclient import PATIENCE
from procfs import describe, pids, readable

MARK = "TEST_DEMO"
WITH_COLOURS = ("NO_COLOR", "TERM")

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Start the demo, its throwaway home below the test's folder."""

    def started(**options: object) -> "subprocess.Popen[str]":
        environment = {name: value for name, value in os.environ.items() if name not in WITH_COLOURS}
        environment |= {"TMPDIR": str(tmp_path), "TERM": "xterm", MARK: str(tmp_path)}
        command = [sys.executable, "-P", "-m", "pitwall.cli.thin", "demo"]
        return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload]

    return started


def left_over(tmp_path: Path) -> list[str]:
    """The processes and the files that the demo did not take away."""
    return [describe(pid) for pid in pids() if marked(pid, tmp_path)] + os.listdir(tmp_path)


def marked(pid: int, tmp_path: Path) -> bool:
    try:
        return f"{MARK}={tmp_path}".encode() in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def in_order(parts: list[str], text: str) -> str:
    """The first part that does not follow those before it; empty when all do."""
    at = 0
    for part in parts:
        at = text.find(part, at)
        if at < 0:
            return part
        at += len(part)
    return ""


@pytest.mark.slow
def test_the_demo_shows_an_agent_a_command_and_a_crash_and_leaves_nothing(
    start: Start, tmp_path: Path
) -> None:
    demo = start(stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    out, err = demo.communicate(timeout=4 * PATIENCE)
    assert demo.returncode == 0, (out, err)
    assert err == ""
    assert "\x1b" not in out, "there are colours in a pipe"
    told = [
        "$ pitwall new -n fix -- drift 'make the tests pass'\n  #1\n",
        " s  working\n",
        " s  blocked   Allow drift to run make test?\n",
        "$ pitwall agent status fix --human\n  fix (drift) — blocked: Allow drift to run make test?",
        "rule approval",
        "$ pitwall wait fix --until done\n  blocked: Allow drift to run make test?\n  (exit code 2)\n",
        " s  working\n",
        " s  done\n",
        "$ pitwall wait fix --until done\n  done\n",
        "$ pitwall wait tests --until exit\n  exit 7\n  (exit code 7)\n",
        "$ kill -9 ",
        "$ pitwall daemon start\n",
        "$ pitwall ls\n",
        "1  fix    exited",
        "2  tests  exited",
        "$ pitwall wait tests --until exit\n  exit 7\n  (exit code 7)\n",
        "$ pitwall wait fix --until exit\n  exit unknown\n",
        "(exit code 3)\n",
    ]
    assert in_order(told, out) == "", out
    assert str(tmp_path) not in re.sub(r"It uses \S+", "", out), "paths of the throwaway home distract"
    assert left_over(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGHUP, marks=pytest.mark.slow)])
def test_a_demo_that_is_interrupted_leaves_nothing(
    start: Start, tmp_path: Path, number: signal.Signals
) -> None:
    ours, terminal = pty.openpty()
    try:
        demo = start(stdin=terminal, stdout=terminal, start_new_session=True)
        os.close(terminal)
        screen = ""
        while "working" not in screen:
            assert readable(ours, PATIENCE), screen
            screen += os.read(ours, 65536).decode()
        assert "\x1b[33mworking" in screen, "a terminal gets colours"
        os.killpg(demo.pid, number)
        _, err = demo.communicate(timeout=2 * PATIENCE)
    finally:
        os.close(ours)
    assert demo.returncode == 128 + number
    assert err == ""
    assert left_over(tmp_path) == []
