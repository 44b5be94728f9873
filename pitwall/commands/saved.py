"""``ls`` and ``session ls`` without a daemon: nothing is open, but tabs may be saved (SEMANTICS 7)."""

import argparse
import sys
from pathlib import Path

from pitwall import paths
from pitwall.events.base import Recorded
from pitwall.events.codec import decode
from pitwall.journal.verify import read
from pitwall.state.fold import fold_all
from pitwall.state.model import State
from pitwall.state.restoring import outcome_of


def list_nothing(arguments: argparse.Namespace) -> int:
    """Print the empty list, and on the error output how many tabs a daemon would bring back."""
    if arguments.json:
        print("[]")
    folder = paths.journal_folder(paths.data_folder())
    try:
        count = saved_tabs(Path(folder))
    except OSError as error:
        reason = f"{error.filename or folder}: {error.strerror}"
        print(
            f"pitwall: the journal cannot be read: {reason}; `pitwall daemon start` says more",
            file=sys.stderr,
        )
        return 0
    if count:
        tabs = "1 tab is" if count == 1 else f"{count} tabs are"
        them = "it" if count == 1 else "them"
        print(f"pitwall: {tabs} saved, `pitwall daemon start` brings {them} back", file=sys.stderr)
    return 0


def saved_tabs(folder: Path) -> int:
    """How many tabs the journal in ``folder`` would bring back; raises OSError where it cannot be read."""
    history = (Recorded(entry.seq, entry.at, decode(entry.type, entry.data)) for entry in read(folder))
    state = fold_all(State(), history)
    return sum(any(outcome_of(pane) != "gone" for pane in state.panes_of(tab)) for tab in state.tabs.values())
