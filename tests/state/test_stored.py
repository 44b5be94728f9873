"""A state that was stored comes back as the facts on disk fold to it, and nothing else comes back."""

import dataclasses
import hashlib
import itertools
import random
import typing
from collections.abc import Iterator, Sequence
from pathlib import Path

import pycddl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import histories, lives, wild_texts
from worlds import World

from pitwall.events import codec
from pitwall.events.agents import AgentSeen, StatusChanged
from pitwall.events.base import Fact, Recorded
from pitwall.events.ids import Argument, FilePath, PaneId, RunId, SessionId, TabId
from pitwall.events.panes import PaneClosed, PaneExited, PaneMoved, PaneOpened, PaneStarted, PaneTitled
from pitwall.events.sessions import SessionClosed
from pitwall.events.tabs import TabClosed, TabForgotten, TabSeen
from pitwall.journal import encoding
from pitwall.journal.encoding import MAX_BODY
from pitwall.state.fold import FOLD, fold_all
from pitwall.state.layout import Leaf, Split
from pitwall.state.model import State
from pitwall.state.stored import fingerprint, load, shape, store

CDDL = (Path(__file__).parents[2] / "journal" / "journal.cddl").read_text()
PART = pycddl.Schema("kept = snapshot-part\n" + CDDL)

FOLDED = {1: ("f357ac45cfc98f44", "cd89b790e1dbee26")}
"""Of each ``FOLD`` the digests of the shape of states and of what a long history of senseless facts adds up to."""

ADVICE = (
    "What the same facts add up to, or what a state is made of, has changed. Snapshots of the state before must not be "
    "used any more: raise FOLD in pitwall/state/fold.py by 1, and add to FOLDED, in this file, the pair {now}. Never "
    "change an older line of FOLDED, except while FOLD has not been in a release."
)


def stored_history(history: Sequence[Recorded]) -> list[Recorded]:
    """The facts as they are read back from the disk."""
    return [Recorded(r.seq, r.at, codec.decode(*codec.encode(r.fact))) for r in history]


def through_bytes(state: State) -> State | None:
    return load([encoding.decode(encoding.encode(part)) for part in store(state)])


def exact(state: State) -> object:
    """A state with the order of its mappings, which ``==`` passes over."""
    return (state, *map(list, (state.sessions, state.tabs, state.panes, state.closed)))


@given(histories(max_size=60), st.data())
def test_a_snapshot_and_the_rest_fold_to_what_all_facts_do(
    history: list[Recorded], data: st.DataObject
) -> None:
    history = stored_history(history)
    whole = fold_all(State(), history)
    split = data.draw(st.integers(0, len(history)))
    kept = through_bytes(fold_all(State(), history[:split]))
    assert kept is not None
    assert exact(fold_all(kept, history[split:])) == exact(whole)


@given(lives())
def test_at_every_moment_of_a_life_its_snapshot_is_the_state(world: World) -> None:
    history = stored_history(world.history)
    state = State()
    for recorded in history:
        state = fold_all(state, [recorded])
        kept = through_bytes(state)
        assert kept is not None
        assert exact(kept) == exact(state)
    assert exact(state) == exact(world.state)


WILD = "\ud800 \udcff caf\udcc3\udca9 \x1b"


def test_text_that_no_fact_can_hold_comes_back_as_it_does_from_the_journal() -> None:
    world = World()
    tab = world.tab(WILD, title=WILD, group=WILD, cwd=WILD)
    pane = world.only_pane(tab).id
    world.happens(PaneTitled(pane=pane, title=WILD), PaneMoved(pane=pane, cwd=FilePath("/caf\udce9")))
    world.sees(pane)
    world.reads(pane, "blocked", WILD)
    world.closes(tab)
    assert exact(through_bytes(world.state)) == exact(fold_all(State(), stored_history(world.history)))  # type: ignore[arg-type]


@given(histories(max_size=60), st.lists(wild_texts(max_size=5), min_size=1, max_size=5))
def test_text_that_no_fact_can_hold_comes_back_so_from_any_state(
    history: list[Recorded], wild: list[str]
) -> None:
    words = itertools.cycle(wild)
    wilder = [Recorded(r.seq, r.at, with_texts(r.fact, words)) for r in history]
    assert through_bytes(fold_all(State(), wilder)) == fold_all(State(), stored_history(wilder))


