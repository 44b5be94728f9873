"""
Text from elsewhere made fit to show: titles, questions, names.

What programs and people set may hold anything; what is shown holds no control character, no character that
turns the reading direction, and no more than its place allows.
"""

import re
import unicodedata

TITLE_LIMIT = 200
"""Characters of a tab's title or another name that are shown."""

QUESTION_LIMIT = 160
"""Characters of a question or hint (SEMANTICS 4)."""

_JOINERS = "\u200c\u200d"
"""Format characters that belong to words and emoji: ZWNJ and ZWJ."""

# Titles that agents draw (AGENTS.md, "Window titles"): braille, quarter circles, stars; a variation selector
# may follow. `*` and `·` are too common in other titles to be taken off without a space after them.
_SPINNER = re.compile(
    r"(?:\s|[\u2800-\u28ff✢✳✶✻✽✦◇◆✋◐◑◒◓◴◵◶◷]|[*·]+(?=\s|$)|[\ufe0e\ufe0f]|\[ ?[.!] ?\](?=\s|$))+"
)


class _Shown(dict[int, str]):
    """What each character becomes, worked out when it is first met."""

    def __missing__(self, point: int) -> str:
        shown = self[point] = _shown(chr(point))
        return shown


_SHOWN = _Shown()


def plain(text: str, limit: int) -> str:
    """
    One line of at most ``limit`` characters without controls; a longer one ends in ``…``.

    White space is collapsed. A lone surrogate, a byte of a path that is no UTF-8, is shown as U+FFFD.
    """
    line = " ".join(text.translate(_SHOWN).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def plain_row(text: str, limit: int) -> str:
    """A row of a screen, at most ``limit`` characters: its spaces stay, what a terminal would act on is U+FFFD."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)[:limit]


def ended_with(code: int) -> str:
    """An exit code in words: ``code 4``, or ``signal 9`` for -9."""
    return f"signal {-code}" if code < 0 else f"code {code}"


def strip_spinner(title: str) -> str:
    """The title without the spinner glyphs and spaces it starts with: a frame of a spinner is no change."""
    spinner = _SPINNER.match(title)
    return title[spinner.end() :] if spinner else title


def display_width(text: str) -> int:
    """Columns that ``text`` takes in a terminal: two for wide characters, none for combining ones."""
    return sum(_width(character) for character in text)


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if character.isspace():
        return " "
    if category == "Cs":
        return "\N{REPLACEMENT CHARACTER}"
    if category == "Cc" or (category == "Cf" and character not in _JOINERS):
        return ""
    return character


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
