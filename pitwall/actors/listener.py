"""
The listener: the daemon's socket, and a client actor for each connection.

The socket's folder is the user's own and closed to others (0700), the socket too (0600), and a peer of another
user is turned away all the same.

Who cannot be served, for want of a descriptor, is told: one descriptor is kept for that, given up to accept the client
and taken back when it has been told. First, clients wait a moment for others to go.
"""

import errno
import math
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
from pitwall.pty.limits import leaves_room
from pitwall.wire import frames

BACKLOG = 256
MAX_CLIENTS = 1024
PAUSE = 0.1
"""Seconds until the next try when the system has no room for another connection."""
PATIENCE = 1.0
"""Seconds for which there must have been no room before a client is told so."""
LOG_SECONDS = 60.0
"""How often it is logged that clients cannot be served."""

_TOLD = {
    errno.EMFILE: "the daemon has too many files open to answer: close some tabs, end some clients such as "
    "`pitwall wait`, or allow it more (ulimit -n) and run: pitwall daemon restart",
    errno.ENFILE: "too many files are open on this machine for the daemon to answer: close some programs",
    errno.EUSERS: f"the daemon has {MAX_CLIENTS} clients and answers no more: end some, such as `pitwall wait`",
}
_PASSING = frozenset((errno.EMFILE, errno.ENFILE, errno.ECONNABORTED, errno.ENOMEM, errno.ENOBUFS))
_CANNOT_SERVE = 1
"""The exit code of a client that is told so."""
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
    except (IsADirectoryError, PermissionError) as error:  # a folder: the latter on macOS (unlink(2))
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
        self._full_since = math.inf
        self._told = 0
        self._log_due = -math.inf
        self._log = log_of("listener")
        self._spare = -1
        self._keep_spare()

    async def run(self) -> None:
        """Accept until the socket is closed, and serve to the end who came by then."""
        try:
            async with trio.open_nursery() as clients:
                try:
                    while self._listening.fileno() != -1:
                        await self._next(clients)
                except trio.ClosedResourceError:
                    pass
        finally:
            self._give_spare()

    async def _next(self, clients: trio.Nursery) -> None:
        """Accept one client, and have it served or tell it why not; or wait until there may be room."""
        connection = await self._accepted()
        if connection is None:
            return
        if peer_uid(connection) not in (os.getuid(), 0):
            self._log.warning("client turned away", reason="another user")
            connection.close()
            return
        admitted = await self._admitted(connection)
        if admitted is not None:
            clients.start_soon(self._client, trio.SocketStream(admitted))

    async def _accepted(self) -> trio.socket.SocketType | None:
        """
        The next connection; ``None`` when it had to be told that there is no descriptor for it, or none could be had.

        Linux wants a descriptor before it looks whether anybody waits: without one, this does not block.
        """
        try:
            connection, _ = await self._listening.accept()
            return connection
        except OSError as error:
            if error.errno not in _PASSING:
                raise
            code = error.errno
        if not self._patient(code) and code in _TOLD:
            self._give_spare()
            try:
                with trio.move_on_after(PAUSE):
                    connection, _ = await self._listening.accept()
                    self._keep_spare()
                    if self._spare != -1:
                        return connection  # meanwhile there is room
                    await self._turn_away(connection, code)
                    return None
            except OSError:
                pass  # somebody else took the descriptor
            finally:
                self._keep_spare()
        await trio.sleep(PAUSE)
        return None

    async def _admitted(self, connection: trio.socket.SocketType) -> trio.socket.SocketType | None:
        """The connection, once there is room to serve it; ``None`` when it was told that there is none."""
        try:
            while True:
                if self._clients >= MAX_CLIENTS:
                    reason = errno.EUSERS
                elif leaves_room(connection.fileno()):
                    self._full_since = math.inf
                    return connection
                else:
                    reason = errno.EMFILE
                if not self._patient(reason):
                    await self._turn_away(connection, reason)
                    return None
                await trio.sleep(PAUSE)
                connection = _renumbered(connection)
        except BaseException:
            connection.close()
            raise

    def _patient(self, code: int) -> bool:
        """Whether there may be room soon; that there is none is logged now and then."""
        now = trio.current_time()
        self._full_since = min(self._full_since, now)
        if now >= self._log_due:
            self._log_due = now + LOG_SECONDS
            name = errno.errorcode[code]
            self._log.warning("no room for clients", error=name, clients=self._clients, told=self._told)
        return now < self._full_since + PATIENCE

    async def _turn_away(self, connection: trio.socket.SocketType, reason: int) -> None:
        """Tell the client why it is not served, whatever it wanted."""
        self._told += 1
        said = frames.encode(frames.ERROR_OUTPUT, f"pitwall: {_TOLD[reason]}\n".encode())
        with connection:
            try:
                await connection.send(said + frames.encode(frames.EXIT, bytes([_CANNOT_SERVE])))
            except OSError:
                pass  # it went away

    def _keep_spare(self) -> None:
        if self._spare != -1:
            return
        try:
            self._spare = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            pass

    def _give_spare(self) -> None:
        if self._spare != -1:
            os.close(self._spare)
            self._spare = -1

    async def _client(self, stream: trio.SocketStream) -> None:
        self._clients += 1
        try:
            await self._serve(stream)
        except Exception as failure:
            self._log.error("client failed", error=name_of(failure), where=where(failure))
        finally:
            self._clients -= 1
            self._full_since = math.inf


def _renumbered(connection: trio.socket.SocketType) -> trio.socket.SocketType:
    """The connection by the lowest descriptor that is free, if that is lower than its own."""
    try:
        other = connection.dup()
    except OSError:
        return connection
    if other.fileno() > connection.fileno():
        connection, other = other, connection
    connection.close()
    return other


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
