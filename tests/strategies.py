"""Hypothesis strategies for pitwall's own values: facts, histories and lives."""

import dataclasses
import types
import typing
import unicodedata
from collections.abc import Callable, Mapping, Sequence

from hypothesis import strategies as st
from worlds import World

from pitwall.events import agents, codec, panes, sessions, tabs
from pitwall.events.base import Fact, Recorded
from pitwall.events.ids import Argument, FilePath, PaneId, RunId, SessionId, TabId
from pitwall.state.model import Pane, State, Tab

FACT_TYPES: Sequence[type[Fact]] = tuple(codec.REGISTRY.values())

_POOLS: Mapping[object, Sequence[str]] = {
    RunId: tuple(f"a{n:015x}" for n in range(2)),
    SessionId: tuple(f"b{n:015x}" for n in range(2)),
    TabId: tuple(f"c{n:015x}" for n in range(4)),
    PaneId: tuple(f"d{n:015x}" for n in range(5)),
}
"""So few that facts meet the things of other facts."""


def ids(kind: object) -> st.SearchStrategy[str]:
    """An id of the kind, from a small pool."""
    return st.sampled_from(_POOLS[kind])


def os_texts() -> st.SearchStrategy[str]:
    """A path or argument as Python has it: UTF-8 or not, without NUL."""
    raw = st.one_of(st.text().map(str.encode), st.binary())
    return raw.map(lambda data: data.replace(b"\0", b"").decode("utf-8", "surrogateescape"))


def wild_texts(max_size: int = 300) -> st.SearchStrategy[str]:
    """Text that holds anything: controls, bidi marks, lone surrogates, wide and combining characters."""
    odd = st.sampled_from("\x00\x07\x1b\n\t\x7f\x85\x9b\u202e\u2066\u200d\ufe0f\u0301\udc9b\ud800漢👩✳◐⠋ ·*")
    any_character = st.characters(codec=None)
    return st.text(st.one_of(odd, any_character, st.sampled_from("abc 12#|-/")), max_size=max_size)


def is_plain(text: str) -> bool:
    """Whether text is one line that may be written to a terminal and encoded as UTF-8."""
    return not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text)


def facts_of(kind: type[Fact]) -> st.SearchStrategy[Fact]:
    """Any fact of one type."""
    hints = typing.get_type_hints(kind)
    return st.builds(
        kind, **{field.name: _values(field.name, hints[field.name]) for field in dataclasses.fields(kind)}
    )


def facts() -> st.SearchStrategy[Fact]:
    """Any fact at all."""
    return st.one_of([facts_of(kind) for kind in FACT_TYPES])


def histories(max_size: int = 40) -> st.SearchStrategy[list[Recorded]]:
    """Any facts in any order, however senseless."""
    return st.lists(facts(), max_size=max_size).map(
        lambda listed: [Recorded(seq=n, at=n * 1000, fact=fact) for n, fact in enumerate(listed, start=1)]
    )


@st.composite
def lives(draw: st.DrawFn, max_steps: int = 30) -> World:
    """A world in which only what could happen has happened, up to any moment of it."""
    world = World()
    world.session()
    for _ in range(draw(st.integers(0, max_steps))):
        steps = possible_steps(world)
        draw(st.sampled_from(steps))(draw)
    return world


Step = Callable[[st.DrawFn], None]


def possible_steps(world: World) -> list[Step]:
    """What may happen next."""
    state = world.state
    steps: list[Step] = []
    if len(state.sessions) < 2:
        steps.append(lambda draw: _discard(world.session(draw(_titles))))
    for session in state.sessions.values():
        if len(state.tabs) < 5:
            steps.append(
                lambda draw, session=session: _discard(
                    world.tab(
                        *draw(_commands),
                        title=draw(_titles),
                        expected=draw(st.sampled_from(("", "", "claude"))),
                        detached=draw(st.booleans()),
                        session=session,
                        started=draw(st.sampled_from((True, True, True, False))),
                    )
                )
            )
        if not session.tabs:
            steps.append(
                lambda draw, session=session: world.happens(sessions.SessionClosed(session=session.id))
            )
    for tab in state.tabs.values():
        steps.extend(_tab_steps(world, tab))
    for pane in state.panes.values():
        steps.extend(_pane_steps(world, pane))
    return steps


