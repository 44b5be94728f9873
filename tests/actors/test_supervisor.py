"""An actor that fails is reported and started anew."""

import itertools

import pytest
import trio
from trio.testing import MockClock

from pitwall.actors.supervisor import LONGEST_PAUSE, supervise
from pitwall.events.runs import ActorFailed


class Reports:
    """Collects what is reported."""

    def __init__(self) -> None:
        self.failures: list[ActorFailed] = []

    async def __call__(self, failure: ActorFailed) -> None:
        self.failures.append(failure)


async def test_an_actor_that_returns_is_not_started_again() -> None:
    runs = 0

    async def run() -> None:
        nonlocal runs
        runs += 1

    reports = Reports()
    await supervise("emulator", run, reports)
    assert runs == 1
    assert reports.failures == []


async def test_a_failure_names_the_actor_and_the_exception_and_nothing_it_said(
    autojump_clock: MockClock,
) -> None:
    runs = 0

    async def run() -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            raise ValueError("the user typed hunter2")

    reports = Reports()
    await supervise("detector", run, reports)
    assert runs == 2
    assert reports.failures == [ActorFailed(actor="detector", error="ValueError")]


async def test_the_first_exception_of_a_group_is_named(autojump_clock: MockClock) -> None:
    runs = 0

    async def run() -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            async with trio.open_nursery():
                raise KeyError("secret")

    reports = Reports()
    await supervise("pty", run, reports)
    assert [failure.error for failure in reports.failures] == ["KeyError"]


async def test_an_actor_that_keeps_failing_is_tried_ever_more_slowly(autojump_clock: MockClock) -> None:
    began: list[float] = []

    async def run() -> None:
        began.append(trio.current_time())
        if len(began) < 12:
            raise OSError

    await supervise("clock", run, Reports())
    pauses = [later - earlier for earlier, later in itertools.pairwise(began)]
    assert pauses == sorted(pauses)
    assert pauses[-1] == pytest.approx(LONGEST_PAUSE)


async def test_cancellation_passes_through() -> None:
    with trio.move_on_after(0) as scope:
        await supervise("clock", trio.sleep_forever, Reports())
    assert scope.cancelled_caught
