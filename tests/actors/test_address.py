"""A daemon can be reached for as long as it lives, whoever removes its socket."""

import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from pitwall.actors.address import LOOK_SECONDS, Address


@dataclass
class Place:
    """A home, the address in it, and the sockets it came to listen with."""

    home: Path
    sockets: list[trio.socket.SocketType] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.journal.mkdir()

    @property
    def journal(self) -> Path:
        return self.home / "journal"

    @property
    def socket(self) -> Path:
        return self.home / "run" / "socket"

    def address(self) -> Address:
        return Address(str(self.socket.parent), str(self.socket), str(self.journal))

    def bound(self) -> Address:
        address = self.address()
        self.sockets.append(address.bind())
        return address

    def answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.connect(str(self.socket))
            except (FileNotFoundError, ConnectionRefusedError):
                return False
        return True


@pytest.fixture
def place() -> Iterator[Place]:
    # Not below pytest's own folder: a socket's path must be short.
    with tempfile.TemporaryDirectory() as home:
        made = Place(Path(home))
        yield made
        for listening in made.sockets:
            os.close(listening.detach())


async def kept(place: Place, address: Address, looks: int = 2) -> None:
    """Look after the address for a while."""
    with trio.move_on_after(LOOK_SECONDS * looks + 1):
        await address.keep(place.sockets.append)


async def test_a_socket_that_was_removed_is_made_anew(autojump_clock: MockClock, place: Place) -> None:
    address = place.bound()
    place.socket.unlink()
    await kept(place, address)
    assert place.answers()
    assert len(place.sockets) == 2


async def test_so_it_is_when_its_folder_was_removed_with_it(autojump_clock: MockClock, place: Place) -> None:
    address = place.bound()
    shutil.rmtree(place.socket.parent)
    await kept(place, address)
    assert place.answers()


async def test_it_is_made_later_when_it_cannot_be_made_yet(autojump_clock: MockClock, place: Place) -> None:
    address = place.bound()
    shutil.rmtree(place.socket.parent)
    place.socket.parent.write_text("in the way")
    await kept(place, address)
    assert len(place.sockets) == 1
    place.socket.parent.unlink()
    await kept(place, address)
    assert place.answers()


async def test_a_socket_that_is_there_is_left_alone(autojump_clock: MockClock, place: Place) -> None:
    await kept(place, place.bound())
    assert len(place.sockets) == 1


async def test_a_daemon_whose_home_was_replaced_leaves_the_name_to_the_next(
    autojump_clock: MockClock, place: Place
) -> None:
    earlier = place.bound()
    place.journal.rename(place.home / "moved")
    place.journal.mkdir()
    later = place.bound()
    await kept(place, earlier)
    assert len(place.sockets) == 2
    earlier.release()
    assert place.answers()
    later.release()
    assert not place.socket.exists()


async def test_a_name_that_was_released_stays_away(autojump_clock: MockClock, place: Place) -> None:
    address = place.bound()
    address.release()
    with trio.fail_after(LOOK_SECONDS):
        await address.keep(place.sockets.append)
    assert not place.socket.exists()
    address.release()
