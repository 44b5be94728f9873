"""
The course of a pane: its evidence, and among it the facts that ended what that is evidence of.

Evidence knows of agents alone. That a process ended, that another one was started, that a pane or its tab closed is
in the facts.
"""

from collections import deque
from collections.abc import Iterable, Sequence

from pitwall.events.base import Recorded
from pitwall.events.ids import PaneId, TabId
from pitwall.events.panes import PaneClosed, PaneExited, PaneStarted
from pitwall.events.tabs import TabClosed
from pitwall.evidence.records import Evidence

Ending = PaneStarted | PaneExited | PaneClosed | TabClosed
"""A fact after which no agent is in a pane until one comes; another process ends that none ran."""

Step = Evidence | Recorded
"""A piece of evidence, or a ``Ending`` in its place."""


def endings_of(pane: PaneId, tab: TabId, facts: Iterable[Recorded]) -> list[Recorded]:
    """The endings of one pane of a tab, among those of all."""
    return [recorded for recorded in facts if _is_of(recorded, pane, tab)]


def _is_of(recorded: Recorded, pane: PaneId, tab: TabId) -> bool:
    match recorded.fact:
        case TabClosed():
            return recorded.fact.tab == tab
        case PaneStarted() | PaneExited() | PaneClosed():
            return recorded.fact.pane == pane
        case _:
            return False


def course(evidence: Sequence[Evidence], endings: Iterable[Recorded]) -> list[Step]:
    """
    The evidence of one pane with its endings among it; endings from before all evidence are left out.

    An ending comes before what was recorded after it by number, and by the clock as well, since behind damage numbers
    are given again; but not by a clock that was set back among the evidence.
    """
    steps: list[Step] = []
    waiting = deque(endings)
    latest, set_back = 0, False
    for piece in evidence:
        set_back = set_back or piece.at < latest
        latest = piece.at
        while waiting and waiting[0].seq <= piece.after and (set_back or waiting[0].at <= piece.at):
            ending = waiting.popleft()
            if steps:
                steps.append(ending)
        steps.append(piece)
    return [*steps, *waiting] if steps else []


def until_event(steps: Sequence[Step], number: int) -> Sequence[Step]:
    """What led to the event of that number: all that came before it."""
    return steps[: 1 + max((place for place, step in enumerate(steps) if _number(step) < number), default=-1)]


def until_time(steps: Sequence[Step], at: int) -> Sequence[Step]:
    """What had come by then, wall-clock µs."""
    return steps[: 1 + max((place for place, step in enumerate(steps) if step.at <= at), default=-1)]


def _number(step: Step) -> int:
    """The number of the fact that a step is, or that it follows."""
    return step.seq if isinstance(step, Recorded) else step.after
