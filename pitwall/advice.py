"""Words for messages about files that people write: safe to print, and saying what may have been meant (pure)."""

from collections.abc import Iterable
from difflib import get_close_matches

_QUOTED_LENGTH = 60


def printable(text: str) -> str:
    """The text with what cannot be printed written as Python escapes, newlines too."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def quoted(text: str) -> str:
    """A text from a file in quotes, cut when long, safe to print."""
    return f'"{printable(text if len(text) <= _QUOTED_LENGTH else text[: _QUOTED_LENGTH - 1] + "…")}"'


def nearest(name: str, known: Iterable[str]) -> str:
    """Advice on what may have been meant by a name that is none of the known ones."""
    known = tuple(known)
    wanted = name[:_QUOTED_LENGTH].lower()
    begun = [each for each in known if len(wanted) > 2 and each.startswith(wanted)]
    near = begun or get_close_matches(wanted, known, n=1)
    return f'did you mean "{near[0]}"?' if near else f"write one of {', '.join(known)}"


def toml_type(value: object) -> str:
    """What kind of TOML value this is."""
    match value:
        case bool():
            return "a boolean"
        case int():
            return "an integer"
        case float():
            return "a float"
        case str():
            return "a string"
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return "a date or time"
