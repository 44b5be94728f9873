"""``pitwall demo``: what pitwall does, shown in about 20 seconds on a throwaway home."""

import argparse
import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from pitwall import paths
from pitwall.commands.command import Command, no_arguments
from pitwall.errors import DemoFailed

PITWALL = (sys.executable, "-P", "-m", "pitwall.cli.thin")
PATIENCE = 60.0
"""Seconds without news after which something is wrong."""
PAUSE = 1.2
"""Seconds to read a step in, at a terminal."""

TASK = "make the tests pass"
COMMAND_CODE = 7

BOLD, DIM = "1", "2"
COLOURS = {"working": "33", "blocked": "1;31", "done": "32", "idle": "36"}


def demo(_: argparse.Namespace) -> int:
    with throwaway_home() as home:
        Demo(home).show()
    return 0


@contextmanager
def throwaway_home() -> Iterator[Path]:
    """A folder that is gone afterwards, and with it whatever still runs there, however the demo ends."""

    def leave(number: int, _: object) -> NoReturn:
        raise SystemExit(128 + number)

    home = Path(tempfile.mkdtemp(prefix="pitwall-demo-"))
    before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield home
    finally:
        interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
        subprocess.run(
            [*PITWALL, "daemon", "stop", "-f"], env=environment(home), capture_output=True, check=False
        )
        for folder in (paths.socket_folder(environment(home)["PITWALL_HOME"]), str(home)):
            shutil.rmtree(folder, ignore_errors=True)
        for number, handler in [*before.items(), (signal.SIGINT, interrupt)]:
            signal.signal(number, handler)


