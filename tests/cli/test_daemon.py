"""The client's half of ``pitwall daemon …``: it starts one, asks the one that runs, and sees it gone."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakedaemon import Peer, listen
from fakedaemon import daemon as fake_daemon

from pitwall.cli import daemon, slow, starting
from pitwall.commands.daemon import DECLINED
from pitwall.commands.table import COMMANDS
from pitwall.wire import frames


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator["subprocess.Popen[bytes]"]:
    """The process that passes for the daemon's; it ends when its stdin does."""
    child = subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    monkeypatch.setattr(daemon, "_peer", lambda connection: child.pid)
    yield child
    assert child.stdin is not None
    child.stdin.close()
    child.wait()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The data folders whose daemons are started; none is in truth."""
    folders: list[str] = []
    monkeypatch.setattr(starting, "start", folders.append)
    return folders


def end(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin is not None
    process.stdin.close()


def test_every_daemon_command_has_its_half_in_the_client() -> None:
    assert set(daemon.HALVES) == {name for name in COMMANDS if name.startswith("daemon ")}


def test_start_starts_a_daemon(data: Path, started: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert slow.main(["daemon", "start"]) == 0
    assert started == [str(data)]
    assert capfd.readouterr() == ("the daemon runs\n", "")


def test_start_leaves_alone_what_runs(
    data: Path, started: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    listener = listen(data)
    assert slow.main(["daemon", "start"]) == 0
    listener.close()

    assert started == []
    assert capfd.readouterr() == ("the daemon runs already\n", "")


def test_stop_returns_when_the_daemon_is_gone_and_not_when_it_says_yes(
    data: Path, process: "subprocess.Popen[bytes]", capfd: pytest.CaptureFixture[str]
) -> None:
    said: list[object] = []

    def script(peer: Peer) -> None:
        peer.exit(0)
        peer.until_hung_up()
        said.append(process.poll())
        end(process)

    with fake_daemon(data, script) as hellos:
        assert slow.main(["daemon", "stop", "-f"]) == 0
        assert process.wait() == 0 or process.returncode == 1

    assert said == [None]
    assert hellos[0].argv == ("daemon", "stop", "-f")
    assert capfd.readouterr().out == "the daemon has stopped\n"


def test_a_daemon_that_is_gone_before_it_has_said_so_has_stopped(
    data: Path, process: "subprocess.Popen[bytes]", capfd: pytest.CaptureFixture[str]
) -> None:
    with fake_daemon(data, lambda peer: end(process)):
        assert slow.main(["daemon", "stop"]) == 0
    assert capfd.readouterr().out == "the daemon has stopped\n"


def test_no_to_a_stop_is_0_and_nothing_said(
    data: Path, process: "subprocess.Popen[bytes]", capfd: pytest.CaptureFixture[str]
) -> None:
    with fake_daemon(data, lambda peer: peer.exit(DECLINED)):
        assert slow.main(["daemon", "stop"]) == 0
    assert capfd.readouterr().out == ""
    assert process.poll() is None


def test_a_stop_that_the_daemon_refuses_exits_with_its_code(
    data: Path, process: "subprocess.Popen[bytes]", capfd: pytest.CaptureFixture[str]
) -> None:
    def script(peer: Peer) -> None:
        peer.send(frames.ERROR_OUTPUT, b"pitwall: tab #1 still runs\n")
        peer.exit(1)

    with fake_daemon(data, script), pytest.raises(SystemExit) as left:
        slow.main(["daemon", "stop"])
    assert left.value.code == 1
    assert capfd.readouterr() == ("", "pitwall: tab #1 still runs\n")


def test_a_daemon_that_does_not_end_is_an_error_that_names_it(
    data: Path,
    process: "subprocess.Popen[bytes]",
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(daemon, "END_SECONDS", 0.05)
    with fake_daemon(data, lambda peer: peer.exit(0)):
        assert slow.main(["daemon", "stop"]) == 1
    assert f"`kill -9 {process.pid}`" in capfd.readouterr().err


@pytest.mark.parametrize("verb", ["stop", "restart", "status"])
def test_a_daemon_that_does_not_answer_is_an_error_that_names_it(
    data: Path,
    process: "subprocess.Popen[bytes]",
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    verb: str,
) -> None:
    monkeypatch.setattr(daemon, "ANSWER_SECONDS", 0.05)
    with fake_daemon(data, Peer.until_hung_up):
        assert slow.main(["daemon", verb]) == 1
    assert f"does not answer: `kill -9 {process.pid}`" in capfd.readouterr().err


def test_stop_without_a_daemon_has_nothing_to_do(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert slow.main(["daemon", "stop"]) == 0
    assert capfd.readouterr() == ("no daemon runs\n", "")


def test_restart_starts_when_the_old_one_is_gone(
    data: Path,
    process: "subprocess.Popen[bytes]",
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    alive_at_start: list[bool] = []
    monkeypatch.setattr(starting, "start", lambda folder: alive_at_start.append(daemon._ends(process.pid, 0)))

    def script(peer: Peer) -> None:
        peer.exit(0)
        end(process)

    with fake_daemon(data, script):
        assert slow.main(["daemon", "restart"]) == 0
    assert alive_at_start == [True]
    assert capfd.readouterr().out == "the daemon runs\n"


def test_restart_without_a_daemon_starts_one(data: Path, started: list[str]) -> None:
    assert slow.main(["daemon", "restart"]) == 0
    assert started == [str(data)]


def test_no_to_a_restart_leaves_the_daemon_running(
    data: Path, process: "subprocess.Popen[bytes]", started: list[str]
) -> None:
    with fake_daemon(data, lambda peer: peer.exit(DECLINED)):
        assert slow.main(["daemon", "restart"]) == 0
    assert started == []


def test_status_is_the_daemons_answer(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def script(peer: Peer) -> None:
        peer.send(frames.OUTPUT, b"daemon: runs\n")
        peer.exit(0)

    with fake_daemon(data, script):
        assert slow.main(["daemon", "status"]) == 0
    assert capfd.readouterr().out == "daemon: runs\n"


def test_status_tells_a_daemon_that_died_from_one_that_never_ran(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert slow.main(["daemon", "status"]) == 1
    assert capfd.readouterr().out == f"daemon: does not run\ndata folder: {data}\n"

    listen(data).close()
    assert slow.main(["daemon", "status"]) == 1
    assert capfd.readouterr().out.startswith("daemon: died")


def test_run_becomes_the_daemon(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    became: list[tuple[str, list[str], str]] = []

    def execve(path: str, argv: list[str], environment: dict[str, str]) -> None:
        became.append((path, argv, environment["PITWALL_HOME"]))
        raise SystemExit(0)

    monkeypatch.setattr(os, "execve", execve)

    with pytest.raises(SystemExit):
        slow.main(["daemon", "run"])
    assert became == [(sys.executable, [*starting.DAEMON_COMMAND, "--foreground"], str(data))]


def test_the_daemons_pid_is_asked_of_the_kernel(data: Path) -> None:
    listener = listen(data)
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(listener.getsockname())
        assert daemon._peer(connection) == os.getpid()
    listener.close()


@pytest.mark.parametrize("with_pidfds", [True, False])
def test_a_process_ends_when_it_has_whether_or_not_somebody_waited_for_it(
    monkeypatch: pytest.MonkeyPatch, with_pidfds: bool
) -> None:
    """In a container whose first process reaps nobody, a stopped daemon stays as a zombie."""
    child = subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    if not with_pidfds:
        monkeypatch.delattr(os, "pidfd_open")
    assert not daemon._ends(child.pid, 0.05)

    end(child)
    if not with_pidfds:
        child.wait()
    assert daemon._ends(child.pid, 10)
    child.wait()
    assert daemon._ends(child.pid, 0.05)
