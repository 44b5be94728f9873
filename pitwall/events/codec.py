"""
Facts to and from what the journal stores: a type name and a map with text keys.

The map of each type is specified in ``journal/journal.cddl``. A field's annotation says how it is stored:
ids as 8 bytes, paths and arguments as text or, where they are no UTF-8, as bytes. A field that equals its
default is left out, and one that is missing takes it, so that optional keys can be added for ever.
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitwall.events import agents, panes, runs, sessions, tabs
from pitwall.events.base import Fact, UnknownFact
from pitwall.events.ids import Argument, FilePath, PaneId, RunId, SessionId, TabId
from pitwall.events.values import Value


class _Misfit(Exception):
    """A stored value is not of its field's kind."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How one kind of field is stored."""

    store: Callable[[object], Value]
    load: Callable[[Value], object]


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    form: _Form
    default: object
    required: bool


_TABLES: dict[str, tuple[_Field, ...]] = {}
"""The fields of each type, worked out when it is first met."""


def encode(fact: Fact) -> tuple[str, Mapping[str, Value]]:
    """The type name and data of ``fact``, ready for a journal entry."""
    if isinstance(fact, UnknownFact):
        data = fact.data
        return fact.type, data if isinstance(data, Mapping) else {}
    stored: dict[str, Value] = {}
    for field in _fields(type(fact)):
        value: object = getattr(fact, field.name)
        if field.required or value != field.default:
            stored[field.name] = field.form.store(value)
    return fact.TYPE, stored


def decode(kind: str, data: Value) -> Fact:
    """The fact stored under ``kind``, or an ``UnknownFact`` when this version cannot read it."""
    fact_class = REGISTRY.get(kind)
    if fact_class is None or not isinstance(data, Mapping):
        return UnknownFact(type=kind, data=data)
    loaded: dict[str, object] = {}
    try:
        for field in _fields(fact_class):
            if field.name in data:
                loaded[field.name] = field.form.load(data[field.name])
            elif field.required:
                raise _Misfit(field.name)
    except _Misfit:
        return UnknownFact(type=kind, data=data)
    return fact_class(**loaded)


def _store_id(value: object) -> Value:
    return bytes.fromhex(str(value))


def _load_id(value: Value) -> object:
    if not isinstance(value, bytes) or len(value) != 8:
        raise _Misfit
    return value.hex()


def _store_text(value: object) -> Value:
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _load_text(value: Value) -> object:
    if not isinstance(value, str):
        raise _Misfit
    return value


def _store_os_text(value: object) -> Value:
    try:
        raw = str(value).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a lone surrogate that stands for no byte: no path or argument has one
        return _store_text(value)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw


def _load_os_text(value: Value) -> object:
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return _load_text(value)


def _store_int(value: object) -> Value:
    assert isinstance(value, int)
    return value


def _load_int(value: Value) -> object:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _Misfit
    return value


def _store_bool(value: object) -> Value:
    return bool(value)


def _load_bool(value: Value) -> object:
    if not isinstance(value, bool):
        raise _Misfit
    return value


_OS_TEXT = _Form(_store_os_text, _load_os_text)
_ID = _Form(_store_id, _load_id)
_FORMS: dict[object, _Form] = {
    str: _Form(_store_text, _load_text),
    int: _Form(_store_int, _load_int),
    bool: _Form(_store_bool, _load_bool),
    FilePath: _OS_TEXT,
    Argument: _OS_TEXT,
    **dict.fromkeys((SessionId, TabId, PaneId, RunId), _ID),
}


def _literal(allowed: tuple[object, ...]) -> _Form:
    """Text from a fixed set; anything else is from a newer version."""

    def load(value: Value) -> object:
        if value not in allowed:
            raise _Misfit
        return value

    return _Form(_store_text, load)


def _optional(form: _Form) -> _Form:
    return _Form(
        lambda value: None if value is None else form.store(value),
        lambda value: None if value is None else form.load(value),
    )


def _many(form: _Form) -> _Form:
    def store(value: object) -> Value:
        assert isinstance(value, tuple)
        return [form.store(item) for item in value]

    def load(value: Value) -> object:
        if not isinstance(value, (list, tuple)):
            raise _Misfit
        return tuple(form.load(item) for item in value)

    return _Form(store, load)


def _form(annotation: object) -> _Form:
    if annotation in _FORMS:
        return _FORMS[annotation]
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        return _literal(parts)
    if origin is tuple:
        return _many(_form(parts[0]))
    if origin in (types.UnionType, typing.Union):
        return _optional(_form(next(part for part in parts if part is not type(None))))
    raise TypeError(f"no stored form for {annotation!r}: give codec one")


def _fields(fact_class: type[Fact]) -> tuple[_Field, ...]:
    known = _TABLES.get(fact_class.TYPE)
    if known is None:
        known = _TABLES[fact_class.TYPE] = _table(fact_class)
    return known


def _table(fact_class: type[Fact]) -> tuple[_Field, ...]:
    hints = typing.get_type_hints(fact_class)
    return tuple(
        _Field(
            name=field.name,
            form=_form(hints[field.name]),
            default=field.default,
            required=field.default is dataclasses.MISSING,
        )
        for field in dataclasses.fields(fact_class)
    )


REGISTRY: Mapping[str, type[Fact]] = {
    member.TYPE: member
    for module in (runs, sessions, tabs, panes, agents)
    for member in vars(module).values()
    if isinstance(member, type) and issubclass(member, Fact) and member is not Fact
}
"""Every type of fact by its name on disk."""
