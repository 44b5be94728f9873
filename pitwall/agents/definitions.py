"""The agent definitions from disk: the bundled ones, and the user's own in their place or beside them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from pitwall.advice import printable, quoted
from pitwall.agents.definition import AgentDefinition, parse
from pitwall.errors import RuleFileRejected
from pitwall.userfiles import Origin, Rejected, files_in, read, unreadable

_WHAT = "agent definition"
_MORE = "pitwall agent kinds"


@dataclass(frozen=True, slots=True)
class AgentBook:
    """
    The definitions in use by kind, the user's own first, and the files that were refused.

    A kind is named by its definition's ``id``, whatever the file is called. ``replaced`` holds the kinds whose
    bundled definition a user's file replaces.
    """

    definitions: Mapping[str, AgentDefinition]
    rejected: tuple[Rejected, ...] = ()
    replaced: frozenset[str] = frozenset()

    def kinds_by_process(self, also: Iterable[str] = ()) -> Mapping[str, tuple[str, ...]]:
        """
        The base names that a kind's processes go by.

        ``also`` are kinds without a definition, such as those of rule files: they go by their own name.
        """
        known = {kind: (*each.process_names, *each.aliases) for kind, each in self.definitions.items()}
        return known | {kind: (kind,) for kind in also if kind not in known}

    def commands(self, also: Iterable[str] = ()) -> Mapping[str, tuple[str, ...]]:
        """The base names of the commands that start a kind; ``also`` as for ``kinds_by_process``."""
        known = {kind: (each.command, *each.aliases) for kind, each in self.definitions.items()}
        return known | {kind: (kind,) for kind in also if kind not in known}

    def kind_of_report(self, app: str) -> str:
        """The kind that calls itself so in program status reports (OSC 7501); the name itself if none does."""
        return next((kind for kind, each in self.definitions.items() if app and each.report == app), app)


def bundled_folder() -> Path:
    """The folder of the definitions that come with pitwall."""
    return Path(__file__).resolve().parent / "bundled"


def load(bundled: Path, user: Path) -> AgentBook:
    """
    The definitions of both folders; a user's one replaces the bundled one of its kind completely.

    A rejected user's file leaves the bundled definition in use. A user's folder that does not exist is empty.
    """
    own, refused = _read_folder(bundled, "bundled")
    users, users_refused = _read_folder(user, "user")
    return AgentBook(
        definitions=MappingProxyType(users | {kind: each for kind, each in own.items() if kind not in users}),
        rejected=(*refused, *users_refused),
        replaced=frozenset(own.keys() & users.keys()),
    )


def _read_folder(folder: Path, origin: Origin) -> tuple[dict[str, AgentDefinition], list[Rejected]]:
    """The valid definitions of a folder by kind, and the other files."""
    try:
        paths = files_in(folder, origin)
    except OSError as error:
        return {}, [Rejected(str(folder), "", unreadable(error, origin, f"{_WHAT}s"), more=_MORE)]
    found: dict[str, AgentDefinition] = {}
    refused: list[Rejected] = []
    for path in paths:
        try:
            definition = parse(read(path, _WHAT), path=str(path), origin=origin)
            _check_new(definition, found)
            found[definition.kind] = definition
        except RuleFileRejected as error:
            refused.append(Rejected(str(path), path.stem, error.reason, error.problems, _MORE))
        except OSError as error:
            refused.append(Rejected(str(path), path.stem, unreadable(error, origin, f"{_WHAT}s"), more=_MORE))
    return found, refused


def _check_new(definition: AgentDefinition, found: Mapping[str, AgentDefinition]) -> None:
    """Refuse a second definition of a kind in one folder."""
    first = found.get(definition.kind)
    if first is not None:
        raise RuleFileRejected(
            f"the kind {quoted(definition.kind)} is defined in {printable(Path(first.path).name)} already; "
            "keep one of the two, or give this one an id of its own"
        )
