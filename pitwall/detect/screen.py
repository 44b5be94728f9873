"""The screen as rules see it: text and window title, nothing else."""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Screen:
    """
    What an agent's terminal shows at one moment.

    ``lines`` are the visible rows from top to bottom, one string a row; trailing spaces are trimmed, but
    the cursor's row keeps its own up to the cursor. ``title`` is the window title (OSC 0 and 2).
    """

    lines: tuple[str, ...]
    title: str = ""

    @classmethod
    def of(cls, text: str, title: str = "") -> Self:
        """The screen with these lines, split at newlines only."""
        return cls(tuple(text.split("\n")), title)


def is_blank(line: str) -> bool:
    """Whether a line is empty or all white space, no-break spaces included."""
    return not line or line.isspace()


def without_trailing_blank(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines up to the last one that is not blank."""
    end = len(lines)
    while end and is_blank(lines[end - 1]):
        end -= 1
    return lines[:end]
