"""Where in a rule file's text something stands: the TOML reader tells no positions of values."""

import re

_RULE_HEADER = re.compile(r"""\s*\[\[\s*(["']?)rules\1\s*\]\]""")


class Source:
    """
    The lines of a rule file; line numbers count from 1.

    A number is None where it would be a guess: when rules are not written as ``[[rules]]`` tables, or a
    multi-line string holds what looks like one.
    """

    def __init__(self, text: str, rules: int) -> None:
        self._lines = text.split("\n")
        headers = [number for number, line in enumerate(self._lines, 1) if _RULE_HEADER.match(line)]
        self._headers = headers if len(headers) == rules else None

    def rule(self, index: int) -> int | None:
        """The line of the header of the rule with this index in the file."""
        return None if self._headers is None else self._headers[index]

    def find(self, rule: int | None, key: str, *needles: str) -> int | None:
        """
        The line of the first needle that stands on one line only, else the line that sets the key.

        Only the rule's own lines are searched, those before the first rule when ``rule`` is None. Falls back
        to the rule's header.
        """
        if self._headers is None:
            return None
        ends = [*self._headers, len(self._lines) + 1]
        first, end = (1, ends[0]) if rule is None else (ends[rule], ends[rule + 1])
        numbers = range(first, end)
        for needle in needles:
            hits = [number for number in numbers if needle in self._lines[number - 1]]
            if len(hits) == 1:
                return hits[0]
        quoted = f"[\"']?{re.escape(key)}[\"']?"
        assignment = re.compile(
            rf"\s*(?:{quoted}\s*[.=]|\[+\s*(?:[\"']?rules[\"']?\s*\.\s*)?{quoted}\s*[.\]])"
        )
        for number in numbers:
            if assignment.match(self._lines[number - 1]):
                return number
        return None if rule is None else first
