"""
Regions: the parts of a screen that rules look at (spec, "Regions"; SEMANTICS 9).

Every region is whole lines joined by newlines, without a final one; without lines it is the empty string.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from pitwall.advice import nearest, quoted
from pitwall.detect.anatomy import Anatomy
from pitwall.detect.screen import Screen, is_blank, without_trailing_blank
from pitwall.errors import RuleFileRejected

MAX_COUNT = 65535

_CALL = re.compile(r"([^()]*?)\s*(\(\s*([^()]*?)\s*\))?")
_COUNT = re.compile(r"[1-9][0-9]{0,4}")


@dataclass(frozen=True, slots=True)
class Region:
    """A region's name as the rule file wrote it and its count, None where the name takes none."""

    name: str = "screen"
    count: int | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """
        The region written as ``name`` or ``name(N)``.

        Raises:
            RuleFileRejected: there is no such region, or its count is missing, not wanted or out of range.
        """
        call = _CALL.fullmatch(text.strip())
        name = call[1] if call else text.strip()
        if name not in _COUNTED and name not in _PLAIN:
            raise RuleFileRejected(
                f"there is no region {quoted(text)}; {nearest(name, map(_signature, (*_PLAIN, *_COUNTED)))}"
            )
        written = call[3] if call and call[2] else None
        if name in _PLAIN:
            if call is None or written is not None:
                raise RuleFileRejected(f'the region "{name}" takes no count; write region = "{name}"')
            return cls(name)
        if written is None:
            raise RuleFileRejected(f'the region "{name}" needs a count, as in region = "{name}(5)"')
        if not _COUNT.fullmatch(written) or int(written) > MAX_COUNT:
            raise RuleFileRejected(
                f'{quoted(written)} is no count for the region "{name}"; '
                f'write plain digits from 1 to {MAX_COUNT}, as in region = "{name}(5)"'
            )
        return cls(name, int(written))

    def __str__(self) -> str:
        return self.name if self.count is None else f"{self.name}({self.count})"

    def take(self, screen: Screen) -> str:
        """The region's text on this screen."""
        return self.cut(Anatomy(screen))

    def cut(self, anatomy: Anatomy) -> str:
        """The region's text, where several regions of one screen are wanted."""
        if self.count is None:
            return _PLAIN[self.name](anatomy)
        return "\n".join(_COUNTED[self.name](anatomy, self.count))


class RegionText:
    """
    The text of one region of one screen, with the forms that conditions need.

    Not a value: its lower-case form and its lines are made when first asked for and kept.
    """

    __slots__ = ("_lines", "_lowered", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._lowered: str | None = None
        self._lines: Sequence[str] | None = None

    @property
    def lowered(self) -> str:
        """The text in lower case, which `contains` looks at."""
        if self._lowered is None:
            self._lowered = self.text.lower()
        return self._lowered

    @property
    def lines(self) -> Sequence[str]:
        """The text's lines, split at newlines only; none when it is empty."""
        if self._lines is None:
            self._lines = self.text.split("\n") if self.text else ()
        return self._lines


def _signature(name: str) -> str:
    """A region's name as it is written, with its count."""
    return f"{name}(N)" if name in _COUNTED else name


def _from_last(lines: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The lines from the ``count``-th last non-empty one on; all when there are fewer."""
    for index in range(len(lines) - 1, -1, -1):
        if not is_blank(lines[index]):
            count -= 1
            if count == 0:
                return lines[index:]
    return lines


def _to_first(lines: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The lines up to the ``count``-th non-empty one; all when there are fewer."""
    for index, line in enumerate(lines):
        if not is_blank(line):
            count -= 1
            if count == 0:
                return lines[: index + 1]
    return lines


def _screen(anatomy: Anatomy) -> str:
    return "\n".join(anatomy.lines)


def _title(anatomy: Anatomy) -> str:
    return anatomy.title


def _after_last_horizontal_rule(anatomy: Anatomy) -> str:
    if not anatomy.rule_lines:
        return ""
    return "\n".join(anatomy.lines[anatomy.rule_lines[-1] + 1 :])


def _prompt_box_body(anatomy: Anatomy) -> str:
    if anatomy.prompt_box is None:
        return ""
    top, bottom = anatomy.prompt_box
    return "\n".join(anatomy.lines[top + 1 : bottom])


def _above_prompt_box(anatomy: Anatomy) -> str:
    return "\n".join(anatomy.above_prompt_box)


def _last_non_empty_above_prompt_box(anatomy: Anatomy) -> str:
    lines = without_trailing_blank(anatomy.above_prompt_box)
    return lines[-1] if lines else ""


def _after_last_prompt_marker(anatomy: Anatomy) -> str:
    if anatomy.last_prompt is None:
        return _screen(anatomy)
    return "\n".join(anatomy.lines[anatomy.last_prompt + 1 :])


def _before_current_prompt_marker(anatomy: Anatomy) -> str:
    return "\n".join(anatomy.lines[: anatomy.composer])


def _without_current_prompt_marker(anatomy: Anatomy) -> str:
    return _screen(anatomy) if anatomy.composer is None else ""


def _current_prompt_line(anatomy: Anatomy) -> str:
    return "" if anatomy.composer is None else anatomy.lines[anatomy.composer]


def _bottom_lines(anatomy: Anatomy, count: int) -> tuple[str, ...]:
    return anatomy.lines[-count:]


def _bottom_non_empty_lines(anatomy: Anatomy, count: int) -> tuple[str, ...]:
    return _from_last(anatomy.lines, count)


def _top_non_empty_lines(anatomy: Anatomy, count: int) -> tuple[str, ...]:
    return _to_first(anatomy.lines, count)


def _above_prompt_box_bottom(anatomy: Anatomy, count: int) -> tuple[str, ...]:
    return _from_last(without_trailing_blank(anatomy.above_prompt_box), count)


_PLAIN: dict[str, Callable[[Anatomy], str]] = {
    "screen": _screen,
    "whole_recent": _screen,
    "title": _title,
    "osc_title": _title,
    "after_last_horizontal_rule": _after_last_horizontal_rule,
    "prompt_box_body": _prompt_box_body,
    "above_prompt_box": _above_prompt_box,
    "last_non_empty_above_prompt_box": _last_non_empty_above_prompt_box,
    "after_last_prompt_marker": _after_last_prompt_marker,
    "before_current_prompt_marker": _before_current_prompt_marker,
    "whole_recent_without_current_prompt_marker": _without_current_prompt_marker,
    "current_prompt_line": _current_prompt_line,
}

_COUNTED: dict[str, Callable[[Anatomy, int], tuple[str, ...]]] = {
    "bottom_lines": _bottom_lines,
    "bottom_non_empty_lines": _bottom_non_empty_lines,
    "top_non_empty_lines": _top_non_empty_lines,
    "above_prompt_box_bottom": _above_prompt_box_bottom,
}
