"""TOML files that people write, one a file, in a folder of their own or one that comes with pitwall."""

import errno
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import tomli

from pitwall.advice import printable
from pitwall.errors import NoPlainFile, RuleFileRejected
from pitwall.plainfiles import open_plain

Origin = Literal["bundled", "user"]
"""Who wrote a file: it came with pitwall, or it is in the user's folder."""

MAX_BYTES = 1024 * 1024
"""The largest file read."""

MAX_KIND_LENGTH = 64

SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class Rejected:
    """
    A file that is not used, or a folder that could not be read (``kind`` is then empty).

    ``message`` may have several lines, an engine's diagram among them; ``problems`` holds all that is wrong.
    ``more`` is the command that shows them all.
    """

    path: str
    kind: str
    message: str
    problems: tuple[str, ...] = ()
    more: str = "pitwall rules check"

    @property
    def line(self) -> str:
        """The one line for the daemon's error output."""
        count = len(self.problems) - 1
        rest = f" (and {count} more; see `{self.more}`)" if count > 0 else ""
        return f"pitwall: ignoring {printable(self.path)}: {self.message.partition(chr(10))[0]}{rest}"


def files_in(folder: Path, origin: Origin) -> list[Path]:
    """
    The TOML files of a folder, by name; a user's folder that does not exist is an empty one.

    Editors keep locks and copies under names that begin with a dot. Raises OSError.
    """
    try:
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        if origin == "user":
            return []
        raise
    return [folder / name for name in names if name.endswith(SUFFIX) and not name.startswith(".")]


def read(path: Path, what: str) -> bytes:
    """
    The bytes of a plain file, a ``what``.

    Raises RuleFileRejected, or OSError.
    """
    try:
        with open(open_plain(path, os.O_RDONLY), "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except NoPlainFile as error:
        raise RuleFileRejected(f"{error.strerror}; write the {what} into one") from None
    if len(data) > MAX_BYTES:
        raise RuleFileRejected(f"it is larger than {MAX_BYTES:,} bytes, which no {what} needs to be")
    return data


def unreadable(error: OSError, origin: Origin, contents: str) -> str:
    """Why a path could not be read, and what to do; ``contents`` are what the bundled files hold."""
    if origin == "bundled":
        return (
            f"the {contents} that come with pitwall cannot be read ({error.strerror}); install pitwall again"
        )
    match error.errno:
        case errno.ENOENT:
            return "the link points at nothing; mend or remove it"
        case errno.EACCES | errno.EPERM:
            return "reading it is not permitted; make it readable with chmod u+r"
        case errno.ENOTDIR:
            return "it is no folder; make it one, or remove it"
        case _:
            return f"it cannot be read: {error.strerror}"


def decoded(data: bytes, path: str) -> str:
    """The text of a file; a byte order mark is no part of it. Raises RuleFileRejected."""
    try:
        return data.decode("utf-8").removeprefix("\N{BYTE ORDER MARK}")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RuleFileRejected(
            f"line {line}: byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8",
            path=printable(path),
        ) from None


def toml_table(text: str, path: str, *, nesting_advice: str) -> dict[str, object]:
    """The text's TOML as a table. Raises RuleFileRejected."""
    try:
        return dict(tomli.loads(text))
    except tomli.TOMLDecodeError as error:
        advice = (
            "; write regexes in single quotes, where backslashes stay" if "Unescaped" in error.msg else ""
        )
        reason = f"line {error.lineno}: not valid TOML: {printable(error.msg)} (column {error.colno}){advice}"
    except RecursionError:
        reason = f"tables or lists nest too deep; {nesting_advice}"
    except ValueError as error:  # an integer of thousands of digits
        reason = f"not valid TOML: {printable(str(error))}"
    raise RuleFileRejected(reason, path=printable(path))


def is_kind(name: str) -> bool:
    """Whether a name can be shown, and typed as an argument, as an agent kind."""
    return (
        name.isprintable()
        and name == name.strip()
        and not name.startswith("-")
        and 0 < len(name) <= MAX_KIND_LENGTH
    )
