"""Why a program could not start is told in words that say what to do."""

import errno
from pathlib import Path

import pytest
import trio
from terminals import PATIENCE, command, holdings, result, running, shell

from pitwall.errors import CannotStart
from pitwall.pty import child as child_module
from pitwall.pty import processes
from pitwall.pty.child import Spawn, spawn
from pitwall.pty.failures import exec_failed, interpreter_of, launcher_died, no_terminal, not_passable


@pytest.mark.parametrize(
    ("line", "interpreter"),
    [
        (b"#!/bin/sh\n", "/bin/sh"),
        (b"#! /usr/bin/env  python3 -x\n", "/usr/bin/env"),
        (b"#!/no/end", "/no/end"),
        (b"#!\n", ""),
        (b"echo\n", ""),
        (b"\x7fELF\x00\xff\xfe", ""),
        (b"", ""),
    ],
)
def test_the_interpreter_is_read_from_the_first_line(tmp_path: Path, line: bytes, interpreter: str) -> None:
    (tmp_path / "script").write_bytes(line)

    assert interpreter_of(str(tmp_path / "script")) == interpreter


def test_a_program_of_another_system_lacks_its_loader(tmp_path: Path) -> None:
    (tmp_path / "tool").write_bytes(b"\x7fELF")

    assert str(exec_failed(str(tmp_path / "tool"), errno.ENOENT)).endswith(
        "the loader it was built for is missing: it is no program for this system"
    )


def test_an_error_nobody_foresaw_is_named_all_the_same() -> None:
    assert str(exec_failed("/bin/tool", errno.EXDEV)) == (
        "cannot start /bin/tool: Invalid cross-device link; check that it runs from a plain terminal"
    )


def test_the_advice_fits_the_cause() -> None:
    assert "ulimit -n" in str(no_terminal(OSError(errno.EMFILE, "")))
    assert "ulimit -u" in str(no_terminal(OSError(errno.EAGAIN, "")))
    assert "daemon restart" in str(launcher_died("/bin/tool", 1))
    assert "\0" not in str(not_passable("/bin/\0tool"))


FAILURES = {
    "missing": "cannot start {folder}/missing: No such file or directory; "
    "check its name and that it is still installed",
    "no-interpreter": "cannot start {folder}/no-interpreter: No such file or directory; "
    "the interpreter /no/such/python named in its first line is missing: install it or mend that line",
    "not-executable": "cannot start {folder}/not-executable: Permission denied; "
    "it must be a file that may be executed: see chmod +x",
    "folder": "cannot start {folder}/folder: Permission denied; it is a folder: name a program in it",
    "no-format": "cannot start {folder}/no-format: Exec format error; "
    "a script needs a first line such as #!/bin/sh, a program must be built for this machine",
}


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder of things that cannot be executed."""
    (tmp_path / "folder").mkdir()
    for name, text, mode in [
        ("no-interpreter", "#!/no/such/python -x\n", 0o755),
        ("not-executable", "#!/bin/sh\n", 0o644),
        ("no-format", "echo hello\n", 0o755),
    ]:
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(mode)
    return tmp_path


async def refusal(what: Spawn) -> str:
    """What ``release`` refuses with."""
    with trio.fail_after(PATIENCE):
        child = await spawn(what)
        with pytest.raises(CannotStart) as raised:
            await child.release()
    assert processes.process(child.pid) is None
    return str(raised.value)


@pytest.mark.parametrize("name", FAILURES)
async def test_a_program_that_cannot_be_executed_is_refused_with_advice(programs: Path, name: str) -> None:
    assert await refusal(command(f"{programs}/{name}")) == FAILURES[name].format(folder=programs)


async def test_a_missing_folder_is_refused_with_advice(tmp_path: Path) -> None:
    gone = tmp_path / "gone"

    assert await refusal(command("/bin/true", cwd=str(gone))) == (
        f"cannot start in {gone}: No such file or directory; name a folder that exists and may be entered"
    )


async def test_arguments_beyond_what_the_kernel_passes_are_refused() -> None:
    assert (await refusal(command("/bin/true", "x" * 3_000_000))).startswith(
        "cannot start /bin/true: Argument list too long; shorten"
    )


async def test_a_launcher_that_cannot_run_is_told_from_a_program_that_ran(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(child_module, "_LAUNCHER", str(tmp_path / "gone.py"))

    assert "pitwall's own launcher ended with 2" in await refusal(command("/bin/true"))


async def test_nothing_is_left_open_after_many_starts_and_failures(programs: Path) -> None:
    await result(command("/bin/true"))
    before = holdings()
    for name in FAILURES:
        await refusal(command(f"{programs}/{name}"))
        await refusal(command("/bin/true", cwd=f"{programs}/{name}/gone"))
        await result(shell("exit 5"))
        async with running(shell("read line")):
            pass
        await (await spawn(shell("read line"))).aclose()

    assert holdings() == before
