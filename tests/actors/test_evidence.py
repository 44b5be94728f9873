"""The evidence actor: it gathers, it never holds a detector up, and what the disk refuses is all that is lost."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from journal_samples import BY, NOW, RUN
from simulated_disk import NO_SPACE, SimulatedDisk
from trio.testing import MockClock

from pitwall.actors.evidence import GATHER_SECONDS, QUEUE, EvidenceActor, Piece
from pitwall.detect.rulefile import parse
from pitwall.detect.rules import RuleFile
from pitwall.detect.screen import Screen
from pitwall.detector import Sampled
from pitwall.events.ids import PaneId
from pitwall.evidence.reader import read_archive
from pitwall.evidence.records import Evidence, Item, RulesUsed
from pitwall.journal import evidence
from pitwall.journal.evidence import EvidenceFiles, read_evidence, read_file, segments
from pitwall.state.status_inputs import AgentCame, Tick

FOLDER = Path("/home/ana/.pitwall/journal/evidence")
PANE = PaneId("00000000000000aa")
SOURCE = (
    b'[[rules]]\nid = "any"\nstate = "idle"\npriority = 1\nregion = "bottom_lines(1)"\ncontains = ["x"]\n'
)
RULES = parse(SOURCE, kind="drift", path="drift.toml", origin="bundled")


@pytest.fixture(autouse=True)
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that jumps does not wait for threads."""

    async def run_sync(function: Callable[..., None], *arguments: object) -> None:
        await trio.lowlevel.checkpoint()
        function(*arguments)

    monkeypatch.setattr(trio.to_thread, "run_sync", run_sync)


class Lane:
    """An actor on a simulated disk."""

    def __init__(self, disk: SimulatedDisk | None = None) -> None:
        self.disk = disk or SimulatedDisk()
        self.budget = 1 << 30
        files = EvidenceFiles(FOLDER, run=RUN, by=BY, now=NOW, files=self.disk)
        self.actor = EvidenceActor(files, self.rules, budget=lambda: self.budget)
        self.count = 0

    @staticmethod
    def rules(sha256: str) -> RuleFile | None:
        return RULES if sha256 == RULES.sha256 else None

    def record(self, *items: Item) -> None:
        for item in items:
            self.count += 1
            self.actor.record(Piece(NOW + self.count, 7, PANE, item))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.actor.run)
            yield
            nursery.cancel_scope.cancel()

    async def written(self) -> None:
        """Let it gather, and write."""
        await trio.sleep(3 * GATHER_SECONDS)

    def read(self) -> list[Evidence]:
        return read_archive(read_evidence(FOLDER, self.disk)).evidence

    def items(self) -> list[Item]:
        return [piece.item for piece in self.read()]


def ticks(count: int, first: int = 0) -> list[Item]:
    return [Tick(at) for at in range(first, first + count)]


def sampled(at: int, *lines: str) -> Sampled:
    return Sampled(at, Screen(lines))


async def test_what_is_recorded_is_written_in_order_with_where_it_belongs(autojump_clock: MockClock) -> None:
    lane = Lane()
    items = [AgentCame(1, "drift"), sampled(2, "a", "b"), sampled(3, "a", "c"), Tick(4)]
    async with lane.running():
        lane.record(*items)
        await lane.written()
        assert lane.items() == items
    assert [(piece.pane, piece.after, piece.at) for piece in lane.read()] == [
        (PANE, 7, NOW + number) for number in range(1, 5)
    ]


async def test_what_comes_within_a_moment_is_written_at_once(autojump_clock: MockClock) -> None:
    lane = Lane()
    async with lane.running():
        lane.record(*ticks(5))
        await lane.written()
        lane.disk.calls.clear()
        for tick in ticks(10, 5):
            lane.record(tick)
            await trio.sleep(GATHER_SECONDS / 20)
        await lane.written()
        assert lane.disk.calls.count("write") == 1
    assert lane.items() == ticks(15)


