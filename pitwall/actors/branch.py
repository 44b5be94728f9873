"""The git branch of a folder, read from git's own files: no program is run that could be slow or hang."""

import os

from pitwall.plainfiles import open_plain

_HEAD_LIMIT = 4096


def branch_of(folder: str) -> str:
    """
    The branch checked out where ``folder`` lies; ``""`` outside a repository and on a detached head.

    Follows the ``.git`` files of worktrees and submodules (gitrepository-layout(5)).
    """
    while folder:
        git = os.path.join(folder, ".git")
        if os.path.isdir(git):
            return _head(git)
        if os.path.isfile(git):
            target = _line(git).removeprefix("gitdir:").strip()
            return _head(os.path.join(folder, target)) if target else ""
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
    return ""


def _head(git: str) -> str:
    kind, _, name = _line(os.path.join(git, "HEAD")).partition(" ")
    return name.removeprefix("refs/heads/") if kind == "ref:" else ""


def _line(path: str) -> str:
    try:
        with open(open_plain(path, os.O_RDONLY), encoding="utf-8", errors="replace") as file:
            return file.read(_HEAD_LIMIT).partition("\n")[0].strip()
    except OSError:
        return ""
