"""Programs start exactly as asked, end exactly as they ended, and leave nothing behind."""

import errno
import os
import signal
import sys
from pathlib import Path

import pytest
import trio
from terminals import (
    PATIENCE,
    CancelAtStep,
    command,
    descriptors,
    holdings,
    python,
    result,
    running,
    shell,
    shown,
)

from pitwall.errors import CannotStart
from pitwall.pty import child as child_module
from pitwall.pty import processes
from pitwall.pty.child import Spawn, spawn
from pitwall.pty.reader import drain


@pytest.mark.parametrize(
    ("script", "code"), [("exit 0", 0), ("exit 137", 137), ("kill -9 $$", -9), ("kill -TERM $$", -15)]
)
async def test_W09_codes_are_kept_apart_from_signals(script: str, code: int) -> None:
    assert (await result(shell(script)))[0] == code


async def test_W08_closing_the_terminal_is_not_the_end(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)

    async with running(shell('exec 0<&- 1>&- 2>&-; read line < "$1"; exit 7', str(gate))) as child:
        async with trio.open_nursery() as nursery:
            codes = []

            async def watch() -> None:
                codes.append(await child.wait())

            nursery.start_soon(watch)
            # opening the gate waits for the shell, whose terminal is closed by then
            writer = await trio.to_thread.run_sync(os.open, gate, os.O_WRONLY)
            assert codes == []
            os.write(writer, b"go\n")
            os.close(writer)
        assert codes == [7]


async def test_output_after_the_terminal_was_closed_and_opened_again_is_heard() -> None:
    code, text = await result(shell("exec 0<&- 1>&- 2>&-; exec > /dev/tty; echo back; exit 4"))

    assert (code, text) == (4, "back\r\n")


async def test_the_last_output_is_there_when_the_process_has_ended() -> None:
    for _ in range(20):
        async with running(shell("head -c 3000 /dev/zero | tr '\\0' x; printf END")) as child:
            assert await child.wait() == 0
            assert drain(child.master).data == b"x" * 3000 + b"END"


async def test_trap_44_a_grandchild_that_holds_the_terminal_does_not_delay_the_exit() -> None:
    script = "setsid sh -c 'trap \"\" HUP; echo up $$; exec sleep 1000' & read up; exit 3"
    async with running(shell(script)) as child:
        text = await shown(child, "up")
        while "\n" not in text:
            text += drain(child.master).data.decode()
        grandchild = int(text.split()[1])
        os.write(child.master, b"go\n")
        with trio.fail_after(5):
            assert await child.wait() == 3
        assert processes.process(grandchild) is not None
        os.kill(grandchild, signal.SIGKILL)


async def test_trap_47_the_size_is_right_from_the_first_instant() -> None:
    assert await result(command("/bin/stty", "size", rows=33, cols=101)) == (0, "33 101\r\n")


async def test_a_resize_reaches_the_program() -> None:
    script = (
        "import os, signal; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH]); print('ready', flush=True)\n"
        "signal.sigwait([signal.SIGWINCH]); print(os.get_terminal_size())"
    )
    async with running(python(script)) as child:
        await shown(child, "ready")
        child.resize(50, 160)
        assert "columns=160, lines=50" in await shown(child, "lines")


async def test_the_program_leads_a_session_with_the_terminal_as_its_own() -> None:
    _, text = await result(shell("echo $$; cat /proc/$$/stat; tty; tty < /dev/tty"))

    pid, row, *terminals = text.splitlines()
    _, _, group, session, _, foreground, *_ = row.rpartition(")")[2].split()
    assert [group, session, foreground] == [pid] * 3
    assert terminals[0].startswith("/dev/")
    assert terminals[1] == "/dev/tty"


async def test_a_login_shell_sees_its_dash() -> None:
    assert await result(command("-sh", "-c", "echo $0", program="/bin/sh")) == (0, "-sh\r\n")


