import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import is_plain, lives, wild_texts
from waits import Wait
from worlds import World

from pitwall.errors import Refusal, UsageError
from pitwall.events.tabs import TabOpened
from pitwall.state.fold import fold
from pitwall.state.model import State, Tab
from pitwall.state.tabstate import view
from pitwall.state.waiting import UNTILS, Until, Verdict, Watch, begin, judge, parse_until

EVERY_UNTIL = pytest.mark.parametrize("until", UNTILS)


@given(lives(), st.data())
def test_the_judgement_of_every_life_ends_in_a_verdict_of_the_table_or_goes_on(
    world: World, data: st.DataObject
) -> None:
    tab = data.draw(st.sampled_from(_tabs_of(world))) if _tabs_of(world) else None
    if tab is None:
        return
    until = data.draw(st.sampled_from(UNTILS))
    watch, verdict = judge(begin(world.state, tab, until), world.state)
    assert watch.until == until
    if verdict is None:
        return
    assert is_plain(verdict.out + verdict.err)
    assert bool(verdict.out) != (verdict.code == 1 and bool(verdict.err))
    if verdict.out.startswith("blocked:"):
        assert verdict.code == 2
    elif verdict.out == "exit unknown":
        assert verdict.code == 3
    elif verdict.out.startswith("exit "):
        code = int(verdict.out.removeprefix("exit "))
        assert verdict.code in (3, code if code >= 0 else 1)
    elif verdict.out:
        assert verdict.code == 0
        assert verdict.out in {"done": ("done", "idle"), "idle": ("idle", "done")}.get(until, (until,))


@given(lives(), st.data())
def test_a_reconnect_between_any_two_snapshots_changes_no_verdict(world: World, data: st.DataObject) -> None:
    opened = [n for n, recorded in enumerate(world.history) if recorded.fact.TYPE == "pane.opened"]
    if not opened:
        return
    start = data.draw(st.sampled_from(opened)) + 1
    state = _after(world, start)
    tab = data.draw(st.sampled_from(sorted(state.tabs.values(), key=lambda tab: tab.id) or [None]))
    if tab is None:
        return
    steady = carried = begin(state, tab, data.draw(st.sampled_from(UNTILS)))
    for recorded in world.history[start:]:
        state = fold(state, recorded)
        steady, expected = judge(steady, state)
        carried, verdict = judge(Watch.from_token(carried.token()), state)
        assert verdict == expected
        if verdict:
            return


@given(lives(), st.sampled_from(UNTILS))
def test_W05_what_happens_in_other_tabs_changes_no_verdict(world: World, until: Until) -> None:
    for tab in tuple(world.state.tabs.values()):
        before = judge(begin(world.state, tab, until), world.state)
        other = world.tab("true", session=world.state.sessions[tab.session], title=tab.title)
        world.exits(world.only_pane(other).id, 0)
        world.closes(other)
        assert judge(begin(world.state, world.state.tabs[tab.id], until), world.state) == before


@given(lives(), st.sampled_from(UNTILS))
def test_no_wait_goes_on_when_every_process_of_its_tab_has_ended(world: World, until: Until) -> None:
    for tab in world.state.tabs.values():
        panes = world.panes(tab)
        if panes and all(pane.exited for pane in panes):
            _, verdict = judge(begin(world.state, tab, until), world.state)
            assert verdict is not None


@given(lives(), st.sampled_from(UNTILS))
def test_a_killed_tab_ends_every_wait_with_1(world: World, until: Until) -> None:
    for tab in tuple(world.state.tabs.values()):
        watch = begin(world.state, tab, until)
        world.closes(tab)
        assert judge(watch, world.state)[1] == Verdict("", "the tab was closed", 1)


@EVERY_UNTIL
def test_a_tab_whose_pane_is_not_there_yet_is_waited_for(until: Until) -> None:
    world = World()
    session = world.session()
    world.happens(TabOpened(tab="9" * 16, session=session.id, title="", detached=False))
    wait = Wait(world, world.state.tabs["9" * 16], until)
    assert wait.end is None
    world.exits(world.pane("9" * 16), 5)
    assert wait.looks().end == ("exit 5", 5 if until in ("done", "exit") else 3)


def test_a_turn_in_a_pane_that_opened_since_the_wait_began_was_seen() -> None:
    world = World()
    tab = world.tab()
    wait = Wait(world, tab, "done")
    pane = world.pane(tab.id)
    world.sees(pane)
    world.reads(pane, "working")
    world.reads(pane, "idle")
    assert wait.looks().end == ("idle", 0)


@given(wild_texts())
def test_no_text_is_a_token_but_a_token(text: str) -> None:
    with pytest.raises(Refusal, match="start it anew"):
        Watch.from_token(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "[" * 100_000,
        '{"tab": "x", "until": "done"}',
        '{"tab": "00000000000000ff", "until": "x"}',
        '{"tab": ["00000000000000ff"], "until": ["done"]}',
    ],
)
def test_a_damaged_token_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        Watch.from_token(text)


def test_a_token_of_another_version_is_read_as_far_as_it_is_understood() -> None:
    token = (
        '{"tab": "00000000000000ff", "until": "idle", "turns": {"x": 1, "00000000000000fe": "2"}, "new": 1}'
    )
    assert Watch.from_token(token) == Watch(tab="00000000000000ff", until="idle")


@EVERY_UNTIL
def test_until_names_what_is_waited_for(until: Until) -> None:
    assert parse_until(until) == until


@pytest.mark.parametrize("text", ["", "Done", "running", "exited", "\x1b[2J"])
def test_another_until_is_refused_with_the_list(text: str) -> None:
    with pytest.raises(UsageError, match="done, idle, blocked or exit") as raised:
        parse_until(text)
    assert is_plain(str(raised.value))


def test_the_wait_follows_the_main_pane_until_it_has_an_agent_and_that_one_from_then_on() -> None:
    world = World()
    tab = world.tab()
    first, second = world.only_pane(tab).id, world.pane(tab.id)
    wait = Wait(world, tab, "done")
    world.sees(second)
    assert wait.looks().end is None
    world.sees(first)
    world.reads(first, "done")
    assert view(world.state, world.state.tabs[tab.id]).state == "done"
    assert wait.looks().end is None
    world.exits(second, 0)
    assert wait.looks().end == ("exit 0", 3)


def test_a_main_pane_without_an_agent_hands_over_to_the_next() -> None:
    world = World()
    tab = world.tab("true")
    second = world.pane(tab.id, "false")
    wait = Wait(world, tab, "exit")
    world.exits(world.panes(tab)[0].id, 0)
    assert wait.looks().end is None
    world.exits(second, 1)
    assert wait.looks().end == ("exit 0", 0)


def _tabs_of(world: World) -> list[Tab]:
    return [*world.state.tabs.values(), *(closed.tab for closed in world.state.closed.values())]


def _after(world: World, facts: int) -> State:
    state = State()
    for recorded in world.history[:facts]:
        state = fold(state, recorded)
    return state
