"""The lock that keeps a journal to one writer; it ends with its process, however that ends."""

from pathlib import Path

from pitwall.errors import JournalLocked
from pitwall.journal.files import Files

LOCK = "lock"
"""The file in the journal's folder that is locked; it is empty and stays."""


def take_lock(folder: Path, files: Files) -> int:
    """
    A descriptor that holds the lock of the journal in ``folder`` until ``files.unlock`` lets go of it.

    Raises:
        JournalLocked: another process holds it.
    """
    try:
        return files.lock(folder / LOCK)
    except BlockingIOError as error:
        raise JournalLocked(
            f"another pitwall daemon writes the journal in {folder}; "
            "`pitwall daemon status` shows it, `pitwall daemon stop` ends it"
        ) from error