def with_texts(fact: Fact, words: Iterator[str]) -> Fact:
    """The fact with other text in it, which may be none that UTF-8 can hold."""
    hints = typing.get_type_hints(type(fact))
    texts = {name: next(words) for name, hint in hints.items() if hint in (str, FilePath)}
    return dataclasses.replace(fact, **texts)


@given(histories(max_size=60))
def test_equal_states_are_stored_as_equal_bytes(history: list[Recorded]) -> None:
    state = fold_all(State(), stored_history(history))
    again = through_bytes(state)
    assert again is not None
    assert encoding.encode(store(again)) == encoding.encode(store(state))


def test_the_order_of_sessions_and_of_closed_tabs_is_kept() -> None:
    world = World()
    sessions = [world.session(name).id for name in ("z", "a", "m")]
    closed = [world.tab(title=title) for title in "zam"]
    for tab in reversed(closed):
        world.closes(tab)
    kept = through_bytes(world.state)
    assert kept is not None
    assert list(kept.sessions) == sessions
    assert list(kept.closed) == [tab.id for tab in reversed(closed)]


def test_a_layout_of_any_depth_is_stored_without_nesting() -> None:
    world = World()
    tab = world.tab()
    for number in range(100):
        last = list(world.state.panes)[-1]
        world.happens(
            PaneOpened(
                pane=PaneId(f"{number:016x}"[:-1] + "f"),
                tab=tab.id,
                argv=(),
                program=FilePath("/bin/sh"),
                cwd=FilePath("/"),
                rows=1,
                cols=1,
                beside=last,
                side="below" if number % 2 else "right",
            )
        )
    kept = through_bytes(world.state)
    assert kept == world.state


def one_pane() -> State:
    world = World()
    world.tab("make", title="build")
    world.closes(world.tab(title="gone"))
    return world.state


@pytest.mark.parametrize("place", range(6))
def test_a_part_that_is_missing_twice_there_or_moved_makes_it_no_state(place: int) -> None:
    parts = store(one_pane())
    assert load(parts) == one_pane()
    assert len(parts) == 6
    assert load(parts[:place]) is None
    assert load(parts[:place] + parts[place + 1 :]) is None
    assert load([*parts[: place + 1], parts[place], *parts[place + 1 :]]) is None
    assert load([*parts, parts[place]]) is None
    assert load([*parts[place:], *parts[:place]]) is None or place == 0