async def test_folder_umask_arguments_and_environment_arrive_as_given(tmp_path: Path) -> None:
    script = "import os, sys; print(os.getcwd(), oct(os.umask(0)), sys.argv[1:], sorted(os.environ.items()))"
    env = {"EMPTY": "", "LINES_OF": "a\nb=c", "ODD": "caf\udce9"}
    arguments = ("", "a b", "\udcff", "-x")

    _, text = await result(
        Spawn(sys.executable, ("python", "-Ic", script, *arguments), str(tmp_path), env, 0o027, 24, 800)
    )

    given = f"{tmp_path} 0o27 {list(arguments)} {sorted((env | {'LC_CTYPE': 'C.UTF-8'}).items())}\r\n"
    assert text in (given, given.replace("('LC_CTYPE', 'C.UTF-8'), ", ""))


async def test_only_the_standard_streams_are_open_in_the_program() -> None:
    _, text = await result(command("/bin/ls", "/proc/self/fd"))

    assert text.split() == ["0", "1", "2", "3"]  # 3 is the folder that ls lists


async def test_erasing_in_line_mode_knows_utf_8() -> None:
    _, text = await result(command("/bin/stty", "-a", cols=200))

    assert " iutf8" in text
    assert " -iutf8" not in text


async def test_large_environments_arrive() -> None:
    env = {f"NAME{n}": "x" * 100_000 for n in range(8)}
    code, text = await result(shell("echo ${#NAME7}", env=env))

    assert (code, text) == (0, "100000\r\n")


async def test_the_environment_is_not_to_be_seen_before_the_program_runs() -> None:
    child = await spawn(shell("true", env={"SECRET": "hunter2"}))
    try:
        assert b"hunter2" not in Path(f"/proc/{child.pid}/cmdline").read_bytes()
        assert b"hunter2" not in Path(f"/proc/{child.pid}/environ").read_bytes()
        assert "hunter2" not in repr(shell("true", env={"SECRET": "hunter2"}))
    finally:
        await child.aclose()


async def test_nothing_runs_without_the_go_byte(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    child = await spawn(shell('echo > "$1"', str(mark)))
    await child.aclose()

    assert not mark.exists()
    assert processes.process(child.pid) is None


async def test_nothing_runs_when_the_parent_is_killed_before_the_go_byte(tmp_path: Path) -> None:
    parent = (
        "import os, signal, sys, trio\n"
        "from terminals import shell, spawn\n"
        "async def main():\n"
        "    child = await spawn(shell('echo > \"$1\"', sys.argv[1]))\n"
        "    print(child.pid, flush=True)\n"
        "    sys.stdin.read()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "trio.run(main)\n"
    )
    mark = tmp_path / "mark"
    roots = os.pathsep.join(str(Path(module.__file__ or "").parent) for module in (sys.modules["terminals"],))
    path = os.pathsep.join([roots, str(Path(child_module.__file__).parents[2])])

    with trio.fail_after(PATIENCE):
        process = await trio.lowlevel.open_process(
            [sys.executable, "-c", parent, str(mark)],
            stdin=-1,
            stdout=-1,
            env=os.environ | {"PYTHONPATH": path},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        launcher = os.pidfd_open(int(await process.stdout.receive_some()))
        await process.stdin.aclose()
        await process.wait()
        await trio.lowlevel.wait_readable(launcher)
        os.close(launcher)
        await process.stdout.aclose()

    assert not mark.exists()


async def test_the_start_time_survives_exec() -> None:
    child = await spawn(shell("read line"))
    try:
        before = processes.began(child.pid)
        await child.release()
        assert before == child.began == processes.began(child.pid)
        assert child.began > 0
    finally:
        await child.aclose(grace=0)


@pytest.mark.parametrize(
    "what",
    [command("/bin/true", "a\0b"), command("/bin/true", "\ud800"), command("/bin/true", env={"A": "\0"})],
    ids=["nul", "half a character", "nul in a variable"],
)
async def test_what_the_kernel_cannot_pass_on_is_refused_at_once(what: Spawn) -> None:
    before = descriptors()
    with pytest.raises(CannotStart, match="NUL or an invalid character"):
        await spawn(what)
    assert descriptors() == before


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EMFILE, errno.EACCES])
async def test_no_free_terminal_is_advice(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    def refuse() -> tuple[int, int]:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "openpty", refuse)
    with pytest.raises(CannotStart, match=f"cannot open a terminal: {os.strerror(code)}; "):
        await spawn(command("/bin/true"))


