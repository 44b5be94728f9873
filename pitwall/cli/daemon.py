"""
The client's half of ``pitwall daemon …``: starting the process, and seeing it gone.

The other half answers in the daemon, while there is one (``pitwall.commands.daemon``).
"""

import os
import select
import socket
import struct
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from pitwall import paths
from pitwall.cli import starting
from pitwall.cli.connection import connect_to
from pitwall.cli.successor import Successor
from pitwall.cli.talk import Conversation, hello
from pitwall.commands.daemon import DECLINED
from pitwall.errors import DaemonUnreachable

ANSWER_SECONDS = 10.0
"""A daemon that is silent for so long is stuck; the time that its question waits for the user does not count."""

END_SECONDS = 20.0
"""What runs in the tabs is given time to end, and the journal to reach the disk."""

_SO_LOCAL, _LOCAL_PEERPID = 0, 2
"""macOS, sys/un.h."""


def start(argv: Sequence[str]) -> int:
    data = paths.data_folder()
    connection = connect_to(paths.socket_path(data))
    if connection is not None:
        connection.close()
        print("the daemon runs already")
        return 0
    starting.start(data)
    print("the daemon runs")
    return 0


def stop(argv: Sequence[str]) -> int:
    agreed = _stopped(argv)
    if agreed is None:
        print("no daemon runs")
    elif agreed:
        print("the daemon has stopped")
    return 0


def restart(argv: Sequence[str]) -> int:
    successor = _successor() if "PITWALL_PANE" in os.environ else None
    try:
        agreed = _stopped(argv)
        if agreed is not False:
            starting.start(paths.data_folder())
            print("the daemon runs")
    finally:
        if successor is not None:
            successor.dismiss()
    return 0


def _successor() -> Successor | None:
    """Whoever starts the daemon again when this process is ended with its pane; ``None`` when no daemon runs."""
    data = paths.data_folder()
    connection = connect_to(paths.socket_path(data))
    if connection is None:
        return None
    pid = _peer(connection)
    connection.close()

    def start_again() -> None:
        # Who stops listens no more; a daemon that listens was not told to stop, for the user was not there to agree.
        listening = connect_to(paths.socket_path(data))
        if listening is not None:
            listening.close()
        elif _ends(pid, END_SECONDS):
            starting.start(data)

    return Successor(start_again)


def status(argv: Sequence[str]) -> int:
    path = paths.socket_path(paths.data_folder())
    connection = connect_to(path)
    if connection is None:
        print(f"daemon: died, its socket {path} is left" if os.path.lexists(path) else "daemon: does not run")
        print(f"data folder: {paths.data_folder()}")
        return 1
    return _asked(connection, argv)


def run(argv: Sequence[str]) -> int:
    """Become the daemon, in the foreground."""
    data = paths.data_folder()
    starting.make_folders(data)
    sys.stdout.flush()
    command = [*starting.DAEMON_COMMAND, "--foreground"]
    os.execve(command[0], command, starting.daemon_environment(data))


HALVES: Mapping[str, Callable[[Sequence[str]], int]] = {
    "daemon start": start,
    "daemon stop": stop,
    "daemon restart": restart,
    "daemon status": status,
    "daemon run": run,
}
"""By command: given the whole argument list, which parses, each returns the exit code."""


def _stopped(argv: Sequence[str]) -> bool | None:
    """
    Have the daemon stop and see it gone: whether the user agreed; ``None`` when none runs.

    Raises:
        DaemonUnreachable: it does not answer, refuses, or does not end.
    """
    connection = connect_to(paths.socket_path(paths.data_folder()))
    if connection is None:
        return None
    pid = _peer(connection)
    code = _asked(connection, argv)
    if code == DECLINED:
        return False
    if code != 0:
        raise SystemExit(code)
    if not _ends(pid, END_SECONDS):
        raise DaemonUnreachable(
            f"the daemon is still ending after {END_SECONDS:g} s: `kill -9 {pid}` ends it"
        )
    return True


def _asked(connection: "socket.socket", argv: Sequence[str]) -> int:
    pid = _peer(connection)
    connection.settimeout(ANSWER_SECONDS)
    opening = hello(argv, token=b"", whole_environment=False, started_ns=time.monotonic_ns())
    try:
        code = Conversation().run(connection, opening)
    except TimeoutError:
        raise DaemonUnreachable(
            f"the daemon does not answer: `kill -9 {pid}` ends it, `pitwall daemon start` brings its tabs back"
        ) from None
    # A daemon that is told to stop may be gone before it has said so.
    return 0 if code is None else code


def _peer(connection: "socket.socket") -> int:
    """The daemon's pid: SO_PEERCRED in unix(7)."""
    if sys.platform == "darwin":
        return connection.getsockopt(_SO_LOCAL, _LOCAL_PEERPID)
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return int(struct.unpack("3i", credentials)[0])


def _ends(pid: int, seconds: float) -> bool:
    """Wait for the process to end; one that nobody has waited for yet, a zombie, has ended (pidfd_open(2))."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    except (AttributeError, OSError):
        return _vanishes(pid, seconds)
    poll = select.poll()
    poll.register(process, select.POLLIN)
    ended = bool(poll.poll(seconds * 1000))
    os.close(process)
    return ended


def _vanishes(pid: int, seconds: float) -> bool:
    """What is left to do where the system, or a sandbox, has no pidfds."""
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False
