"""
The client's end of a conversation with the daemon: a hello, then frames until an exit code.

Says the same as ``pitwall.wire`` in fewer words: importing that would cost a tenth of an interpreter's start,
and every command pays it. The tests hold the two against each other.
"""

import os

from pitwall.cli.stdio import read_line, stop, write_all
from pitwall.version import PROTOCOL, VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterable

PAYLOAD_LIMIT = 64 * 1024
HELLO_LIMIT = 4 * 1024 * 1024

PATIENCE = 10.0
"""Seconds after which a user is told that the daemon says nothing."""
SILENT = (
    b"pitwall: the daemon has not answered yet, and is waited for; Ctrl+C gives up, "
    b"`pitwall daemon status` tells more\n"
)
"""What a user is told then."""

OUTPUT_VARIABLES = (b"HOME", b"TERM", b"COLORTERM", b"NO_COLOR", b"LANG", b"LC_ALL", b"LC_CTYPE", b"TZ")
"""The environment of a command that starts no program: what concerns the output."""


def frame(kind: bytes, payload: bytes = b"") -> bytes:
    """One frame, as ``pitwall.wire.frames`` describes it."""
    return kind + len(payload).to_bytes(4, "big") + payload


def hello(argv: "Iterable[str]", *, token: bytes, whole_environment: bool, started_ns: int) -> bytes:
    """The hello frame, as ``pitwall.wire.hello`` describes it."""
    try:
        cwd = os.getcwdb()
    except OSError:
        cwd = b""
    umask = os.umask(0o077)
    os.umask(umask)
    terminals = [fd for fd in (0, 1, 2) if os.isatty(fd)]
    columns, rows = os.get_terminal_size(terminals[0]) if terminals else (0, 0)
    environment = os.environb
    names = environment if whole_environment else [name for name in OUTPUT_VARIABLES if name in environment]
    variables = [name + b"=" + environment[name] for name in names]
    words = [os.fsencode(word) for word in argv]
    fields = [
        VERSION.encode(),
        cwd,
        b"%d" % umask,
        b"".join([b"%d" % fd for fd in terminals]),
        b"%d" % rows,
        b"%d" % columns,
        token,
        environment.get(b"PITWALL_PANE", b""),
        b"%d" % started_ns,
        b"%d" % len(variables),
        *variables,
        b"%d" % len(words),
        *words,
    ]
    payload = PROTOCOL.to_bytes(2, "big") + b"".join(
        [len(field).to_bytes(4, "big") + field for field in fields]
    )
    if len(payload) > HELLO_LIMIT:
        stop("the arguments and the environment are longer than 4 MiB together: hand over a file instead")
    return frame(b"H", payload)


class Conversation:
    """
    What is kept from one connection to the next.

    With ``hold_output``, what is for stdout is kept back until the exit code is known; ``before_exit`` is
    called between the two, ``on_token`` whenever there is a new token. A daemon that says nothing at all for
    ``patience`` seconds is waited for on, and the user told so; ``None`` for commands that may say nothing.
    """

    __slots__ = ("_before_exit", "_held", "_hold_output", "_patience", "on_token", "token")

    def __init__(
        self,
        *,
        hold_output: bool = False,
        before_exit: "Callable[[], None] | None" = None,
        patience: float | None = None,
    ) -> None:
        self._patience = patience
        self.token = b""
        self.on_token: Callable[[], object] | None = None
        self._hold_output = hold_output
        self._held = b""
        self._before_exit = before_exit

    def run(self, connection: "socket.socket", opening: bytes) -> int | None:
        """The exit code; ``None`` when the connection was lost before there was one. Closes the connection."""
        self._held = b""
        try:
            return self._converse(connection, opening)
        finally:
            connection.close()

    def _converse(self, connection: "socket.socket", opening: bytes) -> int | None:
        send(connection, opening)
        buffer = bytearray()
        while True:
            try:
                data = self._heard(connection)
            except ConnectionError:
                return None
            if not data:
                return None
            buffer += data
            while len(buffer) >= 5:
                end = 5 + int.from_bytes(buffer[1:5], "big")
                if end > 5 + PAYLOAD_LIMIT:
                    stop("the daemon says what this client cannot read: `pitwall daemon restart`")
                if len(buffer) < end:
                    break
                kind, payload = bytes(buffer[:1]), bytes(buffer[5:end])
                del buffer[:end]
                if kind == b"X":
                    return self._exit(payload)
                self._take(kind, payload, connection)

    def _heard(self, connection: "socket.socket") -> bytes:
        """What the daemon says next; nothing when it has hung up."""
        patience, self._patience = self._patience, None
        if patience is not None:
            connection.settimeout(patience)
            try:
                return connection.recv(PAYLOAD_LIMIT)
            except TimeoutError:
                write_all(2, SILENT)
            finally:
                connection.settimeout(None)
        return connection.recv(PAYLOAD_LIMIT)

    def _take(self, kind: bytes, payload: bytes, connection: "socket.socket") -> None:
        if kind == b"O" and self._hold_output:
            self._held += payload
        elif kind == b"O":
            write_all(1, payload)
        elif kind == b"R":
            write_all(2, payload)
        elif kind == b"T":
            self.token = payload
            if self.on_token is not None:
                self.on_token()
        elif kind == b"Q":
            write_all(2, payload)
            send(connection, frame(b"A", read_line()))

    def _exit(self, payload: bytes) -> int:
        if self._before_exit is not None:
            self._before_exit()
        write_all(1, self._held)
        return payload[0] if payload else 1


def send(connection: "socket.socket", data: bytes) -> None:
    """Send all of it, or as much as the daemon takes: what it had to say before it hung up can still be read."""
    try:
        connection.sendall(data)
    except ConnectionError:
        pass
