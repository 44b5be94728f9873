"""Which tabs need the user, most urgent first, and what a window says of each tab."""

from collections.abc import Sequence

from pitwall.state.model import Session, State, Tab
from pitwall.state.tabstate import TabView, view


def in_order(state: State, session: Session) -> Sequence[Tab]:
    """The session's tabs that need the user: blocked ones, longest waiting first, then unseen ends of turns."""
    waiting = []
    for number, tab in state.tabs_of(session):
        shown = view(state, tab)
        if shown.state in ("blocked", "done"):
            waiting.append((shown.state != "blocked", since(shown), number, tab))
    return [tab for *_, tab in sorted(waiting, key=lambda entry: entry[:3])]


def since(shown: TabView) -> int:
    """When what the tab shows became so, wall-clock µs; 0 where that is not known."""
    return shown.pane.reading.since if shown.pane is not None else 0
