"""Who is in a terminal's foreground: from one poll to the next, what became of the agent and of the shell's job."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from pitwall.actors.messages import ForegroundPolled
from pitwall.agents.program import Program, base_name
from pitwall.events.agents import AgentLeft, AgentResumed, AgentSeen, AgentSuspended
from pitwall.events.ids import Argument, FilePath, PaneId
from pitwall.events.panes import BranchChanged, JobEnded, JobStarted, PaneMoved
from pitwall.pty import processes
from pitwall.state.model import Agent
from pitwall.state.panefold import PaneFact
from pitwall.state.text import TITLE_LIMIT, plain

ARGV_LIMIT = 100_000
"""Characters of a command line that are kept; a longer one could not be resumed with its options."""

Turn = Literal["came", "went", "suspended", "resumed"]
"""What became of the agent."""


@dataclass(frozen=True, slots=True)
class News:
    """The facts of one poll, and what they mean for the agent's signals."""

    facts: tuple[PaneFact, ...]
    turn: Turn | None = None


class Occupancy:
    """
    One pane's foreground; ``first_pid`` is the process the pane was started with, ``agent`` the one known so far.

    ``began`` gives a process's start time, ``None`` when it has ended.
    """

    def __init__(
        self,
        pane: PaneId,
        first_pid: int | None,
        agent: Agent | None = None,
        began: Callable[[int], int | None] = processes.began,
    ) -> None:
        self.agent = agent
        self._pane = pane
        self._first_pid = first_pid
        self._began = began
        self._job: str | None = None

    def polled(self, polled: ForegroundPolled) -> News:
        """What a poll brings to light."""
        news = self._agent_news(polled)
        facts = [*news.facts, *self._job_news(polled.program)]
        if polled.cwd:
            facts.append(PaneMoved(pane=self._pane, cwd=FilePath(polled.cwd)))
        facts.append(BranchChanged(pane=self._pane, branch=plain(polled.branch, TITLE_LIMIT)))
        return News(tuple(facts), news.turn)

    def _agent_news(self, polled: ForegroundPolled) -> News:
        known, program = self.agent, polled.program
        if polled.agent is not None:
            return self._agent_there(polled.kind, polled.agent)
        if known is None or program is None:
            return News(())
        if self._began(known.pid) != known.began or _is_process(known, program):
            self.agent = None
            return News((AgentLeft(pane=self._pane),), "went")
        if known.suspended:
            return News(())
        self.agent = replace(known, suspended=True)
        return News((AgentSuspended(pane=self._pane),), "suspended")

    def _agent_there(self, kind: str, program: Program) -> News:
        known = self.agent
        if known is not None and known.kind == kind and _is_process(known, program):
            return self._back(known)
        return self._another(kind, program)

    def _another(self, kind: str, program: Program) -> News:
        left = () if self.agent is None else (AgentLeft(pane=self._pane),)
        self.agent = Agent(kind, program.pid, program.began)
        seen = AgentSeen(
            pane=self._pane,
            kind=kind,
            pid=program.pid,
            began=program.began,
            argv=tuple(map(Argument, program.argv)) if _size(program.argv) <= ARGV_LIMIT else (),
        )
        return News((*left, seen), "came")

    def _back(self, known: Agent) -> News:
        if not known.suspended:
            return News(())
        self.agent = replace(known, suspended=False)
        return News((AgentResumed(pane=self._pane),), "resumed")

    def _job_news(self, program: Program | None) -> list[PaneFact]:
        """The job in the foreground, when that is not what the pane was started with."""
        if program is None:
            return []
        job = "" if program.pid == self._first_pid else plain(job_name(program), TITLE_LIMIT)
        if job == self._job:
            return []
        self._job = job
        return [JobStarted(pane=self._pane, name=job) if job else JobEnded(pane=self._pane)]


def _is_process(agent: Agent, program: Program) -> bool:
    """Whether it is the agent's process, whatever that has become by exec."""
    return (agent.pid, agent.began) == (program.pid, program.began)


def _size(argv: tuple[str, ...]) -> int:
    return sum(len(word) + 1 for word in argv)


def job_name(program: Program) -> str:
    """What a job is called: its script's or its program's base name."""
    return base_name(program.script) or base_name(program.executable) or program.comm or "job"