def _discard(value: object) -> None:
    del value


_titles = st.sampled_from(("", "api", "review", "review auth", "3", "#2", "a\x1b[2Jb", "漢字"))
_commands = st.sampled_from(((), ("go", "test", "./..."), ("claude", "fix it"), ("bash",), ("./tool",)))


def _tab_steps(world: World, tab: Tab) -> list[Step]:
    session = world.state.sessions[tab.session]
    part = session.detached if tab.detached else session.visible
    attaching = tabs.TabAttached(tab=tab.id) if tab.detached else tabs.TabDetached(tab=tab.id)
    return [
        lambda draw: _discard(world.pane(tab.id, *draw(_commands))),
        lambda draw: world.closes(tab, draw(st.sampled_from(("killed", "ended", "failed")))),
        lambda draw: world.happens(tabs.TabRenamed(tab=tab.id, title=draw(_titles))),
        lambda draw: world.happens(tabs.TabGrouped(tab=tab.id, group=draw(_titles))),
        lambda draw: world.happens(tabs.TabMoved(tab=tab.id, place=draw(st.integers(0, len(part) - 1)))),
        lambda draw: world.happens(attaching),
        lambda draw: world.happens(tabs.TabSeen(tab=tab.id)),
    ]


def _pane_steps(world: World, pane: Pane) -> list[Step]:
    if pane.process is None:
        ended_for_good = pane.tab in world.state.closed or (pane.held and pane.starts)
        return [] if ended_for_good else [lambda draw: world.start(pane.id)]
    steps: list[Step] = [
        lambda draw: world.exits(pane.id, draw(st.sampled_from((0, 1, 137, -9, None)))),
        lambda draw: world.sees(pane.id, draw(st.sampled_from(("claude", "codex")))),
        lambda draw: world.happens(panes.JobStarted(pane=pane.id, name="make")),
        lambda draw: world.happens(panes.JobEnded(pane=pane.id)),
        lambda draw: world.happens(panes.PaneTitled(pane=pane.id, title=draw(_titles))),
    ]
    if pane.agent:
        statuses = st.sampled_from(("working", "blocked", "idle", "done", "unknown"))
        suspended = agents.AgentSuspended(pane=pane.id)
        resumed = agents.AgentResumed(pane=pane.id)
        steps += [
            lambda draw: world.reads(pane.id, draw(statuses), draw(_titles)),
            lambda draw: world.reads(pane.id, draw(statuses), turn=draw(st.booleans())),
            lambda draw: world.happens(resumed if world.state.panes[pane.id].agent.suspended else suspended),
            lambda draw: world.leaves(pane.id),
        ]
    return steps


def _values(name: str, annotation: object) -> st.SearchStrategy[object]:
    """Values of one field; every number but an exit code counts from 0."""
    if annotation in _POOLS:
        return ids(annotation)
    if annotation in (FilePath, Argument):
        return os_texts()
    if annotation is str:
        return st.text(max_size=20)
    if annotation is bool:
        return st.booleans()
    if annotation is int:
        return st.integers(-64, 255) if name == "code" else st.integers(0, 2**40)
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        return st.sampled_from(parts)
    if origin is tuple:
        return st.lists(_values(name, parts[0]), max_size=4).map(tuple)
    if origin in (types.UnionType, typing.Union):
        present = next(part for part in parts if part is not type(None))
        return st.one_of(st.none(), _values(name, present))
    raise TypeError(f"no strategy for {annotation!r}: give it one")


def invariants(state: State) -> None:
    """Asserts what holds of every folded state."""
    listed = [tab for session in state.sessions.values() for tab in session.tabs]
    assert sorted(listed) == sorted(state.tabs)
    for tab in state.tabs.values():
        session = state.sessions[tab.session]
        assert tab.id in (session.detached if tab.detached else session.visible)
    assert not state.tabs.keys() & state.closed.keys()
    known = (*state.tabs.values(), *(closed.tab for closed in state.closed.values()))
    assert sorted(pane for tab in known for pane in tab.panes) == sorted(state.panes)
    for tab in known:
        assert all(pane.tab == tab.id for pane in state.panes_of(tab))
