"""The lock that keeps a journal to one writer; it ends with its process, however that ends."""

from pathlib import Path

from pitwall.errors import JournalLocked
from pitwall.journal.files import Files

LOCK = "lock"
"""
The file in the journal's folder that is locked; it is empty and stays.

The folder is locked as well: the file may be taken for a stale one and removed under a process that writes.
"""


def take_lock(folder: Path, files: Files) -> tuple[int, int]:
    """
    Descriptors that hold the lock of the journal in ``folder`` until ``release`` lets go of them.

    Raises:
        JournalLocked: another process holds it.
    """
    try:
        whole = files.lock_folder(folder)
        try:
            return whole, files.lock(folder / LOCK)
        except BaseException:
            files.unlock(whole)
            raise
    except BlockingIOError as error:
        raise JournalLocked(
            f"another pitwall daemon writes the journal in {folder}; "
            "`pitwall daemon status` shows it, `pitwall daemon stop` ends it"
        ) from error


def release(locks: tuple[int, int], files: Files) -> None:
    """Let the next process have the journal."""
    for lock in locks:
        files.unlock(lock)
