"""
Durations as people write them: ``50ms``, ``90s``, ``10m``, ``1h30m``; a bare number is seconds.

Imports nothing: the thin client reads ``--timeout`` with it before the daemon is asked.
"""

_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
"""Seconds each, largest first: the order in which they may follow one another."""

_ADVICE = "write 50ms, 90s, 10m or 1h30m; a bare number is seconds"


def parse(text: str) -> float:
    """The duration in seconds; raises ``ValueError`` with advice."""
    if _is_number(text):
        return _finite(float(text), text)
    units = list(_UNITS)
    total = 0.0
    rest = text
    while rest:
        number = _leading(rest, "0123456789.")
        unit = _leading(rest[len(number) :], "hms")
        if unit not in units or not _is_number(number):
            raise ValueError(f"{text[:40]!a} is no duration: {_ADVICE}")
        total += float(number) * _UNITS[unit]
        units = units[units.index(unit) + 1 :]
        rest = rest[len(number) + len(unit) :]
    if not text:
        raise ValueError(f"a duration is missing: {_ADVICE}")
    return _finite(total, text)


def _leading(text: str, characters: str) -> str:
    return text[: len(text) - len(text.lstrip(characters))]


def _is_number(text: str) -> bool:
    """Digits with at most one point among or before them; no sign, no exponent."""
    whole, _, fraction = text.partition(".")
    return (whole + fraction).isdecimal() and text.isascii()


def _finite(seconds: float, text: str) -> float:
    if seconds == float("inf"):
        raise ValueError(f"{text[:40]!a} is longer than any wait: leave it out to wait without end")
    return seconds
