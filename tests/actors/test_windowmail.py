"""What a window said is taken in order; the short cut takes only what nothing stands before."""

import trio
import trio.testing

from pitwall.actors.windowmail import LIMIT_FRAMES, WindowMail


class Reader:
    """Takes frames one by one, each as slowly as it is let."""

    def __init__(self, mail: WindowMail) -> None:
        self.mail = mail
        self.taken: list[bytes] = []
        self.go_on = trio.Event()

    async def run(self) -> None:
        async for _, payload in self.mail:
            self.taken.append(payload)
            await self.go_on.wait()


async def test_frames_are_taken_in_order() -> None:
    mail = WindowMail()
    for number in range(LIMIT_FRAMES):
        await mail.put(b"C", bytes([number % 256]))
    reader = Reader(mail)
    reader.go_on.set()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(reader.run)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert b"".join(reader.taken) == bytes(number % 256 for number in range(LIMIT_FRAMES))


async def test_what_is_taken_at_once_never_overtakes_what_waits_or_is_dealt_with() -> None:
    mail = WindowMail()
    reader = Reader(mail)
    at_once: list[bytes] = []

    def take(kind: bytes, payload: bytes) -> bool:
        at_once.append(payload)
        return kind == b"K"

    mail.at_once = take
    async with trio.open_nursery() as nursery:
        await mail.put(b"K", b"before anybody reads")
        nursery.start_soon(reader.run)
        await trio.testing.wait_all_tasks_blocked()
        await mail.put(b"K", b"while the first is dealt with")
        assert at_once == []
        reader.go_on.set()
        await trio.testing.wait_all_tasks_blocked()
        await mail.put(b"K", b"at once")
        await mail.put(b"C", b"no key")
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert at_once == [b"at once", b"no key"]
    assert reader.taken == [b"before anybody reads", b"while the first is dealt with", b"no key"]


async def test_a_full_mailbox_makes_the_window_wait() -> None:
    mail = WindowMail()
    for _ in range(LIMIT_FRAMES):
        await mail.put(b"C", b"")
    with trio.move_on_after(0.05) as waiting:
        await mail.put(b"C", b"")
    assert waiting.cancelled_caught


async def test_what_nobody_read_is_there_when_the_window_has_gone() -> None:
    mail = WindowMail()
    for number in range(3):
        await mail.put(b"K", bytes([number]))
    assert list(mail.rest()) == [(b"K", b"\0"), (b"K", b"\1"), (b"K", b"\2")]
    assert list(mail.rest()) == []
