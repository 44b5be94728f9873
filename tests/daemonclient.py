"""A client in the test's own process: it says what ``pitwall ARGV`` says, without an interpreter to start."""

import os
import socket
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from closing import Closing

from pitwall.version import PROTOCOL, VERSION
from pitwall.wire import frames
from pitwall.wire.hello import Hello

PATIENCE = 30.0
"""Seconds after which a test that waits for something fails instead."""

LOST = -1
"""The exit code of a conversation whose daemon hung up before it said one."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a command: exit code, standard output, error output."""

    code: int
    out: str
    err: str


class Conversation(Closing):
    """One connection to the daemon at ``path``, from its hello on."""

    def __init__(
        self,
        path: str,
        argv: Sequence[str],
        *,
        cwd: str,
        environment: Mapping[str, str],
        pane: str = "",
        umask: int = 0o022,
        terminals: frozenset[int] = frozenset(),
        size: tuple[int, int] = (0, 0),
        resume: bytes = b"",
        protocol: int = PROTOCOL,
        answer: str = "",
    ) -> None:
        self._answer = answer
        self._reader = frames.FrameReader()
        self._output: list[bytes] = []
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self.token = b""
        self.error_output = b""
        self.code = LOST
        hello = Hello(
            protocol=protocol,
            client_version=VERSION,
            cwd=cwd,
            umask=umask,
            terminals=terminals,
            rows=size[0],
            columns=size[1],
            resume=resume,
            pane=pane,
            started_ns=0,
            environment=environment,
            argv=tuple(argv),
        )
        try:
            self._socket.connect(path)
            self._socket.sendall(frames.encode(frames.HELLO, hello.encode()))
        except BaseException:
            self._socket.close()
            raise

    def send(self, data: bytes) -> None:
        """Send bytes as they are, if anybody is left to read them."""
        try:
            self._socket.sendall(data)
        except ConnectionError:
            pass

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    @property
    def daemon_pid(self) -> int:
        """Who listens at the other end (SO_PEERCRED, unix(7))."""
        return peer_pid(self._socket)

    def output(self) -> Iterator[bytes]:
        """Standard output as it comes, until the exit code or the end of the connection."""
        while self._more():
            while self._output:
                yield self._output.pop(0)
        yield from self._output
        self._output.clear()

    def until_token(self) -> bytes:
        """What the daemon hands out to come back with; a wait that has its token is under way."""
        while not self.token and self._more():
            pass
        assert self.token, (self._output, self.error_output, self.code)
        return self.token

    def _more(self) -> bool:
        """Read on; whether there may be more still."""
        data = self._received()
        for kind, payload in self._reader.feed(data):
            if kind == frames.OUTPUT:
                self._output.append(payload)
            elif kind in (frames.ERROR_OUTPUT, frames.ASK):
                self.error_output += payload
            elif kind == frames.TOKEN:
                self.token = payload
            elif kind == frames.EXIT:
                self.code = payload[0]
            if kind == frames.ASK:
                self._socket.sendall(frames.encode(frames.ANSWER, self._answer.encode()))
        return bool(data) and self.code == LOST

    def lines(self) -> Iterator[str]:
        """Whole lines of standard output as they come."""
        unfinished = b""
        for data in self.output():
            *whole, unfinished = (unfinished + data).split(b"\n")
            for line in whole:
                yield line.decode()

    def result(self) -> Result:
        """All of it, once it is over."""
        out = b"".join(self.output())
        self.close()
        return Result(self.code, out.decode(), self.error_output.decode())

    def _received(self) -> bytes:
        try:
            return self._socket.recv(65536)
        except ConnectionResetError:
            return b""


def peer_pid(connection: socket.socket) -> int:
    """The process at the other end of a Unix socket."""
    size = struct.calcsize("3i")
    pid, _uid, _gid = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    return int(pid)


def listening_pid(path: str) -> int | None:
    """The process that listens at ``path``; ``None`` when nobody does."""
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(path)
        except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError):
            return None
        pid = peer_pid(connection)
        return pid if pid != os.getpid() else None
