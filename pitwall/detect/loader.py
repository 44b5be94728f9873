"""Rule files from disk: the bundled ones, and the user's in their place. All the I/O of this package."""

import errno
import os
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from pitwall.detect.advice import printable
from pitwall.detect.rulefile import parse
from pitwall.detect.rules import Origin, RuleFile
from pitwall.errors import RuleFileRejected

MAX_BYTES = 1024 * 1024
"""The largest rule file read."""

MAX_KIND_LENGTH = 64

_SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class Rejected:
    """
    A rule file that is not used, or a folder that could not be read (``kind`` is then empty).

    ``message`` may have several lines, an engine's diagram among them; ``problems`` holds all that is wrong.
    """

    path: str
    kind: str
    message: str
    problems: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The one line for the daemon's error output."""
        more = len(self.problems) - 1
        rest = f" (and {more} more; see `pitwall rules check`)" if more > 0 else ""
        return f"pitwall: ignoring {printable(self.path)}: {self.message.partition(chr(10))[0]}{rest}"


@dataclass(frozen=True, slots=True)
class RuleBook:
    """
    The rules in use by kind, and the files that were refused.

    ``replaced`` holds the kinds whose bundled rules a user's file replaces.
    """

    files: Mapping[str, RuleFile]
    rejected: tuple[Rejected, ...] = ()
    replaced: frozenset[str] = frozenset()


def bundled_folder() -> Path:
    """The folder of the rules that come with pitwall: in the package in a wheel, beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "_bundled" / "detect"
    return inside if inside.is_dir() else package.parent / "detect"


def load(bundled: Path, user: Path, previous: RuleBook | None = None) -> RuleBook:
    """
    The rules of both folders; a user's file replaces the bundled one of its kind completely.

    A rejected user's file leaves the bundled rules in use; with ``previous``, when files are read again, the
    user's rules that were in use before. A user's folder that does not exist is an empty one.
    """
    own, refused = _read_folder(bundled, "bundled")
    users, users_refused = _read_folder(user, "user")
    if previous is not None:
        for rejected in users_refused:
            before = previous.files.get(rejected.kind)
            if before is not None and before.origin == "user":
                users[rejected.kind] = before
    return RuleBook(
        files=MappingProxyType({**own, **users}),
        rejected=(*refused, *users_refused),
        replaced=frozenset(own.keys() & users.keys()),
    )


def _read_folder(folder: Path, origin: Origin) -> tuple[dict[str, RuleFile], list[Rejected]]:
    """The valid files of a folder by kind, and the others."""
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        if origin == "user" and isinstance(error, FileNotFoundError):
            return {}, []
        return {}, [Rejected(str(folder), "", _unreadable(error, origin))]
    files: dict[str, RuleFile] = {}
    refused: list[Rejected] = []
    for name in _rule_file_names(names):
        kind = name.removesuffix(_SUFFIX)
        path = folder / name
        try:
            _check_kind(kind)
            files[kind] = parse(_read(path), kind=kind, path=str(path), origin=origin)
        except RuleFileRejected as error:
            refused.append(Rejected(str(path), kind, error.reason, error.problems))
        except OSError as error:
            refused.append(Rejected(str(path), kind, _unreadable(error, origin)))
    return files, refused


def _rule_file_names(names: Iterable[str]) -> Iterable[str]:
    """The names that mean rule files: editors keep locks and copies under names that begin with a dot."""
    return (name for name in names if name.endswith(_SUFFIX) and not name.startswith("."))


def _check_kind(kind: str) -> None:
    """Refuse a file name that cannot be shown, or typed as an argument, as an agent kind."""
    if not kind.isprintable() or kind != kind.strip() or kind.startswith("-") or len(kind) > MAX_KIND_LENGTH:
        raise RuleFileRejected(
            "the file name is no agent kind; rename it to KIND.toml, where KIND is the agent's program, "
            f"at most {MAX_KIND_LENGTH} printable characters and no leading dash"
        )


def _read(path: Path) -> bytes:
    """The bytes of a regular file; a pipe or a device would block or never end."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise RuleFileRejected("it is a folder; rule files are plain files")
        if not stat.S_ISREG(mode):
            raise RuleFileRejected("it is no plain file; write the rules into one")
        with open(descriptor, "rb", closefd=False) as file:
            data = file.read(MAX_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(data) > MAX_BYTES:
        raise RuleFileRejected(f"it is larger than {MAX_BYTES:,} bytes, which no rule file needs to be")
    return data


def _unreadable(error: OSError, origin: Origin) -> str:
    """Why a path could not be read, and what to do."""
    if origin == "bundled":
        return f"the rules that come with pitwall cannot be read ({error.strerror}); install pitwall again"
    match error.errno:
        case errno.ENOENT:
            return "the link points at nothing; mend or remove it"
        case errno.EACCES | errno.EPERM:
            return "reading it is not permitted; make it readable with chmod u+r"
        case errno.ENOTDIR:
            return "it is no folder; make it one, or remove it"
        case _:
            return f"it cannot be read: {error.strerror}"
