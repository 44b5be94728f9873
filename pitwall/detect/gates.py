"""Gates: the conditions that a region's text must meet."""

from dataclasses import dataclass, field

from pitwall.detect.regex import Pattern
from pitwall.detect.regions import RegionText

MAX_LEVELS = 8
"""How deep gates nest; a rule's own gates are level 1."""


@dataclass(frozen=True, slots=True)
class Unmet:
    """The condition that a gate failed at: where it is (``all[1].regex[0]``) and what is missing."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Gate:
    """
    Conditions that hold together; a gate without any always holds.

    ``none`` is the rule file's ``not``. ``contains`` ignores case.
    """

    contains: tuple[str, ...] = ()
    regex: tuple[Pattern, ...] = ()
    line_regex: tuple[Pattern, ...] = ()
    all: tuple["Gate", ...] = ()
    any: tuple["Gate", ...] = ()
    none: tuple["Gate", ...] = ()
    _needles: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_needles", tuple(needle.lower() for needle in self.contains))

    def holds(self, region: RegionText) -> bool:
        """Whether every condition is met."""
        return self._first_unmet(region) is None

    def unmet(self, region: RegionText) -> Unmet | None:
        """The first condition that is not met, in the order they are tried, or None when the gate holds."""
        path = self._first_unmet(region)
        return None if path is None else _described(self, path)

    def _first_unmet(self, region: RegionText) -> tuple[str | int, ...] | None:
        """The path to the first condition not met, as keys and indices: trying rules makes no text."""
        for index, needle in enumerate(self._needles):
            if needle not in region.lowered:
                return "contains", index
        for index, pattern in enumerate(self.regex):
            if not pattern.matches(region.text):
                return "regex", index
        for index, pattern in enumerate(self.line_regex):
            if not _matches_a_line(pattern, region):
                return "line_regex", index
        for index, gate in enumerate(self.all):
            path = gate._first_unmet(region)
            if path is not None:
                return "all", index, *path
        if self.any and not _one_holds(self.any, region):
            return ("any",)
        for index, gate in enumerate(self.none):
            if gate._first_unmet(region) is None:
                return "not", index
        return None

    def evidence(self, region: RegionText) -> str:
        """
        The text that a gate which holds was met by: what the first of its conditions found.

        A line for ``contains`` and ``line_regex``, the match for ``regex``; empty when none asks for text.
        """
        for needle in self._needles:
            for line in region.lines:
                if needle in line.lower():
                    return line
        for pattern in self.regex:
            return pattern.whole_match(region.text) or ""
        for pattern in self.line_regex:
            return next((line for line in region.lines if pattern.matches(line)), "")
        for gate in (*self.all, *self.any):
            if gate.holds(region) and (text := gate.evidence(region)):
                return text
        return ""


def _matches_a_line(pattern: Pattern, region: RegionText) -> bool:
    return any(map(pattern.matches, region.lines))


def _one_holds(gates: tuple[Gate, ...], region: RegionText) -> bool:
    return any(gate._first_unmet(region) is None for gate in gates)


def _described(gate: Gate, path: tuple[str | int, ...]) -> Unmet:
    """The condition at a path, in the words of the rule file."""
    key, index = path[0], path[1] if len(path) > 1 else 0
    assert isinstance(index, int)
    place = f"{key}[{index}]"
    match key:
        case "contains":
            return Unmet(place, f'"{gate.contains[index]}" is not there')
        case "regex":
            return Unmet(place, f"'{gate.regex[index].source}' matches nothing")
        case "line_regex":
            return Unmet(place, f"'{gate.line_regex[index].source}' matches no line")
        case "all":
            inner = _described(gate.all[index], path[2:])
            return Unmet(f"{place}.{inner.place}", inner.reason)
        case "any":
            return Unmet("any", f"none of its {len(gate.any)} gates matches")
        case _:
            return Unmet(place, "this gate matches")
