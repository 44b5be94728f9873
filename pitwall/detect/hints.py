"""Hints: the short text shown beside a blocked agent, like the question it asks (spec, "Hints")."""

import unicodedata
from collections.abc import Sequence

from pitwall.detect.regex import Pattern
from pitwall.detect.screen import is_blank

MAX_LENGTH = 160
"""Characters of the longest hint taken from a screen."""

SEARCHED_LINES = 30
"""How many non-empty lines are searched, counted from the bottom."""

_ELLIPSIS = "…"


def without_controls(text: str) -> str:
    """
    The text trimmed and safe to print: without control characters, direction overrides and lone surrogates.

    White space that is a control character becomes a space, so that words stay apart.
    """
    if text.isprintable():
        return text.strip()
    return "".join(map(_printable, text)).strip()


def shortened(text: str) -> str:
    """The text cut to 160 characters, the last an ellipsis when something was cut."""
    return text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 1] + _ELLIPSIS


def hint(patterns: Sequence[Pattern], lines: Sequence[str]) -> str:
    """
    The first match in the last 30 non-empty lines, from the bottom up; in each line the patterns in order.

    Capture group 1 where it took part, else the whole match; blank matches are passed over. Empty when
    nothing matches.
    """
    if not patterns:
        return ""
    searched = 0
    for line in reversed(lines):
        if is_blank(line):
            continue
        for pattern in patterns:
            found = pattern.first_group(line)
            if found is not None and (text := without_controls(found)):
                return shortened(text)
        searched += 1
        if searched == SEARCHED_LINES:
            break
    return ""


def _printable(character: str) -> str:
    """What to show of one character."""
    category = unicodedata.category(character)
    if category == "Cs":
        return "\N{REPLACEMENT CHARACTER}"
    if category in ("Cc", "Zl", "Zp"):
        return " " if character.isspace() else ""
    if category == "Cf" and unicodedata.bidirectional(character) in _OVERRIDES:
        return ""
    return character


_OVERRIDES = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
