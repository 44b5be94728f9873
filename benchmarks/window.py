"""
How the window feels beside tmux, and what it costs: both in a terminal of the same size, in the same run.

    python benchmarks/window.py [--keys N] [--seconds N]

Measured are a key's way to its echo, beside the least that two processes on trio take for it (`floor.py`), the bytes
that the outer terminal is sent for a long `cat` and for a spinner, the way to a tab that was shown before, and the CPU
time of a spinner. Exit code 1 if bytes or the other tab are beyond their limits; echoes are told with the CPU time that
they take, since a busy machine makes everybody wait. Needs tmux.
"""

import argparse
import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from installed import installed

ROWS, COLS = 40, 140
PATIENCE = 30.0
TICKS = os.sysconf("SC_CLK_TCK")
SWITCHES = 20
SPINNER = """
import sys, time
end = time.monotonic() + float(sys.argv[1])
frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
at = 0
while time.monotonic() < end:
    sys.stdout.write(f"\\r\\x1b[38;5;174m{frames[at % 10]}\\x1b[m Thinking… ({at // 10}s · esc to interrupt)")
    sys.stdout.flush()
    at += 1
    time.sleep(0.1)
print("\\nspun")
"""


class Outer:
    """An outer terminal: it counts what it is sent."""

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLS, 0, 0))
        self.client = subprocess.Popen(
            command, env=environment, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
        )
        os.close(slave)
        self.bytes = 0

    def read(self, seconds: float) -> bytes:
        """What comes within that time, the first piece of it."""
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        data = os.read(self.master, 1 << 16)
        self.bytes += len(data)
        return data

    def until(self, wanted: bytes) -> None:
        """Read until something is painted in one piece."""
        seen = b""
        give_up = time.monotonic() + PATIENCE
        while wanted not in seen:
            assert time.monotonic() < give_up, f"{wanted!r} was never painted: {seen[-2000:]!r}"
            seen = seen[-200:] + self.read(1.0)

    def settle(self, seconds: float = 0.5) -> None:
        """Read until nothing comes for a while."""
        while self.read(seconds):
            pass

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())


@dataclass(frozen=True, slots=True)
class Feel:
    """Medians and sums of one multiplexer: ms, bytes, CPU seconds."""

    echo: float
    echo_p99: float
    echo_cpu: float
    cat_seconds: float
    cat_bytes: int
    spinner_bytes: int
    spinner_cpu: float
    switch: float
    switch_bytes: int


def measured(outer: Outer, pids: Sequence[int], log: Path, keys: int, seconds: float) -> Feel:
    """Use a multiplexer that shows a shell, whose prefix is ctrl-b."""
    outer.type("clear; cat\r")
    outer.settle(1.0)
    cpu = cpu_seconds(pids)
    echoes = sorted(echo(outer, number) for number in range(keys))
    echo_cpu = (cpu_seconds(pids) - cpu) / keys
    outer.type("\x03clear\r")
    outer.settle()
    before, began = outer.bytes, time.perf_counter()
    outer.type(f"cat {log}; echo al''l-read\r")
    outer.until(b"all-read")
    cat_seconds = time.perf_counter() - began
    outer.settle()
    cat_bytes = outer.bytes - before
    outer.type("clear\r")
    outer.settle()
    before, cpu = outer.bytes, cpu_seconds(pids)
    outer.type(f"{sys.executable} {log.with_name('spinner.py')} {seconds}\r")
    outer.until(b"spun")
    spinner_bytes, spinner_cpu = outer.bytes - before, cpu_seconds(pids) - cpu
    outer.type("\x02c")
    outer.settle(1.5)
    outer.type(f"clear; head -30 {log}\r")
    outer.settle()
    outer.type("\x02p")
    outer.settle()
    outer.type("clear; seq 100 160\r")
    outer.settle()
    before = outer.bytes
    switches = [switch(outer, number) for number in range(SWITCHES)]
    return Feel(
        echo=statistics.median(echoes) * 1000,
        echo_p99=percentile(echoes) * 1000,
        echo_cpu=echo_cpu * 1000,
        cat_seconds=cat_seconds,
        cat_bytes=cat_bytes,
        spinner_bytes=spinner_bytes,
        spinner_cpu=spinner_cpu,
        switch=statistics.median(switches) * 1000,
        switch_bytes=(outer.bytes - before) // SWITCHES,
    )


