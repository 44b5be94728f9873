"""The process table as Linux shows it: ``/proc`` (proc(5))."""

import os

from pitwall.pty.process import Process

_STATE, _PARENT, _GROUP, _SESSION, _START_TIME = 0, 1, 2, 3, 19
"""Fields of ``/proc/PID/stat`` behind the name, which is in parentheses and may hold anything."""


def boot_id() -> str:
    """A random id of this boot of the machine."""
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
        return file.read().strip()


def process(pid: int) -> Process | None:
    """The process with this pid, or ``None`` if there is none."""
    stat = _read(pid, "stat")
    name_start, name_end = stat.find(b"("), stat.rfind(b")")
    fields = stat[name_end + 1 :].split()
    if len(fields) <= _START_TIME:
        return None
    return Process(
        pid=pid,
        parent=int(fields[_PARENT]),
        group=int(fields[_GROUP]),
        session=int(fields[_SESSION]),
        began=int(fields[_START_TIME]),
        comm=os.fsdecode(stat[name_start + 1 : name_end]),
        ended=fields[_STATE] in (b"Z", b"X", b"x"),
    )


def table() -> dict[int, Process]:
    """Every process there is, by pid."""
    found = (process(int(name)) for name in os.listdir("/proc") if name.isdecimal())
    return {row.pid: row for row in found if row is not None}


def children(pid: int) -> tuple[int, ...]:
    """The pids of the process's children, oldest first."""
    pids: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
                pids += map(int, file.read().split())
    except OSError:  # it ended, or the kernel was built without these files
        pids = [row.pid for row in table().values() if row.parent == pid]
    return tuple(sorted(pids))


def argv(pid: int) -> tuple[str, ...]:
    """The process's arguments as they are now: a program may have overwritten them with a title."""
    words = _read(pid, "cmdline").rstrip(b"\0").split(b"\0")
    return tuple(os.fsdecode(word) for word in words) if words != [b""] else ()


def executable(pid: int) -> str:
    """The path of the file that the process runs; "" if that is not ours to know."""
    return _link(pid, "exe").removesuffix(" (deleted)")


def cwd(pid: int) -> str:
    """The process's folder; "" if that is not ours to know."""
    return _link(pid, "cwd").removesuffix(" (deleted)")


def uses_terminal(pid: int) -> bool:
    """Whether standard input and output both go to a terminal, as far as that is ours to know."""
    links = [_link(pid, f"fd/{fd}") for fd in (0, 1)]
    return all(link.startswith(("/dev/pts/", "/dev/tty", "/dev/console")) for link in links if link)


def started_with(pid: int, name: str, value: str) -> bool:
    """Whether the process was started with the variable ``name`` set to ``value``."""
    return os.fsencode(f"{name}={value}") in _read(pid, "environ").split(b"\0")


def _read(pid: int, name: str) -> bytes:
    try:
        with open(f"/proc/{pid}/{name}", "rb", buffering=0) as file:
            return file.readall()
    except OSError:
        return b""


def _link(pid: int, name: str) -> str:
    try:
        return os.readlink(f"/proc/{pid}/{name}")
    except OSError:
        return ""
