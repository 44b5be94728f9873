"""From the state to the scene that a window shows around its panes' screens (pure)."""

from collections.abc import Sequence

from pitwall.events.ids import PaneId
from pitwall.state.attention import in_order, since
from pitwall.state.layout import Box
from pitwall.state.model import Session, State, Tab
from pitwall.state.tabstate import view
from pitwall.state.titles import title_of
from pitwall.wire.window import PaneBox, Scene, TabLine


def drawn(
    state: State,
    session: Session,
    tab: Tab,
    boxes: Sequence[Box],
    *,
    focused: PaneId | None,
    zoomed: bool,
    degraded: bool,
    kept: tuple[PaneId, ...],
    answered: int,
) -> Scene:
    """The scene of a session, one tab of which is shown, its panes in boxes."""
    order = {needing.id: place for place, needing in enumerate(in_order(state, session))}
    return Scene(
        session=session.name,
        sessions=tuple(other.name for other in state.sessions.values()),
        tabs=tuple(
            _tab_line(state, listed, number, order.get(listed.id))
            for number, listed in state.tabs_of(session)
        ),
        active=tab.id,
        panes=tuple(
            PaneBox(
                id=box.pane,
                top=box.top,
                left=box.left,
                rows=box.rows,
                cols=box.cols,
                live=state.panes[box.pane].live,
                title=state.panes[box.pane].title,
            )
            for box in boxes
        ),
        focused=focused or "",
        zoomed=zoomed,
        degraded=degraded,
        kept=kept,
        answered=answered,
    )


def _tab_line(state: State, tab: Tab, number: int, attention: int | None) -> TabLine:
    shown = view(state, tab)
    return TabLine(
        id=tab.id,
        number=number,
        title=title_of(state, tab),
        group=tab.group,
        state=shown.state,
        agent=shown.agent,
        question=shown.question,
        branch=shown.pane.branch if shown.pane is not None else "",
        detached=tab.detached,
        attention=attention,
        since=since(shown),
        exit_code=shown.exit_code,
    )
