"""What runs in the foreground is found by asking the kernel, not by guessing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import trio
from terminals import command, python, running, shell, shown

from pitwall.agents.program import Program
from pitwall.agents.recognition import is_shell, recognise
from pitwall.pty import processes
from pitwall.pty.child import Spawn
from pitwall.pty.processes import foreground

PROMPT = "ready> "
KINDS: dict[str, tuple[str, ...]] = {"claude": (), "codex": (), "pi": (), "gemini": ()}


def kind_of(master: int) -> str | None:
    found = foreground(master)
    return recognise(found, KINDS) if found else None


def bash(name: str = "bash", *, cwd: str = "/") -> Spawn:
    """An interactive shell."""
    return command(name, "--norc", "--noprofile", program="/bin/bash", cwd=cwd, env={"PS1": PROMPT})


def executable(path: Path, text: str) -> Path:
    """A script that may be executed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_a_process_is_named_by_pid_and_start_time() -> None:
    began = processes.began(os.getpid())

    assert began is not None
    assert began > 0
    assert processes.began(os.getpid()) == began
    child = subprocess.Popen(["/bin/true"])
    child.wait()
    assert processes.began(child.pid) is None


def test_the_boot_id_is_one_word_and_stays() -> None:
    assert processes.boot_id() == processes.boot_id()
    assert len(processes.boot_id().split()) == 1


async def test_a_shell_at_its_prompt_is_in_the_foreground() -> None:
    async with running(bash("-bash")) as child:
        await shown(child, PROMPT)
        found = foreground(child.master)

        assert found is not None
        assert found.pid == child.pid == processes.foreground_group(child.master)
        assert found.began == child.began
        assert found.name == "bash"
        assert is_shell(found.name)
        assert found.executable == os.path.realpath("/bin/bash")


async def test_a_job_in_the_foreground_is_seen_and_its_end_too() -> None:
    async with running(bash()) as child:
        await shown(child, PROMPT)
        os.write(child.master, b"sh -c \"echo u''p; read line\"\n")
        await shown(child, "up\r\n")
        job = foreground(child.master)
        assert job is not None
        assert job.pid != child.pid

        os.write(child.master, b"\n")
        await shown(child, PROMPT)
        shell_again = foreground(child.master)
        assert shell_again is not None
        assert shell_again.pid == child.pid


async def test_a_pipeline_whose_leader_has_ended_is_its_oldest_member() -> None:
    async with running(bash()) as child:
        await shown(child, PROMPT)
        os.write(child.master, b"true | sh -c \"read line; echo u''p; exec sleep 1000\"\n")
        await shown(child, "up\r\n")
        found = foreground(child.master)

        assert found is not None
        assert found.pid != processes.foreground_group(child.master)
        assert found.name in ("sleep", "sh")


async def test_a_closed_terminal_has_no_foreground() -> None:
    async with running(shell("exit 0")) as child:
        await child.wait()
        assert foreground(child.master) is None
    read, write = os.pipe()
    assert foreground(read) is None
    os.close(read)
    os.close(write)


async def test_the_folder_of_a_process_is_its_live_one(tmp_path: Path) -> None:
    async with running(shell('cd "$1"; echo there; read line', str(tmp_path))) as child:
        await shown(child, "there")
        assert processes.cwd(child.pid) == str(tmp_path)


async def test_trap_19_a_shell_that_execs_an_agent_keeps_its_pid_and_is_noticed(tmp_path: Path) -> None:
    agent = executable(tmp_path / "claude", "#!/bin/sh\necho agent; read line\n")
    async with running(shell('echo shell; read line; exec "$1"', str(agent))) as child:
        await shown(child, "shell")
        assert kind_of(child.master) is None
        os.write(child.master, b"\n")
        await shown(child, "agent")
        assert kind_of(child.master) == "claude"
        found = foreground(child.master)
        assert found is not None
        assert found.pid == child.pid


AGENT = "print('agent', flush=True); input()\n"


async def test_trap_20_a_script_under_an_interpreter_is_known_by_its_own_name(tmp_path: Path) -> None:
    script = executable(tmp_path / "codex.py", AGENT)
    async with running(command(sys.executable, "-I", str(script), "--name", "gemini")) as child:
        await shown(child, "agent")
        assert kind_of(child.master) == "codex"


async def test_a_module_is_known_by_its_name(tmp_path: Path) -> None:
    executable(tmp_path / "gemini" / "__main__.py", AGENT)
    async with running(command(sys.executable, "-um", "gemini", cwd=str(tmp_path))) as child:
        await shown(child, "agent")
        assert kind_of(child.master) == "gemini"


