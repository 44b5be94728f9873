"""The evidence actor's segments are readable one by one, also those after a failure."""

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from pitwall.actors.evidence import EvidenceActor, Piece
from pitwall.detect.screen import Screen
from pitwall.detector import Sampled
from pitwall.events.ids import PaneId
from pitwall.evidence.reader import read_archive
from pitwall.journal.evidence import EvidenceFiles, read_file, segments

PANE = PaneId("a" * 16)


def sampled(text: str) -> Piece:
    return Piece(1, 1, PANE, Sampled(1, Screen((text, "below"))))


@pytest.mark.parametrize("runs", [1, 2])
async def test_each_segment_begins_with_whole_screens_also_when_the_actor_was_started_anew(
    runs: int, tmp_path: Path, autojump_clock: MockClock
) -> None:
    files = EvidenceFiles(tmp_path / "evidence", run="f" * 16, by="test", now=1)
    actor = EvidenceActor(files, lambda sha256: None, budget=lambda: 1 << 20)
    for text in ["one", "two"][:runs]:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(actor.run)
            actor.record(sampled(text))
            await wait_all_tasks_blocked()
            await trio.sleep(2)
            nursery.cancel_scope.cancel()
    found = segments(tmp_path / "evidence")
    assert len(found) == runs
    archive = read_archive(read_file(found[-1]))
    assert archive.unread == 0
    (piece,) = archive.evidence
    assert isinstance(piece.item, Sampled)
    assert piece.item.screen.lines == (["one", "two"][runs - 1], "below")
