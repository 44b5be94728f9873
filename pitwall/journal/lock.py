"""The lock that keeps a journal to one writer; it ends with its process, however that ends."""

from pathlib import Path

from pitwall.errors import JournalLocked
from pitwall.journal import findings
from pitwall.journal.files import Files
from pitwall.journal.findings import Finding
from pitwall.journal.shelf import Shelf

LOCK = "lock"
"""
The file in the journal's folder that is locked; it is empty and stays.

The folder is locked as well: the file may be taken for a stale one and removed under a process that writes.
"""


def take_lock(folder: Path, files: Files, now: int) -> tuple[tuple[int, int], tuple[Finding, ...]]:
    """
    Descriptors that hold the lock of the journal in ``folder`` until ``release`` lets go of them; what was amiss.

    A pipe or the like in the place of the file is put aside; ``now`` (µs since 1970) names it.

    Raises:
        JournalLocked: another process holds it.
    """
    try:
        whole = files.lock_folder(folder)
        try:
            found: tuple[Finding, ...] = ()
            if LOCK in files.names(folder) and not files.is_plain(folder / LOCK):
                found = (
                    findings.no_file(str(folder / LOCK), Shelf(folder, now, files).move(LOCK, "damaged")),
                )
            return (whole, files.lock(folder / LOCK)), found
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
