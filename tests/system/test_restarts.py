"""What a new run of the daemon does with what the last one left (SEMANTICS 8)."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from daemonclient import LOST, Result
from daemons import House, Row, finished
from endings import ENDS, End, stop
from fakeagents import FakeAgent, install_rules
from histories import read_facts, rewrite
from procfs import wait_gone

from pitwall.events.panes import PaneStarted

EVERY_END = pytest.mark.parametrize("end", ENDS)

SHELL = 'cd "${GO:-.}"; echo "shell of $(stty size)"; exec sleep 60'


@pytest.fixture
def house(own_house: House) -> Iterator[House]:
    """A house of the test's own, whose daemon runs."""
    install_rules(own_house)
    own_house.start()
    return own_house


@EVERY_END
def test_restarting_twice_changes_nothing_more(house: House, end: End) -> None:
    house.new("--", "sh", "-c", "exit 3")
    house.until_state(house.ls()[0], "exited")
    house.new("--", "sleep", "60")
    house.new(env={"SHELL": str(house.script("my-shell", SHELL))})
    end(house)
    house.start()
    once = [without_branch(row) for row in house.ls()]
    end(house)
    house.start()
    assert [without_branch(row) for row in house.ls()] == once
    assert [row["exit_code"] for row in once] == [3, None, None]
    assert [row["state"] for row in once] == ["exited", "exited", "running"]
    assert exits_of_each_process(house.events()) == {1}


def without_branch(row: Row) -> Row:
    return {key: row[key] for key in row if key != "branch"}


def exits_of_each_process(events: Sequence[Row]) -> set[int]:
    """How many terminal facts the processes have that do not run any more."""
    started: dict[str, list[int]] = {}
    for event in events:
        pane = event["data"].get("pane")
        if event["type"] == "pane.started":
            started.setdefault(pane, []).append(0)
        elif event["type"] == "pane.exited":
            started[pane][-1] += 1
    return {count for counts in started.values() for count in counts[:-1]} | {
        counts[-1] for counts in started.values() if counts[-1]
    }


# Survivors


def test_a_survivor_that_ignores_the_hangup_is_ended_before_its_end_is_told(house: House) -> None:
    tab = house.new("--", "sh", "-c", "trap '' HUP; echo ready; while true; do sleep 0.1; done")
    house.until_shows(tab, "ready")
    survivor = house.pid(tab)
    house.kill9()
    assert not wait_gone(survivor, 0.2), "it was to survive"
    house.start()
    assert wait_gone(survivor, 0)
    assert house.row(tab)["state"] == "exited"
    assert house.ask("wait", "1", "--until", "exit").out == "exit unknown\n"
    assert house.ended(but=[house.daemon_pid]) == []


def test_a_survivor_whose_leader_has_ended_is_ended_with_all_that_is_left(house: House) -> None:
    tab = house.new("--", "sh", "-c", "(trap '' HUP; echo ready; while true; do sleep 0.1; done) & wait")
    house.until_shows(tab, "ready")
    house.kill9()
    house.start()
    assert house.ended(but=[house.daemon_pid]) == []


@pytest.fixture
def bystander() -> Iterator["subprocess.Popen[bytes]"]:
    """A process of the user's that has nothing to do with pitwall, and leads a session of its own."""
    process = subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True
    )
    yield process
    process.kill()
    process.communicate()


def began(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])


@pytest.mark.parametrize("difference", ["boot", "began"])
def test_a_process_that_only_has_a_survivors_pid_is_left_alone(
    house: House, bystander: "subprocess.Popen[bytes]", difference: str
) -> None:
    tab = house.new("--", "sleep", "60")
    house.kill9()
    house.ended()
    facts = [
        PaneStarted(
            pane=fact.pane,
            tab=fact.tab,
            pid=bystander.pid,
            began=began(bystander.pid) + (difference == "began"),
            boot="another boot" if difference == "boot" else fact.boot,
        )
        if isinstance(fact, PaneStarted)
        else fact
        for fact in read_facts(house.home)
    ]
    rewrite(house.home, facts)
    house.start()
    assert house.row(tab)["state"] == "exited"
    assert bystander.poll() is None


def test_a_kill_whose_daemon_died_before_the_end_is_carried_out_by_the_next(house: House) -> None:
    tab = house.new("--", "sh", "-c", "trap '' HUP; echo ready; while true; do sleep 0.1; done")
    house.until_shows(tab, "ready")
    pane = house.pane(tab)["data"]["pane"]
    with house.talk("kill", "-f", tab["id"]) as kill:
        house.until("tab.closed", tab=tab["id"])
        house.kill9()
        assert kill.result().code == LOST
    house.start()
    assert house.ls() == []
    assert house.until("pane.exited", pane=pane)["data"]["code"] is None
    assert house.ended(but=[house.daemon_pid]) == []


# Waits


