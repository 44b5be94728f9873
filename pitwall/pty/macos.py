"""The process table as macOS shows it: ``ps`` and ``lsof``, each a process of its own, so ask seldom."""

import os
import subprocess
import time

from pitwall.pty.process import Process

_COLUMNS = "pid=,ppid=,pgid=,stat=,lstart=,comm="
_START_WORDS = 5
"""``lstart`` in the C locale is ``Mon Nov 30 13:48:02 2026``."""


def boot_id() -> str:
    """A random id of this boot of the machine."""
    return _run("sysctl", "-n", "kern.bootsessionuuid").strip()


def process(pid: int) -> Process | None:
    """The process with this pid, or ``None`` if there is none."""
    return next(iter(_rows("-p", str(pid))), None)


def table() -> dict[int, Process]:
    """Every process there is, by pid."""
    return {row.pid: row for row in _rows("-ax")}


def children(pid: int) -> tuple[int, ...]:
    """The pids of the process's children, oldest first."""
    return tuple(sorted(row.pid for row in table().values() if row.parent == pid))


def argv(pid: int) -> tuple[str, ...]:
    """The process's arguments, split at blanks: macOS joins them."""
    return tuple(_run("ps", "-ww", "-o", "args=", "-p", str(pid)).split())


def executable(pid: int) -> str:
    """The path of the file that the process runs."""
    return _run("ps", "-o", "comm=", "-p", str(pid)).strip()


def cwd(pid: int) -> str:
    """The process's folder; "" if that is not ours to know."""
    lines = _run("lsof", "-a", "-d", "cwd", "-p", str(pid), "-Fn").splitlines()
    return next((line[1:] for line in lines if line.startswith("n")), "")


def uses_terminal(pid: int) -> bool:
    """Whether standard input and output both go to a terminal; not looked up here, so always taken for true."""
    return True


def started_with(pid: int, name: str, value: str) -> bool:
    """Whether the process was started with the variable ``name`` set to ``value``."""
    return f"{name}={value}" in _run("ps", "-E", "-ww", "-o", "command=", "-p", str(pid)).split()


def _rows(*which: str) -> list[Process]:
    return [row for line in _run("ps", "-o", _COLUMNS, *which).splitlines() if (row := _row(line.split()))]


def _row(words: list[str]) -> Process | None:
    pid, parent, group, state, *rest = words
    try:
        session = os.getsid(int(pid))
        began = int(time.mktime(time.strptime(" ".join(rest[:_START_WORDS]), "%a %b %d %H:%M:%S %Y")))
    except (OSError, ValueError):
        return None
    name = os.path.basename(" ".join(rest[_START_WORDS:]))
    return Process(int(pid), int(parent), int(group), session, began, name, ended=state.startswith("Z"))


def _run(*command: str) -> str:
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env={"LC_ALL": "C", "PATH": _PATH},
        ).stdout
    except OSError:
        return ""


_PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
