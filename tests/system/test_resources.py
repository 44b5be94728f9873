"""What the daemon uses and leaves behind: descriptors, processes, wake-ups, other tabs' time."""

import os
import time
from pathlib import Path

import pytest
from daemons import House
from fakeagents import FakeAgent
from procfs import children, open_files, stat_of, wait_gone

IDLE = 3.0
"""Seconds for which an idle daemon is watched."""


def threads(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/task"))


def switches(pid: int) -> int:
    """How often all threads of a process have gone to sleep: each wake-up is one of them (proc(5))."""
    count = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                count += int(line.split()[1])
    return count


def cpu_seconds(pid: int) -> float:
    fields = stat_of(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def open_and_close(house: House, count: int) -> None:
    """Tabs of every kind: ended by themselves, killed, shells, and some that never came to be."""
    for number in range(count):
        command = (("--", "true"), ("--", "sleep", "60"), (), ("--", "sh", "-c", "sleep 60 & wait"))[
            number % 4
        ]
        house.new(*command)
        if number % 10 == 0:
            house.script("broken", "", interpreter="/no/such/interpreter")
            assert house.ask("new", "--", "broken").code == 1
    for row in house.ls():
        assert house.ask("kill", "-f", row["id"]).code == 0


def test_100_tabs_opened_and_closed_leave_no_descriptor_and_no_zombie(house: House) -> None:
    daemon = house.daemon_pid
    open_and_close(house, 8)
    house.events()
    before = sorted(open_files(daemon).values())
    open_and_close(house, 100)
    house.events()
    after = sorted(open_files(daemon).values())
    assert len(after) <= len(before) + 1, sorted(set(after) - set(before))
    assert children(daemon) == []
    assert threads(daemon) < 45


def test_a_command_that_exits_is_reaped_at_once(house: House) -> None:
    tab = house.new("--", "true")
    house.until_state(tab, "exited")
    assert children(house.daemon_pid) == []


def test_an_idle_daemon_hardly_wakes_up(own_house: House) -> None:
    own_house.start()
    for _ in range(30):
        own_house.new("--", "sleep", "600")
    daemon = own_house.daemon_pid
    timer = own_house.new("--", "sleep", "6")
    own_house.ask("wait", timer["id"], "--until", "exit")
    woken, used = switches(daemon), cpu_seconds(daemon)
    assert not wait_gone(os.getpid(), IDLE), "it is this process itself that is not waited for"
    woken, used = switches(daemon) - woken, cpu_seconds(daemon) - used
    assert woken < 100 * IDLE, f"{woken} wake-ups of all threads in {IDLE} s"
    assert used < 0.05 * IDLE, f"{used} s of {IDLE} s"


def test_trap_45_a_flood_in_one_tab_leaves_the_others_their_time(house: House) -> None:
    house.new("--", "yes", "a line that goes on and on " * 4)
    with FakeAgent(house) as agent:
        agent.open()
        agent.shows("working", "working")
        agent.shows("ask Really?", "blocked")
        before = time.monotonic()
        for _ in range(20):
            house.ls()
        assert time.monotonic() - before < 10
    tab = house.new("--", "sh", "-c", "exit 3")
    assert house.ask("wait", tab["id"], "--until", "exit").code == 3
    assert "a line that goes on" in house.ask("capture", "1").out


def test_trap_45_a_program_that_does_not_read_its_answers_blocks_nobody(house: House) -> None:
    house.new("--", "sh", "-c", "stty raw -echo; while true; do printf '\\033[6n\\033[c\\033[5n'; done")
    tab = house.new("--", "sh", "-c", "exit 3")
    assert house.ask("wait", tab["id"], "--until", "exit").code == 3
    assert house.ask("kill", "-f", "1").code == 0


@pytest.mark.slow
def test_the_memory_of_1000_tabs_opened_and_closed_is_given_back(own_house: House) -> None:
    own_house.start()
    open_and_close(own_house, 200)
    before = resident(own_house.daemon_pid)
    for _ in range(5):
        open_and_close(own_house, 200)
    assert resident(own_house.daemon_pid) - before < 40_000


def resident(pid: int) -> int:
    """Kilobytes of memory in use."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])
