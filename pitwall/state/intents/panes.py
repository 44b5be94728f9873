"""Intents about panes: what the actors saw happen in them."""

from dataclasses import dataclass

from pitwall.errors import Refusal
from pitwall.events.base import Fact, Recorded
from pitwall.events.ids import PaneId
from pitwall.events.panes import PaneClosed, PaneExited, PaneShared, Side
from pitwall.events.tabs import Closing
from pitwall.state.intents.base import check_running, closing, open_tab
from pitwall.state.intents.opening import NewPane
from pitwall.state.layout import share_after
from pitwall.state.model import State, Tab
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

    A shell pane closes, and the tab with its last one. While the daemon stops, the code is not kept and
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
        if tab is None or pane.held or pane.id not in tab.panes:
            return (exited,)
        return (exited, *_gone(state, tab, pane.id, "ended"))


@dataclass(frozen=True, slots=True)
class SplitPane:
    """Open a pane beside another one of its tab, for a process that waits to be let go."""

    pane: NewPane

    def decide(self, state: State) -> tuple[Fact, ...]:
        check_running(state)
        opened = self.pane.opened
        if opened.beside not in open_tab(state, opened.tab).panes:
            raise Refusal("the pane to split was closed meanwhile")
        return self.pane.facts()

    def undone(self) -> "ClosePane":
        """What takes it back when the program cannot be run after all."""
        return ClosePane(self.pane.opened.pane)


@dataclass(frozen=True, slots=True)
class ClosePane:
    """Close a pane because somebody asked for it, and the tab with its last; what runs in it is ended after."""

    pane: PaneId

    def decide(self, state: State) -> tuple[Fact, ...]:
        pane = state.panes.get(self.pane)
        tab = state.tabs.get(pane.tab) if pane is not None else None
        if tab is None or self.pane not in tab.panes:
            return ()
        return _gone(state, tab, self.pane, "killed")


@dataclass(frozen=True, slots=True)
class MoveBorder:
    """Move the nearest border of a kind around a pane, so that the pane grows by so many cells."""

    pane: PaneId
    side: Side
    rows: int
    cols: int
    by: int

    def decide(self, state: State) -> tuple[Fact, ...]:
        pane = state.panes.get(self.pane)
        tab = state.tabs.get(pane.tab) if pane is not None else None
        if tab is None or pane is None:
            return ()
        share = share_after(tab.layout, pane.id, self.side, self.rows, self.cols, self.by)
        if share is None:
            return ()
        return (PaneShared(pane=pane.id, tab=tab.id, side=self.side, share=share),)


def _gone(state: State, tab: Tab, pane: PaneId, why: Closing) -> tuple[Fact, ...]:
    """The facts that take a pane out of its tab, and close the tab with its last one."""
    if tab.panes == (pane,):
        return closing(state, tab, why)
    return (PaneClosed(pane=pane, tab=tab.id),)
