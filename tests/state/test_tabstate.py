import pytest
from hypothesis import given
from strategies import lives
from worlds import World

from pitwall.events.agents import AgentResumed, AgentSuspended
from pitwall.events.panes import JobEnded, JobStarted
from pitwall.events.tabs import TabOpened
from pitwall.state.model import Tab
from pitwall.state.tabstate import TabView, main_pane, view


def shown(world: World, tab: Tab) -> tuple[str, str]:
    """The state and agent that the tab shows."""
    seen = view(world.state, world.state.tabs[tab.id])
    return seen.state, seen.agent


@given(lives())
def test_every_tab_of_every_life_shows_a_state_of_the_table(world: World) -> None:
    views = [view(world.state, tab) for tab in world.state.tabs.values()]
    views += [view(world.state, closed.tab) for closed in world.state.closed.values()]
    for seen in views:
        assert seen.state in ("working", "blocked", "done", "idle", "running", "exited", "")
        assert not seen.question or seen.state == "blocked"
        assert seen.exit_code is None or seen.state == "exited"
        if seen.state in ("done", "idle", ""):
            assert seen.agent


@given(lives())
def test_the_main_pane_is_a_live_one_where_there_is_one(world: World) -> None:
    for tab in world.state.tabs.values():
        panes = world.panes(tab)
        main = main_pane(world.state, tab)
        assert main in panes
        assert main is None or main.live == any(pane.live for pane in panes)


def test_a_shell_at_its_prompt_is_running_and_one_with_a_job_is_working() -> None:
    world = World()
    tab = world.tab()
    assert shown(world, tab) == ("running", "")
    world.happens(JobStarted(pane=world.only_pane(tab).id, name="make"))
    assert shown(world, tab) == ("working", "")
    world.happens(JobEnded(pane=world.only_pane(tab).id))
    assert shown(world, tab) == ("running", "")


def test_trap_22_a_held_command_is_running_whatever_takes_its_terminal() -> None:
    world = World()
    tab = world.tab("sleep", "60")
    world.happens(JobStarted(pane=world.only_pane(tab).id, name="sleep"))
    assert shown(world, tab) == ("running", "")


@pytest.mark.parametrize("command", ["bash", "/usr/bin/zsh", "fish"])
def test_trap_22_a_shell_given_as_the_command_is_a_shell(command: str) -> None:
    world = World()
    tab = world.tab(command)
    assert shown(world, tab) == ("running", "")
    world.happens(JobStarted(pane=world.only_pane(tab).id, name="make"))
    assert shown(world, tab) == ("working", "")


def test_trap_29_an_expected_agent_that_was_not_seen_has_no_state_but_its_kind() -> None:
    world = World()
    tab = world.tab("claude", "fix it", expected="claude")
    assert shown(world, tab) == ("", "claude")
    world.sees(world.only_pane(tab).id)
    assert shown(world, tab) == ("running", "claude")


@pytest.mark.parametrize("status", ["working", "blocked", "done", "idle"])
def test_an_agents_status_is_the_tabs_state(status: str) -> None:
    world = World()
    tab = world.tab()
    world.sees(world.only_pane(tab).id, "codex")
    world.reads(world.only_pane(tab).id, status)
    assert shown(world, tab) == (status, "codex")


def test_an_agent_of_unknown_status_is_running() -> None:
    world = World()
    tab = world.tab()
    world.sees(world.only_pane(tab).id)
    world.reads(world.only_pane(tab).id, "working")
    world.reads(world.only_pane(tab).id, "unknown")
    assert shown(world, tab) == ("running", "claude")


def test_trap_30_blocked_shows_before_the_agent_was_recognised() -> None:
    world = World()
    tab = world.tab("claude", expected="claude")
    world.reads(world.only_pane(tab).id, "blocked", "Bash: npm test")
    seen = view(world.state, tab)
    assert (seen.state, seen.question) == ("blocked", "Bash: npm test")


def test_S08_a_question_is_short_and_plain_whoever_wrote_it() -> None:
    world = World()
    tab = world.tab()
    world.sees(world.only_pane(tab).id)
    world.reads(world.only_pane(tab).id, "blocked", "\x1b[31mRun\n" + "y" * 5000 + "\udcff")
    question = view(world.state, tab).question
    assert len(question) == 160
    assert question.isprintable()


