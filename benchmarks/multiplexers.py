"""pitwall and tmux, each with a home of its own, for the benchmarks that compare them."""

import json
import multiprocessing
import os
import pty
import shlex
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from fcntl import ioctl
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from daemons import House, readable

ROWS, COLS = 40, 120
HISTORY = 2000
PATIENCE = 300.0


class Pitwall:
    """A daemon with a throwaway home."""

    name = "pitwall"

    def __init__(self, at: House) -> None:
        self.house = at
        self.pid = at.daemon_pid or 0
        self.tab: dict[str, object] = {}

    def open(self, argv: Sequence[str]) -> dict[str, object]:
        self.tab = self.house.new("-d", "--size", f"{ROWS}x{COLS}", "--", *argv)
        return self.tab

    def watch(self) -> "subprocess.Popen[bytes]":
        command = (sys.executable, "-P", "-m", "pitwall.cli.thin", "attach", str(self.tab["id"]))
        return shown(command, self.house.environment(TERM="xterm-256color"))

    def close(self) -> None:
        for session in json.loads(self.house.ask("session", "ls", "--json").out):
            self.house.ask("session", "kill", "-f", "--", session["name"])


class Tmux:
    """A server with a socket of its own and no configuration."""

    name = "tmux"

    def __init__(self, folder: Path) -> None:
        self._command = ("tmux", "-S", str(folder / "tmux"), "-f", "/dev/null")
        self._count = 0
        self.session = ""
        self._run("new-session", "-d", "-s", "keep", "cat")
        self._run("set", "-g", "history-limit", str(HISTORY))
        self._run("set", "-g", "status", "off")
        told = subprocess.run((*self._command, "display", "-p", "#{pid}"), capture_output=True, check=True)
        self.pid = int(told.stdout)

    def _run(self, *argv: str) -> None:
        subprocess.run((*self._command, *argv), check=True, stdout=subprocess.DEVNULL)

    def open(self, argv: Sequence[str]) -> str:
        self._count += 1
        self.session = f"s{self._count}"
        size = ("-x", str(COLS), "-y", str(ROWS))
        self._run("new-session", "-d", "-s", self.session, *size, shlex.join(argv))
        return self.session

    def attach(self) -> tuple[str, ...]:
        """The command that shows what was opened last."""
        return (*self._command, "attach", "-t", self.session)

    def watch(self) -> "subprocess.Popen[bytes]":
        return shown(self.attach(), dict(os.environ) | {"TERM": "xterm-256color"})

    def close(self) -> None:
        for number in range(1, self._count + 1):
            subprocess.run((*self._command, "kill-session", "-t", f"s{number}"), stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        """End the server."""
        self._run("kill-server")


def terminal(command: Sequence[str], environment: dict[str, str]) -> "tuple[int, subprocess.Popen[bytes]]":
    """A program in a terminal of its own, and the terminal's master."""
    master, slave = pty.openpty()
    ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLS, 0, 0))
    client = subprocess.Popen(
        command,
        env=environment,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        preexec_fn=lambda: ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(slave)
    return master, client


def shown(command: Sequence[str], environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    """A program in a terminal of its own, whose output a process of its own takes."""
    master, client = terminal(command, environment)
    assert readable(master, PATIENCE), "it shows nothing"
    multiprocessing.get_context("fork").Process(target=drain, args=(master,), daemon=True).start()
    os.close(master)
    return client


def drain(master: int) -> None:
    """Read until the end."""
    try:
        while os.read(master, 65536):
            pass
    except OSError:
        pass  # EIO: the other side is gone
