"""What is on disk of this user's past: the folded facts, the tabs that were, and the evidence."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pitwall.errors import AmbiguousName, NoSuchSession, NoSuchTab, Refusal
from pitwall.events.base import Recorded
from pitwall.events.codec import decode
from pitwall.events.ids import PaneId
from pitwall.evidence.course import Ending
from pitwall.evidence.reader import Archive, panes_in, read_archive
from pitwall.journal.evidence import FOLDER, read_copy, read_evidence
from pitwall.journal.verify import read
from pitwall.state.fold import fold_all
from pitwall.state.model import State, Tab
from pitwall.state.naming import all_named, find_session, find_tab
from pitwall.state.text import TITLE_LIMIT, plain
from pitwall.state.titles import title_of

LISTED = 5
"""Ids of closed tabs of one title that a refusal names, the last ones."""


@dataclass(frozen=True, slots=True)
class Past:
    """The state that the journal's facts fold to, those that ended what was in a pane, and where they are from."""

    folder: Path
    state: State
    endings: tuple[Recorded, ...]


def read_past(folder: Path) -> Past:
    """The past that the journal in ``folder`` holds; raises ``Refusal`` when it cannot be read."""
    try:
        entries = list(read(folder))
    except OSError as error:
        raise Refusal(f"cannot read the journal {folder}: {error.strerror}") from error
    endings: list[Recorded] = []

    def history() -> Iterator[Recorded]:
        for entry in entries:
            recorded = Recorded(entry.seq, entry.at, decode(entry.type, entry.data))
            if isinstance(recorded.fact, Ending):
                endings.append(recorded)
            yield recorded

    state = fold_all(State(), history())
    return Past(folder, state, tuple(endings))


def tab_of(state: State, word: str, session: str | None, caller: PaneId | None) -> Tab:
    """
    The tab that ``word`` names, open or closed, for who calls from the pane ``caller``; an open one wins.

    An open tab is named as everywhere (SEMANTICS 2); a closed one by its id or its title, of the ``session`` that is
    named or else of any.

    Raises ``NoSuchTab``, ``NoSuchSession`` or ``AmbiguousName``.
    """
    closed = _closed_tabs(state, session)
    by_id = next((tab for tab in closed if tab.id == word), None)
    if by_id is not None:
        return by_id
    try:
        return find_tab(state, find_session(state, session, caller), word, None, elsewhere=session is None)
    except (NoSuchTab, NoSuchSession):
        titled = [tab for tab in closed if tab.title and tab.title == word]
        if not titled:
            raise
    if len(titled) > 1:
        ids = ", ".join(tab.id for tab in titled[-LISTED:])
        raise AmbiguousName(
            f'several closed tabs are named "{plain(word, TITLE_LIMIT)}": name one by its id ({ids})'
        )
    return titled[0]


def _closed_tabs(state: State, session: str | None) -> list[Tab]:
    """The tabs that have closed, of all sessions or of the one that is named, which may have ended with them."""
    if session is None:
        return [closed.tab for closed in state.closed.values()]
    try:
        meant = find_session(state, session, None)
    except NoSuchSession:
        names = all_named(
            session, dict.fromkeys(closed.session_name for closed in state.closed.values()), str
        )
        if not names:
            raise
        if len(names) > 1:
            listed = ", ".join(plain(name, TITLE_LIMIT) for name in names)
            raise AmbiguousName(
                f"several sessions that have ended fit: {listed}; write more of the name"
            ) from None
        return [closed.tab for closed in state.closed.values() if closed.session_name == names[0]]
    return [
        closed.tab
        for closed in state.closed.values()
        if closed.tab.session == meant.id or closed.session_name == meant.name
    ]


def evidence_of(folder: Path) -> Archive:
    """All evidence beside the journal in ``folder``."""
    return read_archive(read_evidence(folder / FOLDER))


def evidence_in(path: Path) -> Archive:
    """The evidence in one file, whatever it is called; raises ``Refusal`` when it holds none."""
    try:
        archive = read_archive(read_copy(path))
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}") from error
    if not archive.evidence:
        raise Refusal(f"{path} holds no evidence: name a file of the journal's evidence folder, or a copy")
    return archive


def panes_meant(past: Past, archive: Archive, tab: Tab) -> list[PaneId]:
    """The tab's panes, closed ones too, that there is evidence of; raises ``Refusal`` when there is of none."""
    of_tab = {pane.id for pane in past.state.panes.values() if pane.tab == tab.id}
    panes = [pane for pane in panes_in(archive) if pane in of_tab]
    if not panes:
        title = title_of(past.state, tab) if tab.id in past.state.tabs else tab.title
        raise Refusal(
            f"there is no evidence of {title or tab.id!r}: it is kept only while an agent runs in a tab"
        )
    return panes
