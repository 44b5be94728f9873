"""
How frozen dataclasses are stored: as maps with text keys, each field in the form that its annotation asks for.

Ids are stored as 8 bytes, paths and arguments as text or, where they are no UTF-8, as bytes. A field that equals
its default is left out, and one that is missing takes it, so that optional keys can be added for ever. What is
written many times a second has a terser form of its own (``pitwall.wire.records``).
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitwall.events.ids import Argument, FilePath, PaneId, RunId, SessionId, TabId
from pitwall.events.values import Value


class Misfit(Exception):
    """A stored value is not of its field's kind."""


@dataclass(frozen=True, slots=True)
class Form:
    """How one kind of field is stored; ``load`` raises ``Misfit`` for what ``store`` never gives."""

    store: Callable[[object], Value]
    load: Callable[[Value], object]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a dataclass."""

    name: str
    form: Form
    default: object
    required: bool


_TABLES: dict[type, tuple[Field, ...]] = {}


def store_fields(value: object) -> dict[str, Value]:
    """The map of a dataclass's fields, without those that equal their defaults."""
    stored: dict[str, Value] = {}
    for field in fields_of(type(value)):
        item: object = getattr(value, field.name)
        if field.required or item != field.default:
            stored[field.name] = field.form.store(item)
    return stored


def load_fields(kind: type, data: Mapping[str, Value]) -> dict[str, object]:
    """
    The arguments that make a ``kind`` again, but for those that take their defaults; other keys are passed over.

    Raises:
        Misfit: a required key is missing, or a value is not of its field's kind.
    """
    loaded: dict[str, object] = {}
    for field in fields_of(kind):
        if field.name in data:
            loaded[field.name] = field.form.load(data[field.name])
        elif field.required:
            raise Misfit(field.name)
    return loaded


def fields_of(kind: type) -> tuple[Field, ...]:
    """The fields of a dataclass, worked out when it is first met."""
    known = _TABLES.get(kind)
    if known is None:
        hints = typing.get_type_hints(kind)
        known = tuple(_field(field, hints[field.name]) for field in dataclasses.fields(kind))
        _TABLES[kind] = known
    return known


def form_of(annotation: object) -> Form:
    """The form of what has that annotation."""
    if annotation in _FORMS:
        return _FORMS[annotation]
    if isinstance(annotation, type) and dataclasses.is_dataclass(annotation):
        return _record(annotation)
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        return _literal(parts)
    if origin is tuple:
        return _many(form_of(parts[0]))
    if origin in (types.UnionType, typing.Union):
        present = [part for part in parts if part is not type(None)]
        if len(present) == 1:
            return optional(form_of(present[0]))
    raise TypeError(f"no stored form for {annotation!r}: give forms one")


def give_form(annotation: object, form: Form) -> None:
    """Have what has that annotation stored in a form of its own."""
    _FORMS[annotation] = form


def optional(form: Form) -> Form:
    """The form of what may be ``None``."""
    return Form(
        lambda value: None if value is None else form.store(value),
        lambda value: None if value is None else form.load(value),
    )


def _field(field: "dataclasses.Field[object]", annotation: object) -> Field:
    default, required = field.default, False
    if field.default_factory is not dataclasses.MISSING:
        default = field.default_factory()
    elif field.default is dataclasses.MISSING:
        required = True
    return Field(field.name, form_of(annotation), default, required)


def _store_id(value: object) -> Value:
    return bytes.fromhex(str(value))


def _load_id(value: Value) -> object:
    if not isinstance(value, bytes) or len(value) != 8:
        raise Misfit
    return value.hex()


def _store_text(value: object) -> Value:
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _load_text(value: Value) -> object:
    if not isinstance(value, str):
        raise Misfit
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
        raise Misfit
    return value


def _store_bool(value: object) -> Value:
    return bool(value)


def _load_bool(value: Value) -> object:
    if not isinstance(value, bool):
        raise Misfit
    return value


ID = Form(_store_id, _load_id)
_OS_TEXT = Form(_store_os_text, _load_os_text)
_FORMS: dict[object, Form] = {
    str: Form(_store_text, _load_text),
    int: Form(_store_int, _load_int),
    bool: Form(_store_bool, _load_bool),
    FilePath: _OS_TEXT,
    Argument: _OS_TEXT,
    **dict.fromkeys((SessionId, TabId, PaneId, RunId), ID),
}


def _literal(allowed: tuple[object, ...]) -> Form:
    """Text from a fixed set; anything else is from a newer version."""

    def load(value: Value) -> object:
        if value not in allowed:
            raise Misfit
        return value

    return Form(_store_text, load)


def _many(form: Form) -> Form:
    def store(value: object) -> Value:
        assert isinstance(value, tuple)
        return [form.store(item) for item in value]

    def load(value: Value) -> object:
        if not isinstance(value, (list, tuple)):
            raise Misfit
        return tuple([form.load(item) for item in value])

    return Form(store, load)


def _record(kind: type) -> Form:
    def load(value: Value) -> object:
        if not isinstance(value, Mapping):
            raise Misfit
        return kind(**load_fields(kind, value))

    return Form(store_fields, load)
