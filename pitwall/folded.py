"""
What the facts on disk add up to, from a snapshot on where there is one that fits.

Here the journal, which knows no states, and the state, which knows no files, are joined.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pitwall.events.base import Recorded
from pitwall.events.codec import decode
from pitwall.journal.journal import Journal
from pitwall.journal.snapshots import Reader, Snapshot
from pitwall.state import stored
from pitwall.state.fold import fold_all
from pitwall.state.model import State
from pitwall.version import VERSION

MANY = 10_000
"""Facts from which on it is worth a snapshot not to fold them again."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A journal, and what its facts add up to; ``folded`` is how many of them had to be folded for that."""

    journal: Journal
    state: State
    folded: int


def open_journal(folder: Path, *, run: str, by: str, now: int) -> Opened:
    """
    The journal in ``folder`` as ``Journal.open`` has it, and the state after it.

    Raises:
        JournalLocked: another process writes it.
        JournalUnwritable: its files cannot be read or written.
    """
    shelf = _Shelf()
    journal = Journal.open(folder, run=run, by=by, now=now, reader=Reader(fold_name(), shelf.take))
    try:
        state = shelf.states.get(journal.snapshot, State())
        entries, journal.entries = journal.entries, ()
        history = (Recorded(entry.seq, entry.at, decode(entry.type, entry.data)) for entry in entries)
        state = fold_all(state, history)
        if not entries and not journal.snapshot:
            state = State(seq=journal.next_seq - 1)
        return Opened(journal, state, len(entries))
    except BaseException:
        journal.close()
        raise


def save_snapshot(journal: Journal, state: State) -> None:
    """
    Keep the state for the next start, unless that is done already; whoever asks knows that nobody writes facts.

    Raises:
        JournalUnwritable: it is not kept, and nothing else is the worse for it.
    """
    if state.seq != journal.snapshot:
        journal.write_snapshot(state.seq, fold_name(), stored.store(state))


def fold_name() -> str:
    """
    Names how this version makes states of facts. Another version is another name, though it may do the same: that
    costs one slow start after an upgrade, and spares whoever changes a rule of folding from being relied upon.
    """
    return f"pitwall {VERSION}, fold {stored.fingerprint()}"


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The states that snapshots held, by their numbers."""

    states: dict[int, State] = field(default_factory=dict)

    def take(self, snapshot: Snapshot) -> bool:
        state = _state_in(snapshot.parts)
        if state is None or state.seq != snapshot.about.seq:
            return False
        self.states[state.seq] = state
        return True


def _state_in(parts: Sequence[object]) -> State | None:
    """The state, if it is one: a mistake in the loading of a cache is no reason not to start."""
    try:
        return stored.load(parts)
    except Exception:
        return None
