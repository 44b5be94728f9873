"""An agent's settings file on disk: read whole, and replaced in one step or not at all."""

import contextlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from pitwall.errors import NoPlainFile, SettingsRejected
from pitwall.plainfiles import open_plain

MAX_BYTES = 16 * 1024 * 1024

NEW_FILE_MODE = 0o600


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """
    A file as it was read; ``data`` is ``None`` if there is none.

    ``path`` is what it is called, ``target`` the file itself, behind any symbolic links.
    """

    path: Path
    target: Path
    data: bytes | None
    mode: int = NEW_FILE_MODE

    @property
    def text(self) -> str:
        """Its text, line ends as they are; "" if there is no file. Raises SettingsRejected for other than UTF-8."""
        try:
            text = (self.data or b"").decode("utf-8")
        except UnicodeDecodeError as error:
            line = (self.data or b"").count(b"\n", 0, error.start) + 1
            raise SettingsRejected(f"{self.path}: line {line}: it is not UTF-8; save it as UTF-8") from None
        if text.startswith("\N{BYTE ORDER MARK}"):
            raise SettingsRejected(
                f"{self.path}: it begins with a byte order mark, which not every program reads; save it without"
            )
        return text


def read(path: Path) -> SettingsFile:
    """
    The file as it is now.

    Raises:
        SettingsRejected: it is no plain file, or cannot be read.
    """
    target = Path(os.path.realpath(path))
    try:
        with open(open_plain(target, os.O_RDONLY), "rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        if path.is_symlink():
            raise SettingsRejected(f"{path}: the link points at nothing; mend or remove it") from None
        return SettingsFile(path, target, None)
    except NoPlainFile as error:
        raise SettingsRejected(f"{path}: {error.strerror}; move it out of the way") from None
    except OSError as error:
        raise SettingsRejected(f"{path}: it cannot be read: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise SettingsRejected(f"{path}: it is larger than {MAX_BYTES:,} bytes, which no settings need to be")
    return SettingsFile(path, target, data, stat.S_IMODE(mode))


def check_writable(file: SettingsFile) -> None:
    """Raise SettingsRejected for a file that its owner does not want changed, or that cannot be replaced."""
    try:
        found = os.lstat(file.target)
    except FileNotFoundError:
        return
    if found.st_uid != os.geteuid():
        raise SettingsRejected(f"{file.path}: it belongs to another user; change it as that user")
    if not found.st_mode & stat.S_IWUSR:
        raise SettingsRejected(f"{file.path}: it is read-only; allow writing with chmod u+w and try again")
    if found.st_nlink > 1:
        raise SettingsRejected(
            f"{file.path}: it has another name (a hard link), which would keep the old text; make it a copy"
        )


def replace(file: SettingsFile, data: bytes | None) -> bool:
    """
    Make the file hold ``data``, or be gone; mode, link and attributes are kept.

    False if it is no longer as it was read, for the agent writes it too: then it stays so.

    Raises:
        SettingsRejected: it cannot be written; it is as it was then.
    """
    check_writable(file)
    try:
        if data is not None:
            file.target.parent.mkdir(parents=True, exist_ok=True)
            done = _write(file, data)
        else:
            done = read(file.path) == file
            if done:
                file.target.unlink(missing_ok=True)
        _sync_folder(file.target.parent)
    except OSError as error:
        raise SettingsRejected(f"{file.path}: it cannot be written: {error.strerror}") from error
    return done


def _write(file: SettingsFile, data: bytes) -> bool:
    new = file.target.with_name(f".{file.target.name}.pitwall-{os.getpid()}")
    new.unlink(missing_ok=True)
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, NEW_FILE_MODE)
        with open(descriptor, "wb") as out:
            out.write(data)
            out.flush()
            os.fchmod(descriptor, file.mode)
            if file.data is not None:
                _copy_attributes(file.target, new)
            os.fsync(descriptor)
        if read(file.path) != file:
            return False
        new.rename(file.target)
        return True
    finally:
        new.unlink(missing_ok=True)


def _copy_attributes(source: Path, target: Path) -> None:
    with contextlib.suppress(OSError):
        for name in os.listxattr(source) if hasattr(os, "listxattr") else ():
            os.setxattr(target, name, os.getxattr(source, name))


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
