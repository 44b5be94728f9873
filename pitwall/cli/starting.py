"""
Starts the daemon: one, however many clients ask for it at once, and out of reach of the terminal they run in.

The daemon is told a descriptor, ``--ready-fd N``. It writes lines there: warnings, then ``ready`` once its socket
listens; or what went wrong, and ends. It ends with ``ALREADY_RUNNING`` when another daemon still has the journal:
one that is about to end, or about to listen because its starter was interrupted.
"""

import errno
import fcntl
import os
import select
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from pitwall import paths
from pitwall.cli.connection import connect_to
from pitwall.cli.stdio import write_all
from pitwall.errors import DaemonUnreachable, NoPlainFile
from pitwall.plainfiles import make_way, open_plain, read_plain

ALREADY_RUNNING = 75
"""EX_TEMPFAIL of sysexits.h."""

READY_SECONDS = 60.0
"""Reading a long journal on a slow disk takes a while."""

BUSY_SECONDS = 15.0
"""How long a daemon on its way out or in is waited for."""

ERROR_LOG_LIMIT = 1024 * 1024

DAEMON_COMMAND = [sys.executable, "-P", "-X", "utf8", "-m", "pitwall.daemon"]
"""
``-P``: no file of a current folder passes for a module. UTF-8 mode: the text of hellos, UTF-8 with surrogate
escapes, becomes arguments and paths again, whatever the locale of the first caller.
"""

_BUSY = "another daemon has the journal and neither ends nor answers: `pitwall daemon stop` ends it"

_started: "list[subprocess.Popen[bytes]]" = []
"""Daemons that outlive this process, kept from being warned about as children that nobody waited for."""


def start(data: str) -> None:
    """
    Return once a daemon of this data folder listens, starting it if none does; warnings go to stderr.

    Raises:
        DaemonUnreachable: the data folder cannot be used, or the daemon does not come up.
    """
    make_folders(data)
    try:
        _start(data)
    except OSError as error:
        if error.errno not in (errno.EMFILE, errno.ENFILE):
            raise
        raise DaemonUnreachable(
            f"cannot start the daemon: {error.strerror}; allow more files to be open (ulimit -n)"
        ) from error


def _start(data: str) -> None:
    with _start_lock(os.path.join(data, "run", "start.lock")):
        give_up = time.monotonic() + BUSY_SECONDS
        while not _listens(data):
            reason = _launch(data)
            if reason is None:
                return
            if reason is not _BUSY or time.monotonic() > give_up:
                raise DaemonUnreachable(f"the daemon did not start: {reason}")
            time.sleep(0.1)


def make_folders(data: str) -> None:
    """
    Make the data folder and what a start needs in it, closed to other users.

    Raises:
        DaemonUnreachable: one of them cannot be made, or is another user's.
    """
    for folder in (data, os.path.join(data, "run"), paths.log_folder(data), paths.socket_folder(data)):
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            found = os.lstat(folder)
            if found.st_uid == os.geteuid() and stat.S_ISDIR(found.st_mode) and folder != data:
                os.chmod(folder, 0o700)
        except OSError as error:
            in_the_way = isinstance(error, FileExistsError | NotADirectoryError)
            advice = "move what is no folder out of the way, or " if in_the_way else ""
            raise DaemonUnreachable(
                f"cannot make {folder}: {error.strerror}; {advice}choose another data folder with PITWALL_HOME"
            ) from error


