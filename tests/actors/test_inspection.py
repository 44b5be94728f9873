"""Old segments are looked through while the daemon is at work, and what is found is told to whoever asks."""

import threading
from collections.abc import Iterator

import trio
import trio.testing

from pitwall.actors.inspection import Inspection
from pitwall.journal.findings import Finding, spared


async def test_what_is_found_is_kept_for_those_who_ask(autojump_clock: trio.testing.MockClock) -> None:
    inspection = Inspection(iter([None, spared("0000000001.cborseq", 7), None]))
    assert inspection.warnings == ()
    await inspection.run()
    (warning,) = inspection.warnings
    assert warning.startswith("pitwall: the journal's 0000000001.cborseq is damaged behind entry 7: ")


async def test_a_file_that_cannot_be_read_is_told(autojump_clock: trio.testing.MockClock) -> None:
    def steps() -> Iterator[Finding | None]:
        yield None
        raise OSError(5, "Input/output error", "/journal/0000000001.cborseq")

    inspection = Inspection(steps())
    await inspection.run()
    assert inspection.warnings == (
        "pitwall: /journal/0000000001.cborseq cannot be read: Input/output error; see `pitwall journal verify`",
    )


async def test_it_rests_between_two_steps(autojump_clock: trio.testing.MockClock) -> None:
    began = trio.current_time()
    await Inspection(iter([None] * 50)).run()
    assert trio.current_time() - began >= 0.9


async def test_a_stop_does_not_wait_for_a_disk_that_hangs() -> None:
    reading, go_on = threading.Event(), threading.Event()

    def steps() -> Iterator[Finding | None]:
        reading.set()
        go_on.wait()
        yield None

    try:
        with trio.fail_after(30):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(Inspection(steps()).run)
                await trio.to_thread.run_sync(reading.wait)
                nursery.cancel_scope.cancel()
    finally:
        go_on.set()