async def test_what_was_not_written_yet_is_written_at_the_end(autojump_clock: MockClock) -> None:
    lane = Lane()
    async with lane.running():
        lane.record(*ticks(3))
        await trio.testing.wait_all_tasks_blocked()
        lane.record(*ticks(2, 3))
    assert lane.items() == ticks(5)
    (path,) = segments(FOLDER, lane.disk)
    assert path.name.endswith(".gz")


async def test_a_rule_file_is_kept_once_a_segment_in_which_it_is_used(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "SEGMENT_LIMIT", 1)
    lane = Lane()
    async with lane.running():
        for at in range(3):
            lane.record(RulesUsed(at, RULES.sha256), RulesUsed(at, RULES.sha256), RulesUsed(at, ""))
            await lane.written()
    files = segments(FOLDER, lane.disk)
    assert len(files) == 3
    for file in files:
        archive = read_archive(read_file(file, lane.disk))
        assert archive.rules == {RULES.sha256: RULES}
        assert len(archive.evidence) == 3


async def test_each_segment_is_read_without_those_before_it(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "SEGMENT_LIMIT", 1)
    lane = Lane()
    screens = [sampled(at, "same", str(at)) for at in range(3)]
    async with lane.running():
        for screen in screens:
            lane.record(screen)
            await lane.written()
    read = [read_archive(read_file(file, lane.disk)) for file in segments(FOLDER, lane.disk)]
    assert [archive.evidence[0].item for archive in read] == screens


async def test_an_actor_that_is_started_anew_begins_a_segment_with_whole_screens(
    autojump_clock: MockClock,
) -> None:
    lane = Lane()
    screens = [sampled(1, "one", "below"), sampled(2, "two", "below")]
    for screen in screens:
        async with lane.running():
            lane.record(screen)
            await lane.written()
    read = [read_archive(read_file(file, lane.disk)) for file in segments(FOLDER, lane.disk)]
    assert [(archive.unread, archive.evidence[0].item) for archive in read] == [(0, s) for s in screens]


async def test_the_budget_is_heeded_as_it_is_now(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "SEGMENT_LIMIT", 1)
    lane = Lane()
    async with lane.running():
        for at in range(4):
            lane.record(*ticks(3, at))
            await lane.written()
        assert len(segments(FOLDER, lane.disk)) == 4
        lane.budget = 1
        lane.record(*ticks(2, 50))
        await lane.written()
        assert lane.items() == ticks(2, 50)


async def test_a_full_disk_loses_what_came_meanwhile_and_nothing_else(autojump_clock: MockClock) -> None:
    lane = Lane()
    before, lost, after = [sampled(1, "one"), sampled(2, "two")], [sampled(3, "three")], [sampled(4, "three")]
    async with lane.running():
        lane.record(*before)
        await lane.written()
        lane.disk.fault = lambda number, call: NO_SPACE if call in ("write", "create") else None
        lane.record(*lost)
        await lane.written()
        lane.disk.fault = lambda number, call: None
        lane.record(*after)
        await lane.written()
    assert lane.items() == [*before, *after]


async def test_a_disk_that_is_full_from_the_beginning_ends_nobody(autojump_clock: MockClock) -> None:
    lane = Lane()
    lane.disk.fault = lambda number, call: NO_SPACE
    async with lane.running():
        for at in range(3):
            lane.record(*ticks(3, at))
            await lane.written()
    lane.disk.fault = lambda number, call: None
    assert lane.items() == []


async def test_too_much_at_once_is_lost_and_holds_nobody_up(autojump_clock: MockClock) -> None:
    lane = Lane()
    lane.record(*ticks(QUEUE + 100))
    async with lane.running():
        await lane.written()
        lane.record(*ticks(1, 9000))
        await lane.written()
    assert lane.items() == [*ticks(QUEUE), Tick(9000)]
