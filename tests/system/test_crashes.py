"""
Crashes without end: a daemon that is killed at random moments while clients open, end and close tabs.

Whatever a client was told must be so afterwards, every process that was started ends in exactly one fact, and
nothing that ran is left running (the second promise of ARCHITECTURE: it never loses).
"""

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from daemonclient import PATIENCE
from daemons import House, Row
from procfs import wait_gone

SHELL = ""
STUBBORN = "trap '' HUP; sleep 60"
SCRIPTS = {
    "exit 0": 3,
    "exit 3": 3,
    "kill -9 $$": 3,
    "sleep 0.05; exit 7": 3,
    "sleep 60": 3,
    SHELL: 1,
    STUBBORN: 0.3,
}
"""What clients have run, and how often; the empty one is a shell."""
CODES = {"exit 0": 0, "exit 3": 3, "kill -9 $$": -9, "sleep 0.05; exit 7": 7}
CLIENTS = 4
UNKNOWN = ""
"""The title of a tab whose renaming was asked for and never answered."""


@dataclass
class Told:
    """What clients were told, and what they asked for and were told nothing of."""

    opened: dict[str, str] = field(default_factory=dict)
    """The script of each tab that a number was printed for."""
    ended: dict[str, int] = field(default_factory=dict)
    """The codes that waits printed."""
    killed: set[str] = field(default_factory=set)
    """Tabs whose ``kill`` succeeded."""
    doomed: set[str] = field(default_factory=set)
    """Tabs that somebody asked to kill."""
    renamed: dict[str, str] = field(default_factory=dict)


class Client(threading.Thread):
    """One client that does one thing after the other until its daemon is gone."""

    def __init__(self, house: House, told: Told, heard: Callable[[], None], seed: int) -> None:
        super().__init__()
        self._house, self._told, self._heard = house, told, heard
        self._random = random.Random(seed)
        self._mine: list[str] = []

    def run(self) -> None:
        with contextlib.suppress(OSError, AssertionError):
            while self._step():
                self._heard()

    def _step(self) -> bool:
        """Do one thing; whether the daemon said what became of it."""
        chance = self._random.random()
        if chance < 0.5 or not self._mine:
            return self._open()
        tab = self._random.choice(self._mine)
        if chance < 0.7:
            return self._kill(tab)
        return self._rename(tab) if chance < 0.8 else self._wait()

    def _open(self) -> bool:
        script = self._random.choices(list(SCRIPTS), list(SCRIPTS.values()))[0]
        command = () if script == SHELL else ("--", "sh", "-c", script)
        result = self._house.ask("new", "--json", *command)
        if result.code == 0:
            tab = tab_in(result.out)
            self._told.opened[tab] = script
            self._mine.append(tab)
        return result.code == 0

    def _kill(self, tab: str) -> bool:
        self._mine.remove(tab)
        self._told.doomed.add(tab)
        code = self._house.ask("kill", "-f", tab).code
        if code == 0:
            self._told.killed.add(tab)
        return code == 0

    def _rename(self, tab: str) -> bool:
        title = f"title {self._random.random()}"
        code = self._house.ask("rename", tab, title).code
        self._told.renamed[tab] = title if code == 0 else UNKNOWN
        return code == 0

    def _wait(self) -> bool:
        ending = [tab for tab in self._mine if self._told.opened[tab] in CODES]
        if not ending:
            return True
        tab = self._random.choice(ending)
        result = self._house.ask("wait", tab, "--until", "exit")
        if result.out.startswith("exit ") and "unknown" not in result.out:
            self._told.ended[tab] = int(result.out.split()[1])
        return result.out.startswith("exit ")


def tab_in(row: str) -> str:
    """The id in a tab's row."""
    return row.partition('"id":"')[2][:16]


def crash_among_clients(house: House, told: Told, dice: random.Random) -> None:
    """Let clients have their way, and kill the daemon after some answers: at once, or after a moment."""
    daemon = house.daemon_pid
    assert daemon is not None
    answers, lock, enough = 0, threading.Lock(), 1 + dice.randrange(40)
    moment = dice.choice((0.0, 0.0, dice.random() * 0.02))

    def heard() -> None:
        nonlocal answers
        with lock:
            answers += 1
            if answers == enough:
                linger(moment)
                os.kill(daemon, signal.SIGKILL)

    clients = [Client(house, told, heard, dice.getrandbits(32)) for _ in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join(2 * PATIENCE)
        assert not client.is_alive()
    assert wait_gone(daemon, PATIENCE)


def crash_while_starting(house: House, dice: random.Random) -> None:
    """Kill a daemon somewhere between its first instruction and its first client."""
    daemon = house.launch()
    linger(dice.random() * 0.8)
    os.kill(daemon.pid, signal.SIGKILL)
    daemon.wait()


def linger(seconds: float) -> None:
    """Let a moment pass that no event marks: where in its work the daemon is killed is left to chance."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        os.sched_yield()


def check(house: House, told: Told) -> None:
    """What clients were told is what is listed now."""
    rows = {row["id"]: row for row in house.ls()}
    for tab, script in told.opened.items():
        if tab in told.killed:
            assert tab not in rows, f"a killed tab is back: {script}"
        elif tab not in told.doomed:
            assert tab in rows, f"a tab was lost: {script}"
            check_row(rows[tab], script, told)


def check_row(row: Row, script: str, told: Told) -> None:
    known = told.ended.get(row["id"])
    if script == SHELL:
        assert (row["state"], row["exit_code"]) == ("running", None)
    elif known is not None:
        assert (row["state"], row["exit_code"]) == ("exited", known)
    else:
        assert row["state"] == "exited", "no command runs over a crash"
        assert row["exit_code"] in (None, CODES.get(script))
    assert told.renamed.get(row["id"], row["title"]) in (row["title"], UNKNOWN)


def terminal_facts(house: House) -> None:
    """Every process that was started has ended in one fact, before the next of its pane was started."""
    running: dict[str, bool] = {}
    for event in house.events():
        pane = event["data"].get("pane")
        if event["type"] == "pane.started":
            assert not running.get(pane), f"two processes at once in {pane}"
            running[pane] = True
        elif event["type"] == "pane.exited":
            assert running.get(pane) is not False, f"{pane} ended twice"
            running[pane] = False
    live = [row for row in house.ls() if row["state"] != "exited"]
    assert sum(running.values()) == len(live)


def survive(house: House, rounds: int, seed: int) -> None:
    print(f"seed {seed}")
    dice = random.Random(seed)
    told = Told()
    for _ in range(rounds):
        if dice.random() < 0.3:
            crash_while_starting(house, dice)
        house.start()
        check(house, told)
        crash_among_clients(house, told, dice)
    house.start()
    check(house, told)
    before = house.ls()
    terminal_facts(house)
    assert house.failures() == []
    house.kill9()
    house.start()
    assert house.ls() == before
    for row in before:
        assert house.ask("kill", "-f", row["id"]).code == 0
    assert house.ended(but=[house.daemon_pid]) == []
    assert len(told.opened) > rounds


def test_a_daemon_that_is_killed_8_times_loses_nothing_that_anybody_was_told(own_house: House) -> None:
    survive(own_house, rounds=8, seed=random.SystemRandom().getrandbits(32))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_daemon_that_is_killed_50_times_loses_nothing_that_anybody_was_told(
    own_house: House, seed: int
) -> None:
    survive(own_house, rounds=50, seed=seed)
