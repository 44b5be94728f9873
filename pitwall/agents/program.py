"""A running program as recognition sees it, and what an npm package says of its files (pure)."""

import json
import posixpath
from dataclasses import dataclass, replace

from pitwall.agents.interpreters import Entry, entry


@dataclass(frozen=True, slots=True)
class Program:
    """A process in a terminal's foreground; all facts were read for it, nothing here reads files."""

    pid: int
    began: int
    """Start time in the system's own count; with the pid it names the process."""
    executable: str
    """Path of the file that runs, symbolic links resolved; "" if unknown."""
    comm: str
    """The kernel's short name, at most 15 bytes on Linux."""
    argv: tuple[str, ...]
    """Arguments from argv[0] on; a program may have overwritten them with a title."""
    script: str = ""
    """Real path of the script that an interpreter runs; "" if it runs none."""
    commands: tuple[str, ...] = ()
    """The commands that the script's npm package installs it as."""
    children: tuple["Program", ...] = ()
    """Programs of the same process group that a wrapper runs, oldest first; not looked up for others."""

    @property
    def runs(self) -> Entry:
        """What it runs if it is an interpreter."""
        return entry(base_name(self.executable), self.argv)

    @property
    def name(self) -> str:
        """What a person calls it: its script or module if it is an interpreter, else argv[0]'s base name."""
        runs = self.runs
        return posixpath.basename(runs.path) or runs.name or self.first_name or self.comm

    @property
    def first_name(self) -> str:
        """argv[0]'s base name; of a title with blanks the first word only, as the rest are arguments."""
        words = self.argv[0].split() if self.argv else []
        return base_name(words[0]).rstrip(":") if words else ""

    def running(self, children: tuple["Program", ...]) -> "Program":
        """The same program with its children known."""
        return replace(self, children=children)


def base_name(path: str) -> str:
    """The last part of a path, without a login shell's ``-``."""
    return posixpath.basename(path).removeprefix("-")


def package_commands(manifest: str, script: str) -> tuple[str, ...]:
    """
    The commands that a ``package.json`` installs for one of its files.

    ``script`` is relative to the package. A text that is no manifest, or names no such command, gives none.
    """
    try:
        package = json.loads(manifest)
    except (ValueError, RecursionError):
        return ()
    if not isinstance(package, dict):
        return ()
    table = package.get("bin")
    name = package.get("name")
    if isinstance(table, str) and isinstance(name, str):
        table = {name.rpartition("/")[2]: table}
    if not isinstance(table, dict):
        return ()
    wanted = posixpath.normpath(script)
    return tuple(
        command
        for command, path in table.items()
        if isinstance(path, str) and posixpath.normpath(path) == wanted
    )
