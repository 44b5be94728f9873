"""
What a flood costs, end to end: `cat` of a large log in a tab, beside the same in tmux, in the same run.

    python benchmarks/flood.py [--megabytes N] [--rounds N] [--only detached,watched,others]

*detached* and *watched*: how long until the command has ended and its terminal has answered a question; watched
by `pitwall attach` and by `tmux attach`, each in a terminal of its own. *others*: while a detached tab floods,
how long a keystroke's echo takes in another tab, and how long until `pitwall wait` ends at another tab's question.
Runs take turns, and medians are compared. Exit code 1 if a limit is missed.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from daemons import house, readable
from fakeagents import FakeAgent, install_rules
from multiplexers import COLS, PATIENCE, ROWS, Pitwall, Tmux, terminal
from procfs import stat_of
from windowclient import WindowClient

RATIO_LIMIT = 1.0
ECHO_RATIO_LIMIT = 3.0
ECHO_MS_LIMIT = 10.0
CHANGE_MS_LIMIT = 1000.0
KEY_PAUSE = 0.03
"""Between two keys: as fast as a terminal repeats one that is held."""

FLOOD = """\
import os, subprocess, sys, termios, time, tty
log, go, ended = sys.argv[1:]
tty.setcbreak(0)
open(go).read()
began = time.monotonic()
subprocess.run(["cat", log])
os.write(1, b"\\x1b[6n")
reply = b""
while not reply.endswith(b"R"):
    reply += os.read(0, 1)
took = time.monotonic() - began
with open(ended + ".new", "w") as file:
    file.write(str(took))
os.rename(ended + ".new", ended)
"""
"""Waits for a word, floods its terminal, asks it where the cursor is, and notes how long that took."""


class Multiplexer(Protocol):
    """What is measured of both."""

    name: str
    pid: int

    def open(self, argv: Sequence[str]) -> object:
        """Run a program where nobody sees it."""

    def watch(self) -> "subprocess.Popen[bytes]":
        """Show what was opened last in a terminal of its own."""

    def close(self) -> None:
        """End what was opened."""


@dataclass(frozen=True, slots=True)
class Flood:
    """A flood that waits for its beginning."""

    go: Path
    ended: Path

    def begin(self) -> None:
        """Let it run."""
        self.go.write_text("go")

    @property
    def over(self) -> bool:
        """Whether the terminal has answered."""
        return self.ended.exists()

    def seconds(self) -> float:
        """How long it took, once it is over."""
        give_up = time.monotonic() + PATIENCE
        while not self.over:
            assert time.monotonic() < give_up, "the flood never ended"
            time.sleep(0.02)
        return float(self.ended.read_text())


class Floods:
    """Floods of one log."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self._folder = folder
        self._count = 0
        self.log = folder / "flood.log"
        self.script = folder / "flood.py"
        self.script.write_text(FLOOD)
        write_log(self.log, megabytes)

    def open(self, multiplexer: Multiplexer) -> Flood:
        """Have one wait in a tab of its own."""
        self._count += 1
        flood = Flood(self._folder / f"go-{self._count}", self._folder / f"ended-{self._count}")
        os.mkfifo(flood.go)
        files = (self.script, self.log, flood.go, flood.ended)
        multiplexer.open((sys.executable, "-IS", *map(str, files)))
        return flood


