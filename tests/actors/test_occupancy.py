from collections.abc import Mapping

from pitwall.actors.messages import ForegroundPolled
from pitwall.actors.occupancy import Occupancy
from pitwall.agents.program import Program
from pitwall.events.agents import AgentLeft, AgentResumed, AgentSeen, AgentSuspended
from pitwall.events.base import Fact
from pitwall.events.ids import PaneId
from pitwall.events.panes import BranchChanged, JobEnded, JobStarted, PaneMoved

PANE = PaneId("00000000000000aa")
SHELL, AGENT = 100, 200
ALIVE = {SHELL: 1, AGENT: 2}


def program(pid: int, name: str, began: int | None = None) -> Program:
    return Program(pid, ALIVE.get(pid, 9) if began is None else began, f"/bin/{name}", name, (name,))


def occupancy(alive: Mapping[int, int] = ALIVE) -> Occupancy:
    """A pane that was started with a shell, in which those processes live, each since its time."""
    return Occupancy(PANE, SHELL, alive.get)


def shell_alone() -> ForegroundPolled:
    return ForegroundPolled(program(SHELL, "sh"), "", None, "", "")


def agent_there(leader: int = AGENT, agent: int = AGENT, kind: str = "drift") -> ForegroundPolled:
    return ForegroundPolled(program(leader, kind), kind, program(agent, kind), "", "")


def about_agents(facts: tuple[Fact, ...]) -> list[Fact]:
    return [fact for fact in facts if fact.TYPE.startswith("agent.")]


def test_an_agent_is_seen_once() -> None:
    pane = occupancy()
    news = pane.polled(agent_there())
    assert about_agents(news.facts) == [AgentSeen(pane=PANE, kind="drift", pid=AGENT, began=2)]
    assert news.turn == "came"
    assert pane.polled(agent_there()).turn is None


def test_an_agent_that_lives_on_out_of_the_foreground_is_suspended_until_it_is_back() -> None:
    pane = occupancy()
    pane.polled(agent_there())
    news = pane.polled(shell_alone())
    assert (about_agents(news.facts), news.turn) == ([AgentSuspended(pane=PANE)], "suspended")
    assert pane.polled(shell_alone()).turn is None
    news = pane.polled(agent_there())
    assert (about_agents(news.facts), news.turn) == ([AgentResumed(pane=PANE)], "resumed")


def test_trap_17_an_agent_whose_process_has_ended_is_gone() -> None:
    alive = dict(ALIVE)
    pane = occupancy(alive)
    pane.polled(agent_there())
    del alive[AGENT]
    news = pane.polled(shell_alone())
    assert (about_agents(news.facts), news.turn) == ([AgentLeft(pane=PANE)], "went")
    assert pane.agent is None


def test_another_process_with_the_agents_pid_is_not_the_agent() -> None:
    alive = dict(ALIVE)
    pane = occupancy(alive)
    pane.polled(agent_there())
    alive[AGENT] = 77
    assert pane.polled(shell_alone()).turn == "went"


def test_trap_18_another_agent_takes_the_place_of_the_first() -> None:
    pane = occupancy()
    pane.polled(agent_there())
    news = pane.polled(agent_there(agent=300, kind="codex"))
    assert [type(fact) for fact in about_agents(news.facts)] == [AgentLeft, AgentSeen]
    assert news.turn == "came"


def test_trap_19_an_agent_that_becomes_another_by_exec_is_another() -> None:
    pane = occupancy()
    pane.polled(agent_there())
    news = pane.polled(agent_there(kind="codex"))
    assert AgentSeen(pane=PANE, kind="codex", pid=AGENT, began=2) in news.facts


def test_trap_19_an_agent_that_becomes_a_shell_by_exec_is_gone() -> None:
    pane = occupancy()
    pane.polled(agent_there(leader=SHELL, agent=SHELL))
    assert pane.polled(shell_alone()).turn == "went"


def test_trap_19_a_shells_script_that_goes_on_is_not_the_agent_it_ran() -> None:
    alive = dict(ALIVE)
    pane = occupancy(alive)
    news = pane.polled(agent_there(leader=SHELL))
    assert about_agents(news.facts) == [AgentSeen(pane=PANE, kind="drift", pid=AGENT, began=2)]
    del alive[AGENT]
    assert pane.polled(shell_alone()).turn == "went"


def test_a_poll_that_found_nobody_says_nothing_of_agent_and_job() -> None:
    pane = occupancy()
    pane.polled(agent_there())
    news = pane.polled(ForegroundPolled(None, "", None, "", ""))
    assert (news.facts, news.turn) == ((BranchChanged(pane=PANE, branch=""),), None)


def test_what_the_pane_was_started_with_is_no_job_and_what_it_runs_is() -> None:
    pane = occupancy()
    assert JobEnded(pane=PANE) in pane.polled(shell_alone()).facts, "whatever was known of it before"
    vim = ForegroundPolled(program(300, "vim"), "", None, "", "")
    assert JobStarted(pane=PANE, name="vim") in pane.polled(vim).facts
    assert not [fact for fact in pane.polled(vim).facts if fact.TYPE.startswith("job.")]
    assert JobEnded(pane=PANE) in pane.polled(shell_alone()).facts


def test_folder_and_branch_are_told_as_they_are() -> None:
    facts = occupancy().polled(ForegroundPolled(program(SHELL, "sh"), "", None, "/a", "b\x1b[31m")).facts
    assert PaneMoved(pane=PANE, cwd="/a") in facts
    assert BranchChanged(pane=PANE, branch="b[31m") in facts
