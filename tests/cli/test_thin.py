"""The entry point: which commands need a daemon, what happens without one, and that nothing else is in the way."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from queue import Queue

import pytest
from fakedaemon import (
    PATIENCE,
    Peer,
    client_command,
    client_environment,
    daemon,
    fill,
    listen,
    open_files,
    until,
)
from hypothesis import given
from hypothesis import strategies as st

from pitwall.cli import slow, starting, thin
from pitwall.commands.grammar import VALUED_FLAGS, command_words
from pitwall.commands.table import COMMANDS
from pitwall.errors import DaemonUnreachable
from pitwall.wire import frames


def test_the_client_and_the_commands_agree_on_who_needs_a_daemon() -> None:
    """``hook`` is answered by this client before there is a daemon that knows it."""
    declared = {name: command.need for name, command in COMMANDS.items() if command.need != "none"}

    assert {"hook": "required"} | declared == thin.NEEDS
    assert thin.VALUED_FLAGS == VALUED_FLAGS


@given(
    st.lists(
        st.sampled_from(
            ["ls", "new", "session", "agent", "status", "kill", "-s", "--session", "-x", "-", "x", ""]
        ),
        max_size=6,
    )
)
def test_the_client_and_the_daemon_find_the_same_command(words: list[str]) -> None:
    named, _ = command_words(words)
    pair, first = " ".join(named), "".join(named[:1])
    expected = next((name for name in (pair, first) if name in thin.NEEDS), None)

    found = thin.command_name(words)

    assert (found if found in thin.NEEDS else None) == expected


@pytest.mark.parametrize(
    ("argv", "name"),
    [
        (["ls"], "ls"),
        (["-s", "work", "ls", "--json"], "ls"),
        (["--session", "ls", "kill", "3"], "kill"),
        (["--json", "ls"], "ls"),
        (["session", "ls"], "session ls"),
        (["session"], "session"),
        (["session", "-s"], "session"),
        (["new", "session", "ls"], "new"),
        ([], ""),
        (["-s"], ""),
    ],
)
def test_a_command_is_found_behind_flags(argv: list[str], name: str) -> None:
    assert thin.command_name(argv) == name


def run(*argv: str) -> int:
    """The exit code of a command run in this process."""
    try:
        return thin.run(argv, 0)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else -1


@pytest.mark.parametrize(
    "argv",
    [["kill", "-f", "3"], ["-s", "x", "rename", "a", "b"], ["capture", "1"], ["agent", "list"], ["events"]],
)
def test_what_acts_on_tabs_is_an_error_without_a_daemon(
    data: Path, capfd: pytest.CaptureFixture[str], argv: list[str]
) -> None:
    assert run(*argv) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("pitwall: no daemon runs: ")
    assert not (data / "run").exists()


@pytest.mark.parametrize("argv", [["ls"], ["ls", "--json"], ["session", "ls"]])
def test_a_listing_does_without_a_daemon(
    data: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str]
) -> None:
    asked: list[object] = []

    def offline(argv: tuple[str, ...]) -> int:
        asked.append(argv)
        return 8

    monkeypatch.setattr(slow, "offline", offline)

    assert run(*argv) == 8
    assert asked == [tuple(argv)]


@pytest.mark.parametrize(
    "argv",
    [
        ["--help"],
        ["--version"],
        ["-s", "x", "--help"],
        ["ls", "--help"],
        ["new", "-h", "--", "ls"],
        ["wait", "t", "--help"],
        ["nonsense"],
        ["session"],
        ["daemon", "status"],
        ["journal", "verify"],
    ],
)
def test_help_and_what_needs_no_daemon_take_the_slow_path(
    data: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str]
) -> None:
    asked: list[object] = []

    def main(argv: tuple[str, ...]) -> int:
        asked.append(argv)
        return 7

    monkeypatch.setattr(slow, "main", main)

    assert run(*argv) == 7
    assert asked == [tuple(argv)]


def test_a_flag_behind_two_dashes_belongs_to_the_command_that_is_run(data: Path) -> None:
    with daemon(data, lambda peer: peer.exit(0)) as hellos:
        assert run("new", "--", "ls", "--help") == 0

    assert hellos[0].argv == ("new", "--", "ls", "--help")


def test_the_answer_of_the_daemon_is_the_command(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def script(peer: Peer) -> None:
        peer.send(frames.OUTPUT, b"#4\n")
        peer.send(frames.ERROR_OUTPUT, b"pitwall: a warning\n")
        peer.exit(5)

    with daemon(data, script) as hellos:
        assert run("ls", "--json") == 5

    assert hellos[0].argv == ("ls", "--json")
    assert capfd.readouterr() == ("#4\n", "pitwall: a warning\n")


@pytest.mark.parametrize(("command", "whole"), [("new", True), ("ls", False), ("kill", False)])
def test_only_what_may_start_a_program_sends_the_whole_environment(
    data: Path, monkeypatch: pytest.MonkeyPatch, command: str, whole: bool
) -> None:
    monkeypatch.setenv("SECRET_KEY", "hunter2")
    with daemon(data, lambda peer: peer.exit(0)) as hellos:
        assert run(command) == 0

    assert ("SECRET_KEY" in hellos[0].environment) == whole


def test_a_daemon_that_hangs_up_early_is_an_error(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with daemon(data, lambda peer: peer.send(frames.OUTPUT, b"#4\n")):
        assert run("new") == 1

    assert "the daemon hung up" in capfd.readouterr().err


def test_new_starts_a_daemon_and_goes_on(
    data: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    started = []
    stack = ExitStack()

    def script(peer: Peer) -> None:
        peer.send(frames.OUTPUT, b"#1\n")
        peer.exit(0)

    def start(folder: str) -> None:
        started.append(folder)
        stack.enter_context(daemon(data, script))

    monkeypatch.setattr(starting, "start", start)

    with stack:
        assert run("new") == 0

    assert started == [str(data)]
    assert capfd.readouterr().out == "#1\n"


def test_a_daemon_that_cannot_be_started_is_an_error_that_says_why(
    data: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def start(folder: str) -> None:
        raise DaemonUnreachable("the disk is full")

    monkeypatch.setattr(starting, "start", start)

    assert run("new") == 1
    assert capfd.readouterr().err == "pitwall: the disk is full\n"


def test_a_daemon_that_is_gone_as_soon_as_it_started_is_an_error(
    data: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(starting, "start", lambda folder: None)

    assert run("new") == 1
    assert "gone again" in capfd.readouterr().err


Clients = Queue[subprocess.Popen[bytes]]
"""How a script gets hold of the client it talks to."""


def client(data: Path, *argv: str, stdin: int | None = None) -> subprocess.Popen[bytes]:
    """A client process with pipes for its output."""
    return subprocess.Popen(
        client_command(*argv),
        env=client_environment(data),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=stdin,
    )


def test_the_exit_code_and_all_output_leave_the_process(data: Path) -> None:
    text = bytes(range(256)) * 4000

    def script(peer: Peer) -> None:
        for frame in frames.encode_chunks(frames.OUTPUT, text):
            peer.send_raw(frame)
        peer.exit(9)

    with daemon(data, script):
        process = client(data, "capture", "1")
        out, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, err) == (9, b"")
    assert out == text


def test_output_nobody_reads_ends_the_client_as_sigpipe_does(data: Path) -> None:
    def script(peer: Peer) -> None:
        peer.send(frames.OUTPUT, b"line\n")
        peer.receive()

    out, into = os.pipe()
    os.close(out)
    with daemon(data, script):
        process = subprocess.Popen(
            client_command("events"), env=client_environment(data), stdout=into, stderr=subprocess.PIPE
        )
        os.close(into)
        _, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, err) == (141, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_descriptor_is_never_mistaken_for_the_daemons_socket(data: Path, closed: str) -> None:
    """The first descriptor that is free becomes the socket: were it 1, output would go to the daemon."""
    frames_after: list[object] = []

    def script(peer: Peer) -> None:
        peer.send(frames.OUTPUT, b"out")
        peer.send(frames.ERROR_OUTPUT, b"err")
        peer.send(frames.ASK, b"sure? ")
        frames_after.append(peer.receive())
        peer.exit(6)
        frames_after.append(peer.receive())

    with daemon(data, script):
        process = subprocess.run(
            ["/bin/sh", "-c", f'"$@" {closed}', "sh", *client_command("kill", "1")],
            env=client_environment(data),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )

    assert process.returncode == 6
    assert frames_after == [(frames.ANSWER, b""), None]


def interrupted(process: subprocess.Popen[bytes]) -> None:
    """Ctrl+C ends it with 130 and not a word."""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, b"", b"")


@pytest.mark.parametrize("argv", [["ls"], ["wait", "1", "--until", "done"], ["new"]])
def test_ctrl_c_while_the_daemon_thinks_ends_with_130_quietly(data: Path, argv: list[str]) -> None:
    clients: Clients = Queue()

    with daemon(data, lambda peer: interrupted(clients.get(timeout=PATIENCE))):
        clients.put(client(data, *argv))


def test_ctrl_c_at_a_question_ends_with_130_and_kills_nothing(data: Path) -> None:
    answers: list[object] = []
    clients: Clients = Queue()

    def script(peer: Peer) -> None:
        peer.send(frames.ASK, b"kill? ")
        process = clients.get(timeout=PATIENCE)
        assert process.stderr is not None
        assert process.stderr.read(6) == b"kill? "
        interrupted(process)
        answers.append(peer.receive())

    with daemon(data, script):
        clients.put(client(data, "kill", "1", stdin=subprocess.PIPE))

    assert answers == [None]


@pytest.mark.skipif(sys.platform != "linux", reason="a full backlog blocks on Linux alone")
def test_ctrl_c_while_connecting_to_a_hung_daemon_ends_with_130_quietly(data: Path) -> None:
    listener = listen(data, backlog=0)
    waiting = fill(listener)
    process = client(data, "ls")
    until(lambda: any(name.startswith("socket:") for name in open_files(process).values()))
    interrupted(process)
    for opened in (listener, *waiting):
        opened.close()


def test_a_caller_that_ignores_ctrl_c_has_it_ignored(data: Path) -> None:
    """As a shell does for ``pitwall wait … &``: Ctrl+C at its prompt must not end the wait."""
    clients: Clients = Queue()

    def script(peer: Peer) -> None:
        process = clients.get(timeout=PATIENCE)
        process.send_signal(signal.SIGINT)
        peer.send(frames.OUTPUT, b"done\n")
        peer.exit(0)

    with daemon(data, script):
        process = subprocess.Popen(
            ["/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh", *client_command("wait", "1")],
            env=client_environment(data),
            stdout=subprocess.PIPE,
        )
        clients.put(process)
        out, _ = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out) == (0, b"done\n")


def test_windows_is_told_that_it_is_not_supported(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")

    with pytest.raises(SystemExit) as left:
        thin.main()

    assert left.value.code == 1
    assert "Windows is not supported" in capfd.readouterr().err
