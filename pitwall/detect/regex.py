"""
Regexes in the syntax of Rust's ``regex`` crate, matched in time linear in the text.

The only module that imports the engine; everything else sees :class:`Pattern`.
Look-around and back-references do not exist in this syntax, so a pattern that backtracks cannot be written.
What is left to a hostile pattern is size: :mod:`pitwall.detect.cost` bounds it before the engine sees it.
"""

import re
from dataclasses import dataclass, field
from typing import Protocol

import paula

from pitwall.advice import printable
from pitwall.detect.cost import MAX_POSITIONS, positions
from pitwall.errors import BadPattern

_SURROGATE = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class _Match(Protocol):
    """One match of the engine."""

    def as_str(self) -> str: ...


class _Engine(Protocol):
    """A compiled regex of the engine; each raises UnicodeEncodeError for a text with a lone surrogate."""

    def is_match(self, text: str, /) -> bool: ...

    def find(self, text: str, /) -> _Match | None: ...

    def captures(self, text: str, /) -> list[str | None] | None: ...


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled regex; two are equal when they were written the same."""

    source: str
    _engine: _Engine = field(repr=False, compare=False)

    def matches(self, text: str) -> bool:
        """Whether the pattern matches anywhere in the text."""
        try:
            return self._engine.is_match(text)
        except UnicodeEncodeError:
            return self._engine.is_match(_without_surrogates(text))

    def whole_match(self, text: str) -> str | None:
        """The text of the leftmost match."""
        try:
            match = self._engine.find(text)
        except UnicodeEncodeError:
            match = self._engine.find(_without_surrogates(text))
        return None if match is None else match.as_str()

    def first_group(self, text: str) -> str | None:
        """Group 1 of the leftmost match when it took part, else the whole match; None without a match."""
        try:
            groups = self._engine.captures(text)
        except UnicodeEncodeError:
            groups = self._engine.captures(_without_surrogates(text))
        if groups is None:
            return None
        return groups[1] if len(groups) > 1 and groups[1] is not None else groups[0]


def compile(pattern: str) -> Pattern:  # noqa: A001 - the field's word, as in `re.compile`
    """
    Compile a pattern.

    Raises:
        BadPattern: it is not valid, or too large; the first line says why, the engine's diagram follows.
    """
    size = positions(pattern)
    if size > MAX_POSITIONS:
        raise BadPattern(
            f"the regex expands to about {size:,} positions, and {MAX_POSITIONS:,} are allowed: "
            "use `*` or `+` in place of large counts, or split it"
        )
    try:
        return Pattern(pattern, paula.Regex(pattern))
    except UnicodeEncodeError:
        raise BadPattern("the regex holds half a surrogate pair, which no text can match") from None
    except ValueError as error:
        raise BadPattern(_advice(str(error))) from None


def _advice(diagram: str) -> str:
    """The engine's message with its reason first, so that the first line alone tells what is wrong."""
    head, found, reason = diagram.rpartition("\nerror: ")
    lines = [reason, *head.split("\n")] if found else [diagram]
    return "not a valid regex: " + "\n".join(map(printable, lines))


def _without_surrogates(text: str) -> str:
    """The text with each lone surrogate replaced: the engine takes UTF-8 only."""
    return _SURROGATE.sub(_REPLACEMENT, text)