def echo(outer: Outer, number: int) -> float:
    """Seconds from a key to its character."""
    character = chr(97 + number % 26)
    if number % 40 == 39:
        outer.type("\r")
        outer.settle(0.1)
    began = time.perf_counter()
    outer.type(character)
    outer.until(character.encode())
    took = time.perf_counter() - began
    time.sleep(0.03)
    return took


def switch(outer: Outer, number: int) -> float:
    """Seconds from the key to the text of the other tab."""
    began = time.perf_counter()
    outer.type("\x02n" if number % 2 == 0 else "\x02p")
    outer.until(b"line 29 " if number % 2 == 0 else b"160")
    took = time.perf_counter() - began
    outer.settle(0.1)
    return took


def cpu_seconds(pids: Sequence[int]) -> float:
    """CPU time that processes have taken so far (proc(5))."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def main(argv: Sequence[str] | None = None) -> int:
    """Measure both; print them side by side."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--keys", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long the spinner spins")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="pw-bench-") as folder, installed() as pitwall:
        log = Path(folder, "log")
        log.with_name("spinner.py").write_text(SPINNER)
        log.write_text(
            "".join(
                f"line {number} of a log that nobody reads {number * 7919 % 10007}\n"
                for number in range(110_000)
            )
        )
        environment = pitwall.environment | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for name in ("TMUX", "TERM_PROGRAM"):
            environment.pop(name, None)
        ours = Outer([pitwall.command], environment)
        ours.settle(3.0)
        feel = measured(ours, (pitwall.daemon_pid(), ours.client.pid), log, options.keys, options.seconds)
        tmux = ["tmux", "-S", str(Path(folder, "tmux")), "-f", os.devnull]
        theirs = Outer([*tmux, "new-session"], environment)
        try:
            theirs.settle(2.0)
            server = int(subprocess.check_output([*tmux, "display-message", "-p", "#{pid}"], env=environment))
            beside = measured(theirs, (server, theirs.client.pid), log, options.keys, options.seconds)
        finally:
            subprocess.run([*tmux, "kill-server"], env=environment, check=False)
        floor = Outer([sys.executable, str(Path(__file__).with_name("floor.py"))], environment)
        floor.settle(1.0)
        least = sorted(echo(floor, number) for number in range(options.keys))
        floor.client.kill()
    print(
        f"least on trio   p50 {statistics.median(least) * 1000:.2f} ms, p99 {percentile(least) * 1000:.2f} ms"
    )
    return told(feel, beside)


def percentile(took: Sequence[float]) -> float:
    """What 99 of 100 sorted values are below."""
    return took[int(len(took) * 0.99) - 1]


def told(feel: Feel, beside: Feel) -> int:
    """Print the comparison; the exit code."""
    print(
        f"echo            p50 {feel.echo:.2f} ms, p99 {feel.echo_p99:.2f} ms, {feel.echo_cpu:.2f} ms of CPU a key"
    )
    print(
        f"  tmux          p50 {beside.echo:.2f} ms, p99 {beside.echo_p99:.2f} ms, {beside.echo_cpu:.2f} ms of CPU a key"
    )
    ratios = {
        "bytes of a long cat": (feel.cat_bytes, beside.cat_bytes, 1.0),
        "bytes of a spinner": (feel.spinner_bytes, beside.spinner_bytes, 1.0),
        "ms to another tab": (feel.switch, beside.switch, 2.0),
    }
    missed = False
    for name, (own, other, limit) in ratios.items():
        missed = missed or own > other * limit
        digits = 2 if isinstance(own, float) else 0
        print(
            f"{name:20} {own:10.{digits}f}   tmux {other:10.{digits}f}   {own / other:5.2f}x   limit {limit:g}x"
        )
    print(f"bytes of another tab {feel.switch_bytes:10}   tmux {beside.switch_bytes:10}")
    print(f"seconds of a long cat {feel.cat_seconds:9.2f}   tmux {beside.cat_seconds:10.2f}")
    print(f"CPU s of a spinner   {feel.spinner_cpu:10.2f}   tmux {beside.spinner_cpu:10.2f}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
