"""The client finds the daemon that is meant, and none that it should not trust."""

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from fakedaemon import listen

from pitwall import paths
from pitwall.cli.connection import connect, no_daemon


def stopped(capfd: pytest.CaptureFixture[str], action: Callable[[], object]) -> str:
    """The one line with which an action ends the process with 1."""
    with pytest.raises(SystemExit) as left:
        action()
    out, err = capfd.readouterr()
    assert (left.value.code, out) == (1, "")
    assert re.fullmatch(r"pitwall: [^\n]+\n", err), err
    return err


def test_without_a_socket_no_daemon_runs(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert connect() is None
    assert "no daemon runs" in stopped(capfd, no_daemon)


def test_trap_43_a_stale_socket_is_told_from_a_missing_one(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    listen(data).close()

    assert connect() is None
    assert "the daemon has died" in stopped(capfd, no_daemon)


def test_a_file_in_the_place_of_a_folder_is_no_daemon(data: Path) -> None:
    (data / "run").write_bytes(b"")

    assert connect() is None


def test_a_socket_folder_of_another_user_is_refused(
    data: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    listener = listen(data)
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)

    assert "belongs to another user" in stopped(capfd, connect)
    listener.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a link away")
def test_another_users_link_to_a_folder_of_ones_own_is_refused(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (data / "elsewhere").mkdir(mode=0o700)
    (data / "run").symlink_to(data / "elsewhere")
    os.lchown(data / "run", 12345, -1)

    assert "12345" in stopped(capfd, connect)


def test_a_socket_folder_open_to_others_is_refused(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    listener = listen(data)
    (data / "run").chmod(0o770)

    assert "chmod 700" in stopped(capfd, connect)
    listener.close()


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "may not be opened"),
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (OSError("AF_UNIX path too long"), "path too long"),
    ],
)
def test_other_failures_to_connect_say_what_failed(
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    failure: OSError,
    message: str,
) -> None:
    class Refusing:
        def __init__(self, *_: object) -> None:
            pass

        def connect(self, path: str) -> None:
            raise failure

        def close(self) -> None:
            pass

    listener = listen(data)
    fake = SimpleNamespace(socket=Refusing, AF_UNIX=1, SOCK_STREAM=1)
    monkeypatch.setattr("pitwall.cli.connection.socket", fake)

    assert message in stopped(capfd, connect)
    listener.close()


def test_in_a_pane_the_daemon_that_drives_it_is_meant(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pane has no PITWALL_HOME of its own: only the socket tells its daemon from the user's usual one."""
    monkeypatch.delenv("PITWALL_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("PITWALL_SOCKET", paths.socket_path(str(data)))

    assert connect() is None
    listener = listen(data)
    connection = connect()
    assert connection is not None
    connection.close()

    monkeypatch.setenv("PITWALL_HOME", str(tmp_path / "other"))
    assert connect() is None
    listener.close()


def test_a_relative_home_in_a_folder_that_is_gone_is_an_error_and_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PITWALL_HOME", "relative")
    folder.rmdir()

    assert "PITWALL_HOME is relative" in stopped(capfd, connect)
