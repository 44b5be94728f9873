"""The client's own commands: help that teaches, advice for mistakes, and commands that need no daemon."""

import argparse
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from fakedaemon import PATIENCE, client_command, client_environment

from pitwall.cli import slow
from pitwall.commands.command import Command, no_arguments
from pitwall.commands.table import COMMANDS
from pitwall.errors import ConfigRejected, NoSuchTab, UsageError
from pitwall.version import VERSION


def test_the_version_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    assert slow.main(["--version"]) == 0
    assert capfd.readouterr() == (f"pitwall {VERSION}\n", "")


@pytest.mark.parametrize("argv", [["--help"], ["-h"], ["help"]])
def test_the_overview_teaches_by_example_and_lists_every_command(
    capfd: pytest.CaptureFixture[str], argv: list[str]
) -> None:
    assert slow.main(argv) == 0

    out, err = capfd.readouterr()
    assert err == ""
    assert "pitwall new -n tests -- make test" in out
    assert "  pitwall   " in out
    for command in COMMANDS.values():
        if command.name and not command.hidden:
            assert f"  {command.name} " in out
            assert command.summary in out


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_help_of_its_own(capfd: pytest.CaptureFixture[str], name: str) -> None:
    words = name.split()

    assert slow.main([*words, "--help"]) == 0
    by_flag = capfd.readouterr()
    assert slow.main(["help", *words]) == 0

    assert by_flag.out.startswith(f"usage: pitwall {name}")
    assert capfd.readouterr() == by_flag


@pytest.mark.parametrize("argv", [["session", "--help"], ["session", "-h"], ["help", "session"]])
def test_help_on_a_group_lists_its_commands(capfd: pytest.CaptureFixture[str], argv: list[str]) -> None:
    assert slow.main(argv) == 0

    out, _ = capfd.readouterr()
    assert "session rename" in out
    assert "wait" not in out


@pytest.mark.parametrize(
    ("argv", "code", "message"),
    [
        (["-x"], 2, "-x"),
        ([""], 2, "there is no command ''"),
        (["wiat"], 2, "did you mean `wait`"),
        (["session"], 2, "not complete"),
        (["session", "nonsense"], 2, "there is no `pitwall session nonsense`"),
        (["nonsense", "--help"], 2, "no command 'nonsense'"),
        (["help", "nonsense"], 2, "no command 'nonsense'"),
        (["journal", "verify", "--nonsense"], 2, "--nonsense"),
        (["ls", "--nonsense"], 2, "--nonsense"),
        (["wait", "1", "--nonsense"], 1, "--"),
    ],
)
def test_a_mistake_is_answered_with_advice_on_stderr(
    capfd: pytest.CaptureFixture[str], argv: list[str], code: int, message: str
) -> None:
    assert slow.main(argv) == code

    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("pitwall: ")
    assert message in err


def commands(run: Callable[[argparse.Namespace], int]) -> dict[str, Command]:
    """A table of one command that runs in the client."""

    def grammar(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true")

    return {"look": Command("look", "Look.", "none", grammar, run_offline=run)}


def test_a_command_that_needs_no_daemon_runs_with_its_parsed_arguments(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def run(arguments: argparse.Namespace) -> int:
        print(f"json: {arguments.json}")
        return 4

    assert slow.main(["look", "--json"], commands(run)) == 4
    assert capfd.readouterr() == ("json: True\n", "")


@pytest.mark.parametrize(
    ("failure", "code"), [(UsageError("bad"), 2), (NoSuchTab("bad"), 1), (ConfigRejected("bad"), 1)]
)
def test_a_command_that_fails_says_why_and_exits_with_the_kinds_code(
    capfd: pytest.CaptureFixture[str], failure: Exception, code: int
) -> None:
    def run(arguments: argparse.Namespace) -> int:
        raise failure

    assert slow.main(["look"], commands(run)) == code
    assert capfd.readouterr() == ("", "pitwall: bad\n")


def test_a_command_that_cannot_read_a_file_names_it(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def run(arguments: argparse.Namespace) -> int:
        return len((tmp_path / "missing").read_text())

    assert slow.main(["look"], commands(run)) == 1
    assert capfd.readouterr().err == f"pitwall: {tmp_path}/missing: No such file or directory\n"


def test_a_command_that_only_the_daemon_runs_says_so() -> None:
    only_there = {"look": Command("look", "Look.", "optional", no_arguments)}

    assert slow.offline(["look"], only_there) == 2


def test_without_a_daemon_a_listing_is_empty(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert slow.offline(["ls"]) == 0
    assert capfd.readouterr() == ("", "")
    assert slow.offline(["ls", "--json"]) == 0
    assert capfd.readouterr() == ("[]\n", "")


def run(
    data: Path, *argv: str, stdout: int, redirections: str = "", **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {redirections}', "sh", *client_command(*argv)],
        env=client_environment(data, **environment),
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )


def test_help_that_nobody_reads_to_its_end_ends_quietly(data: Path) -> None:
    out, into = os.pipe()
    os.close(out)
    try:
        done = run(data, "--help", stdout=into)
    finally:
        os.close(into)

    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("redirections", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_help_works_without_stdin_stdout_or_stderr(data: Path, redirections: str) -> None:
    done = run(data, "--help", stdout=subprocess.PIPE, redirections=redirections)

    assert (done.returncode, done.stderr) == (0, b"")


def test_a_mistake_is_a_mistake_although_nobody_can_be_told(data: Path) -> None:
    done = run(data, "nonsense", stdout=subprocess.PIPE, redirections="2>&-")

    assert (done.returncode, done.stdout) == (2, b"")


def test_a_terminal_that_knows_ascii_alone_breaks_no_help(data: Path) -> None:
    done = run(data, "nonsense-§", stdout=subprocess.PIPE, PYTHONIOENCODING="ascii")

    assert done.returncode == 2
    assert b"nonsense-" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_help_onto_a_full_disk_is_an_error_that_says_so(data: Path) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = run(data, "--help", stdout=full)
    finally:
        os.close(full)

    assert done.returncode == 1
    assert done.stderr.startswith(b"pitwall: cannot write the output: No space left")
    assert b"Traceback" not in done.stderr
