"""What one fact makes of one pane: its process, its agent, its reading."""

from dataclasses import replace

from pitwall.events.agents import (
    AgentKnown,
    AgentLeft,
    AgentResumed,
    AgentSeen,
    AgentSpoke,
    AgentSuspended,
    PermissionModeChanged,
    StatusChanged,
)
from pitwall.events.base import Recorded
from pitwall.events.panes import (
    BranchChanged,
    JobEnded,
    JobStarted,
    PaneExited,
    PaneMoved,
    PaneResized,
    PaneStarted,
    PaneTitled,
)
from pitwall.state.model import Agent, Pane, Process, Reading

PaneFact = (
    PaneStarted
    | PaneExited
    | PaneResized
    | PaneTitled
    | PaneMoved
    | BranchChanged
    | JobStarted
    | JobEnded
    | AgentSeen
    | AgentSuspended
    | AgentResumed
    | AgentLeft
    | AgentKnown
    | AgentSpoke
    | PermissionModeChanged
    | StatusChanged
)
"""The facts that change one pane and nothing else."""


def pane_after(pane: Pane, fact: PaneFact, recorded: Recorded) -> Pane:
    """The pane after ``fact``, which ``recorded`` places in time."""
    match fact:
        case PaneStarted():
            return _started(pane, fact, recorded.at)
        case PaneExited():
            return _exited(pane, fact.code)
        case PaneResized():
            return replace(pane, rows=fact.rows, cols=fact.cols)
        case PaneTitled():
            return replace(pane, title=fact.title)
        case PaneMoved():
            return replace(pane, cwd=fact.cwd)
        case BranchChanged():
            return replace(pane, branch=fact.branch)
        case JobStarted():
            return replace(pane, job=fact.name)
        case JobEnded():
            return replace(pane, job="")
        case AgentSeen():
            agent = Agent(fact.kind, fact.pid, fact.began)
            return replace(
                pane,
                agent=agent,
                kind=fact.kind,
                agent_argv=fact.argv,
                words=0,
                reading=Reading(since=recorded.at),
            )
        case AgentSuspended() | AgentResumed():
            if pane.agent is None:
                return pane
            return replace(pane, agent=replace(pane.agent, suspended=isinstance(fact, AgentSuspended)))
        case AgentLeft():
            return replace(pane, agent=None, title="", reading=Reading(since=recorded.at))
        case AgentKnown():
            return replace(pane, conversation=fact.session)
        case PermissionModeChanged():
            return replace(pane, mode=fact.mode)
        case AgentSpoke():
            return replace(pane, words=pane.words + 1)
        case StatusChanged():
            return _read(pane, fact, recorded.at)


def _started(pane: Pane, fact: PaneStarted, at: int) -> Pane:
    return replace(
        pane,
        process=Process(fact.pid, fact.began, fact.boot),
        starts=pane.starts + 1,
        exited=False,
        code=None,
        agent=None,
        kind="",
        interrupted="",
        resumed=fact.resumed,
        reading=Reading(since=at),
        title="",
        job="",
    )


def _exited(pane: Pane, code: int | None) -> Pane:
    ended = replace(pane.reading, status="unknown", rule="", detail="", turn=False)
    interrupted = pane.interrupted
    if code is None and pane.process is not None:
        interrupted = pane.agent.kind if pane.agent is not None else _awaited(pane)
    return replace(
        pane,
        process=None,
        exited=True,
        code=code,
        agent=None,
        job="",
        reading=ended,
        interrupted=interrupted if code is None else "",
    )


def _awaited(pane: Pane) -> str:
    """The agent that a pane's command is, when it was lost before it was seen."""
    return pane.expected if not pane.kind else ""


def _read(pane: Pane, fact: StatusChanged, at: int) -> Pane:
    since = pane.reading.since if pane.reading.status == fact.status else at
    reading = Reading(fact.status, fact.source, fact.rule, fact.detail, fact.turn, since)
    return replace(pane, reading=reading, turns=pane.turns + (fact.turn and not pane.reading.turn))
