"""The daemon's socket: whose it is, and that no client can hold up another (SECURITY of SEMANTICS 2, ARCHITECTURE)."""

import json
import os
import shutil
import socket
import stat
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from daemonclient import LOST, PATIENCE
from daemons import House

from pitwall import paths
from pitwall.version import PROTOCOL
from pitwall.wire import frames

QUICK = 5.0
"""Seconds within which a busy machine, too, lists a few tabs."""


@contextmanager
def stays_quick(house: House) -> Iterator[None]:
    """The daemon answers others at once while something is done to it."""
    yield
    before = time.monotonic()
    house.ls()
    tab = house.new("--", "true")
    assert house.ask("wait", tab["id"], "--until", "exit").code == 0
    assert time.monotonic() - before < QUICK


def raw(house: House) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(house.socket)
    connection.settimeout(PATIENCE)
    return connection


def cut_off(connection: socket.socket) -> bool:
    """Wait for the daemon to hang up."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


def test_a_daemon_that_cannot_listen_says_why(own_house: House) -> None:
    (own_house.home / "run" / "socket").mkdir(parents=True, mode=0o700)
    (own_house.home / "run").chmod(0o700)
    failed = own_house.run("new", "--", "true")
    assert (failed.code, failed.out) == (1, "")
    assert failed.err.startswith("pitwall: the daemon did not start: ")
    assert f"{own_house.socket} is a folder; remove it" in failed.err


def test_folder_and_socket_are_closed_to_others(house: House) -> None:
    folder = Path(house.socket).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(Path(house.socket).stat().st_mode) == 0o600
    assert folder.stat().st_uid == os.getuid()


def test_a_socket_folder_that_is_open_to_others_is_closed_at_the_start(own_house: House) -> None:
    folder = Path(own_house.socket).parent
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    own_house.start()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_long_data_folder_has_its_socket_in_a_short_one(tmp_path: Path) -> None:
    home = tmp_path / ("long" * 25)
    home.mkdir()
    house = House(home, tmp_path / "work")
    try:
        house.start()
        folder = Path(house.socket).parent
        assert not folder.is_relative_to(home)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert house.run("new", "--", "true").out == "#1\n"
    finally:
        house.close()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_a_socket_folder_of_another_user_is_refused_on_both_ends(tmp_path: Path) -> None:
    home = tmp_path / ("long" * 25)
    home.mkdir()
    folder = Path(paths.socket_folder(str(home)))
    folder.mkdir(mode=0o700)
    os.chown(folder, 12345, 12345)
    house = House(home, tmp_path / "work")
    try:
        result = house.run("new", "--", "true")
        assert (result.code, result.out) == (1, "")
        assert "belongs to another user" in result.err
        with pytest.raises(AssertionError, match="belongs to another user"):
            house.start()
    finally:
        shutil.rmtree(folder)
        house.close()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be another user")
def test_a_peer_of_another_user_is_turned_away(house: House) -> None:
    folder = Path(house.socket).parent
    ready, told = os.pipe()
    os.chmod(house.socket, 0o666)
    for above in (folder, house.home):
        os.chmod(above, 0o755)
    child = os.fork()
    if child == 0:
        os.setresgid(12345, 12345, 12345)
        os.setresuid(12345, 12345, 12345)
        answer = b"error"
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(house.socket)
                hello = frames.encode(frames.HELLO, b"")
                connection.sendall(hello)
                answer = b"answered" if connection.recv(100) else b"turned away"
        except (ConnectionResetError, BrokenPipeError):
            answer = b"turned away"
        finally:
            os.write(told, answer)
            os._exit(0)
    os.waitpid(child, 0)
    os.close(told)
    for above in (folder, house.home):
        os.chmod(above, 0o700)
    os.chmod(house.socket, 0o600)
    assert os.read(ready, 100) == b"turned away"
    os.close(ready)


def test_an_oversized_hello_is_cut_off_without_taking_memory(house: House) -> None:
    with stays_quick(house), raw(house) as connection:
        connection.sendall(b"H" + struct.pack(">I", 2**32 - 1) + b"x" * 1000)
        assert cut_off(connection)


def test_a_hello_of_4_megabytes_is_read(house: House) -> None:
    with stays_quick(house):
        result = house.ask("ls", "--json", env={"BIG": "x" * (4 * 1024 * 1024 - 65536)})
        assert result.code == 0


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: pitwall\r\n\r\n" * 100,
        b"\0" * 1000,
        b"\xff" * 1000,
        frames.encode(frames.ANSWER, b"y"),
        frames.encode(frames.HELLO, b""),
        frames.encode(frames.HELLO, PROTOCOL.to_bytes(2, "big") + b"\xff\xff\xff\xff"),
        frames.encode(frames.HELLO, PROTOCOL.to_bytes(2, "big") + b"\0\0\0\1x" * 9),
    ],
    ids=["http", "zeros", "ones", "answer", "empty", "lengths", "numbers"],
)
def test_garbage_is_cut_off(house: House, data: bytes) -> None:
    with stays_quick(house), raw(house) as connection:
        try:
            connection.sendall(data)
        except BrokenPipeError:
            pass
        assert cut_off(connection)


def test_half_a_frame_and_then_nothing_more_harms_nobody(house: House) -> None:
    with stays_quick(house):
        for data in (b"", b"H", b"H\0\0", b"H\0\0\1\0xyz"):
            with raw(house) as connection:
                connection.sendall(data)


def test_a_silent_connection_is_cut_off(house: House) -> None:
    with stays_quick(house), raw(house) as connection:
        before = time.monotonic()
        assert cut_off(connection)
        assert 4 < time.monotonic() - before < PATIENCE


def test_500_idle_connections_hold_up_nobody(house: House) -> None:
    with ExitStack() as stack:
        with stays_quick(house):
            for _ in range(500):
                stack.enter_context(raw(house))
            house.until_connected(500)


def test_answers_that_nobody_asked_for_end_the_connection(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    with stays_quick(house), house.talk("wait", tab["id"], "--until", "exit") as wait:
        wait.until_token()
        wait.send(frames.encode(frames.ANSWER, b"y") * 100)
        assert wait.result().code == LOST


def test_frames_of_unknown_kinds_are_ignored(house: House) -> None:
    tab = house.new("--", "sh", "-c", "sleep 0.3; exit 3")
    with house.talk("wait", tab["id"], "--until", "exit") as wait:
        wait.send(frames.encode(b"?", b"x" * 60_000) * 50)
        assert wait.result().code == 3


def test_a_client_that_does_not_read_its_events_holds_up_nobody(house: House) -> None:
    tab = house.new("-n", "x" * 200, "--", "sleep", "60")
    with house.talk("events", "--follow", "--json", "--since", "0") as slow:
        with stays_quick(house):
            for number in range(800):
                assert house.ask("rename", tab["id"], f"{number} {'x' * 150}").code == 0
        last = house.seq()
        for line in slow.lines():
            if json.loads(line)["seq"] >= last:
                break
        else:
            raise AssertionError("it was not told everything in the end")


def test_a_client_of_another_version_is_told_so_but_may_list_and_wait(house: House) -> None:
    tab = house.new("--", "true")
    refused = house.ask("rename", "1", "x", protocol=PROTOCOL + 1)
    assert refused.code == 1
    assert "`pitwall daemon restart` starts the new one" in refused.err
    assert house.ask("ls", "--json", protocol=PROTOCOL + 1).code == 0
    assert house.ask("wait", tab["id"], "--until", "exit", protocol=PROTOCOL + 1).code == 0
    assert house.ask("daemon", "status", protocol=PROTOCOL + 1).code == 0


def test_a_client_that_goes_away_leaves_what_it_asked_for_done(house: House) -> None:
    for _ in range(20):
        house.talk("new", "-n", "left alone", "--", "sleep", "60").close()
    house.new("-n", "last", "--", "true")
    rows = house.ls()
    assert {row["title"] for row in rows} <= {"left alone", "last"}
    assert {row["state"] for row in rows if row["title"] == "left alone"} <= {"running"}


def test_the_daemon_has_no_controlling_terminal_and_no_inherited_files(own_house: House) -> None:
    result = own_house.run("new", "-d", "--", "sleep", "60", start_new_session=False)
    assert result.code == 0
    daemon = own_house.daemon_pid
    fields = Path(f"/proc/{daemon}/stat").read_text().rpartition(")")[2].split()
    session, terminal = int(fields[3]), int(fields[4])
    assert (session, terminal) == (daemon, 0)
    assert os.readlink(f"/proc/{daemon}/fd/0") == "/dev/null"
    for descriptor in ("1", "2"):
        assert os.readlink(f"/proc/{daemon}/fd/{descriptor}").endswith("daemon.err")


def test_a_daemon_whose_socket_was_removed_is_found_again_by_whoever_starts_one(own_house: House) -> None:
    own_house.start()
    tab = own_house.new("-n", "kept", "--", "sleep", "60")
    pid = own_house.daemon_pid
    os.unlink(own_house.socket)
    assert own_house.run("daemon", "start").code == 0
    assert own_house.daemon_pid == pid
    assert own_house.row(tab) == tab
    assert own_house.run("daemon", "stop", "-f").out == "the daemon has stopped\n"