def test_only_a_blocked_agent_has_a_question() -> None:
    world = World()
    tab = world.tab()
    world.sees(world.only_pane(tab).id)
    world.reads(world.only_pane(tab).id, "done", "failed: overloaded")
    assert view(world.state, tab).question == ""


@pytest.mark.parametrize("code", [0, 7, -9, None])
def test_what_ended_is_exited_with_its_code(code: int | None) -> None:
    world = World()
    tab = world.tab("go", "test")
    world.exits(world.only_pane(tab).id, code)
    assert view(world.state, tab) == TabView("exited", "", "", code, world.only_pane(tab))


def test_a_held_agent_that_ended_keeps_its_kind_and_a_shells_left_with_it() -> None:
    world = World()
    held, shell = world.tab("claude", expected="claude"), world.tab()
    for tab in (held, shell):
        world.sees(world.only_pane(tab).id)
        world.leaves(world.only_pane(tab).id)
    assert shown(world, shell) == ("running", "")
    for tab in (held, shell):
        world.exits(world.only_pane(tab).id, 0)
    assert shown(world, held) == ("exited", "claude")
    assert shown(world, shell) == ("exited", "")


def test_an_expected_agent_that_ended_unseen_keeps_its_kind() -> None:
    world = World()
    tab = world.tab("claude", expected="claude")
    world.exits(world.only_pane(tab).id, 1)
    assert shown(world, tab) == ("exited", "claude")


def test_an_agent_that_left_a_held_command_leaves_it_running() -> None:
    world = World()
    tab = world.tab("claude", expected="claude")
    world.sees(world.only_pane(tab).id)
    world.leaves(world.only_pane(tab).id)
    assert shown(world, tab) == ("running", "")


@pytest.mark.parametrize("status", ["working", "blocked", "done"])
def test_trap_17_a_suspended_agent_is_no_agent_until_it_resumes(status: str) -> None:
    world = World()
    tab = world.tab()
    pane = world.only_pane(tab).id
    world.sees(pane)
    world.reads(pane, status)
    world.happens(AgentSuspended(pane=pane))
    assert shown(world, tab) == ("running", "")
    world.happens(JobStarted(pane=pane, name="vim"))
    assert shown(world, tab) == ("working", "")
    world.happens(AgentResumed(pane=pane))
    assert shown(world, tab) == (status, "claude")


def test_the_main_pane_is_chosen_in_the_order_of_the_spec() -> None:
    world = World()
    tab = world.tab()
    first = world.only_pane(tab).id
    plain, agent = world.pane(tab.id), world.pane(tab.id)

    def main() -> str | None:
        pane = main_pane(world.state, world.state.tabs[tab.id])
        return pane.id if pane else None

    assert main() == first
    world.sees(agent)
    assert main() == agent
    world.exits(first, 0)
    world.exits(agent, 0)
    assert main() == plain
    world.exits(plain, 0)
    assert main() == agent


def test_a_main_pane_among_ended_commands_is_the_first() -> None:
    world = World()
    tab = world.tab("true")
    other = world.pane(tab.id, "false")
    for pane in (world.panes(tab)[0].id, other):
        world.exits(pane, 0)
    assert view(world.state, world.state.tabs[tab.id]).pane == world.panes(tab)[0]


def test_a_closed_tab_shows_how_its_process_ended() -> None:
    world = World()
    tab = world.tab("go", "test")
    world.closes(tab, "ended")
    world.exits(world.only_pane(tab).id, 3)
    seen = view(world.state, world.state.closed[tab.id].tab)
    assert (seen.state, seen.exit_code) == ("exited", 3)


def test_a_tab_whose_pane_was_lost_to_damage_shows_nothing() -> None:
    world = World()
    tab = world.tab()
    lost = TabOpened(tab="9" * 16, session=tab.session, title="", detached=False)
    world.happens(lost)
    assert view(world.state, world.state.tabs[lost.tab]) == TabView("", "", "", None, None)
