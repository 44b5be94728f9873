"""What runs on this machine and in a terminal's foreground, as far as pitwall asks."""

import os
import sys
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from pathlib import Path

from pitwall.agents.interpreters import entry
from pitwall.agents.program import Program, package_commands
from pitwall.agents.recognition import stands_for_children
from pitwall.plainfiles import open_plain
from pitwall.pty.process import Process

if sys.platform == "darwin":
    from pitwall.pty import macos as system
else:
    from pitwall.pty import linux as system

_DEEPEST = 4
"""Wrappers within wrappers that are followed: ``npx`` runs ``sh`` runs ``node``, and one more."""
_MANIFEST_LIMIT = 1 << 20
"""Bytes; of a larger ``package.json`` the rest is not read."""
_MANIFEST_LEVELS = 6
"""Folders above a script that are searched for its ``package.json``."""

boot_id = system.boot_id
process = system.process
table = system.table
argv = system.argv
cwd = system.cwd
started_with = system.started_with
uses_terminal = system.uses_terminal


def began(pid: int) -> int | None:
    """
    The start time of a process: with pid and boot id it names the process for ever.

    exec does not change it. Clock ticks since boot on Linux, seconds since the epoch on macOS.
    """
    row = process(pid)
    return row.began if row else None


def foreground_group(master: int) -> int | None:
    """The foreground process group of the terminal behind a PTY's master; costs next to nothing."""
    try:
        return os.tcgetpgrp(master) or None
    except OSError:
        return None


def foreground(master: int) -> Program | None:
    """
    The program in a terminal's foreground: its group's leader, or the oldest member left when that has ended.

    Reads files, of programs and packages too: call it in a thread where that may be slow.
    """
    group = foreground_group(master)
    if group is None:
        return None
    return program(group) or _oldest(row for row in table().values() if row.group == group)


def program(pid: int, *, depth: int = _DEEPEST) -> Program | None:
    """
    What recognition needs to know of a process; ``None`` if it has ended.

    Of a wrapper the children as well that stay in its group and use the terminal, not those whose output it
    takes for itself.
    """
    row = process(pid)
    if row is None or row.ended:
        return None
    words = argv(pid)
    executable = system.executable(pid)
    script, commands = _script(pid, row.began, executable, words)
    found = Program(
        pid=pid,
        began=row.began,
        executable=executable,
        comm=row.comm,
        argv=words,
        script=script,
        commands=commands,
    )
    if not depth or not stands_for_children(found):
        return found
    rows = (process(child) for child in system.children(pid))
    members = [child.pid for child in rows if child is not None and child.group == row.group]
    inner = (program(child, depth=depth - 1) for child in members if uses_terminal(child))
    return found.running(tuple(child for child in inner if child is not None))


def _oldest(rows: Iterable[Process]) -> Program | None:
    members = sorted((row.began, row.pid) for row in rows if not row.ended)
    return program(members[0][1]) if members else None


@lru_cache(maxsize=512)
def _script(pid: int, began: int, executable: str, words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The real path of the script that an interpreter runs, and the commands its npm package makes of it."""
    path = entry(os.path.basename(executable), words).path
    if not path:
        return "", ()
    real = os.path.realpath(os.path.join(cwd(pid), path))
    return real, _commands(real)


def _commands(script: str) -> tuple[str, ...]:
    """The commands that a script's package makes of it; a manifest in between may say nothing of that."""
    for folder in islice(Path(script).parents, _MANIFEST_LEVELS):
        try:
            manifest = open_plain(folder / "package.json", os.O_RDONLY)
            with open(manifest, encoding="utf-8", errors="replace") as file:
                commands = package_commands(file.read(_MANIFEST_LIMIT), os.path.relpath(script, folder))
        except OSError:
            continue
        if commands:
            return commands
    return ()
