"""
Frozen dataclasses as lists and back (pure): what a window and the daemon say to each other, many times a second.

A dataclass becomes the list of its fields, a tuple a list. How each class is taken apart and put together is worked
out once. Read back, every value must be of its field's type. A field that a version adds stands last and has a
default, so that those before and after it understand each other.
"""

import dataclasses
import functools
import types
import typing
from collections.abc import Callable
from typing import Any, Literal

from pitwall.errors import FrameError

Load = Callable[[object], Any]
Dump = Callable[[Any], object]


def dump(value: Any) -> object:
    """A dataclass as lists of plain values; what is no text in UTF-8 becomes question marks."""
    kind: type = type(value)
    return _dumper(kind)(value)


def load(kind: type, value: object) -> Any:
    """The dataclass of that kind that was dumped; raises ``FrameError`` for anything else."""
    return _loader(kind)(value)


@functools.cache
def _dumper(kind: object) -> Dump:
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        hints = typing.get_type_hints(kind)
        dumpers = [(field.name, _dumper(hints[field.name])) for field in dataclasses.fields(kind)]
        return lambda value: [each(getattr(value, name)) for name, each in dumpers]
    if origin is tuple:
        item = _dumper(parts[0])
        return lambda value: [item(one) for one in value]
    if origin in (types.UnionType, typing.Union):
        some = _dumper(parts[0])
        return lambda value: None if value is None else some(value)
    return _text if kind is str else _same


def _text(value: str) -> str:
    return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")


def _same(value: object) -> object:
    return value


@functools.cache
def _loader(kind: object) -> Load:
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _fields_loader(kind)
    if origin is tuple:
        item = _loader(parts[0])

        def items(value: object) -> object:
            if type(value) is not list:
                raise FrameError("a window's frame lacks a list")
            return tuple([item(one) for one in value])

        return items
    if origin is Literal:

        def word(value: object) -> object:
            if value not in parts:
                raise FrameError("a window's frame has a word that is not known")
            return value

        return word
    if origin in (types.UnionType, typing.Union):
        some = _loader(parts[0])
        return lambda value: None if value is None else some(value)

    def plain(value: object) -> object:
        if type(value) is not kind:
            raise FrameError("a window's frame has a value of another kind")
        return value

    return plain


def _fields_loader(kind: type) -> Load:
    hints = typing.get_type_hints(kind)
    all_fields = dataclasses.fields(kind)
    loaders = [_loader(hints[field.name]) for field in all_fields]
    least = sum(field.default is dataclasses.MISSING for field in all_fields)

    def fields(value: object) -> object:
        if type(value) is not list or len(value) < least:
            raise FrameError(f"a window's frame has no {kind.__name__}")
        # Fields of a later version may follow; those that an earlier one has not are as by default.
        return kind(*[each(item) for each, item in zip(loaders, value, strict=False)])

    return fields
