"""
Files that are wanted at a path where anything may be: a pipe there would block, a device never end.

Not for files that a user names on a command line, where a pipe may be meant.
"""

import errno
import os
import stat
from datetime import UTC, datetime

from pitwall.errors import NoPlainFile

_NOT_OPENED = frozenset((errno.EISDIR, errno.ENXIO, errno.ENODEV, errno.EOPNOTSUPP))
"""What open(2) says of folders, of pipes that nobody reads, of sockets, and of devices that are not there."""


def open_plain(path: str | os.PathLike[str], flags: int, mode: int = 0o600) -> int:
    """
    A descriptor of the regular file at ``path``, closed on exec; never waits for anybody.

    Raises:
        NoPlainFile: something else is there.
        OSError: as open(2) does.
    """
    try:
        descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC, mode)
    except OSError as error:
        if error.errno in _NOT_OPENED:
            raise NoPlainFile(os.fspath(path), _kind_at(path)) from error
        raise
    try:
        found = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(found):
            raise NoPlainFile(os.fspath(path), _kind(found))
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def read_plain(path: str | os.PathLike[str]) -> bytes:
    """All of the regular file at ``path``; raises as ``open_plain`` does."""
    with open(open_plain(path, os.O_RDONLY), "rb") as file:
        return file.read()


def is_plain(path: str | os.PathLike[str]) -> bool:
    """Whether the name leads to a regular file; a link that points at nothing does not."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        if error.errno == errno.ELOOP:
            return False
        raise


def make_way(path: str) -> str | None:
    """Put aside what stands at ``path`` if that is no regular file; its path then. Raises OSError."""
    if not os.path.lexists(path) or is_plain(path):
        return None
    kept = base = f"{path}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    again = 2
    while os.path.lexists(kept):
        kept = f"{base}-{again}"
        again += 1
    os.rename(path, kept)
    return kept


def _kind_at(path: str | os.PathLike[str]) -> str:
    try:
        return _kind(os.stat(path).st_mode)
    except OSError:
        return "something else"


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    if stat.S_ISSOCK(mode):
        return "a socket"
    return "a device"
