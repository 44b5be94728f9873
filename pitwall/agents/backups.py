"""What agents' settings files were before pitwall changed them, kept so that they can be just that again."""

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pitwall.advice import printable
from pitwall.agents.settingsfile import SettingsFile
from pitwall.errors import SettingsRejected
from pitwall.plainfiles import open_plain, read_plain


@dataclass(frozen=True, slots=True)
class Backup:
    """
    What a settings file was before pitwall's first change, and what pitwall made of it.

    ``original`` is ``None`` if there was no file; ``installed`` is the SHA-256 of the file that pitwall wrote.
    """

    original: bytes | None
    installed: str


class Backups:
    """The backups of settings files, in a folder of pitwall's own, 0700; one lock for all changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other pitwalls from changing settings meanwhile; raises SettingsRejected."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = open_plain(self._folder / "lock", os.O_RDWR | os.O_CREAT)
        except OSError as error:
            raise SettingsRejected(
                f"{self._folder}: backups cannot be kept there: {error.strerror}"
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def of(self, file: SettingsFile) -> Backup | None:
        """The backup of a file; ``None`` if there is none, or it is damaged."""
        record, original = self.paths(file)
        try:
            fields = json.loads(read_plain(record))
            installed = str(fields["installed"])
            data = read_plain(original) if fields["existed"] else None
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return Backup(data, installed)

    def keep(self, file: SettingsFile, backup: Backup) -> None:
        """Write a backup to disk; raises SettingsRejected."""
        record, original = self.paths(file)
        try:
            if backup.original is not None:
                _write_private(original, backup.original)
            fields = {
                "path": printable(str(file.path)),
                "existed": backup.original is not None,
                "installed": backup.installed,
            }
            _write_private(record, json.dumps(fields, indent=2).encode())
        except OSError as error:
            raise SettingsRejected(
                f"{record.parent}: a backup of {file.path} cannot be kept there: {error.strerror}"
            ) from error

    def forget(self, file: SettingsFile) -> None:
        """Remove the backup of a file."""
        for path in self.paths(file):
            with contextlib.suppress(OSError):
                path.unlink()

    def paths(self, file: SettingsFile) -> tuple[Path, Path]:
        """Where a file's record is, and its text from before."""
        name = f"{file.target.name}-{hashlib.sha256(os.fsencode(file.target)).hexdigest()[:12]}"
        return self._folder / f"{name}.json", self._folder / f"{name}.original"


def fingerprint(data: bytes | None) -> str:
    """The SHA-256 of a file's bytes, "" for no file."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def _write_private(path: Path, data: bytes) -> None:
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with open(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(descriptor)
    new.rename(path)
