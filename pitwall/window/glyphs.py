"""What stands for a tab's state: a glyph, a look, a word; and how ages are said (pure)."""

from pitwall.window.theme import Theme
from pitwall.wire.window import TabLine

_GLYPHS = {
    "blocked": "!",
    "working": "●",
    "done": "✓",
    "idle": "○",
    "running": "▸",
    "exited": "■",
    "": "·",
}

MINUTE, HOUR, DAY = 60, 3600, 86400
"""Seconds."""


def glyph(tab: TabLine) -> str:
    """One cell for the tab's state."""
    if tab.state == "exited" and tab.exit_code != 0:
        return "?" if tab.exit_code is None else "✗"
    return _GLYPHS.get(tab.state, "·")


def look(tab: TabLine, theme: Theme) -> str:
    """The look of the tab's state."""
    if tab.state == "exited":
        return theme.failed if tab.exit_code else theme.exited
    looks = {
        "blocked": theme.blocked,
        "working": theme.working,
        "done": theme.done,
        "idle": theme.idle,
        "running": theme.running,
    }
    return looks.get(tab.state, theme.faint)


def age(since: int, now: int) -> str:
    """How long ago, in wall-clock µs both, in at most four cells; nothing under a minute."""
    seconds = max(0, now - since) // 1_000_000
    if not since or seconds < MINUTE:
        return ""
    if seconds < HOUR:
        return f"{seconds // MINUTE}m"
    if seconds < DAY:
        return f"{seconds // HOUR}h"
    return f"{min(seconds // DAY, 999)}d"


def seconds_until_older(since: int, now: int) -> float | None:
    """Seconds until the age of `since` is another one; ``None`` for one that is not known."""
    if not since:
        return None
    passed = max(0, now - since) / 1_000_000
    unit = MINUTE if passed < HOUR else HOUR if passed < DAY else DAY
    return unit - passed % unit
