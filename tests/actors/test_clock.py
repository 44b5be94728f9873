"""One clock for all panes: at most every 400 ms, on change or when a deadline is due."""

import itertools
import math

import pytest
import trio
from trio.testing import MockClock

from pitwall.actors.clock import PERIOD, Clock
from pitwall.actors.messages import EmulatorMessage, LookDue, OutputChunk
from pitwall.events.ids import PaneId

PANE = PaneId("00000000000000aa")


class Looks:
    """A pane's mailbox, and when looks came in."""

    def __init__(self, clock: Clock, *, room: float = math.inf) -> None:
        self.send, self._mail = trio.open_memory_channel[EmulatorMessage](room)
        clock.register(PANE, self.send)

    async def next(self) -> float:
        assert isinstance(await self._mail.receive(), LookDue)
        return trio.current_time()

    def waiting(self) -> int:
        return self._mail.statistics().current_buffer_used


async def running(clock: Clock, nursery: trio.Nursery) -> None:
    nursery.start_soon(clock.run)


async def test_a_new_pane_is_looked_at_at_once(autojump_clock: MockClock) -> None:
    clock = Clock()
    looks = Looks(clock)
    async with trio.open_nursery() as nursery:
        await running(clock, nursery)
        began = trio.current_time()
        assert await looks.next() == pytest.approx(began)
        nursery.cancel_scope.cancel()


async def test_output_without_end_is_looked_at_once_a_period(autojump_clock: MockClock) -> None:
    clock = Clock()
    looks = Looks(clock)
    async with trio.open_nursery() as nursery:
        await running(clock, nursery)
        times = [await looks.next()]
        for _ in range(5):
            clock.stir(PANE)
            clock.stir(PANE)
            times.append(await looks.next())
        gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
        assert gaps == pytest.approx([PERIOD] * 5)
        nursery.cancel_scope.cancel()


async def test_a_quiet_pane_is_not_looked_at(autojump_clock: MockClock) -> None:
    clock = Clock()
    looks = Looks(clock)
    async with trio.open_nursery() as nursery:
        await running(clock, nursery)
        await looks.next()
        await trio.sleep(3600)
        assert looks.waiting() == 0
        nursery.cancel_scope.cancel()


async def test_a_deadline_brings_a_look_though_nothing_changed(autojump_clock: MockClock) -> None:
    clock = Clock()
    looks = Looks(clock)
    async with trio.open_nursery() as nursery:
        await running(clock, nursery)
        due = await looks.next() + 10
        clock.wake_at(PANE, due)
        assert await looks.next() == pytest.approx(due)
        nursery.cancel_scope.cancel()


async def test_a_pane_too_busy_to_take_a_look_has_one_waiting_and_blocks_no_other(
    autojump_clock: MockClock,
) -> None:
    clock = Clock()
    looks = Looks(clock, room=1)
    send, other = trio.open_memory_channel[EmulatorMessage](math.inf)
    async with trio.open_nursery() as nursery:
        await running(clock, nursery)
        await trio.testing.wait_all_tasks_blocked()
        assert looks.waiting() == 1
        for _ in range(3):
            clock.stir(PANE)
            await trio.sleep(PERIOD)
        clock.register(PaneId("00000000000000bb"), send)
        assert isinstance(await other.receive(), LookDue)
        await looks.next()
        await looks.next()
        assert looks.waiting() == 0
        clock.stir(PANE)
        await looks.next()
        nursery.cancel_scope.cancel()


async def test_a_forgotten_pane_is_left_alone(autojump_clock: MockClock) -> None:
    clock = Clock()
    looks = Looks(clock)
    async with trio.open_nursery() as nursery:
        await running(clock, nursery)
        await looks.next()
        clock.stir(PANE)
        clock.forget(PANE)
        clock.stir(PANE)
        await trio.sleep(10)
        assert looks.waiting() == 0
        nursery.cancel_scope.cancel()


async def test_a_flood_that_keeps_the_mailbox_full_does_not_keep_looks_out(autojump_clock: MockClock) -> None:
    clock = Clock()
    send, mail = trio.open_memory_channel[EmulatorMessage](1)

    async def flood() -> None:
        while True:
            await send.send(OutputChunk(b"x"))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(flood)
        await trio.testing.wait_all_tasks_blocked()
        clock.register(PANE, send)
        await running(clock, nursery)
        await trio.testing.wait_all_tasks_blocked()
        taken = [await mail.receive() for _ in range(4)]
        assert LookDue() in taken
        nursery.cancel_scope.cancel()


async def test_a_look_that_waits_ends_with_its_pane(autojump_clock: MockClock) -> None:
    clock = Clock()
    send, mail = trio.open_memory_channel[EmulatorMessage](1)
    send.send_nowait(OutputChunk(b"x"))
    clock.register(PANE, send)
    async with trio.open_nursery() as nursery:
        await running(clock, nursery)
        await trio.testing.wait_all_tasks_blocked()
        assert mail.statistics().tasks_waiting_send == 1
        clock.forget(PANE)
        await trio.testing.wait_all_tasks_blocked()
        assert mail.statistics().tasks_waiting_send == 0
        nursery.cancel_scope.cancel()
