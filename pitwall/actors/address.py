"""
The daemon's address: the name of its socket in the file system, which others can take away.

A daemon whose socket somebody removed, with other old files or with a lock that seemed stale, could not be reached
any more, and would keep the next one from starting. So the name is looked at now and then, and made anew.
"""

import os
from collections.abc import Callable

import trio

from pitwall.actors.listener import bind
from pitwall.actors.logs import log_of
from pitwall.errors import PitwallError

LOOK_SECONDS = 5.0
"""How long the name may be gone; whoever starts a daemon waits longer for one that does not answer."""


class Address:
    """The name of the socket, from ``bind`` until ``release``."""

    def __init__(self, folder: str, path: str, home: str) -> None:
        """``path`` lies in ``folder``; of ``home``, the journal's folder, this daemon holds the lock."""
        self._folder, self._path, self._home = folder, path, home
        self._at_home = _identity(home)
        self._bound: tuple[int, int] | None = None
        self._released = trio.Event()
        self._log = log_of("address")

    def bind(self) -> trio.socket.SocketType:
        """A socket that listens at the name; raises ``Refusal`` or ``OSError``."""
        listening = bind(self._folder, self._path)
        self._bound = _identity(self._path)
        return listening

    async def keep(self, listen: Callable[[trio.socket.SocketType], None]) -> None:
        """Have ``listen`` go on with another socket whenever the name is lost, until it is released."""
        while True:
            with trio.move_on_after(LOOK_SECONDS):
                await self._released.wait()
                return
            if not self._lost():
                continue
            try:
                listen(self.bind())
                self._log.warning("socket was removed, and is there again")
            except (OSError, PitwallError) as error:
                self._log.warning("socket was removed", error=str(error))

    def release(self) -> None:
        """Remove the name; one that is another daemon's by now stays."""
        self._released.set()
        if self._bound is not None and _identity(self._path) == self._bound:
            os.unlink(self._path)

    def _lost(self) -> bool:
        """Whether the name leads elsewhere; in a home that was moved or removed it is no longer this daemon's."""
        return _identity(self._path) != self._bound and _identity(self._home) == self._at_home


def _identity(path: str) -> tuple[int, int] | None:
    """Device and inode, which no other file gets while this process has it open; ``None`` for none."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
