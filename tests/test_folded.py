"""The journal and the state joined: whatever snapshots there are, what a start finds is the fold of all facts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import histories

from pitwall.events import codec
from pitwall.events.base import Fact, Recorded
from pitwall.events.ids import SessionId
from pitwall.events.sessions import SessionOpened
from pitwall.folded import Opened, fold_name, open_journal, save_snapshot
from pitwall.journal.entries import Entry
from pitwall.journal.snapshots import snapshot_name
from pitwall.state import stored
from pitwall.state.fold import fold_all
from pitwall.state.model import State

NOW = 1_764_510_697_000_000


def opened(folder: Path) -> Opened:
    return open_journal(folder, run="00112233aabbccdd", by="pitwall's tests", now=NOW)


def append(folder: Path, history: Sequence[Recorded], *, keep: bool = False, rotate: bool = False) -> None:
    """A run of a daemon that writes those facts."""
    begun = opened(folder)
    begun.journal.append([Entry(r.seq, r.at, *codec.encode(r.fact)) for r in history])
    begun.journal.sync()
    if keep:
        save_snapshot(begun.journal, fold_all(begun.state, history))
    if rotate:
        begun.journal.rotate()
    begun.journal.close()


def found(folder: Path) -> tuple[State, int]:
    begun = opened(folder)
    begun.journal.close()
    return begun.state, begun.folded


@settings(max_examples=60, deadline=None)
@given(histories(max_size=40), st.data())
def test_a_start_finds_the_fold_of_all_facts_wherever_snapshots_were_written(
    history: list[Recorded], data: st.DataObject
) -> None:
    with TemporaryDirectory() as scratch:
        folder, done = Path(scratch), 0
        while done < len(history):
            some = data.draw(st.integers(1, len(history) - done))
            append(
                folder,
                history[done : done + some],
                keep=data.draw(st.booleans()),
                rotate=data.draw(st.booleans()),
            )
            done += some
        state, folded = found(folder)
        assert folded <= len(history)
        for path in folder.glob("snapshot-*"):
            path.unlink()
        assert found(folder) == (state, len(history))
        again = [Recorded(r.seq, r.at, codec.decode(*codec.encode(r.fact))) for r in history]
        assert state == fold_all(State(), again)


def sessions(count: int) -> Iterator[Recorded]:
    for seq in range(1, count + 1):
        yield Recorded(seq, NOW, SessionOpened(session=SessionId(f"{seq:016x}"), name=f"session {seq}"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A journal of 5 facts with a snapshot of them."""
    append(tmp_path, [*sessions(5)], keep=True)
    assert found(tmp_path) == (fold_all(State(), sessions(5)), 0)
    return tmp_path


def test_another_version_folds_all_facts_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitwall.folded.VERSION", "0.1.1")
    assert found(folder) == (fold_all(State(), sessions(5)), 5)


def test_another_way_of_folding_folds_all_facts_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitwall.state.stored.FOLD", stored.FOLD + 1)
    assert found(folder) == (fold_all(State(), sessions(5)), 5)


@dataclass(frozen=True, slots=True)
class SessionPainted(Fact):
    TYPE: ClassVar[str] = "session.painted"
    session: SessionId


def test_a_version_that_knows_one_more_fact_folds_all_of_them_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = fold_name()
    more = {**codec.REGISTRY, SessionPainted.TYPE: SessionPainted}
    monkeypatch.setattr("pitwall.state.stored.REGISTRY", more)
    assert fold_name() != name
    assert found(folder)[1] == 5


def test_a_mistake_in_loading_a_snapshot_is_no_reason_not_to_start(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(parts: object) -> State:
        raise AttributeError(str(parts))

    monkeypatch.setattr("pitwall.state.stored.load", mistaken)
    assert found(folder) == (fold_all(State(), sessions(5)), 5)


def test_a_snapshot_under_another_number_is_not_taken(folder: Path) -> None:
    append(folder, [*sessions(6)][5:])
    (folder / snapshot_name(5)).rename(folder / snapshot_name(6))
    assert found(folder) == (fold_all(State(), sessions(6)), 6)


def test_a_snapshot_whose_state_is_of_another_fact_than_it_says_is_not_taken(folder: Path) -> None:
    begun = opened(folder)
    begun.journal.write_snapshot(5, fold_name(), stored.store(fold_all(State(), sessions(4))))
    begun.journal.close()
    assert found(folder) == (fold_all(State(), sessions(5)), 5)


def test_what_was_kept_already_is_not_written_again(folder: Path) -> None:
    before = (folder / snapshot_name(5)).stat().st_mtime_ns
    begun = opened(folder)
    save_snapshot(begun.journal, begun.state)
    begun.journal.close()
    assert (folder / snapshot_name(5)).stat().st_mtime_ns == before


def test_an_empty_journal_is_an_empty_state(tmp_path: Path) -> None:
    assert found(tmp_path) == (State(), 0)
