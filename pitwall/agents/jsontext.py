"""JSON as text: where each value stands, and changes that leave every other byte as it was (pure)."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NoReturn, TypeAlias

from pitwall.advice import quoted
from pitwall.errors import SettingsRejected

Writable: TypeAlias = "dict[str, Writable] | list[Writable] | str | int | bool"

MAX_LEVELS = 100

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_SCALAR = re.compile(r"[^ \t\r\n,\]}]+")


@dataclass(frozen=True, slots=True)
class Node:
    """
    A value and where it stands: ``text[start:end]``.

    ``items`` are an array's elements or an object's values; ``keys`` an object's keys, and ``starts`` where each
    item begins, with its key.
    """

    kind: Literal["object", "array", "scalar"]
    start: int
    end: int
    items: tuple["Node", ...] = ()
    keys: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()

    def get(self, key: str) -> "Node | None":
        """The value under a key of an object."""
        return self.items[self.keys.index(key)] if key in self.keys else None


def parse(text: str) -> Node:
    """
    The value that a JSON text holds.

    Raises:
        SettingsRejected: it is no JSON (RFC 8259), a key stands twice in one object, or it nests very deep.
    """
    try:
        json.loads(text, parse_constant=_refuse_constant, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        comment = re.match(r"\s*(//|/\*|#)", text[error.pos :])
        why = "it has a comment, which JSON does not allow" if comment else f"it is no JSON: {error.msg}"
        raise SettingsRejected(f"line {error.lineno}: {why}") from None
    except RecursionError:
        _refuse_depth()
    node, _ = _value(text, _skip(text, 0), 0)
    return node


def value(text: str, node: Node) -> object:
    """What a part of the text holds, in Python's terms; numbers are texts."""
    return json.loads(text[node.start : node.end], parse_int=str, parse_float=str)


def _refuse_constant(name: str) -> NoReturn:
    raise SettingsRejected(f"it holds {name}, which JSON does not allow")


def _refuse_depth() -> NoReturn:
    raise SettingsRejected(f"it nests deeper than {MAX_LEVELS} levels")


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _value(text: str, at: int, level: int) -> tuple[Node, int]:
    """The value that begins at ``at`` of a valid text, and where it ends."""
    if level > MAX_LEVELS:
        _refuse_depth()
    if text[at] == "{":
        return _object(text, at, level)
    if text[at] == "[":
        return _array(text, at, level)
    match = (_STRING if text[at] == '"' else _SCALAR).match(text, at)
    assert match is not None
    return Node("scalar", at, match.end()), match.end()


def _object(text: str, start: int, level: int) -> tuple[Node, int]:
    keys: list[str] = []
    items: list[Node] = []
    starts: list[int] = []
    at = _skip(text, start + 1)
    while text[at] != "}":
        match = _STRING.match(text, at)
        assert match is not None
        key = json.loads(match[0])
        if key in keys:
            line = text.count("\n", 0, at) + 1
            raise SettingsRejected(f"line {line}: the key {quoted(key)} stands twice in one object; keep one")
        item, end = _value(text, _skip(text, _skip(text, match.end()) + 1), level + 1)
        keys.append(key)
        items.append(item)
        starts.append(at)
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return Node("object", start, at + 1, tuple(items), tuple(keys), tuple(starts)), at + 1


def _array(text: str, start: int, level: int) -> tuple[Node, int]:
    items: list[Node] = []
    at = _skip(text, start + 1)
    while text[at] != "]":
        item, end = _value(text, at, level + 1)
        items.append(item)
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return Node("array", start, at + 1, tuple(items), starts=tuple(item.start for item in items)), at + 1


def added(text: str, node: Node, new: Writable, key: str | None = None) -> str:
    """The text with one more item at the end of an array, or of an object under ``key``, in the style around it."""
    style = _Style(text)
    prefix = "" if key is None else json.dumps(key, ensure_ascii=False) + style.colon
    if node.items:
        last = node.items[-1].end
        if "\n" not in text[node.start : node.starts[0]]:
            return text[:last] + style.comma + prefix + style.dumped(new) + text[last:]
        indent = _line_indent(text, node.starts[0])
        return text[:last] + "," + style.newline + indent + prefix + style.dumped(new, indent) + text[last:]
    if style.is_flat:
        return text[: node.start + 1] + prefix + style.dumped(new) + text[node.end - 1 :]
    outer = _line_indent(text, node.start)
    inner = outer + style.unit
    body = style.newline + inner + prefix + style.dumped(new, inner) + style.newline + outer
    return text[: node.start + 1] + body + text[node.end - 1 :]


def removed(text: str, node: Node, index: int) -> str:
    """The text without an item of an array or object: the inverse of ``added``, but for blanks in an empty one."""
    start, end = node.starts[index], node.items[index].end
    if index > 0:
        return text[: node.items[index - 1].end] + text[end:]
    if len(node.items) > 1:
        return text[:start] + text[node.starts[1] :]
    return text[: node.start + 1] + text[node.end - 1 :]


class _Style:
    """How a text is laid out."""

    def __init__(self, text: str) -> None:
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.is_flat = "\n" not in text.strip() and len(text.strip()) > len("{}")
        self.unit = next(_indents(text), "  ")
        spaced = not self.is_flat or ": " in text or ", " in text
        self.colon, self.comma = (": ", ", ") if spaced else (":", ",")

    def dumped(self, new: Writable, indent: str | None = None) -> str:
        """The value as JSON: on lines of their own, indented, or on one line."""
        if indent is None:
            return json.dumps(new, ensure_ascii=False, separators=(self.comma, self.colon))
        lines = json.dumps(new, ensure_ascii=False, indent=self.unit).split("\n")
        return (self.newline + indent).join(lines)


def _indents(text: str) -> Iterator[str]:
    """The indents of the lines that have one."""
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        if indent and line.strip():
            yield indent


def _line_indent(text: str, at: int) -> str:
    """The blanks that the line of a position begins with."""
    start = text.rfind("\n", 0, at) + 1
    line = text[start:at]
    return line[: len(line) - len(line.lstrip(" \t"))]
