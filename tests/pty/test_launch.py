"""The launcher keeps its side of the protocol, whatever the other side does."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from terminals import ENVIRONMENT

from pitwall.pty import launch

SIGNALS = sum(1 << (number - 1) for number in signal.valid_signals())
"""As a mask, without those that the C library keeps for itself: whoever was spawned by it has them ignored."""

Launch = Callable[[], tuple["subprocess.Popen[bytes]", socket.socket, int]]


@pytest.fixture
def start() -> Iterator[Launch]:
    """Start a launcher; gives the process, the control socket and the terminal's master."""
    started = []

    def begin() -> tuple["subprocess.Popen[bytes]", socket.socket, int]:
        master, slave = os.openpty()
        ours, theirs = socket.socketpair()
        ours.settimeout(20)
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", launch.__file__, str(theirs.fileno())],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            pass_fds=(theirs.fileno(),),
            env=ENVIRONMENT,
        )
        theirs.close()
        os.close(slave)
        started.append((process, ours, master))
        return started[-1]

    yield begin
    for process, ours, master in started:
        ours.close()
        os.close(master)
        process.kill()
        process.wait()


def written(master: int) -> bytes:
    """All that a program wrote which has ended."""
    text = b""
    while True:
        try:
            text += os.read(master, 4095)
        except OSError:
            return text


def request(*argv: str, program: str = "", cwd: str = "/", umask: str = "18") -> bytes:
    words = [umask, "1024", cwd, program or argv[0], str(len(argv)), *argv, "A=b=c"]
    body = "\0".join(words).encode()
    return len(body).to_bytes(launch.LENGTH_BYTES, "big") + body


def test_the_program_runs_after_the_go_byte(start: Launch) -> None:
    process, control, _ = start()
    control.sendall(request("/bin/sh", "-c", "exit 5") + b"g")

    assert control.recv(64) == b"exec"
    assert control.recv(64) == b""
    assert process.wait(20) == 5


@pytest.mark.parametrize("sent", [b"", b"\0\0", request("/bin/false")[:-1], request("/bin/false")])
def test_the_end_of_the_stream_is_a_quiet_exit_at_any_place(start: Launch, sent: bytes) -> None:
    process, control, master = start()
    control.sendall(sent)
    control.shutdown(socket.SHUT_WR)

    assert control.recv(64) == b""
    assert process.wait(20) == 0
    with pytest.raises(OSError, match="Input/output error"):
        os.read(master, 100)


def test_a_failed_exec_is_reported_with_its_errno(start: Launch) -> None:
    process, control, _ = start()
    control.sendall(request("/no/such/program") + b"g")

    assert process.wait(20) == 127
    assert control.recv(64) == b"exec 2"


def test_a_failed_chdir_is_reported_before_the_go_byte(start: Launch) -> None:
    process, control, _ = start()
    control.sendall(request("/bin/true", cwd="/no/such/folder"))

    assert control.recv(64) == b"chdir 2"
    assert process.wait(20) == 127


def test_signals_are_as_a_terminal_gives_them(start: Launch) -> None:
    ignored = [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE, signal.SIGTSTP, signal.SIGCHLD]
    blocked = [signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGWINCH]
    before = {number: signal.signal(number, signal.SIG_IGN) for number in ignored}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
    try:
        process, control, master = start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in before.items():
            signal.signal(number, handler)
    control.sendall(request("/bin/cat", "/proc/self/status") + b"g")

    assert process.wait(20) == 0
    status = dict(line.split(":", 1) for line in written(master).decode().splitlines())
    assert [int(status[key], 16) & SIGNALS for key in ("SigBlk", "SigIgn", "SigCgt")] == [0, 0, 0]


def test_the_environment_is_exactly_what_was_sent(start: Launch) -> None:
    process, control, master = start()
    control.sendall(request("/usr/bin/env") + b"g")

    assert process.wait(20) == 0
    assert written(master) == b"A=b=c\r\n"


def test_the_limit_of_open_files_is_what_was_sent(start: Launch) -> None:
    process, control, _ = start()
    control.sendall(request("/bin/sh", "-c", '[ "$(ulimit -Sn)" = 1024 ]') + b"g")

    assert process.wait(timeout=10) == 0
