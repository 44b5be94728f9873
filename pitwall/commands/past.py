"""What is on disk of this user's past: the folded facts, the tabs that were, and the evidence."""

from dataclasses import dataclass
from pathlib import Path

from pitwall.errors import NoSuchTab, PitwallError, Refusal
from pitwall.events.base import Recorded
from pitwall.events.codec import decode
from pitwall.events.ids import PaneId
from pitwall.evidence.reader import Archive, panes_in, read_archive
from pitwall.journal.evidence import FOLDER, read_copy, read_evidence
from pitwall.journal.verify import read
from pitwall.state.fold import fold_all
from pitwall.state.model import State, Tab
from pitwall.state.naming import find_session, find_tab
from pitwall.state.titles import title_of


@dataclass(frozen=True, slots=True)
class Past:
    """The state that the journal's facts fold to, and where it is from."""

    folder: Path
    state: State


def read_past(folder: Path) -> Past:
    """The past that the journal in ``folder`` holds; raises ``Refusal`` when it cannot be read."""
    try:
        entries = list(read(folder))
    except OSError as error:
        raise Refusal(f"cannot read the journal {folder}: {error.strerror}") from error
    history = (Recorded(entry.seq, entry.at, decode(entry.type, entry.data)) for entry in entries)
    return Past(folder, fold_all(State(), history))


def tab_of(state: State, word: str, session: str | None, caller: PaneId | None) -> Tab:
    """
    The tab that ``word`` names, open or closed, for who calls from the pane ``caller``; an open one wins.

    Raises ``NoSuchTab`` or another ``Refusal``.
    """
    try:
        return find_tab(state, find_session(state, session, caller), word, None)
    except PitwallError as error:
        closed = [
            closed.tab
            for closed in state.closed.values()
            if word == closed.tab.id or (closed.tab.title and word == closed.tab.title)
        ]
        if len(closed) == 1:
            return closed[0]
        if len(closed) > 1:
            ids = ", ".join(tab.id for tab in closed[-5:])
            raise NoSuchTab(f"several closed tabs are named {word!r}: name one by its id ({ids})") from error
        raise


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
    """The tab's panes that there is evidence of; raises ``Refusal`` when there is of none."""
    panes = [pane for pane in panes_in(archive) if pane in tab.panes]
    if not panes:
        title = title_of(past.state, tab) if tab.id in past.state.tabs else tab.title
        raise Refusal(
            f"there is no evidence of {title or tab.id!r}: it is kept only while an agent runs in a tab"
        )
    return panes
