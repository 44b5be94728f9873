"""Rule files from disk: the bundled ones, and the user's in their place. All the I/O of this package."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from pitwall.detect.rulefile import parse
from pitwall.detect.rules import RuleFile
from pitwall.errors import RuleFileRejected
from pitwall.userfiles import MAX_KIND_LENGTH, Origin, Rejected, files_in, is_kind, read, unreadable


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
        paths = files_in(folder, origin)
    except OSError as error:
        return {}, [Rejected(str(folder), "", unreadable(error, origin, "rules"))]
    files: dict[str, RuleFile] = {}
    refused: list[Rejected] = []
    for path in paths:
        kind = path.stem
        try:
            _check_kind(kind)
            files[kind] = parse(read(path, "rule file"), kind=kind, path=str(path), origin=origin)
        except RuleFileRejected as error:
            refused.append(Rejected(str(path), kind, error.reason, error.problems))
        except OSError as error:
            refused.append(Rejected(str(path), kind, unreadable(error, origin, "rules")))
    return files, refused


def _check_kind(kind: str) -> None:
    """Refuse a file name that cannot be an agent kind."""
    if not is_kind(kind):
        raise RuleFileRejected(
            "the file name is no agent kind; rename it to KIND.toml, where KIND is the agent's program, "
            f"at most {MAX_KIND_LENGTH} printable characters and no leading dash"
        )