def environment(home: Path) -> dict[str, str]:
    """The caller's, but for the home and what tells of another pitwall."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PITWALL_")}
    return kept | {
        "HOME": str(home),
        "PITWALL_HOME": str(home / "pitwall"),
        "PATH": f"{home / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "DRIFT_ANSWER": str(home / "answer"),
    }


class Demo:
    """The steps, told as they happen."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.environment = environment(home)
        self.work = home / "shop"
        self.terminal = sys.stdout.isatty()
        self.colours = self.terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.began = 0.0
        self.shown = ("", "")

    def show(self) -> None:
        """All of it; raises ``DemoFailed`` when pitwall does not do what is told here."""
        self.prepare()
        self.tell(
            "pitwall runs commands and coding agents in tabs, and knows what each of them is doing.",
            f"This takes about 20 seconds. It uses {self.home} and removes that at the end.",
        )
        self.an_agent_in_a_tab()
        self.waiting_for_it()
        self.a_command()
        self.a_crash()
        self.tell(
            "", "That was it; the daemon is stopped and the folder removed. `pitwall --help` tells the rest."
        )

    def prepare(self) -> None:
        """The agent on the PATH, its rules in the data folder, and a project to work in."""
        here = Path(__file__).parent
        rules = Path(paths.detect_folder(self.environment["PITWALL_HOME"]))
        for folder in (self.work, self.home / "bin", rules):
            folder.mkdir(parents=True)
        shutil.copy(here / "drift.toml", rules)
        drift = self.home / "bin" / "drift"
        drift.write_text(
            f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -I {shlex.quote(str(here / "drift.py"))} "$@"\n'
        )
        drift.chmod(0o755)

    def an_agent_in_a_tab(self) -> None:
        self.step(
            "An agent in a tab. `drift` stands in for a real one: it works, asks, and goes on when answered."
        )
        self.run("new", "-n", "fix", "--", "drift", TASK)
        self.began = time.monotonic()
        self.say("its screen is read by a file of rules; what pitwall sees there, as it happens:", DIM)
        self.watch("fix", "blocked")
        self.say("and how it knows:", DIM)
        self.run("agent", "status", "fix", "--human")

    def waiting_for_it(self) -> None:
        self.step("Waiting for it, in a script. The exit code says what came: 2 is an agent that needs you.")
        self.run("wait", "fix", "--until", "done", code=2, says="blocked: Allow drift to run make test?")
        self.say(
            "pitwall never answers for an agent. You would, in its tab; here the demo says yes for you:", DIM
        )
        (self.home / "answer").touch()
        self.watch("fix", "done")
        self.run("wait", "fix", "--until", "done", says="done")

    def a_command(self) -> None:
        self.step("Commands have no states to be read: waiting for one ends with its own exit code.")
        self.run("new", "-n", "tests", "--", "sh", "-c", f"echo 2 of 12 failed; exit {COMMAND_CODE}")
        self.run("wait", "tests", "--until", "exit", code=COMMAND_CODE, says=f"exit {COMMAND_CODE}")

    def a_crash(self) -> None:
        self.step("What has been told is on disk before it is told. So the daemon may die the hard way:")
        pid = self.daemon_pid()
        self.command("kill", "-9", str(pid))
        os.kill(pid, signal.SIGKILL)
        self.wait_until_gone()
        self.run("daemon", "start")
        self.run("ls")
        self.run("wait", "tests", "--until", "exit", code=COMMAND_CODE, says=f"exit {COMMAND_CODE}")
        self.say(
            "the agent still ran when its daemon died. Its end was not seen, and pitwall does not guess:", DIM
        )
        self.run("wait", "fix", "--until", "exit", code=3, says="exit unknown")

    # How it is told.

    def tell(self, *lines: str) -> None:
        print("\n".join(lines), flush=True)

    def step(self, what: str) -> None:
        if self.terminal:
            time.sleep(PAUSE)
        self.tell("", self.painted(what, BOLD), "")

    def say(self, what: str, colour: str) -> None:
        self.tell("  " + self.painted(what, colour))

    def command(self, *argv: str) -> None:
        self.tell("  $ " + self.painted(shlex.join(argv), BOLD))

    def painted(self, text: str, colour: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self.colours else text

    # What is done.

    def pitwall(self, *argv: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*PITWALL, *argv],
            cwd=self.work,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def run(self, *argv: str, code: int = 0, says: str | None = None) -> None:
        """Run a command, and show it with what it prints and how it ends."""
        self.command("pitwall", *argv)
        ended = self.pitwall(*argv)
        for line in (ended.stdout + ended.stderr).splitlines():
            self.tell("  " + line)
        if ended.returncode:
            self.say(f"(exit code {ended.returncode})", DIM)
        if ended.returncode != code or (says is not None and ended.stdout.strip() != says):
            raise DemoFailed(
                f"`pitwall {argv[0]}` should have ended with {code}: please report this as a bug"
            )

    def watch(self, title: str, last: str) -> None:
        """Show every state of a tab, once the events say that something changed, until the last one."""
        with self.events() as changes:
            for _ in changes:
                row = self.row(title)
                state = (row["state"], row["question"])
                if state != self.shown and state[0]:
                    self.shown = state
                    name = self.painted(f"{state[0]:8}", COLOURS.get(state[0], BOLD))
                    self.tell(f"  {time.monotonic() - self.began:5.1f} s  {name}  {state[1]}".rstrip())
                if state[0] == last:
                    return
        raise DemoFailed(f"the tab never became {last}: please report this as a bug")

    @contextmanager
    def events(self) -> Iterator[Iterator[bytes]]:
        """The events from the first one on, some at a time, for as long as there is news."""
        stream = subprocess.Popen(
            [*PITWALL, "events", "--follow", "--json", "--since", "0"],
            env=self.environment,
            stdout=subprocess.PIPE,
        )
        assert stream.stdout is not None
        descriptor = stream.stdout.fileno()

        def news() -> Iterator[bytes]:
            while select.select([descriptor], [], [], PATIENCE)[0] and (data := os.read(descriptor, 65536)):
                yield data

        try:
            yield news()
        finally:
            stream.kill()
            stream.communicate()

    def row(self, title: str) -> dict[str, str]:
        """The tab as ``ls --json`` has it."""
        rows: list[dict[str, str]] = json.loads(self.pitwall("ls", "--json").stdout)
        return next(row for row in rows if row["title"] == title)

    def daemon_pid(self) -> int:
        status = self.pitwall("daemon", "status").stdout
        return int(status.partition("pid ")[2].partition(",")[0])

    def wait_until_gone(self) -> None:
        while self.pitwall("daemon", "status").returncode == 0:
            time.sleep(0.05)


COMMAND = Command(
    "demo",
    "Show what pitwall does, in about 20 seconds, in a folder of its own that is removed again.",
    "none",
    no_arguments,
    run_offline=demo,
)
