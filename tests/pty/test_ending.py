"""Everything that a pane started goes when the pane is ended, and nothing else does."""

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import trio
from terminals import PATIENCE, command, python, shell, shown

from pitwall.pty import processes
from pitwall.pty.child import Child, Spawn, spawn
from pitwall.pty.ending import end, end_all, end_survivor

PANE = "00000000000000aa"
ENV = {"PITWALL_PANE": PANE}
FIRM = "import signal, sys, time; signal.signal(signal.SIGHUP, signal.SIG_IGN); print('ready', flush=True)\n"

Start = Callable[[Spawn], Awaitable[tuple[Child, list[int]]]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Start a program that writes ``ready`` and some pids; all is ended with the test."""
    children = []

    async def started(what: Spawn) -> tuple[Child, list[int]]:
        child = await spawn(what)
        children.append(child)
        with trio.fail_after(PATIENCE):
            await child.release()
            text = await shown(child, "ready")
        return child, [int(word) for word in text.split() if word.isdecimal()]

    yield started
    for child in children:
        await child.aclose(grace=0)


def lives(pid: int) -> bool:
    row = processes.process(pid)
    return row is not None and not row.ended


async def test_a_hangup_is_enough_for_most(start: Start) -> None:
    child, _ = await start(shell("echo ready; exec sleep 1000"))

    assert await end(child.pid, grace=PATIENCE) == ()
    assert await child.wait() == -signal.SIGHUP


async def test_what_ignores_the_hangup_is_killed_after_the_grace(start: Start) -> None:
    child, _ = await start(python(FIRM + "time.sleep(1000)"))

    before = trio.current_time()
    assert await end(child.pid, grace=0.2) == ()
    assert await child.wait() == -signal.SIGKILL
    assert 0.2 <= trio.current_time() - before < 2


async def test_a_stopped_process_gets_its_hangup(start: Start) -> None:
    child, _ = await start(shell("trap 'exit 9' HUP; echo ready; read line"))
    os.kill(child.pid, signal.SIGSTOP)

    assert await end(child.pid, grace=PATIENCE) == ()
    assert await child.wait() == 9


async def test_a_program_may_clean_up_after_the_hangup(start: Start) -> None:
    child, _ = await start(shell("trap 'exit 9' HUP; echo ready; read line"))

    assert await end(child.pid, grace=PATIENCE) == ()
    assert await child.wait() == 9


async def test_background_jobs_of_a_shell_go_with_it(start: Start) -> None:
    script = "set -m; trap '' HUP; sleep 1001 & echo $!; trap - HUP; sleep 1002 & echo $! ready; read line"
    child, jobs = await start(command("/bin/bash", "-c", script))
    groups = {row.group for row in map(processes.process, jobs) if row}
    assert len(groups) == 2
    assert child.pid not in groups

    assert await end(child.pid, grace=0.1) == ()
    assert not any(map(lives, [child.pid, *jobs]))


async def test_a_descendant_in_its_own_session_goes_with_its_pane(start: Start) -> None:
    far = "import os, time; os.setsid(); print(os.getpid(), 'ready', flush=True); time.sleep(1000)"
    child, [descendant] = await start(shell('"$1" -c "$2" & read line', sys.executable, far))
    row = processes.process(descendant)
    assert row is not None
    assert row.session != child.pid

    assert await end(child.pid, grace=PATIENCE) == ()
    assert not lives(descendant)


async def test_what_is_started_after_the_hangup_is_ended_as_well(start: Start) -> None:
    script = "trap 'sleep 1000 & sleep 1001 & exit 3' HUP; echo ready; read line"
    child, _ = await start(shell(script))

    assert await end(child.pid, grace=0.2) == ()
    assert await child.wait() == 3
    assert not [row for row in processes.table().values() if row.session == child.pid and not row.ended]


async def test_jobs_left_by_a_reaped_leader_are_ended_if_they_are_the_panes(start: Start) -> None:
    script = "trap '' HUP; sleep 1000 & echo $! ready"
    child, [job] = await start(shell(script, env=ENV))
    await child.wait()
    assert lives(job)

    assert await end(child.pid, grace=0, pane_id="00000000000000bb") == ()
    assert lives(job)
    assert await end(child.pid, grace=0, pane_id=PANE) == ()
    assert not lives(job)


async def test_many_panes_share_one_grace(start: Start) -> None:
    firm = [(await start(python(FIRM + "time.sleep(1000)")))[0] for _ in range(4)]

    before = trio.current_time()
    assert await end_all([child.pid for child in firm], grace=0.3) == ()
    assert trio.current_time() - before < 1.2
    assert [await child.wait() for child in firm] == [-signal.SIGKILL] * 4


async def test_ending_what_is_gone_already_returns_at_once(start: Start) -> None:
    child, _ = await start(shell("echo ready"))
    await child.wait()

    with trio.fail_after(1):
        assert await end(child.pid, pane_id=PANE) == ()


@pytest.mark.parametrize("pid", [0, 1, -1, os.getsid(0)])
async def test_only_sessions_of_panes_can_be_ended(pid: int) -> None:
    with pytest.raises(ValueError, match="only sessions of panes"):
        await end(pid)


async def test_what_cannot_be_ended_is_named(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    child, _ = await start(shell("echo ready; read line"))
    with monkeypatch.context() as patch:
        patch.setattr(os, "killpg", lambda group, number: None)
        patch.setattr("pitwall.pty.ending._LAST_DEADLINE", 0.05)
        left = await end(child.pid, grace=0.05)

    assert [row.pid for row in left] == [child.pid]


async def test_a_survivor_with_pid_start_time_and_boot_equal_is_ended(start: Start) -> None:
    child, _ = await start(python(FIRM + "time.sleep(1000)"))

    assert await end_survivor(child.pid, child.began, processes.boot_id(), PANE, grace=0) == ()
    assert await child.wait() == -signal.SIGKILL


@pytest.mark.parametrize("differs", ["start time", "boot"])
async def test_another_process_under_a_survivors_pid_is_left_alone(start: Start, differs: str) -> None:
    child, _ = await start(shell("echo ready; read line", env=ENV))
    began = child.began - (differs == "start time")
    boot = "another" if differs == "boot" else processes.boot_id()

    assert await end_survivor(child.pid, began, boot, PANE, grace=0) is None
    assert lives(child.pid)


async def test_a_survivors_jobs_are_ended_when_it_has_died_itself(start: Start) -> None:
    child, [job] = await start(shell("trap '' HUP; sleep 1000 & echo $! ready", env=ENV))
    await child.wait()
    boot = processes.boot_id()

    assert await end_survivor(child.pid, child.began, boot, "00000000000000bb", grace=0) is None
    assert lives(job)
    assert await end_survivor(child.pid, child.began, boot, PANE, grace=0) == ()
    assert not lives(job)
    assert await end_survivor(child.pid, child.began, boot, PANE, grace=0) is None


async def test_a_zombie_is_no_survivor() -> None:
    zombie = subprocess.Popen(["/bin/true"], start_new_session=True)
    try:
        await trio.to_thread.run_sync(os.waitid, os.P_PID, zombie.pid, os.WEXITED | os.WNOWAIT)
        began = processes.began(zombie.pid)
        assert began is not None
        assert await end_survivor(zombie.pid, began, processes.boot_id(), PANE) is None
    finally:
        zombie.wait()