ODD = st.none() | st.booleans() | st.integers(-2, 2**64 - 1) | st.text(max_size=3) | st.binary(max_size=9)
ODD_PARTS = st.recursive(
    ODD,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


@given(st.data())
def test_a_state_with_anything_odd_in_it_is_none_or_another_sound_one(data: st.DataObject) -> None:
    parts: list[typing.Any] = [encoding.decode(encoding.encode(part)) for part in store(one_pane())]
    place = data.draw(st.integers(0, len(parts) - 1))
    fields = parts[place][1]
    key = data.draw(st.sampled_from([*fields, "later"]))
    fields[key] = data.draw(ODD_PARTS)
    loaded = load(parts)
    if loaded is not None:
        assert store(loaded) == parts
    if key == "later":
        assert loaded is None


@given(st.lists(ODD_PARTS, max_size=3))
def test_junk_is_no_state(parts: list[object]) -> None:
    assert load(parts) is None


def test_a_tab_whose_pane_is_not_there_is_no_state() -> None:
    parts = store(one_pane())
    whole = dict(parts[0][1])  # type: ignore[index, arg-type, call-overload]
    assert load([["state", {**whole, "panes": 1}], *parts[1:3], parts[4], parts[5]]) is None


def test_a_layout_that_is_none_makes_it_no_state() -> None:
    parts: list[typing.Any] = store(one_pane())
    pane = bytes.fromhex(next(iter(one_pane().tabs.values())).panes[0])
    assert parts[2][1]["layout"] == [pane]
    for odd in (
        [],
        [pane, pane],
        ["right", pane, pane],
        ["right", 500, pane],
        [500, pane, pane],
        pane,
        [["x"]],
    ):
        parts[2][1]["layout"] = odd
        assert load(parts) is None, odd
    parts[2][1]["layout"] = ["right", 500, pane, pane]
    loaded = load(parts)
    assert loaded is not None
    leaf = Leaf(PaneId(pane.hex()))
    assert next(iter(loaded.tabs.values())).layout == Split("right", leaf, leaf, 500)


def test_each_part_is_a_body_that_a_record_can_have() -> None:
    world = World()
    world.tab("make", *("x" * 1000 for _ in range(500)))
    assert max(len(encoding.encode(part)) for part in store(world.state)) < MAX_BODY


@settings(max_examples=40)
@given(histories(max_size=60))
def test_every_part_is_as_the_cddl_specifies(history: list[Recorded]) -> None:
    for part in store(fold_all(State(), stored_history(history))):
        PART.validate_cbor(encoding.encode(part))


def test_every_part_of_a_busy_state_is_as_the_cddl_specifies() -> None:
    state, words = State(), set()
    for recorded in stored_history(senseless_facts(3000)):
        state = fold_all(state, [recorded])
        if recorded.seq % 50 == 0:
            for part in store(state):
                PART.validate_cbor(encoding.encode(part))
                assert isinstance(part, list)
                words.add(part[0])
    assert words == {"state", "session", "tab", "pane", "closed"}


# What a change of folding asks for.


RARE = (SessionClosed, TabClosed, TabForgotten, PaneClosed)
OFTEN = (PaneStarted, PaneExited, AgentSeen, StatusChanged, TabSeen)


def senseless_facts(count: int) -> list[Recorded]:
    """Facts of every type about a few things, the same ones on every machine."""
    chance = random.Random(7)
    kinds = tuple(codec.REGISTRY.values())
    weights = [1 if kind in RARE else 9 if kind in OFTEN else 3 for kind in kinds]
    chosen = chance.choices(kinds, weights, k=count)
    return [Recorded(seq, seq * 1000, _any_fact(kind, chance)) for seq, kind in enumerate(chosen, start=1)]


def _any_fact(kind: type[Fact], chance: random.Random) -> Fact:
    hints = typing.get_type_hints(kind)
    return kind(
        **{name: _any_value(hint, chance) for name, hint in hints.items() if name not in ("TYPE", "LAZY")}
    )


def _any_value(hint: object, chance: random.Random) -> object:
    few = {SessionId: 2, TabId: 4, PaneId: 6, RunId: 2}
    if hint in few:
        return f"{chance.randrange(few[hint]):016x}"  # type: ignore[index]
    if hint in (str, FilePath, Argument):
        return chance.choice(("", "a", "claude", "/bin/sh", "b\udcff"))
    if hint is bool:
        return chance.random() < 0.5
    if hint is int:
        return chance.randrange(100)
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return chance.choice(parts)
    if origin is tuple:
        return tuple(_any_value(parts[0], chance) for _ in range(chance.randrange(3)))
    return _any_value(parts[0], chance) if chance.random() < 0.7 else None


def what_it_adds_up_to() -> str:
    """A digest of the states on the way through a history in which every type of fact meets the things it is about."""
    digest, state = hashlib.sha256(), State()
    for recorded in stored_history(senseless_facts(6000)):
        state = fold_all(state, [recorded])
        if recorded.seq % 10 == 0:
            digest.update(encoding.encode(store(state)))
    return digest.hexdigest()[:16]


def test_a_change_of_what_facts_add_up_to_is_a_change_of_fold() -> None:
    now = (shape(), what_it_adds_up_to())
    assert FOLDED.get(FOLD) == now, ADVICE.format(now=f"{FOLD + 1}: {now}")


def test_a_fingerprint_says_both() -> None:
    assert fingerprint() == f"{FOLD}-{shape()}"


def test_facts_of_every_type_are_in_the_history_that_reminds() -> None:
    assert {type(recorded.fact) for recorded in senseless_facts(6000)} == set(codec.REGISTRY.values())
