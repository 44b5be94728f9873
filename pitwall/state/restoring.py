"""
What a new run of the daemon does with what the last one left (SEMANTICS 8).

The plan is a function of the folded state alone, and says nothing twice: a daemon that dies half-way through
it leaves a state whose own plan is the rest of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pitwall.events.base import Fact
from pitwall.events.ids import PaneId
from pitwall.events.panes import PaneExited
from pitwall.events.sessions import SessionClosed
from pitwall.events.tabs import TabClosed, TabForgotten
from pitwall.state.model import Pane, Process, State, Tab
from pitwall.state.text import plain
from pitwall.state.titles import base_name

KEPT_DAYS = 30
"""How long a closed tab stays in the state (journal/FORMAT.md)."""

_DAY = 24 * 3600 * 1_000_000
_NAME_LIMIT = 40

Outcome: TypeAlias = Literal["exited", "shell", "resumed", "gone"]
"""What becomes of a pane: it shows a notice, gets a new shell, has its conversation taken up again, or goes."""


@dataclass(frozen=True, slots=True)
class Survivor:
    """A process that may have outlived its daemon: ended before ``fact`` is written."""

    pane: PaneId
    process: Process

    @property
    def fact(self) -> PaneExited:
        """Its end; nobody waited for it, so its code is lost."""
        return PaneExited(pane=self.pane, code=None)


@dataclass(frozen=True, slots=True)
class Restoration:
    """
    What is to be done, in this order.

    Each of ``survivors`` is ended if it still lives, and its fact written. Then ``facts`` are written. Then
    each of ``shells`` gets a new shell: same pane, size and folder. In each of ``resumed`` the agent that ran
    takes up its conversation again; where it cannot, the pane is what it would be without. ``notices`` has the
    line that is then the whole screen of a pane that stays exited, or the first line above a new shell.
    """

    survivors: tuple[Survivor, ...]
    facts: tuple[Fact, ...]
    shells: tuple[PaneId, ...]
    resumed: tuple[PaneId, ...]
    notices: tuple[tuple[PaneId, str], ...]


def plan(state: State, now: int) -> Restoration:
    """The restoration of ``state``, made at ``now``, wall-clock µs."""
    outcomes = {pane.id: outcome_of(pane) for pane in state.open_panes()}
    return Restoration(
        survivors=tuple(
            Survivor(pane.id, pane.process) for pane in state.panes.values() if pane.process is not None
        ),
        facts=(
            # Else a pane whose launch was cut short would look about to run for ever.
            *(PaneExited(pane=pane.id, code=None) for pane in state.panes.values() if _never_ran(pane)),
            *_closings(state),
            *(
                TabForgotten(tab=key)
                for key, closed in state.closed.items()
                if now - closed.at > KEPT_DAYS * _DAY
            ),
        ),
        shells=tuple(pane for pane, outcome in outcomes.items() if outcome == "shell"),
        resumed=tuple(pane for pane, outcome in outcomes.items() if outcome == "resumed"),
        notices=tuple(
            (pane, notice(state.panes[pane])) for pane, outcome in outcomes.items() if outcome != "gone"
        ),
    )


def outcome_of(pane: Pane) -> Outcome:
    """
    What becomes of a pane of an open tab.

    A shell that exited by itself takes its pane with it. One whose code is lost was running: a clean stop
    and a restoration that was cut short leave it so.
    """
    if pane.starts == 0:
        return "gone"
    if _resumable(pane):
        return "resumed"
    if pane.held:
        return "exited"
    return "gone" if pane.exited and pane.code is not None else "shell"


def notice(pane: Pane) -> str:
    """The line that a pane shows for what it showed before; it never holds arguments (SEMANTICS 8)."""
    if not pane.held:
        return "pitwall: a daemon restart ended the shell that was here; this is a new one"
    name = plain(base_name(pane.argv[0]) or base_name(pane.program), _NAME_LIMIT) or "the command"
    if not pane.exited or pane.code is None:
        return f"pitwall: a daemon restart ended {name}; its exit code is lost, and it was not run again"
    ended = f"exited with {pane.code}" if pane.code >= 0 else f"was ended by signal {-pane.code}"
    return f"pitwall: {name} {ended} before a daemon restart, which kept no screen"


def _resumable(pane: Pane) -> bool:
    """Whether an agent whose conversation is known ran in the pane when the daemon was lost."""
    if not pane.conversation or (pane.exited and pane.code is not None):
        return False
    running = pane.agent.kind if pane.agent is not None else (pane.expected if not pane.kind else "")
    return bool(pane.interrupted or (pane.process is not None and running))


def _never_ran(pane: Pane) -> bool:
    return pane.starts == 0 and not pane.exited


def _closings(state: State) -> Iterator[Fact]:
    """The ends of tabs without a pane that stays, and of sessions without a tab that does."""
    for session in state.sessions.values():
        leaving = [tab for _, tab in state.tabs_of(session) if _leaves(state, tab)]
        for tab in leaving:
            started = any(pane.starts for pane in state.panes_of(tab))
            yield TabClosed(tab=tab.id, why="ended" if started else "failed")
        if len(leaving) == len(session.tabs):
            yield SessionClosed(session=session.id)


def _leaves(state: State, tab: Tab) -> bool:
    return all(outcome_of(pane) == "gone" for pane in state.panes_of(tab))
