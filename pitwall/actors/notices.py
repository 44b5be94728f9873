"""What a user who is looking elsewhere is told of: a tab that needs them, is done, or has failed (pure)."""

from collections.abc import Callable, Iterator

from pitwall.events.ids import TabId
from pitwall.state.model import State, Tab
from pitwall.state.tabstate import TabView, view
from pitwall.state.titles import title_of
from pitwall.wire.window import Notice

QUIET_US = 3_000_000
"""At most one notice a tab in so many µs of the journal's time."""


class Notices:
    """Compares each state with the one before; what was there already at the first is no news."""

    def __init__(self) -> None:
        self._last: dict[TabId, tuple[str, int | None]] | None = None
        self._told: dict[TabId, int] = {}

    def of(self, state: State, looks_at: Callable[[TabId], bool]) -> Iterator[Notice]:
        """The notices that ``state`` gives rise to; none of a tab that the user looks at."""
        last, self._last = self._last, {}
        for tab in state.tabs.values():
            shown = view(state, tab)
            self._last[tab.id] = shown.state, shown.exit_code
            if last is None or tab.id not in last or last[tab.id] == self._last[tab.id]:
                continue
            if _matters(shown) and not looks_at(tab.id) and self._may_tell(tab, shown):
                yield _notice(state, tab, shown)

    def _may_tell(self, tab: Tab, shown: TabView) -> bool:
        now = shown.pane.reading.since if shown.pane is not None else 0
        told = self._told.get(tab.id)
        if told is not None and shown.state != "exited" and now - told < QUIET_US:
            return False
        self._told[tab.id] = now
        return True


def _matters(shown: TabView) -> bool:
    return shown.state in ("blocked", "done") or (
        shown.state == "exited" and shown.exit_code not in (0, None)
    )


def _notice(state: State, tab: Tab, shown: TabView) -> Notice:
    text = {
        "blocked": shown.question or "needs you",
        "done": "is done",
        "exited": f"failed: exit {shown.exit_code}",
    }[shown.state]
    return Notice(tab.id, state.number_of(tab), title_of(state, tab), shown.state, text)
