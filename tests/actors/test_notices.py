"""What a user who is looking elsewhere is told of."""

import itertools

import pytest
from worlds import World

from pitwall.actors.notices import QUIET_US, Notices
from pitwall.events.ids import TabId
from pitwall.state.model import Tab
from pitwall.wire.window import Notice


class User:
    """Somebody who is told of a world, and looks at one of its tabs or at none."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.looking_at: TabId | None = None
        self._notices = Notices()
        self.hears()

    def hears(self) -> list[Notice]:
        return list(self._notices.of(self.world.state, lambda tab: tab == self.looking_at))

    def states(self) -> list[str]:
        return [notice.state for notice in self.hears()]


@pytest.fixture
def world() -> World:
    return World()


def working_agent(world: World) -> Tab:
    tab = world.tab("claude", title="api", expected="claude")
    pane = world.only_pane(tab).id
    world.sees(pane)
    world.reads(pane, "working")
    return tab


def test_an_agent_that_asks_is_told_of_with_its_question(world: World) -> None:
    tab = working_agent(world)
    user = User(world)
    world.reads(tab.panes[0], "blocked", detail="Run rm?")
    assert user.hears() == [Notice(tab.id, 1, "api", "blocked", "Run rm?")]
    assert user.hears() == []


def test_an_agent_that_is_done_is_told_of(world: World) -> None:
    tab = working_agent(world)
    user = User(world)
    world.reads(tab.panes[0], "done")
    assert user.hears() == [Notice(tab.id, 1, "api", "done", "is done")]


def test_a_command_that_failed_is_told_of_and_one_that_succeeded_is_not(world: World) -> None:
    failing, fine = world.tab("make", title="tests"), world.tab("true")
    user = User(world)
    world.exits(fine.panes[0], 0)
    assert user.hears() == []
    world.exits(failing.panes[0], 2)
    assert user.hears() == [Notice(failing.id, 1, "tests", "exited", "failed: exit 2")]


def test_a_code_that_is_lost_is_no_failure(world: World) -> None:
    tab = world.tab("make")
    user = User(world)
    world.exits(tab.panes[0], None)
    assert user.hears() == []


@pytest.mark.parametrize("status", ["working", "idle", "unknown"])
def test_what_needs_nobody_is_not_told(world: World, status: str) -> None:
    tab = working_agent(world)
    world.reads(tab.panes[0], "blocked", detail="Run rm?")
    user = User(world)
    world.reads(tab.panes[0], status)  # type: ignore[arg-type]
    assert user.hears() == []


def test_what_was_there_already_is_no_news(world: World) -> None:
    tab = working_agent(world)
    world.reads(tab.panes[0], "blocked", detail="Run rm?")
    user = User(world)
    world.happens()
    assert user.hears() == []


def test_a_tab_that_is_new_is_no_news(world: World) -> None:
    working_agent(world)
    user = User(world)
    tab = world.tab("make")
    world.exits(tab.panes[0], 2)
    assert user.hears() == []


def test_the_tab_that_is_looked_at_is_not_told_of(world: World) -> None:
    tab, other = working_agent(world), working_agent(world)
    user = User(world)
    user.looking_at = tab.id
    world.reads(tab.panes[0], "blocked", detail="Run rm?")
    world.reads(other.panes[0], "blocked", detail="Run mv?")
    assert [notice.tab for notice in user.hears()] == [other.id]


def test_a_tab_is_told_of_once_in_three_seconds(world: World) -> None:
    tab = working_agent(world)
    user = User(world)
    told = []
    for _ in range(12):  # a second passes with every fact
        world.reads(tab.panes[0], "blocked", detail="Run rm?")
        told += [(notice, world.history[-1].at) for notice in user.hears()]
        world.reads(tab.panes[0], "working")
        told += [(notice, world.history[-1].at) for notice in user.hears()]
    times = [at for _, at in told]
    assert len(times) > 2
    assert all(later - earlier >= QUIET_US for earlier, later in itertools.pairwise(times))


def test_a_tab_that_was_told_of_just_now_still_tells_that_it_failed(world: World) -> None:
    tab = working_agent(world)
    user = User(world)
    world.reads(tab.panes[0], "blocked", detail="Run rm?")
    assert user.states() == ["blocked"]
    world.exits(tab.panes[0], 1)
    assert user.states() == ["exited"]


def test_tabs_are_told_of_apart(world: World) -> None:
    one, two = working_agent(world), working_agent(world)
    user = User(world)
    world.reads(one.panes[0], "done")
    world.reads(two.panes[0], "done")
    assert user.states() == ["done", "done"]


def test_text_has_no_control_characters(world: World) -> None:
    tab = working_agent(world)
    user = User(world)
    world.reads(tab.panes[0], "blocked", detail="Run\x1b]0;x\x07 rm\n-rf?")
    (notice,) = user.hears()
    assert notice.text.isprintable()