async def test_a_link_to_a_script_is_known_by_the_scripts_package(tmp_path: Path) -> None:
    package = tmp_path / "node_modules" / "@google" / "gemini-cli"
    executable(package / "dist" / "index.js", AGENT)
    (package / "dist" / "package.json").write_text('{"type": "module"}')
    (package / "package.json").write_text(
        json.dumps({"name": "@google/gemini-cli", "bin": {"gemini": "./dist/index.js"}})
    )
    (tmp_path / "start").symlink_to(package / "dist" / "index.js")
    interpreter = tmp_path / "node"
    interpreter.write_bytes(Path("/bin/sh").read_bytes())
    interpreter.chmod(0o755)
    (package / "dist" / "index.js").write_text("echo agent; read line")

    async with running(command("node", "start", program=str(interpreter), cwd=str(tmp_path))) as child:
        await shown(child, "agent")
        found = foreground(child.master)
        assert found is not None
        assert found.script == str(package / "dist" / "index.js")
        assert found.commands == ("gemini",)
        assert kind_of(child.master) == "gemini"


async def test_a_script_that_runs_an_agent_is_that_agent_while_it_does(tmp_path: Path) -> None:
    agent = executable(tmp_path / "claude", "#!/bin/sh\necho agent; read line\n")
    script = executable(tmp_path / "work", '#!/bin/sh\n"$1" --fast\necho over; read line\n')
    async with running(command(str(script), str(agent))) as child:
        await shown(child, "agent")
        assert kind_of(child.master) == "claude"
        os.write(child.master, b"\n")
        await shown(child, "over")
        assert kind_of(child.master) is None


async def test_an_agent_in_the_background_of_a_script_is_not_in_the_foreground(tmp_path: Path) -> None:
    agent = executable(tmp_path / "claude", "#!/bin/sh\necho agent; sleep 1000; true\n")
    script = 'set -m; "$1" & read line'
    async with running(command("bash", "-c", script, "bash", str(agent), program="/bin/bash")) as child:
        await shown(child, "agent")
        assert kind_of(child.master) is None


async def test_a_script_that_takes_an_agents_output_for_itself_is_no_agent(tmp_path: Path) -> None:
    agent = executable(tmp_path / "claude", "#!/bin/sh\nsh -c 'echo agent >&2'; read line; echo text\n")
    async with running(shell('answer=$("$1"); echo "$answer"', str(agent))) as child:
        await shown(child, "agent")
        assert kind_of(child.master) is None


@pytest.mark.parametrize(
    "line",
    ["cat claude -", "cat codex.md -", "sh -c 'cat claude; cat' gemini", "python3 -c 'input()' claude"],
)
async def test_D45_words_on_the_command_line_make_no_agent(tmp_path: Path, line: str) -> None:
    (tmp_path / "claude").write_text("up\r\n")
    (tmp_path / "codex.md").write_text("up\r\n")
    async with running(bash(cwd=str(tmp_path))) as child:
        await shown(child, PROMPT)
        shell_pid = child.pid
        os.write(child.master, line.encode() + b"; echo do''ne\n")
        while True:
            await trio.lowlevel.checkpoint()
            found = foreground(child.master)
            if found is not None and found.pid != shell_pid and found.argv and found.argv[0] != "bash":
                break
        assert recognise(found, KINDS) is None
        os.write(child.master, b"\x04\n")


async def test_a_program_upgraded_on_disk_keeps_its_name(tmp_path: Path) -> None:
    program = tmp_path / "claude"
    program.write_bytes(Path("/bin/sleep").read_bytes())
    program.chmod(0o755)
    async with running(command("node-like-title", "1000", program=str(program))) as child:
        program.unlink()
        assert kind_of(child.master) == "claude"
        found = foreground(child.master)
        assert found is not None
        assert found.executable == str(program)


async def test_the_variables_a_process_was_started_with_are_compared_whole() -> None:
    async with running(shell("echo up; read line", env={"PITWALL_PANE": "abc"})) as child:
        await shown(child, "up")
        assert processes.started_with(child.pid, "PITWALL_PANE", "abc")
        assert not processes.started_with(child.pid, "PITWALL_PANE", "ab")
        assert not processes.started_with(child.pid, "PANE", "abc")


async def test_a_program_may_call_itself_anything() -> None:
    script = "import ctypes; ctypes.CDLL(None).prctl(15, b'a) b (c'); print('named', flush=True); input()"
    async with running(python(script)) as child:
        await shown(child, "named")
        found = foreground(child.master)
        assert isinstance(found, Program)
        assert found.comm == "a) b (c"
        assert found.began == child.began
