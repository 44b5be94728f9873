"""A channel of one that holds the latest value."""

import trio
from trio.testing import wait_all_tasks_blocked

from pitwall.actors.latest import Latest


async def test_what_was_not_taken_is_replaced_by_what_came_later() -> None:
    latest = Latest[int]()
    for number in range(5):
        latest.put(number)
    assert await latest.take() == 4


async def test_a_taker_waits_for_a_value_that_it_has_not_taken() -> None:
    latest, taken = Latest[int](), []
    latest.put(1)

    async def take_two() -> None:
        taken.append(await latest.take())
        taken.append(await latest.take())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(take_two)
        await wait_all_tasks_blocked()
        assert taken == [1]
        latest.put(2)
    assert taken == [1, 2]