def write_log(path: Path, megabytes: int) -> None:
    """A log as servers write them: ASCII lines of 60 to 160 characters."""
    chance = random.Random(1)
    words = (
        "GET",
        "POST",
        "/api/v1/orders",
        "/api/v1/users",
        "200",
        "404",
        "in 12 ms",
        "cache miss",
        "retry",
    )
    lines = []
    for number in range(20_000):
        text = " ".join(chance.choices(words, k=chance.randrange(6, 20)))
        lines.append(f"2026-11-30T12:{number % 60:02}:07.{number % 1000:03}Z INFO req-{number:06x} {text}\n")
    block = "".join(lines).encode()
    with path.open("wb") as file:
        for _ in range(max(1, megabytes * 1_000_000 // len(block))):
            file.write(block)


# Keystrokes.

Type = Callable[[str], None]


@contextmanager
def typing_in_pitwall(pitwall: Pitwall) -> Iterator[Type]:
    """Types a key through a window and waits for its echo."""
    tab = pitwall.house.new("--size", f"{ROWS}x{COLS}", "--", "cat")
    with WindowClient(pitwall.house, "attach", tab["id"], size=(ROWS, COLS)) as window:
        pane = window.scene.focused
        window.until(lambda: pane in window.screens, "its screen")

        def type_key(key: str) -> None:
            window.type(key)
            window.until(lambda: window.text().rstrip().endswith(key), key)

        yield type_key


@contextmanager
def typing_in_tmux(tmux: Tmux) -> Iterator[Type]:
    """The same through an attached client's terminal."""
    tmux.open(("cat",))
    master, client = terminal(tmux.attach(), dict(os.environ) | {"TERM": "xterm-256color"})
    while readable(master, 0.5):
        os.read(master, 65536)

    def type_key(key: str) -> None:
        os.write(master, key.encode())
        seen = b""
        while key.encode() not in seen:
            assert readable(master, PATIENCE), f"{key} never came"
            seen += os.read(master, 65536)

    yield type_key
    client.kill()
    client.wait()
    os.close(master)


def echoes(flood: Flood, type_key: Type) -> list[float]:
    """How long each key's echo took while the flood runs, ms."""
    took = []
    flood.begin()
    while not flood.over:
        for key in "QWERTYUIOP":
            began = time.perf_counter()
            type_key(key)
            took.append(1000 * (time.perf_counter() - began))
            time.sleep(KEY_PAUSE)
    return took


def changes(flood: Flood, pitwall: Pitwall, agent: FakeAgent) -> list[float]:
    """How long after an agent's question `pitwall wait` ends while the flood runs, ms."""
    took = []
    flood.begin()
    while not flood.over:
        agent.shows("working", "working")
        waiting = pitwall.house.popen("wait", str(agent.tab["id"]), "--until", "blocked")
        pitwall.house.until_served(waiting)
        began = time.perf_counter()
        agent.order("ask Go on?")
        assert waiting.wait(PATIENCE) == 0, waiting.communicate()
        took.append(1000 * (time.perf_counter() - began))
    return took


# The comparison.


@dataclass(frozen=True, slots=True)
class Bench:
    """Both multiplexers and the floods."""

    floods: Floods
    pitwall: Pitwall
    tmux: Tmux
    rounds: int

    def durations(self, watched: bool) -> bool:
        """Compare how long a flood takes."""
        took: dict[str, list[float]] = {"pitwall": [], "tmux": []}
        cpu: dict[str, list[float]] = {"pitwall": [], "tmux": []}
        for _ in range(self.rounds):
            for multiplexer in (self.tmux, self.pitwall):
                flood = self.floods.open(multiplexer)
                window = multiplexer.watch() if watched else None
                before = cpu_seconds(multiplexer.pid)
                flood.begin()
                took[multiplexer.name].append(flood.seconds())
                cpu[multiplexer.name].append(cpu_seconds(multiplexer.pid) - before)
                if window is not None:
                    window.kill()
                    window.wait()
                multiplexer.close()
        ratio = statistics.median(took["tmux"]) / statistics.median(took["pitwall"])
        title = "watched" if watched else "detached"
        print(f"{title}: {_seconds(took)}; {ratio:.2f} of tmux's speed", flush=True)
        print(f"{title}, the server's CPU time: {_seconds(cpu)}", flush=True)
        return watched or ratio >= RATIO_LIMIT

    def others(self) -> bool:
        """Compare what other tabs feel."""
        took: dict[str, list[float]] = {"pitwall": [], "tmux": []}
        for _ in range(self.rounds):
            flood = self.floods.open(self.tmux)
            with typing_in_tmux(self.tmux) as type_key:
                took["tmux"] += echoes(flood, type_key)
            self.tmux.close()
            flood = self.floods.open(self.pitwall)
            with typing_in_pitwall(self.pitwall) as type_key:
                took["pitwall"] += echoes(flood, type_key)
            self.pitwall.close()
        worst = {name: percentile(99, samples) for name, samples in took.items()}
        for name, samples in took.items():
            print(
                f"echo in {name}: median {statistics.median(samples):.1f} ms, p99 {worst[name]:.1f} ms "
                f"of {len(samples)} keys",
                flush=True,
            )
        ratio = worst["pitwall"] / worst["tmux"]
        print(f"echo p99: {ratio:.2f} times tmux's")
        flood = self.floods.open(self.pitwall)
        with FakeAgent(self.pitwall.house) as agent:
            agent.open()
            delays = changes(flood, self.pitwall, agent)
        self.pitwall.close()
        print(
            f"question in another tab: median {statistics.median(delays):.0f} ms, most {max(delays):.0f} ms "
            f"of {len(delays)}",
            flush=True,
        )
        quick = ratio <= ECHO_RATIO_LIMIT or worst["pitwall"] <= ECHO_MS_LIMIT
        return quick and max(delays) <= CHANGE_MS_LIMIT


def percentile(rank: int, samples: Sequence[float]) -> float:
    """The value below which so many in a hundred samples are."""
    return sorted(samples)[min(len(samples) - 1, len(samples) * rank // 100)]


def cpu_seconds(pid: int) -> float:
    """The CPU time that a process has used (proc(5))."""
    fields = stat_of(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _seconds(took: dict[str, list[float]]) -> str:
    return ", ".join(
        f"{name} {statistics.median(samples):.2f} s ({min(samples):.2f} to {max(samples):.2f})"
        for name, samples in took.items()
    )


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.strip().split("\n\n")[0])
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="detached,watched,others")
    arguments = parser.parse_args(argv)
    parts = arguments.only.split(",")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pw-flood-")))
        at = stack.enter_context(house(folder / "house"))
        install_rules(at)
        at.start()
        tmux = Tmux(folder)
        stack.callback(tmux.stop)
        bench = Bench(Floods(folder, arguments.megabytes), Pitwall(at), tmux, arguments.rounds)
        good = [
            bench.durations(watched=False) if "detached" in parts else True,
            bench.durations(watched=True) if "watched" in parts else True,
            bench.others() if "others" in parts else True,
        ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