def test_W06_a_wait_outlives_its_daemon_and_judges_what_is_restored(house: House) -> None:
    house.new("-n", "command", "--", "sleep", "60")
    house.new("-n", "shell", env={"SHELL": str(house.script("my-shell", SHELL))})
    command = house.popen("wait", "command", "--until", "exit")
    shell = house.popen("wait", "shell", "--until", "exit")
    idle = house.popen("wait", "shell", "--until", "idle")
    house.until_served(command, shell, idle)
    house.kill9()
    house.start()
    lost = "pitwall: a daemon restart stopped the process: its exit code is lost\n"
    assert finished(command) == Result(3, "exit unknown\n", lost)
    result = finished(shell)
    assert (result.code, result.out) == (3, "exit unknown\n")
    house.until_served(idle)
    assert idle.poll() is None


def test_W06_a_wait_that_saw_a_turn_remembers_it_over_a_restart(house: House) -> None:
    with FakeAgent(house) as agent:
        agent.open()
        agent.works()
        with house.talk("wait", agent.tab["id"], "--until", "done") as wait:
            token = wait.until_token()
        house.kill9()
        house.start()
        result = house.ask("wait", "anything", "--until", "done", resume=token)
        assert (result.code, result.out) == (3, "exit unknown\n")


@pytest.mark.slow
def test_W06_a_wait_whose_daemon_does_not_come_back_says_so_after_10_seconds(house: House) -> None:
    house.new("--", "sleep", "60")
    wait = house.popen("wait", "1", "--until", "exit")
    house.until_served(wait)
    house.kill9()
    result = finished(wait)
    assert (result.code, result.out) == (1, "")
    assert "the daemon is gone" in result.err
    house.start()


# The daemon's own end


@EVERY_END
def test_W19_trap_43_the_next_new_starts_a_daemon_by_itself(house: House, end: End) -> None:
    house.new("--", "sleep", "60")
    end(house)
    assert house.run("new", "--", "sleep", "60") == Result(0, "#2\n", "")


def test_W19_a_pid_that_another_process_has_now_is_in_nobodys_way(
    house: House, bystander: "subprocess.Popen[bytes]"
) -> None:
    house.kill9()
    for path in (house.home / "run").iterdir():
        if path.is_file():
            path.write_text(str(bystander.pid))
    assert house.run("new", "--", "sleep", "60") == Result(0, "#1\n", "")
    assert bystander.poll() is None


def test_what_runs_is_listed_before_a_stop_and_nothing_is_ended_without_a_yes(house: House) -> None:
    house.new("-n", "api", "--", "sleep", "60")
    result = house.run("daemon", "stop")
    assert (result.code, result.out) == (1, "")
    assert "#1 api (running) still runs; `pitwall daemon stop -f` ends that all the same" in result.err
    assert house.ask("daemon", "stop", terminals=frozenset({0}), answer="n").code == 3
    assert house.row(house.ls()[0])["state"] == "running"


def test_daemon_restart_brings_everything_back(house: House) -> None:
    house.new("--", "sh", "-c", "exit 4")
    house.until_state(house.ls()[0], "exited")
    before = house.daemon_pid
    result = house.run("daemon", "restart", "-f")
    assert (result.code, result.err) == (0, "")
    assert house.daemon_pid != before
    assert house.ls()[0]["exit_code"] == 4


def test_a_stop_ends_commands_that_ignore_the_hangup(house: House) -> None:
    tab = house.new("--", "sh", "-c", "trap '' HUP TERM; echo ready; while true; do sleep 0.1; done")
    house.until_shows(tab, "ready")
    stop(house)
    assert house.ended(seconds=0) == []
    house.start()
    assert house.row(tab)["exit_code"] is None


def test_a_stop_is_clean_and_says_nothing(house: House) -> None:
    house.new("--", "sleep", "60")
    stop(house)
    assert (house.home / "logs" / "daemon.err").read_text() == ""
    assert not os.path.lexists(house.socket)
    assert [fact.TYPE for fact in read_facts(house.home)][-2:] == ["run.stopping", "pane.exited"]


def test_a_stop_whose_socket_was_removed_is_clean_all_the_same(house: House) -> None:
    pid = house.daemon_pid
    os.unlink(house.socket)
    os.kill(pid, signal.SIGTERM)
    assert wait_gone(pid, 20)
    assert (house.home / "logs" / "daemon.err").read_text() == ""
    assert read_facts(house.home)[-1].TYPE == "run.stopping"


def test_the_hangup_of_the_terminal_it_was_started_in_is_no_reason_to_end(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    os.kill(house.daemon_pid, signal.SIGHUP)
    assert house.row(tab)["state"] == "running"


def test_without_a_daemon_ls_is_empty_and_says_what_is_saved(house: House) -> None:
    house.new("--", "sleep", "60")
    house.new("--", "true")
    house.kill9()
    house.ended()
    hint = "pitwall: 2 tabs are saved, `pitwall daemon start` brings them back\n"
    assert house.run("ls") == Result(0, "", hint)
    assert house.run("ls", "--json") == Result(0, "[]\n", hint)
    house.start()
    assert len(house.ls()) == 2
