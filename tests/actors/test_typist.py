"""What is typed and pasted reaches a program that reads, and holds up nobody behind one that does not."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from pitwall.actors.pane import PaneActor
from pitwall.actors.typist import PASTE_END, PASTE_START, WAITING_BYTES, Brackets, Typist
from pitwall.events.ids import PaneId
from pitwall.wire.window import Message, Said

LIMIT = 1000


class Pane:
    """A program that takes what it is given when a test says so."""

    def __init__(self, name: str) -> None:
        self.id = PaneId(name)
        self.pid: int | None = 1
        self.listens = True
        self.queue = b""
        self.got = b""
        self.taken = 0
        self._some = trio.Event()

    @property
    def has_room(self) -> bool:
        return len(self.queue) <= LIMIT

    def type(self, data: bytes) -> bool:
        if not self.listens or len(self.queue) + len(data) > LIMIT:
            return False
        self.queue += data
        return True

    def type_beyond(self, data: bytes) -> None:
        self.queue += data

    async def some_taken(self) -> None:
        await self._some.wait()

    def read(self, size: int) -> None:
        read, self.queue = self.queue[:size], self.queue[size:]
        self.got += read
        self.taken += len(read)
        self._changed()

    def end(self) -> None:
        self.listens = False
        self.pid = None
        self._changed()

    def _changed(self) -> None:
        self._some.set()
        self._some = trio.Event()

    async def read_on(self, size: int, seconds: float) -> None:
        while True:
            await trio.sleep(seconds)
            self.read(size)


class Desk:
    """A typist, two programs, and what the user was told."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.nursery = nursery
        self.told: list[str] = []
        self.typist = Typist(self.say)
        self.one, self.two = Pane("one"), Pane("two")

    async def say(self, said: Said) -> None:
        assert isinstance(said, Message)
        self.told.append(said.text)

    async def type(self, data: bytes, pane: Pane | None = None, piece: int = 100) -> None:
        for at in range(0, len(data), piece):
            while not self.take(data[at : at + piece], pane):
                await self.typist.room()

    def take(self, data: bytes, pane: Pane | None = None) -> bool:
        return self.typist.take(cast("PaneActor", pane or self.one), data, self.nursery)


@asynccontextmanager
async def desk() -> AsyncIterator[Desk]:
    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            yield Desk(nursery)
            nursery.cancel_scope.cancel()


def numbers(count: int) -> bytes:
    return b"".join(b"%9d\n" % n for n in range(count))


async def test_a_program_gets_all_however_slowly_it_reads(autojump_clock: MockClock) -> None:
    async with desk() as it:
        await it.type(PASTE_START + numbers(2000) + PASTE_END + b"key")
        it.nursery.start_soon(it.one.read_on, 50, 59)
        await trio.sleep(59 * 500)
        assert it.told == []
        assert it.one.got == (PASTE_START + numbers(2000) + PASTE_END + b"key")


async def test_what_is_typed_behind_a_paste_that_waits_comes_behind_it(autojump_clock: MockClock) -> None:
    async with desk() as it:
        await it.type(numbers(200))
        it.one.read(990)
        assert it.take(b"k")
        it.nursery.start_soon(it.one.read_on, 500, 1)
        await trio.sleep(10)
        assert it.one.got == numbers(200) + b"k"


async def test_one_that_reads_nothing_holds_up_no_other(autojump_clock: MockClock) -> None:
    async with desk() as it:
        await it.type(numbers(2000))
        assert it.take(b"key", it.two)
        assert it.two.queue == b"key"


async def test_what_waits_for_nobody_is_lost_whole_and_told_once(autojump_clock: MockClock) -> None:
    async with desk() as it:
        await it.type(numbers(2000))
        await trio.sleep(60.2)
        await it.type(numbers(10))  # the rest of the same paste
        it.one.read(500)
        await it.type(numbers(10))
        await trio.sleep(70)
        assert it.told == ["the program does not read its input: 19 kB are lost"]
        assert it.one.got + it.one.queue == numbers(2000)[:1000]
        assert it.take(b"key")
        assert it.one.queue.endswith(b"key")


