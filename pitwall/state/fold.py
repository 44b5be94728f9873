"""
The fold: one fact at a time, state in, state out.

It never fails and never refuses: a fact about something that is not there (its record was lost to damage)
changes nothing, nor does one that opens what is open already, nor one that a newer pitwall wrote. What may
happen is decided before a fact is written, by the intents.
"""

from collections.abc import Iterable
from dataclasses import replace

from pitwall.events.base import Recorded
from pitwall.events.ids import PaneId
from pitwall.events.runs import RunStarted, RunStopping
from pitwall.state.model import Pane, State
from pitwall.state.panefold import PaneFact, pane_after
from pitwall.state.tabfold import SessionFact, TabFact, state_after_session, state_after_tab, with_item

FOLD = 1
"""
To be raised whenever the same facts add up to another state than before: snapshots of the state before are then of
no use. ``tests/state/test_stored.py`` notices that, and says so.
"""


def fold(state: State, recorded: Recorded) -> State:
    """The state after one more fact."""
    return replace(_after(state, recorded), seq=recorded.seq)


def fold_all(state: State, history: Iterable[Recorded]) -> State:
    """
    The state after all of ``history``.

    The same as folding one by one, but that most facts change one pane, and are told to a copy of all panes that
    nobody else has yet.
    """
    panes: dict[PaneId, Pane] | None = None
    seq = state.seq
    for recorded in history:
        fact, seq = recorded.fact, recorded.seq
        if isinstance(fact, PaneFact):
            panes = dict(state.panes) if panes is None else panes
            pane = panes.get(fact.pane)
            if pane is not None:
                panes[pane.id] = pane_after(pane, fact, recorded)
            continue
        if panes is not None:
            state, panes = replace(state, panes=panes), None
        state = _after(state, recorded)
    return replace(state, seq=seq, panes=state.panes if panes is None else panes)


def _after(state: State, recorded: Recorded) -> State:
    fact = recorded.fact
    if isinstance(fact, PaneFact):
        pane = state.panes.get(fact.pane)
        if pane is None:
            return state
        return replace(state, panes=with_item(state.panes, pane.id, pane_after(pane, fact, recorded)))
    if isinstance(fact, TabFact):
        return state_after_tab(state, fact, recorded)
    if isinstance(fact, SessionFact):
        return state_after_session(state, fact, recorded)
    if isinstance(fact, RunStarted):
        return replace(state, run=fact.run, stopping=False)
    if isinstance(fact, RunStopping):
        return replace(state, stopping=True)
    return state