async def test_no_free_process_leaves_no_descriptor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    before = descriptors()
    with pytest.raises(CannotStart, match="cannot open a terminal"):
        await spawn(command("/bin/true"))
    assert descriptors() == before


async def test_a_size_that_no_terminal_has_leaves_no_descriptor() -> None:
    before = descriptors()
    with pytest.raises(OverflowError):
        await spawn(command("/bin/true", rows=1 << 70))
    assert descriptors() == before


async def test_cancellation_at_any_step_leaves_neither_process_nor_descriptor() -> None:
    await result(command("/bin/true"))
    before = holdings()
    what = shell("read line", env={f"NAME{n}": "x" * 100_000 for n in range(8)})
    finished, step = False, 0
    with trio.fail_after(PATIENCE):
        while not finished:
            step += 1
            child = None
            with trio.CancelScope() as scope:
                instrument = CancelAtStep(scope, step)
                trio.lowlevel.add_instrument(instrument)
                try:
                    child = await spawn(what)
                    await child.release()
                    finished = not scope.cancel_called
                finally:
                    trio.lowlevel.remove_instrument(instrument)
                    if child is not None:
                        await child.aclose(grace=0)
            assert holdings() == before

    assert step > 3


async def test_closing_ends_a_program_that_ignores_the_hangup_and_its_jobs() -> None:
    async with running(shell("trap '' HUP; sleep 1000 & echo up $!; sleep 1000")) as child:
        job = int((await shown(child, "\n")).split()[1])
    assert processes.process(child.pid) is None
    row = processes.process(job)
    assert row is None or row.ended


async def test_closing_twice_and_waiting_afterwards_is_harmless() -> None:
    async with running(shell("exit 6")) as child:
        assert await child.wait() == 6
    await child.aclose()
    assert await child.wait() == 6


async def test_closing_without_grace_still_ends_the_jobs() -> None:
    async with running(shell("trap '' HUP; sleep 1000 & echo up $!; read line"), grace=0) as child:
        job = int((await shown(child, "\n")).split()[1])
    row = processes.process(job)
    assert row is None or row.ended


async def test_jobs_that_a_program_left_behind_are_ended_with_its_pane() -> None:
    script = "trap '' HUP; sleep 1000 & echo up $!"
    async with running(shell(script, env={"PITWALL_PANE": "00000000000000aa"})) as child:
        job = int((await shown(child, "\n")).split()[1])
        await child.wait()
        assert await child.end(grace=0) == ()
    row = processes.process(job)
    assert row is None or row.ended


async def test_a_program_ended_from_outside_is_reaped_as_usual() -> None:
    async with running(shell("echo up; read line")) as child:
        await shown(child, "up")
        assert await child.end() == ()
        assert await child.wait() == -signal.SIGHUP


async def test_a_closed_child_touches_no_descriptor_that_others_may_have_now() -> None:
    async with running(shell("exit 0")) as child:
        await child.wait()
    assert child.master == -1
    child.resize(10, 20)
    assert drain(child.master).ended


async def test_the_terminal_is_closed_even_if_ending_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(pid: int, *, grace: float) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    before = descriptors()
    child = await spawn(shell("read line"))
    await child.release()
    monkeypatch.setattr(child_module, "end", fail)
    with pytest.raises(OSError, match="Too many open files"):
        await child.aclose()
    assert descriptors() == before
    assert processes.process(child.pid) is None


async def test_a_child_is_released_once() -> None:
    async with running(shell("read line")) as child:
        with pytest.raises(RuntimeError):
            await child.release()
