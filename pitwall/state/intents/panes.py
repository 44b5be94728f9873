"""Intents about panes: what the actors saw happen in them."""

from dataclasses import dataclass

from pitwall.events.base import Fact, Recorded
from pitwall.events.ids import PaneId
from pitwall.events.panes import PaneExited
from pitwall.state.intents.base import closing
from pitwall.state.model import Pane, State, Tab
from pitwall.state.panefold import PaneFact, pane_after


@dataclass(frozen=True, slots=True)
class Observe:
    """Record what was seen of a live pane; what changes nothing is left out."""

    facts: tuple[PaneFact, ...]

    def decide(self, state: State) -> tuple[Fact, ...]:
        news: list[Fact] = []
        panes = dict(state.panes)
        for fact in self.facts:
            pane = panes.get(fact.pane)
            if pane is None or not pane.live or pane.tab not in state.tabs:
                continue
            after = pane_after(pane, fact, Recorded(seq=0, at=pane.reading.since, fact=fact))
            if after != pane:
                news.append(fact)
                panes[fact.pane] = after
        return tuple(news)


@dataclass(frozen=True, slots=True)
class EndPane:
    """
    Record that a pane's process ended, with its code or minus its signal; ``None`` where that is lost.

    A shell pane closes, and the tab with its last pane. While the daemon stops, the code is not kept and
    nothing closes: what ends then was running (SEMANTICS 7).
    """

    pane: PaneId
    code: int | None

    def decide(self, state: State) -> tuple[Fact, ...]:
        pane = state.panes.get(self.pane)
        if pane is None or pane.process is None:
            return ()
        if state.stopping:
            return (PaneExited(pane=pane.id, code=None),)
        exited = PaneExited(pane=pane.id, code=self.code)
        tab = state.tabs.get(pane.tab)
        if tab is None or not _closes_with(state, tab, pane):
            return (exited,)
        return (exited, *closing(state, tab, "ended"))


def _closes_with(state: State, tab: Tab, ended: Pane) -> bool:
    """Whether the tab has nothing left to show once the pane's process has ended."""
    return not ended.held and all(pane.id == ended.id or pane.exited for pane in state.panes_of(tab))
