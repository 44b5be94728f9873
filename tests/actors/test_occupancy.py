"""Who is in the foreground: what became of the agent, and which job the shell runs."""

from pitwall.actors.messages import ForegroundPolled
from pitwall.actors.occupancy import News, Occupancy
from pitwall.agents.program import Program
from pitwall.events.agents import AgentLeft, AgentResumed, AgentSeen, AgentSuspended
from pitwall.events.ids import Argument, PaneId
from pitwall.events.panes import JobEnded, JobStarted

PANE = PaneId("a" * 16)
SHELL = Program(pid=10, began=1, executable="/bin/bash", comm="bash", argv=("-bash",))
CLAUDE = Program(pid=20, began=2, executable="/usr/bin/node", comm="claude", argv=("claude",))
CODEX = Program(pid=30, began=3, executable="/usr/bin/codex", comm="codex", argv=("codex",))
SLEEP = Program(pid=40, began=4, executable="/bin/sleep", comm="sleep", argv=("sleep", "60"))


class Foreground:
    """A terminal whose foreground the test chooses; ``alive`` has the processes that run."""

    def __init__(self) -> None:
        self.alive = {program.pid: program.began for program in (SHELL, CLAUDE, CODEX, SLEEP)}
        self.occupancy = Occupancy(PANE, SHELL.pid, began=self.alive.get)

    def holds(self, program: Program | None, kind: str = "") -> News:
        polled = ForegroundPolled(program, kind, program if kind else None, "/src", "main")
        news = self.occupancy.polled(polled)
        kept = (AgentSeen, AgentLeft, AgentSuspended, AgentResumed, JobStarted, JobEnded)
        return News(tuple(fact for fact in news.facts if isinstance(fact, kept)), news.turn)


def test_an_agent_is_seen_once() -> None:
    foreground = Foreground()
    foreground.holds(SHELL)
    news = foreground.holds(CLAUDE, "claude")
    assert news.turn == "came"
    seen = AgentSeen(pane=PANE, kind="claude", pid=20, began=2, argv=(Argument("claude"),))
    assert seen in news.facts
    assert foreground.holds(CLAUDE, "claude") == News(())


def test_trap_17_an_agent_whose_process_ended_has_left() -> None:
    foreground = Foreground()
    foreground.holds(CLAUDE, "claude")
    del foreground.alive[CLAUDE.pid]
    news = foreground.holds(SHELL)
    assert news.turn == "went"
    assert AgentLeft(pane=PANE) in news.facts
    assert foreground.occupancy.agent is None


def test_a_pid_that_was_used_again_is_another_process() -> None:
    foreground = Foreground()
    foreground.holds(CLAUDE, "claude")
    foreground.alive[CLAUDE.pid] = 99
    assert foreground.holds(SHELL).turn == "went"


def test_an_agent_that_leaves_the_foreground_and_lives_is_suspended_and_comes_back() -> None:
    foreground = Foreground()
    foreground.holds(CLAUDE, "claude")
    assert foreground.holds(SHELL).turn == "suspended"
    assert foreground.holds(SHELL) == News(())
    assert foreground.holds(CLAUDE, "claude").turn == "resumed"


def test_a_suspended_agent_can_end_in_the_background() -> None:
    foreground = Foreground()
    foreground.holds(CLAUDE, "claude")
    foreground.holds(SHELL)
    del foreground.alive[CLAUDE.pid]
    assert foreground.holds(SHELL).turn == "went"


def test_trap_18_another_agent_takes_the_place_of_the_first() -> None:
    foreground = Foreground()
    foreground.holds(CLAUDE, "claude")
    news = foreground.holds(CODEX, "codex")
    assert news.turn == "came"
    assert [type(fact) for fact in news.facts[:2]] == [AgentLeft, AgentSeen]


def test_a_job_begins_and_ends_and_the_shell_itself_is_none() -> None:
    foreground = Foreground()
    assert foreground.holds(SHELL).facts in ((), (JobEnded(pane=PANE),))
    assert foreground.holds(SLEEP).facts == (JobStarted(pane=PANE, name="sleep"),)
    assert foreground.holds(SLEEP).facts == ()
    assert foreground.holds(SHELL).facts == (JobEnded(pane=PANE),)


def test_a_foreground_that_cannot_be_read_is_no_news() -> None:
    foreground = Foreground()
    foreground.holds(CLAUDE, "claude")
    assert foreground.holds(None) == News(())
