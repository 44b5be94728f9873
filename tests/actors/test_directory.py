"""The directory decides, has it committed, and only then tells anybody."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import wait_all_tasks_blocked
from worlds import World

from pitwall.actors.directory import RECENT, Directory
from pitwall.actors.journal import Batch, Committed
from pitwall.errors import NoSuchTab, Refusal
from pitwall.events.base import Fact
from pitwall.events.ids import TabId
from pitwall.state.intents import CloseTab, GroupTab, RenameTab
from pitwall.state.model import State, Tab


class Ledger:
    """Stands for the journal: batches wait until the test commits them."""

    def __init__(self, directory: Directory, batches: "trio.MemoryReceiveChannel[Batch]") -> None:
        self.directory = directory
        self._batches = batches
        self.to_directory, self.committed = trio.open_memory_channel[Committed](100)

    async def commit(self, *, durable: bool = True) -> Batch:
        await wait_all_tasks_blocked()
        batch = self._batches.receive_nowait()
        await self.to_directory.send(Committed(batch, durable))
        await wait_all_tasks_blocked()
        return batch


@asynccontextmanager
async def directory_of(state: State) -> AsyncIterator[Ledger]:
    to_journal, batches = trio.open_memory_channel[Batch](10_000)
    directory = Directory(state, lambda: 1_000_000, to_journal)
    ledger = Ledger(directory, batches)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(directory.run)
        nursery.start_soon(directory.announce, ledger.committed)
        yield ledger
        nursery.cancel_scope.cancel()


def world_with_tab() -> tuple[World, Tab]:
    world = World()
    return world, world.tab("make")


async def test_an_answer_comes_after_the_commit_and_not_before() -> None:
    world, tab = world_with_tab()
    async with directory_of(world.state) as ledger, trio.open_nursery() as nursery:
        answered: list[State] = []

        async def ask() -> None:
            answered.append((await ledger.directory.ask(RenameTab(tab.id, "tests"))).state)

        nursery.start_soon(ask)
        await wait_all_tasks_blocked()
        assert answered == []
        assert ledger.directory.state.tabs[tab.id].title == ""
        await ledger.commit()
        assert [state.tabs[tab.id].title for state in answered] == ["tests"]
        assert ledger.directory.state.tabs[tab.id].title == "tests"


async def test_the_next_intent_is_decided_on_what_is_not_committed_yet() -> None:
    world, tab = world_with_tab()
    async with directory_of(world.state) as ledger:
        await ledger.directory.tell(CloseTab(tab.id))
        await wait_all_tasks_blocked()
        with pytest.raises(NoSuchTab):
            await ledger.directory.ask(RenameTab(tab.id, "tests"))


async def test_events_are_numbered_without_a_gap_from_where_the_journal_ended() -> None:
    world, tab = world_with_tab()
    async with directory_of(world.state) as ledger:
        for title in ("a", "b", "c"):
            await ledger.directory.tell(RenameTab(tab.id, title))
        seqs = [(await ledger.commit()).recorded[0].seq for _ in range(3)]
        assert seqs == [world.state.seq + 1, world.state.seq + 2, world.state.seq + 3]


async def test_what_is_true_already_is_answered_in_its_turn() -> None:
    world, tab = world_with_tab()
    async with directory_of(world.state) as ledger, trio.open_nursery() as nursery:
        order: list[str] = []

        async def ask(name: str, intent: GroupTab) -> None:
            await ledger.directory.ask(intent)
            order.append(name)

        await ledger.directory.tell(GroupTab(tab.id, "api"))
        await wait_all_tasks_blocked()
        nursery.start_soon(ask, "the same again", GroupTab(tab.id, "api"))
        await wait_all_tasks_blocked()
        assert order == []
        await ledger.commit()
        assert order == []
        await ledger.commit()
        assert order == ["the same again"]


async def test_a_slow_watcher_gets_the_latest_state_and_holds_nobody_up() -> None:
    world, tab = world_with_tab()
    async with directory_of(world.state) as ledger:
        with ledger.directory.watch() as states:
            assert await states.take() is world.state
            for number in range(20):
                await ledger.directory.tell(RenameTab(tab.id, f"title {number}"))
                await ledger.commit()
            assert (await states.take()).tabs[tab.id].title == "title 19"


async def test_an_answer_says_when_the_disk_refused_it() -> None:
    world, tab = world_with_tab()
    async with directory_of(world.state) as ledger, trio.open_nursery() as nursery:
        durable: list[bool] = []

        async def ask() -> None:
            durable.append((await ledger.directory.ask(RenameTab(tab.id, "x"))).durable)

        nursery.start_soon(ask)
        await ledger.commit(durable=False)
        assert durable == [False]


async def test_recent_facts_are_kept_and_older_ones_are_left_to_the_disk() -> None:
    world, tab = world_with_tab()
    async with directory_of(world.state) as ledger:
        begin = world.state.seq
        assert ledger.directory.recent(begin) == ()
        assert ledger.directory.recent(begin - 1) is None
        for number in range(3):
            await ledger.directory.tell(RenameTab(tab.id, str(number)))
            await ledger.commit()
        recent = ledger.directory.recent(begin + 1)
        assert recent is not None
        assert [recorded.seq for recorded in recent] == [begin + 2, begin + 3]
        assert RECENT > 3


async def test_an_intent_with_a_mistake_in_it_is_refused_and_ends_nothing() -> None:
    class Mistaken:
        def decide(self, state: State) -> tuple[Fact, ...]:
            raise ZeroDivisionError

    world, tab = world_with_tab()
    async with directory_of(world.state) as ledger:
        with pytest.raises(Refusal, match="inside the daemon"):
            await ledger.directory.ask(Mistaken())
        await ledger.directory.tell(RenameTab(tab.id, "still here"))
        assert (await ledger.commit()).state.tabs[tab.id].title == "still here"


async def test_a_refusal_does_not_wait_for_the_disk() -> None:
    world, _ = world_with_tab()
    async with directory_of(world.state) as ledger:
        with trio.fail_after(5), pytest.raises(NoSuchTab):
            await ledger.directory.ask(CloseTab(TabId("0" * 16)))
