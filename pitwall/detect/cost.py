"""
How large a regex is once its counted repetitions are written out.

The engine's time is linear in the text, but its factor is the size of the pattern: ``(.{1,300}){30}q`` stands
for 9,000 places where a match may be, and one look at a 40x120 screen takes seconds. So size is counted, and
bounded. An estimate: it reads a pattern's groups, classes, escapes and counts, whether or not it is valid.
"""

import re

MAX_POSITIONS = 2048
"""Positions of the largest pattern accepted; one look at a whole screen stays well below a second."""

_COUNT = re.compile(r"\{\s*(\d+)\s*(?:(,)\s*(\d*)\s*)?\}")
_BRACED_ESCAPE = re.compile(r"\\[pPxuUb]\{[^}]*\}")
_GROUP_HEAD = re.compile(r"\(\?(?:P?<\w*>|[a-zA-Z-]*:)")
_FLAGS = re.compile(r"\(\?[a-zA-Z-]*\)")


def positions(pattern: str) -> int:
    """The number of characters, classes and escapes in the pattern, each times the counts it stands under."""
    totals = [0]  # one for every open group, the innermost last
    last = 0  # the size of what a count would repeat
    at = 0
    while at < len(pattern):
        character = pattern[at]
        step = 1
        if character == "\\":
            braced = _BRACED_ESCAPE.match(pattern, at)
            step = braced.end() - at if braced else 2
            last = 1
        elif character == "[":
            step = _class_length(pattern, at)
            last = 1
        elif flags := _FLAGS.match(pattern, at):
            step = len(flags[0])
            last = 0
        elif character == "(":
            head = _GROUP_HEAD.match(pattern, at)
            at += len(head[0]) if head else 1
            totals.append(0)
            last = 0
            continue
        elif character == ")" and len(totals) > 1:
            last = totals.pop()
        elif count := _COUNT.match(pattern, at):
            totals[-1] += last * (_repeats(count) - 1)
            last *= _repeats(count)
            at = count.end()
            continue
        elif character in "*+?|^$":
            at += 1
            continue
        else:
            last = 1
        totals[-1] += last
        at += step
    return sum(totals)


def _repeats(count: re.Match[str]) -> int:
    """How often ``{n}``, ``{n,}`` or ``{n,m}`` writes out what it repeats."""
    low = int(count[1][:9])
    if count[2] is None:
        return max(low, 1)
    return max(int(count[3][:9]) if count[3] else low + 1, 1)


def _class_length(pattern: str, start: int) -> int:
    """The length of the class that opens at ``start``, nested classes and escapes included."""
    depth = 0
    at = start
    while at < len(pattern):
        character = pattern[at]
        if character == "\\":
            at += 2
            continue
        if character == "[":
            depth += 1
            if pattern[at + 1 : at + 2] == "^":
                at += 1
            if pattern[at + 1 : at + 2] == "]":
                at += 1  # a bracket in first place stands for itself
        elif character == "]":
            depth -= 1
            if depth == 0:
                return at + 1 - start
        at += 1
    return len(pattern) - start
