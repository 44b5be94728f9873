"""The process table is never older than the question, and read no more often than needed."""

import os
import subprocess

import pytest
import trio
import trio.testing

from pitwall.pty import processes
from pitwall.pty.census import census


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with every reading."""
    counted: list[int] = []
    read = processes.table

    def count() -> dict[int, processes.Process]:
        counted.append(1)
        return read()

    monkeypatch.setattr(processes, "table", count)
    return counted


async def test_a_census_holds_what_was_started_before_it() -> None:
    child = subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE)
    found = await census()
    child.communicate()

    assert found[os.getpid()] == processes.process(os.getpid())
    assert child.pid in found
    assert child.pid not in await census()


async def test_many_who_ask_at_once_share_a_reading(readings: list[int]) -> None:
    tables = []

    async def ask() -> None:
        tables.append(await census())

    async with trio.open_nursery() as nursery:
        for _ in range(50):
            nursery.start_soon(ask)

    assert len(tables) == 50
    assert len(readings) == 1


async def test_who_asks_during_a_reading_waits_for_the_next(
    readings: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    began, go = trio.Event(), trio.Event()
    run_sync = trio.to_thread.run_sync

    async def slow(function: object) -> object:
        began.set()
        await go.wait()
        return await run_sync(function)  # type: ignore[arg-type]

    monkeypatch.setattr(trio.to_thread, "run_sync", slow)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(census)
        await began.wait()
        nursery.start_soon(census)
        nursery.start_soon(census)
        await trio.testing.wait_all_tasks_blocked()
        go.set()

    assert len(readings) == 2


async def test_a_cancelled_reading_is_begun_again_for_the_others(readings: list[int]) -> None:
    results = []

    async def ask(scope: trio.CancelScope) -> None:
        with scope:
            results.append(await census())

    scopes = [trio.CancelScope() for _ in range(3)]
    scopes[0].cancel()
    async with trio.open_nursery() as nursery:
        for scope in scopes:
            nursery.start_soon(ask, scope)

    assert len(results) == 2
    assert len(readings) == 1