async def test_a_lost_paste_in_brackets_ends_for_the_program_too(autojump_clock: MockClock) -> None:
    async with desk() as it:
        paste = PASTE_START + numbers(300)
        await it.type(paste)
        await trio.sleep(70)
        assert it.one.queue == paste[:1000] + PASTE_END
        it.one.read(2000)
        await it.type(b"the rest of it\x1b[20")
        await trio.sleep(70)  # a paste that goes on is the same one, however late
        await it.type(b"1~key")
        assert it.one.queue == b"key"
        await trio.sleep(70)
        assert len(it.told) == 3


async def test_a_paste_of_which_nothing_was_sent_is_lost_without_a_trace(autojump_clock: MockClock) -> None:
    async with desk() as it:
        await it.type(b"x" * 1000)
        await it.type(PASTE_START + b"y" * 50)
        await trio.sleep(70)
        await it.type(b"y" * 50 + PASTE_END)
        it.one.read(1000)
        await it.type(b"key")
        assert it.one.got + it.one.queue == b"x" * 1000 + b"key"


async def test_keys_behind_a_lost_paste_are_typed_if_there_is_room(autojump_clock: MockClock) -> None:
    async with desk() as it:
        await it.type(PASTE_START + b"x" * 980 + b"y" * 300 + PASTE_END, piece=493)
        await it.type(b"k")
        await trio.sleep(70)
        assert it.one.queue == PASTE_START + b"x" * 980 + PASTE_END + b"k"


async def test_a_program_that_reads_again_gets_all_of_the_next_paste(autojump_clock: MockClock) -> None:
    async with desk() as it:
        await it.type(PASTE_START + numbers(300) + PASTE_END)
        await trio.sleep(70)
        it.nursery.start_soon(it.one.read_on, 100, 1)
        await trio.sleep(70)
        it.one.got = b""
        await it.type(PASTE_START + numbers(300) + PASTE_END)
        await trio.sleep(100)
        assert it.one.got == PASTE_START + numbers(300) + PASTE_END


async def test_more_than_may_wait_is_waited_for(autojump_clock: MockClock) -> None:
    async with desk() as it:
        piece = b"x" * 1000
        while it.take(piece):
            pass
        with trio.move_on_after(4) as waiting:
            await it.typist.room()
        assert waiting.cancelled_caught
        assert it.take(b"key", it.two)
        with trio.fail_after(3):
            await it.typist.room()  # as what waited is lost
        assert it.take(piece)
        await trio.sleep(70)
        assert it.told == [
            f"the program does not read its input: {(WAITING_BYTES + 1000) / 1e6:.1f} MB are lost"
        ]


async def test_the_end_of_the_program_is_the_end_of_what_waits(autojump_clock: MockClock) -> None:
    async with desk() as it:
        await it.type(PASTE_START + numbers(2000))
        it.one.end()
        await trio.sleep(70)
        assert it.told == []
        assert it.take(b"x" * 1000)
        await trio.sleep(70)
        assert it.told == []


async def test_a_window_that_goes_leaves_what_it_pasted(autojump_clock: MockClock) -> None:
    async with desk() as it:
        await it.type(PASTE_START + numbers(2000))
        it.typist.finish()
        assert it.one.queue == PASTE_START + numbers(2000) + PASTE_END
        other = Typist(it.say)
        other.take(cast("PaneActor", it.one), PASTE_START + numbers(10), it.nursery)
        other.finish()  # but not on and on
        assert it.one.queue == PASTE_START + numbers(2000) + PASTE_END


@given(st.lists(st.sampled_from([PASTE_START, PASTE_END, b"x", b"\x1b[", b"201~"])), st.data())
def test_brackets_are_found_wherever_the_input_is_cut(words: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(words)
    inside = whole.rfind(PASTE_START) > whole.rfind(PASTE_END)
    brackets = Brackets()
    at = 0
    while at < len(whole):
        size = data.draw(st.integers(1, 12))
        brackets.feed(whole[at : at + size])
        at += size
    assert brackets.inside == inside
