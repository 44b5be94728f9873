"""
The state as plain values and back, for a snapshot: a part for the whole, then one for each thing in it.

A part is ``[word, map]``; ``journal/journal.cddl`` specifies them. Things stand in the order that their mappings have,
which is part of a state: lists of sessions and of closed tabs show it. What comes back is what the journal's facts
fold to: text that no fact can hold is replaced as it is there. Anything odd is no state.
"""

import dataclasses
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, get_args

from pitwall.events.codec import REGISTRY
from pitwall.events.forms import ID, Form, Misfit, give_form, load_fields, optional, store_fields
from pitwall.events.ids import PaneId, RunId
from pitwall.events.panes import Side
from pitwall.events.values import Value
from pitwall.state import layout, model
from pitwall.state.fold import FOLD
from pitwall.state.layout import Leaf, Node, Split
from pitwall.state.model import ClosedTab, Pane, Session, State, Tab

Key = TypeVar("Key")
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Whole:
    """The first part: what is so of the whole state, and how many things of each sort follow."""

    seq: int
    run: RunId | None
    stopping: bool
    sessions: int
    tabs: int
    panes: int
    closed: int


def store(state: State) -> list[Value]:
    """The parts of a state: equal ones, in equal order, have equal parts."""
    whole = Whole(
        seq=state.seq,
        run=state.run,
        stopping=state.stopping,
        sessions=len(state.sessions),
        tabs=len(state.tabs),
        panes=len(state.panes),
        closed=len(state.closed),
    )
    things: list[tuple[str, Iterable[object]]] = [
        ("state", [whole]),
        ("session", state.sessions.values()),
        ("tab", state.tabs.values()),
        ("pane", state.panes.values()),
        ("closed", state.closed.values()),
    ]
    return [[word, store_fields(thing)] for word, some in things for thing in some]


def load(parts: Sequence[object]) -> State | None:
    """The state whose parts these are; ``None`` if they are those of none."""
    try:
        return _load(iter(parts))
    except Misfit:
        return None


def fingerprint() -> str:
    """
    Names the way in which this version makes a state of facts: where it is another one, a state that was kept is of
    no use. It has ``FOLD`` and, worked out, the fields of all facts and states: a version that reads a fact which
    another could not has another fingerprint.
    """
    return f"{FOLD}-{shape()}"


def shape() -> str:
    """A digest of the fields of every type of fact and of all that a state is made of."""
    members = [member for module in (model, layout) for member in vars(module).values()]
    told = {
        kind.__qualname__: [
            (field.name, repr(field.type), _default(field)) for field in dataclasses.fields(kind)
        ]
        for kind in (*members, *REGISTRY.values())
        if isinstance(kind, type) and dataclasses.is_dataclass(kind)
    }
    return hashlib.sha256(repr(sorted(told.items())).encode()).hexdigest()[:16]


def _default(field: "dataclasses.Field[object]") -> str:
    if field.default_factory is not dataclasses.MISSING:
        return repr(field.default_factory())
    return "" if field.default is dataclasses.MISSING else repr(field.default)


def _load(parts: Iterator[object]) -> State:
    whole = _made(Whole, "state", next(parts, None))
    state = State(
        seq=whole.seq,
        run=whole.run,
        stopping=whole.stopping,
        sessions=_keyed((item.id, item) for item in _several(Session, "session", whole.sessions, parts)),
        tabs=_keyed((item.id, item) for item in _several(Tab, "tab", whole.tabs, parts)),
        panes=_keyed((item.id, item) for item in _several(Pane, "pane", whole.panes, parts)),
        closed=_keyed((item.tab.id, item) for item in _several(ClosedTab, "closed", whole.closed, parts)),
    )
    if next(parts, None) is not None or not _sound(state):
        raise Misfit
    return state


def _several(kind: type[Item], word: str, count: int, parts: Iterator[object]) -> Iterator[Item]:
    """The next ``count`` parts; as many as there are, whatever the number says."""
    for _ in range(count):
        yield _made(kind, word, next(parts, None))


def _made(kind: type[Item], word: str, part: object) -> Item:
    if not isinstance(part, list) or len(part) != 2 or part[0] != word or not isinstance(part[1], dict):
        raise Misfit
    made = kind(**load_fields(kind, part[1]))
    if store_fields(made) != part[1]:
        raise Misfit  # a key that is not known, or a value that would not have been stored so
    return made


def _keyed(items: Iterator[tuple[Key, Item]]) -> Mapping[Key, Item]:
    keyed: dict[Key, Item] = {}
    for key, item in items:
        if key in keyed:
            raise Misfit
        keyed[key] = item
    return keyed


def _sound(state: State) -> bool:
    """Whether all that things of the state name is there."""
    tabs = (*state.tabs.values(), *(closed.tab for closed in state.closed.values()))
    return (
        all(tab in state.tabs for session in state.sessions.values() for tab in session.tabs)
        and all(tab.session in state.sessions for tab in state.tabs.values())
        and not state.tabs.keys() & state.closed.keys()
        and all(pane in state.panes for tab in tabs for pane in (*tab.panes, *layout.panes_in(tab.layout)))
    )


def _store_layout(value: object) -> Value:
    """A tree of splits as a list, the first side first: however deep it is, what is stored nests no deeper."""
    stored: list[Value] = []
    nodes = [value]
    while nodes:
        node = nodes.pop()
        if isinstance(node, Split):
            stored += [node.side, node.share]
            nodes += [node.second, node.first]
        elif isinstance(node, Leaf):
            stored.append(ID.store(node.pane))
    return stored


def _load_layout(value: Value) -> object:
    if not isinstance(value, list):
        raise Misfit
    nodes: list[Node] = []
    tokens = [*value]
    while tokens:
        token = tokens.pop()
        if isinstance(token, bytes):
            nodes.append(Leaf(PaneId(str(ID.load(token)))))
        elif type(token) is int and tokens and len(nodes) > 1 and (side := tokens.pop()) in get_args(Side):
            nodes.append(Split(side, nodes.pop(), nodes.pop(), token))
        else:
            raise Misfit
    if len(nodes) != 1:
        raise Misfit
    return nodes[0]


give_form(Node | None, optional(Form(_store_layout, _load_layout)))