@contextmanager
def _start_lock(path: str) -> Iterator[None]:
    """Held by one starter at a time; the system releases it if that one is killed."""
    try:
        lock = open_plain(path, os.O_RDWR | os.O_CREAT)
    except NoPlainFile:
        raise
    except OSError as error:
        raise DaemonUnreachable(f"cannot make {path}: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _listens(data: str) -> bool:
    connection = connect_to(paths.socket_path(data))
    if connection is None:
        return False
    connection.close()
    return True


def _launch(data: str) -> str | None:
    """Start a daemon; ``None`` once it is ready, else why it is not, ``_BUSY`` when another one has the journal."""
    log, log_end = _error_log(data)
    ready, told = os.pipe()
    try:
        process = subprocess.Popen(
            [*DAEMON_COMMAND, "--ready-fd", str(told)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=(told,),
            start_new_session=True,
            cwd="/",
            env=daemon_environment(data),
        )
    except OSError as error:
        os.close(ready)
        raise DaemonUnreachable(f"cannot run {DAEMON_COMMAND[0]}: {error.strerror}") from error
    finally:
        os.close(told)
        os.close(log)
    try:
        last_words = _until_ready(ready, process)
    except BaseException:
        _leave(process)
        raise
    finally:
        os.close(ready)
    if last_words is None:
        _leave(process)
        return None
    if process.wait() == ALREADY_RUNNING:
        return _BUSY
    return last_words or _last_line(data, log_end) or f"it ended with {process.returncode} and without a word"


def _leave(process: "subprocess.Popen[bytes]") -> None:
    """Let it outlive this process; if it does not, no zombie is left: a window lives long."""
    _started.append(process)
    threading.Thread(target=process.wait, daemon=True).start()


def daemon_environment(data: str) -> dict[str, str]:
    """The caller's, less what is true of the caller's pane only; the data folder does not hang on ``HOME``."""
    pane_only = ("PITWALL_PANE", "PITWALL_TAB", "PITWALL_SESSION", "PITWALL_SOCKET")
    environment = {name: value for name, value in os.environ.items() if name not in pane_only}
    return environment | {"PITWALL_HOME": data}


def _until_ready(ready: int, process: "subprocess.Popen[bytes]") -> str | None:
    """``None`` when the daemon is ready, else its last words; what it said before goes to stderr."""
    give_up = time.monotonic() + READY_SECONDS
    poll = select.poll()
    poll.register(ready, select.POLLIN)
    unread = b""
    last_words = ""
    while True:
        ended = process.poll() is not None
        if not poll.poll(0 if ended else 500):
            if ended:
                return last_words
            if time.monotonic() > give_up:
                raise DaemonUnreachable(
                    f"the daemon (pid {process.pid}) is still not ready after {READY_SECONDS:g} s: "
                    "`pitwall logs` shows what it does"
                )
            continue
        data = os.read(ready, 65536)
        *lines, unread = (unread + (data or b"\n")).split(b"\n")
        for line in filter(None, lines):
            if last_words:
                write_all(2, os.fsencode(f"pitwall: {last_words}\n"))
            if line == b"ready":
                return None
            last_words = _plain(line)
        if not data:
            return last_words


def _plain(line: bytes) -> str:
    text = line.decode("utf-8", "replace").removeprefix("pitwall: ")
    return "".join(character if character.isprintable() else "?" for character in text)


def _error_log(data: str) -> tuple[int, int]:
    """Where the daemon's own stdout and stderr go, opened, and how long it is: Python's last words end there."""
    path = _error_log_path(data)
    try:
        kept = make_way(path)
        if kept is not None:
            write_all(2, os.fsencode(f"pitwall: {path} was no plain file: it is kept as {kept}\n"))
        log = open_plain(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW)
        if os.fstat(log).st_size > ERROR_LOG_LIMIT:
            os.ftruncate(log, 0)
        return log, os.fstat(log).st_size
    except OSError:
        return os.open(os.devnull, os.O_WRONLY), 0


def _error_log_path(data: str) -> str:
    return os.path.join(paths.log_folder(data), "daemon.err")


def _last_line(data: str, start: int) -> str:
    """The last line of the error log behind ``start``, or nothing."""
    try:
        said = read_plain(_error_log_path(data))[start:]
        return next((_plain(line) for line in reversed(said.splitlines()) if line.strip()), "")
    except OSError:
        return ""
