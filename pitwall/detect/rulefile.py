"""Rule files: bytes in, a validated :class:`RuleFile` out, or every reason why not (spec, "A rule file")."""

import hashlib
from collections.abc import Iterator, Mapping

from pitwall.advice import nearest, quoted, toml_type
from pitwall.detect import regex
from pitwall.detect.gates import MAX_LEVELS, Gate
from pitwall.detect.problems import Place, Problems
from pitwall.detect.regex import Pattern
from pitwall.detect.regions import Region
from pitwall.detect.rules import STATES, Rule, RuleFile, RuleState
from pitwall.detect.source import Source
from pitwall.errors import BadPattern, RuleFileRejected
from pitwall.userfiles import Origin, decoded, toml_table

CONDITION_KEYS = ("contains", "regex", "line_regex", "all", "any", "not")
FILE_KEYS = ("id", "version", "detail_line", "rules")
RULE_KEYS = ("id", "state", "priority", "region", *CONDITION_KEYS, "detail", "detail_line")

_INTEGERS = range(-(2**63), 2**63)


def parse(data: bytes, *, kind: str, path: str, origin: Origin = "user") -> RuleFile:
    """
    The rule file with these bytes.

    Raises:
        RuleFileRejected: it is not valid; ``problems`` holds every reason, each with line, rule and key.
    """
    text = decoded(data, path)
    table = toml_table(text, path, nesting_advice=f"gates may nest {MAX_LEVELS} levels")
    rules = table.get("rules", [])
    source = Source(text, len(rules) if isinstance(rules, list) else 0)
    problems = Problems(path, source)
    reader = _Reader(problems, source)
    result = RuleFile(
        kind=kind,
        path=path,
        origin=origin,
        sha256=hashlib.sha256(data).hexdigest(),
        rules=reader.rules(table),
        id=reader.text(table, Place().of("id")) or "",
        version=reader.text(table, Place().of("version")) or "",
        source=data,
    )
    reader.refuse_unknown(table, FILE_KEYS, Place())
    problems.raise_any()
    return result


