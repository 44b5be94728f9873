"""
The landmarks of a screen that regions are cut at: rule lines, the prompt box, prompt markers.

Each is looked for once a screen, and only when a region asks.
"""

from functools import cached_property

from pitwall.detect.screen import Screen, without_trailing_blank

_RULE = "─"
_PROMPT = "›"
_NO_LABEL = frozenset(map(chr, range(0x2500, 0x2580))) - {_RULE}
_TRANSCRIPT_MARKS = ("•", "■", "✗", "✓")


def is_rule_line(line: str) -> bool:
    """
    Whether a line is a ``────`` line: only ``─``, or at least three of them and then a label.

    A corner or a crossing behind the dashes is part of a box, not a label.
    """
    text = line.strip()
    label = text.lstrip(_RULE)
    if not label:
        return bool(text)
    return len(text) - len(label) >= 3 and label.lstrip()[0] not in _NO_LABEL


def is_prompt_line(line: str) -> bool:
    """Whether a line is a ``›`` line: the mark alone or with a space behind it, at column 0."""
    return line.startswith(_PROMPT) and line[1:2] in ("", " ")


class Anatomy:
    """
    A screen's lines, trailing blank ones dropped, and where its landmarks are.

    Not a value: landmarks are found when first asked for and kept.
    """

    def __init__(self, screen: Screen) -> None:
        self.title = screen.title
        self.lines = without_trailing_blank(screen.lines)

    @cached_property
    def rule_lines(self) -> tuple[int, ...]:
        """The indices of the rule lines, from the top."""
        return tuple(index for index, line in enumerate(self.lines) if _RULE in line and is_rule_line(line))

    @cached_property
    def prompt_box(self) -> tuple[int, int] | None:
        """The indices of the last two rule lines, the prompt box's edges."""
        if len(self.rule_lines) < 2:
            return None
        return self.rule_lines[-2], self.rule_lines[-1]

    @cached_property
    def above_prompt_box(self) -> tuple[str, ...]:
        """The lines above the prompt box; all lines when there is none."""
        return self.lines if self.prompt_box is None else self.lines[: self.prompt_box[0]]

    @cached_property
    def last_prompt(self) -> int | None:
        """The index of the last ``›`` line."""
        for index in range(len(self.lines) - 1, -1, -1):
            if is_prompt_line(self.lines[index]):
                return index
        return None

    @cached_property
    def composer(self) -> int | None:
        """The index of the current composer: the last ``›`` line, unless the transcript goes on below it."""
        if self.last_prompt is None:
            return None
        below = self.lines[self.last_prompt + 1 :]
        return None if any(line.startswith(_TRANSCRIPT_MARKS) for line in below) else self.last_prompt
