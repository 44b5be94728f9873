"""
What everyday commands cost, as ratios to an interpreter that does nothing, and what many tabs cost.

    python benchmarks/commands.py [--rounds N] [--tabs N]

Commands and the bare interpreter are run in turn, from a wheel install; medians are compared, once of wall-clock
time and once of the client's own CPU time, which a busy machine disturbs less. benchmarks/README.md says what each
line means. Exit code 1 if a limit is missed.
"""

import argparse
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from installed import Installed, installed

LS_LIMIT = 1.3
NEW_LIMIT = 2.5
SETTLE_SECONDS = 30.0
IDLE_SECONDS = 30.0
PAGE_KB = os.sysconf("SC_PAGESIZE") // 1024
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run of a program took, ms: by the clock, and of CPU time."""

    wall: float
    cpu: float


def cost(pitwall: Installed, command: Sequence[str]) -> Cost:
    """Run a program to its end."""
    began = time.perf_counter()
    process = subprocess.Popen(
        command,
        env=pitwall.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(1000 * (time.perf_counter() - began), 1000 * (usage.ru_utime + usage.ru_stime))


def in_turn(pitwall: Installed, commands: Sequence[Sequence[str]], rounds: int) -> list[Cost]:
    """The median cost of each of the commands, run one after the other, again and again."""
    for command in commands:
        cost(pitwall, command)
    runs = [[cost(pitwall, command) for command in commands] for _ in range(rounds)]
    return [median([run[at] for run in runs]) for at in range(len(commands))]


def median(costs: Sequence[Cost]) -> Cost:
    """The median of each."""
    return Cost(statistics.median(c.wall for c in costs), statistics.median(c.cpu for c in costs))


def everyday(pitwall: Installed, rounds: int) -> bool:
    """`ls`, a satisfied `wait` and `new` beside `python -c pass`; whether they keep their limits."""
    pitwall.run("new", "-n", "ended", "--", "true")
    pitwall.run("wait", "ended", "--until", "exit")
    commands = {
        "python -c pass": ([pitwall.python, "-c", "pass"], None),
        "ls": ([pitwall.command, "ls"], LS_LIMIT),
        "wait, satisfied": ([pitwall.command, "wait", "1", "--until", "exit"], LS_LIMIT),
        "new": ([pitwall.command, "new", "-d", "--", "true"], NEW_LIMIT),
    }
    costs = in_turn(pitwall, [command for command, _ in commands.values()], rounds)
    nothing = costs[0]
    kept = True
    for (name, (_, limit)), run in zip(commands.items(), costs, strict=True):
        line = f"{name:<18} {run.wall:7.1f} ms  {run.cpu:7.1f} ms CPU"
        if limit is not None:
            ratios = run.wall / nothing.wall, run.cpu / nothing.cpu
            line += f"  {ratios[0]:5.2f}x  {ratios[1]:5.2f}x CPU  (limit {limit}x)"
            # What the daemon does for `new` is not in the client's CPU time.
            kept = kept and (ratios[0] <= limit or (name != "new" and ratios[1] <= limit))
        print(line, flush=True)
    return kept


def wake_up(pitwall: Installed, rounds: int) -> None:
    """From the end of a process to the end of the `wait` for it."""
    delays = []
    for _ in range(rounds):
        tab = pitwall.run("new", "-d", "--", "sleep", "1000").stdout.strip()
        pid = int(str(pitwall.events("pane.started")[-1]["pid"]))
        waiting = subprocess.Popen(
            [pitwall.command, "wait", tab, "--until", "exit"],
            env=pitwall.environment,
            stdout=subprocess.DEVNULL,
        )
        until_asleep(waiting.pid)
        os.kill(pid, signal.SIGKILL)
        began = time.perf_counter()
        waiting.wait()
        delays.append(1000 * (time.perf_counter() - began))
    print(
        f"{'wait wakes up':<18} {statistics.median(delays):7.1f} ms after the exit (worst {max(delays):.1f} ms)"
    )


def until_asleep(pid: int) -> None:
    """Wait until a process has been waiting for a while (proc(5): state S)."""
    still = 0
    while still < 5:
        time.sleep(0.02)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        still = still + 1 if state == "S" else 0


def parallel(pitwall: Installed, count: int) -> None:
    """That many `new` at once, beside as many bare interpreters at once."""
    nothing = together(pitwall, [pitwall.python, "-c", "pass"], count)
    before = len(pitwall.events("tab.opened"))
    new = together(pitwall, [pitwall.command, "new", "-d", "--", "true"], count)
    opened = len(pitwall.events("tab.opened")) - before
    name, ratio = f"{count} new at once", new / nothing
    print(f"{name:<18} {new:7.0f} ms  {ratio:5.2f}x as many `python -c pass` at once; {opened} tabs opened")


def together(pitwall: Installed, command: Sequence[str], count: int) -> float:
    """How long that many runs take together, ms."""
    began = time.perf_counter()
    processes = [
        subprocess.Popen(command, env=pitwall.environment, stdout=subprocess.DEVNULL) for _ in range(count)
    ]
    for process in processes:
        process.wait()
    return 1000 * (time.perf_counter() - began)


def idle(pitwall: Installed, tabs: int) -> None:
    """What the daemon takes for that many tabs in which nothing happens."""
    pid = pitwall.daemon_pid()
    empty_kb = resident_kb(pid)
    for _ in range(tabs):
        pitwall.run("new", "-d")
    time.sleep(SETTLE_SECONDS)
    share = cpu_share(pid, lambda: time.sleep(IDLE_SECONDS))
    grown = (resident_kb(pid) - empty_kb) / tabs
    name, empty_mb = f"{tabs} idle shells", empty_kb / 1024
    print(
        f"{name:<18} {100 * share:7.2f} % of a core, {grown:.0f} kB a tab (daemon without: {empty_mb:.0f} MB)"
    )


def cpu_share(pid: int, meanwhile: Callable[[], None]) -> float:
    """The share of one core that a process took."""
    began, before = time.monotonic(), cpu_seconds(pid)
    meanwhile()
    return (cpu_seconds(pid) - before) / (time.monotonic() - began)


def cpu_seconds(pid: int) -> float:
    """User and system time so far (proc(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_kb(pid: int) -> int:
    """Resident memory (proc(5))."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_KB


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.strip().split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=41, help="how often each command is run")
    parser.add_argument("--tabs", type=int, default=200, help="how many idle tabs; 0 leaves them out")
    arguments = parser.parse_args()
    with installed() as pitwall:
        kept = everyday(pitwall, arguments.rounds)
        wake_up(pitwall, max(3, arguments.rounds // 4))
        parallel(pitwall, 100)
    if arguments.tabs:
        with installed() as pitwall:
            idle(pitwall, arguments.tabs)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
