"""Processes as the kernel tells of them: ``/proc`` and pidfds, of Linux (proc(5), pidfd_open(2))."""

import os
import select
import subprocess
from pathlib import Path


def pids() -> list[int]:
    """All processes there are."""
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]


def stat_of(pid: int) -> list[str]:
    """The fields of ``/proc/PID/stat`` from the state on (proc(5)); none when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def children(pid: int) -> list[int]:
    """The children of a process, zombies too."""
    return [child for child in pids() if (stat := stat_of(child)) and int(stat[1]) == pid]


def command_of(pid: int) -> str:
    """The name of the program that a process runs, its first 15 characters; empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().rstrip("\n")
    except OSError:
        return ""


def describe(pid: int) -> str:
    """A process for a message."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        words = "gone"
    return f"{pid}: {words.strip()} {stat_of(pid)[:4]}"


def wait_gone(pid: int, seconds: float) -> bool:
    """Wait until a process has ended."""
    try:
        ends = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return readable(ends, seconds)
    finally:
        os.close(ends)


def unix_sockets() -> list[list[str]]:
    """The fields of ``/proc/net/unix`` (proc(5)): the sixth is the state, 03 for connected, then the inode."""
    return [line.split() for line in Path("/proc/net/unix").read_text().splitlines()[1:]]


def connected(client: "subprocess.Popen[str]") -> bool:
    """Whether a client has a connection to a daemon."""
    inodes = {line[6] for line in unix_sockets() if line[5] == "03"}
    return any(
        name[8:-1] in inodes for name in open_files(client.pid).values() if name.startswith("socket:[")
    )


def open_files(pid: int) -> dict[str, str]:
    """The open files of a process by descriptor."""
    files = {}
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            files[name] = os.readlink(f"/proc/{pid}/fd/{name}")
        except FileNotFoundError:
            pass  # closed meanwhile
    return files


def readable(descriptor: int, seconds: float) -> bool:
    """Wait until there is something to read; of a pidfd: until its process has ended."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(max(0.0, seconds) * 1000))


def environ_of(pid: int) -> bytes:
    """The environment a process was started with; none when it is gone."""
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""
