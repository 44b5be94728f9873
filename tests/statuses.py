"""Stories of one agent: what was seen, said and pressed, in the order of time, and what they add up to."""

from collections.abc import Iterable

from pitwall.state.status import Fold, step
from pitwall.state.status_inputs import (
    AgentCame,
    Input,
    KeyPressed,
    OutputSeen,
    OwnWordCleared,
    OwnWordHeard,
    Press,
    ScreenRead,
    ScreenState,
    TabLookedAt,
    Tick,
    WordStatus,
)


def screen(at: int, state: ScreenState | None = None, rule: str = "", detail: str = "") -> ScreenRead:
    """A sample of the screen; the rule is named for what it reads unless it has a name."""
    return ScreenRead(at, state, rule or (state or ""), "screen" if state else "", detail)


def output(at: int) -> OutputSeen:
    """Visible output."""
    return OutputSeen(at)


def report(at: int, status: WordStatus, detail: str = "", sent: int = 0) -> OwnWordHeard:
    """A program status report."""
    return OwnWordHeard(at, "report", status, detail, sent)


def hook(at: int, status: WordStatus, detail: str = "", sent: int = 0) -> OwnWordHeard:
    """A hook's word."""
    return OwnWordHeard(at, "hook", status, detail, sent)


def report_cleared(at: int) -> OwnWordCleared:
    """A report `clear`."""
    return OwnWordCleared(at, "report")


def hook_cleared(at: int, sent: int = 0) -> OwnWordCleared:
    """A hook that ends the session."""
    return OwnWordCleared(at, "hook", sent)


def key(at: int, press: Press = "other") -> KeyPressed:
    """A key that interrupts, or another."""
    return KeyPressed(at, press)


def look(at: int) -> TabLookedAt:
    """The user looks at the tab."""
    return TabLookedAt(at)


def tick(at: int) -> Tick:
    """Nothing happens until then."""
    return Tick(at)


def came() -> Fold:
    """The fold when a `claude` came at 0."""
    return step(Fold(), AgentCame(0, "claude"))


def told(*story: Input, start: Fold | None = None) -> Fold:
    """
    The fold at the end of a story, ticks at its deadlines included.

    Without a start it is that of a `claude` that came at 0 and was typed to at once.
    """
    fold = step(came(), key(0)) if start is None else start
    for event in story:
        fold = step(_ticked(fold, event.at), event)
    return fold


def shown(*story: Input) -> str:
    """The status at the end of a story."""
    return told(*story).shown.status


def shown_along(story: Iterable[Input]) -> list[str]:
    """The statuses after each input of a story."""
    fold = told()
    statuses = []
    for event in story:
        fold = told(event, start=fold)
        statuses.append(fold.shown.status)
    return statuses


def _ticked(fold: Fold, until: int) -> Fold:
    while fold.deadline is not None and fold.deadline < until:
        fold = step(fold, Tick(fold.deadline))
    return fold
