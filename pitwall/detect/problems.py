"""What is wrong with a rule file, and where: all of it, so that one look at a file is enough."""

from dataclasses import dataclass, replace

from pitwall.advice import printable
from pitwall.detect.source import Source
from pitwall.errors import RuleFileRejected


@dataclass(frozen=True, slots=True)
class Place:
    """
    A key of a rule file, as in ``rule "approval": any[0].contains``.

    ``rule`` is the rule's index in the file, ``name`` what to call it; None and "" for the file's own keys.
    """

    rule: int | None = None
    name: str = ""
    key: str = ""

    def of(self, key: str) -> "Place":
        """The place of a key in the table that stands here."""
        return replace(self, key=f"{self.key}.{key}" if self.key else key)

    def item(self, index: int) -> "Place":
        """The place of an item of the list that stands here."""
        return replace(self, key=f"{self.key}[{index}]")

    @property
    def root(self) -> str:
        """The key of the rule, or of the file, that this place is in."""
        return self.key.partition(".")[0].partition("[")[0]

    @property
    def leaf(self) -> str:
        """The innermost key."""
        return self.key.rpartition(".")[2].partition("[")[0]

    def __str__(self) -> str:
        return printable(
            ": ".join(part for part in (f"rule {self.name}" if self.name else "", self.key) if part)
        )


class Problems:
    """The problems found in one file so far; not a value."""

    def __init__(self, path: str, source: Source) -> None:
        self._path = path
        self._source = source
        self._found: list[str] = []

    def add(self, place: Place, message: str, *needles: str) -> None:
        """Note a problem; ``needles`` are texts that its line may be found by."""
        if place.leaf != place.root:
            needles = (*needles, place.leaf)
        line = self._source.find(place.rule, place.root, *needles)
        where = ": ".join(part for part in (f"line {line}" if line else "", str(place)) if part)
        self._found.append(f"{where}: {message}")

    def raise_any(self) -> None:
        """Raise RuleFileRejected when there is a problem."""
        if self._found:
            raise RuleFileRejected(self._found[0], path=printable(self._path), problems=tuple(self._found))
