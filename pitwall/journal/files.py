"""The operations on files that a journal is made of: in one place, so that tests can make each fail."""

import fcntl
import os
import sys
from pathlib import Path
from typing import Protocol

from pitwall.plainfiles import is_plain, open_plain


class Files(Protocol):
    """
    What the journal asks of the system; every method raises ``OSError`` as the system does.

    What is opened must be a regular file, else ``NoPlainFile`` is raised; nothing waits for a pipe's other end.

    A file that was written is on disk only after ``sync``, and a name only after ``sync_folder``.
    """

    def make_folder(self, folder: Path) -> None:
        """Make ``folder`` and what is above it; nothing if it exists."""

    def lock(self, path: Path) -> int:
        """A descriptor that holds the lock of ``path`` until unlocked; ``BlockingIOError`` if another does."""

    def lock_folder(self, folder: Path) -> int:
        """The same for a folder, where the file system can lock one; else a descriptor that holds nothing."""

    def unlock(self, descriptor: int) -> None:
        """Let go of a lock and its descriptor."""

    def names(self, folder: Path) -> list[str]:
        """The names of the files in ``folder``; none if there is no such folder."""

    def is_plain(self, path: Path) -> bool:
        """Whether a regular file is there, behind links too: no pipe, socket, device or folder."""

    def read(self, path: Path, limit: int | None = None) -> bytes:
        """All of a file, or its first ``limit`` bytes."""

    def size(self, path: Path) -> int:
        """How many bytes a file holds."""

    def create(self, path: Path) -> int:
        """A descriptor of a new, empty file that only its owner may read; one of that name is emptied."""

    def open(self, path: Path) -> int:
        """A descriptor that appends to an existing file."""

    def write(self, descriptor: int, data: bytes) -> int:
        """Append ``data`` in one call; how many bytes of it were taken."""

    def truncate(self, descriptor: int, size: int) -> None:
        """Cut the file to ``size`` bytes."""

    def sync(self, descriptor: int) -> None:
        """Wait until the file's bytes and size are on disk."""

    def close(self, descriptor: int) -> None:
        """Let go of a descriptor."""

    def replace(self, source: Path, target: Path) -> None:
        """Give ``source`` the name ``target``, in one step, in place of a file that has it."""

    def remove(self, path: Path) -> None:
        """Remove a file."""

    def sync_folder(self, folder: Path) -> None:
        """Wait until the names in ``folder`` are on disk."""


class SystemFiles:
    """The real files."""

    def make_folder(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def lock(self, path: Path) -> int:
        descriptor = open_plain(path, os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def lock_folder(self, folder: Path) -> int:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise
        except OSError:
            pass  # NFS locks what is open for writing only, which a folder never is (flock(2))
        return descriptor

    def unlock(self, descriptor: int) -> None:
        # A child between its fork and its exec has the descriptor too: closing ours would leave it locked.
        try:
            fcntl.flock(descriptor, fcntl.LOCK_UN)
        finally:
            os.close(descriptor)

    def names(self, folder: Path) -> list[str]:
        try:
            return os.listdir(folder)
        except FileNotFoundError:
            return []

    def is_plain(self, path: Path) -> bool:
        return is_plain(path)

    def read(self, path: Path, limit: int | None = None) -> bytes:
        with open(open_plain(path, os.O_RDONLY), "rb", buffering=0) as file:
            return file.read(-1 if limit is None else limit)

    def size(self, path: Path) -> int:
        return path.stat().st_size

    def create(self, path: Path) -> int:
        return open_plain(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_TRUNC)

    def open(self, path: Path) -> int:
        return open_plain(path, os.O_WRONLY | os.O_APPEND)

    def write(self, descriptor: int, data: bytes) -> int:
        return os.write(descriptor, data)

    def truncate(self, descriptor: int, size: int) -> None:
        os.ftruncate(descriptor, size)

    def sync(self, descriptor: int) -> None:
        if sys.platform == "darwin":
            os.fsync(descriptor)
        else:
            os.fdatasync(descriptor)

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def replace(self, source: Path, target: Path) -> None:
        os.replace(source, target)

    def remove(self, path: Path) -> None:
        path.unlink()

    def sync_folder(self, folder: Path) -> None:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