class _Reader:
    """Reads typed values from TOML tables; what is wrong becomes a problem and an empty value."""

    def __init__(self, problems: Problems, source: Source) -> None:
        self._problems = problems
        self._source = source

    def rules(self, table: Mapping[str, object]) -> tuple[Rule, ...]:
        """The file's rules in the order they are tried."""
        shared = self.patterns(table, Place().of("detail_line"))
        tables = table.get("rules", [])
        if not isinstance(tables, list):
            self._wrong_type(
                Place().of("rules"), tables, "a list of tables", "begin each rule with [[rules]]"
            )
            return ()
        rules = [self._rule(item, index, shared) for index, item in enumerate(tables)]
        return tuple(sorted((rule for rule in rules if rule), key=lambda rule: -rule.priority))

    def _rule(self, table: object, index: int, shared: tuple[Pattern, ...]) -> Rule | None:
        place = Place(index, f"#{index + 1}")
        if not isinstance(table, dict):
            self._wrong_type(place, table, "a table", "begin each rule with [[rules]]")
            return None
        if isinstance(table.get("id"), str):
            place = Place(index, quoted(table["id"]))
        elif "id" not in table:
            self._problems.add(place.of("id"), 'missing; name the rule, as in id = "approval"')
        rule = Rule(
            id=self.text(table, place.of("id")) or "",
            state=self._state(table, place.of("state")),
            priority=self._integer(table, place.of("priority")),
            region=self._region(table, place.of("region")),
            conditions=self._gate(table, place, level=0),
            detail=self.text(table, place.of("detail")),
            detail_line=self.patterns(table, place.of("detail_line")) if "detail_line" in table else shared,
            line=self._source.rule(index),
        )
        self.refuse_unknown(table, RULE_KEYS, place)
        return rule

    def _state(self, table: Mapping[str, object], place: Place) -> RuleState:
        if "state" not in table:
            self._problems.add(place, f"missing; write one of {', '.join(STATES)}")
            return "unknown"
        written = self.text(table, place)
        for state in STATES:
            if state == written:
                return state
        if written == "done":
            self._problems.add(
                place, '"done" is no state of a rule; write "idle": idle after work shows as done'
            )
        elif written is not None:
            self._problems.add(place, f"{quoted(written)} is no state; {nearest(written, STATES)}")
        return "unknown"

    def _region(self, table: Mapping[str, object], place: Place) -> Region:
        written = self.text(table, place)
        if written is None:
            return Region()
        try:
            return Region.parse(written)
        except RuleFileRejected as error:
            self._problems.add(place, error.reason)
            return Region()

    def _integer(self, table: Mapping[str, object], place: Place) -> int:
        value = table.get(place.leaf, 0)
        if not isinstance(value, int) or isinstance(value, bool):
            self._wrong_type(place, value, "an integer", "write it plain, as in priority = 900")
            return 0
        if value not in _INTEGERS:
            self._problems.add(place, "larger than a 64-bit integer; priorities of 0 to 1000 do")
            return 0
        return value

    def _gate(self, table: Mapping[str, object], place: Place, level: int) -> Gate:
        """The conditions of a table; a rule's own have level 0, its gates level 1."""
        return Gate(
            contains=tuple(text for text, _ in self._texts(table, place.of("contains"))),
            regex=self.patterns(table, place.of("regex")),
            line_regex=self.patterns(table, place.of("line_regex")),
            all=self._gates(table, place.of("all"), level + 1),
            any=self._gates(table, place.of("any"), level + 1),
            none=self._gates(table, place.of("not"), level + 1),
        )

    def _gates(self, table: Mapping[str, object], place: Place, level: int) -> tuple[Gate, ...]:
        items = table.get(place.leaf, [])
        example = f'write {place.leaf} = [ {{ contains = ["text"] }} ]'
        if not isinstance(items, list):
            self._wrong_type(place, items, "a list of gates", example)
            return ()
        if items and level > MAX_LEVELS:
            self._problems.add(place, f"gates nest deeper than {MAX_LEVELS} levels; split the rule in two")
            return ()
        gates = []
        for index, item in enumerate(items):
            inner = place.item(index)
            if not isinstance(item, dict):
                self._wrong_type(inner, item, "a gate", example)
                continue
            self.refuse_unknown(item, CONDITION_KEYS, inner)
            gates.append(self._gate(item, inner, level))
        return tuple(gates)

    def text(self, table: Mapping[str, object], place: Place) -> str | None:
        """The string under the place's key; None when there is none."""
        value = table.get(place.leaf)
        if value is None or isinstance(value, str):
            return value
        self._wrong_type(place, value, "a string", f'write {place.leaf} = "text"')
        return None

    def _texts(self, table: Mapping[str, object], place: Place) -> Iterator[tuple[str, Place]]:
        """The strings of the list under the place's key, each with its own place."""
        items = table.get(place.leaf, [])
        example = f"write {place.leaf} = ['text']"
        if not isinstance(items, list):
            self._wrong_type(place, items, "a list of strings", example)
            return
        for index, item in enumerate(items):
            if isinstance(item, str):
                yield item, place.item(index)
            else:
                self._wrong_type(place.item(index), item, "a string", example)

    def patterns(self, table: Mapping[str, object], place: Place) -> tuple[Pattern, ...]:
        """The regexes of the list under the place's key."""
        patterns = []
        for text, inner in self._texts(table, place):
            try:
                patterns.append(regex.compile(text))
            except BadPattern as error:
                self._problems.add(inner, error.reason, text)
        return tuple(patterns)

    def refuse_unknown(self, table: Mapping[str, object], known: tuple[str, ...], place: Place) -> None:
        """Note every key that means nothing here."""
        for key in table:
            if key not in known:
                self._problems.add(place.of(key), f"unknown key; {_unknown_key_advice(key, known)}")

    def _wrong_type(self, place: Place, value: object, wanted: str, example: str) -> None:
        self._problems.add(place, f"must be {wanted}, and is {toml_type(value)}; {example}")


def _unknown_key_advice(key: str, known: tuple[str, ...]) -> str:
    if known == CONDITION_KEYS and key in RULE_KEYS:
        return f'"{key}" belongs to the rule; a gate takes {", ".join(known)}'
    if known == FILE_KEYS and key in RULE_KEYS:
        return f'"{key}" belongs to a rule; move it below [[rules]]'
    return nearest(key, known)
