"""The journal actor commits in groups, in order, and never stops for its disk."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from simulated_disk import BROKEN, NO_SPACE, SimulatedDisk, Survives
from trio.testing import MockClock, wait_all_tasks_blocked

from pitwall.actors.journal import LAZY_SECONDS, RETRY_SECONDS, Batch, Committed, JournalActor
from pitwall.events.base import Fact, Recorded
from pitwall.events.ids import PaneId, TabId
from pitwall.events.panes import PaneTitled
from pitwall.events.tabs import TabRenamed
from pitwall.journal.journal import Journal
from pitwall.state.model import State

FOLDER = Path("/home/ana/.pitwall/journal")
RENAMED = TabRenamed(tab=TabId("a" * 16), title="tests")
TITLED = PaneTitled(pane=PaneId("b" * 16), title="building")


def opened(disk: SimulatedDisk) -> Journal:
    return Journal.open(FOLDER, run="c" * 16, by="pitwall test", now=1, files=disk)


class Ledger:
    """The actor's two ends."""

    def __init__(self, disk: SimulatedDisk) -> None:
        self.disk = disk
        self.seq = 0
        self.batches, mail = trio.open_memory_channel[Batch](1000)
        committed, self.committed = trio.open_memory_channel[Committed](1000)
        self.journal = opened(disk)
        self.actor = JournalActor(self.journal, mail, committed)

    def give(self, *facts: Fact) -> None:
        recorded = tuple(Recorded(self.seq + at, 1, fact) for at, fact in enumerate(facts, 1))
        self.seq += len(facts)
        self.batches.send_nowait(Batch(self.seq, recorded, State(seq=self.seq)))

    async def taken(self, count: int) -> list[Committed]:
        return [await self.committed.receive() for _ in range(count)]

    def surviving(self) -> int:
        """How many facts the next start would find if the machine lost its power now."""
        return len(opened(self.disk.after_crash(Survives.NOTHING)).entries)


@asynccontextmanager
async def ledger_on(disk: SimulatedDisk) -> AsyncIterator[Ledger]:
    ledger = Ledger(disk)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ledger.actor.run)
        yield ledger
        nursery.cancel_scope.cancel()


async def test_a_committed_fact_is_on_disk() -> None:
    async with ledger_on(SimulatedDisk()) as ledger:
        ledger.give(RENAMED)
        (committed,) = await ledger.taken(1)
        assert committed.durable
        assert ledger.surviving() == 1


async def test_all_that_waits_is_committed_with_one_write_and_one_sync() -> None:
    disk = SimulatedDisk()
    ledger = Ledger(disk)
    for _ in range(50):
        ledger.give(RENAMED)
    before = len(disk.calls)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ledger.actor.run)
        committed = await ledger.taken(50)
        nursery.cancel_scope.cancel()
    assert [news.batch.number for news in committed] == list(range(1, 51))
    assert disk.calls[before:] == ["write", "sync"]


async def test_cosmetic_facts_alone_are_announced_when_written_and_on_disk_within_a_second(
    mock_clock: MockClock,
) -> None:
    disk = SimulatedDisk()
    synced = threading.Event()
    async with ledger_on(disk) as ledger:
        ledger.give(TITLED)
        await ledger.taken(1)
        assert ledger.surviving() == 0
        disk.fault = lambda number, call: synced.set() if call == "sync" else None
        await wait_all_tasks_blocked()
        mock_clock.jump(LAZY_SECONDS)
        await trio.to_thread.run_sync(synced.wait, 10)
    assert ledger.surviving() == 1


async def test_a_cosmetic_fact_reaches_the_disk_with_the_next_that_must() -> None:
    async with ledger_on(SimulatedDisk()) as ledger:
        ledger.give(TITLED)
        ledger.give(RENAMED)
        await ledger.taken(2)
        assert ledger.surviving() == 2


async def test_a_full_disk_stops_nothing_and_is_told() -> None:
    disk = SimulatedDisk()
    async with ledger_on(disk) as ledger:
        disk.fault = lambda number, call: NO_SPACE if call == "write" else None
        ledger.give(RENAMED)
        ledger.give(RENAMED)
        assert [news.durable for news in await ledger.taken(2)] == [False, False]
        assert ledger.actor.degraded


async def test_what_a_full_disk_refused_is_written_once_there_is_room(
    mock_clock: MockClock,
) -> None:
    disk = SimulatedDisk()
    async with ledger_on(disk) as ledger:
        disk.fault = lambda number, call: NO_SPACE if call == "write" else None
        for _ in range(3):
            ledger.give(RENAMED)
            await ledger.taken(1)
        disk.fault = lambda number, call: None
        ledger.give(RENAMED)
        assert [news.durable for news in await ledger.taken(1)] == [False], "it waits before it tries again"
        mock_clock.jump(RETRY_SECONDS)
        ledger.give(RENAMED)
        assert [news.durable for news in await ledger.taken(1)] == [True]
        assert not ledger.actor.degraded
        assert ledger.surviving() == 5


async def test_facts_whose_sync_failed_are_written_anew(mock_clock: MockClock) -> None:
    disk = SimulatedDisk()
    async with ledger_on(disk) as ledger:
        disk.fault = lambda number, call: BROKEN if call == "sync" else None
        ledger.give(RENAMED)
        assert [news.durable for news in await ledger.taken(1)] == [False]
        disk.fault = lambda number, call: None
        mock_clock.jump(RETRY_SECONDS)
        ledger.give(RENAMED)
        assert [news.durable for news in await ledger.taken(1)] == [True]
        assert ledger.surviving() == 2


async def test_the_end_of_the_directory_is_the_end_once_all_is_on_disk() -> None:
    ledger = Ledger(SimulatedDisk())
    ledger.give(TITLED)
    ledger.batches.close()
    await ledger.actor.run()
    assert ledger.surviving() == 1
    assert [news.batch.number for news in await ledger.taken(1)] == [1]
