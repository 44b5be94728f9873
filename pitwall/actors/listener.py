"""
The listener: the daemon's socket, and a client actor for each connection.

The socket's folder is the user's own and closed to others (0700), the socket too (0600), and a peer of another
user is turned away all the same.
"""

import errno
import os
import socket
import stat
import struct
import sys
from collections.abc import Awaitable, Callable

import trio

from pitwall.actors.logs import log_of
from pitwall.actors.supervisor import name_of, where
from pitwall.errors import Refusal

BACKLOG = 256
MAX_CLIENTS = 1024
PAUSE = 0.1
"""Seconds until the next try when the system has no room for another connection."""
_PASSING = frozenset((errno.EMFILE, errno.ENFILE, errno.ECONNABORTED, errno.ENOMEM, errno.ENOBUFS))
_PEER_CREDENTIALS = struct.Struct("3i")
"""``struct ucred``: pid, uid, gid (unix(7))."""
_LOCAL_PEERPID = 2
"""macOS: ``getsockopt(SOL_LOCAL, LOCAL_PEERPID)`` (sys/un.h)."""
_LOCAL_PEERCRED = 1
"""macOS: ``getsockopt(SOL_LOCAL, LOCAL_PEERCRED)`` gives a ``struct xucred`` (sys/un.h)."""


def bind(folder: str, path: str) -> trio.socket.SocketType:
    """
    The listening socket at ``path``; one that an earlier daemon left is replaced.

    The caller holds the journal's lock, so no other daemon of this data folder listens there. Raises ``Refusal``.
    """
    own_folder(folder)
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
    except (
        IsADirectoryError,
        PermissionError,
    ) as error:  # what unlink(2) says of a folder; the latter on macOS
        if os.path.isdir(path):
            raise Refusal(f"{path} is a folder; remove it, the daemon's socket goes there") from error
        raise
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listening.bind(path)
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    finally:
        os.umask(before)
    return trio.socket.from_stdlib_socket(listening)


def own_folder(folder: str) -> None:
    """Make the socket's folder, or check that it is ours and closed to others; raises ``Refusal``."""
    try:
        os.makedirs(folder, mode=0o700)
    except FileExistsError:
        pass
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode):
        raise Refusal(f"{folder} is no folder; remove it, the daemon's socket goes there")
    if found.st_uid != os.getuid():
        raise Refusal(f"{folder} belongs to another user; nothing there can be trusted: have it removed")
    if stat.S_IMODE(found.st_mode) & 0o077:
        os.chmod(folder, 0o700)


class Listener:
    """Accepts connections, each served by its own task."""

    def __init__(
        self, listening: trio.socket.SocketType, serve: Callable[[trio.SocketStream], Awaitable[None]]
    ) -> None:
        self._listening = listening
        self._serve = serve
        self._clients = 0
        self._log = log_of("listener")

    async def run(self) -> None:
        """Accept until the socket is closed, and serve to the end who came by then."""
        async with trio.open_nursery() as clients:
            while True:
                try:
                    connection, _ = await self._listening.accept()
                except trio.ClosedResourceError:
                    return
                except OSError as error:
                    if error.errno not in _PASSING:
                        raise
                    self._log.warning("cannot accept", error=errno.errorcode[error.errno])
                    await trio.sleep(PAUSE)
                    continue
                if self._clients >= MAX_CLIENTS or peer_uid(connection) not in (os.getuid(), 0):
                    self._log.warning("client turned away", clients=self._clients)
                    connection.close()
                    continue
                clients.start_soon(self._client, trio.SocketStream(connection))

    async def _client(self, stream: trio.SocketStream) -> None:
        self._clients += 1
        try:
            await self._serve(stream)
        except Exception as failure:
            self._log.error("client failed", error=name_of(failure), where=where(failure))
        finally:
            self._clients -= 1


def peer_pid(connection: trio.socket.SocketType) -> int:
    """The process at the other end of a Unix socket; 0 where the system does not tell."""
    if sys.platform == "darwin":
        return int(connection.getsockopt(0, _LOCAL_PEERPID))
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER_CREDENTIALS.size)
    return int(_PEER_CREDENTIALS.unpack(credentials)[0])


def peer_uid(connection: trio.socket.SocketType) -> int:
    """The user at the other end of a Unix socket."""
    if sys.platform == "darwin":
        _version, uid = struct.unpack_from("=II", connection.getsockopt(0, _LOCAL_PEERCRED, 128))
        return int(uid)
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER_CREDENTIALS.size)
    return int(_PEER_CREDENTIALS.unpack(credentials)[1])
