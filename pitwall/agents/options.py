"""The options of an agent's command line, as its help text writes them, and command lines cut by them (pure)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Takes = Literal["nothing", "value", "maybe", "list"]
"""What follows an option: nothing, one value, perhaps a value, one value or more."""

_SYNTAX = re.compile(
    r"(?P<names>-[^\s,=<\[]+(?:, ?-[^\s,=<\[]+)*)"
    r"(?: (?:<(?P<value>[^<>]+?)(?P<more>\.\.\.)?>|\[(?P<maybe>[^\[\]]+)\]))?"
)


@dataclass(frozen=True, slots=True)
class Option:
    """An option by all its names, such as ``-m`` and ``--model``."""

    names: tuple[str, ...]
    takes: Takes = "nothing"


@dataclass(frozen=True, slots=True)
class Part:
    """
    An option with its values as they stand on the command line, or one other word (``option`` is ``None``).

    ``values`` are empty for a value that is missing. Options that are not known are parts of one word.
    """

    words: tuple[str, ...]
    option: Option | None = None
    values: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether an option has the value that it needs."""
        return self.option is None or self.option.takes not in ("value", "list") or bool(self.values)


def option(written: str) -> Option | None:
    """
    The option that a help text writes so; ``None`` if it is no option's syntax.

    ``-m, --model <model>`` takes a value, ``-d, --debug [filter]`` perhaps one, ``--add-dir <folder...>`` a list.
    """
    match = _SYNTAX.fullmatch(written)
    if match is None:
        return None
    takes: Takes = "nothing"
    if match["maybe"]:
        takes = "maybe"
    elif match["value"]:
        takes = "list" if match["more"] else "value"
    return Option(tuple(re.split(", ?", match["names"])), takes)


def parts(words: Sequence[str], options: Iterable[Option]) -> tuple[Part, ...]:
    """The words cut into options with their values, and other words; nothing from the first ``--`` on."""
    known = {name: each for each in options for name in each.names}
    before = list(words[: words.index("--")]) if "--" in words else list(words)
    found: list[Part] = []
    at = 0
    while at < len(before):
        part = _part(before[at:], known)
        found.append(part)
        at += len(part.words)
    return tuple(found)


def _part(words: Sequence[str], known: Mapping[str, Option]) -> Part:
    word = words[0]
    if len(word) < 2 or not word.startswith("-"):
        return Part((word,))
    exact = known.get(word)
    if exact is not None:
        values = tuple(words[1 : 1 + _count(exact.takes, words[1:])])
        return Part((word, *values), exact, values)
    name, equals, value = word.partition("=")
    if equals and name.startswith("--") and name in known:
        return Part((word,), known[name], (value,))
    joined = known.get(word[:2])
    if not word.startswith("--") and joined is not None and joined.takes != "nothing":
        return Part((word,), joined, (word[2:].removeprefix("="),))
    return Part((word,))


def _count(takes: Takes, following: Sequence[str]) -> int:
    """How many of the following words are values: a needed one may look like an option, others may not."""
    if takes == "nothing" or not following:
        return 0
    if takes == "value":
        return 1
    bare = next((at for at, word in enumerate(following) if word.startswith("-")), len(following))
    if takes == "maybe":
        return min(bare, 1)
    return max(bare, 1)
