"""
The client's end of a conversation with the daemon: a hello, then frames until an exit code.

Says the same as ``pitwall.wire`` in fewer words: importing that would cost a tenth of an interpreter's start,
and every command pays it. The tests hold the two against each other.
"""

import os

from pitwall import paths
from pitwall.version import PROTOCOL, VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterable
    from typing import NoReturn
else:
    try:
        import _socket as socket
    except ImportError:
        import socket

PAYLOAD_LIMIT = 64 * 1024
HELLO_LIMIT = 4 * 1024 * 1024

SIGPIPE_EXIT = 141
"""What a shell reports of a program that SIGPIPE ended."""

OUTPUT_VARIABLES = (b"HOME", b"TERM", b"COLORTERM", b"NO_COLOR", b"LANG", b"LC_ALL", b"LC_CTYPE", b"TZ")
"""The environment of a command that starts no program: what concerns the output."""


def stop(message: str, code: int = 1) -> "NoReturn":
    """Leave the process with a message for the person at the keyboard."""
    write_all(2, os.fsencode(f"pitwall: {message}\n"))
    raise SystemExit(code)


def connect() -> "socket.socket | None":
    """
    A connection to the daemon; ``None`` when none runs.

    A pane's ``$PITWALL_SOCKET`` is tried first unless ``$PITWALL_HOME`` says otherwise: the daemon that
    drives the pane is the one its commands mean.
    """
    inherited = None if os.environ.get("PITWALL_HOME") else os.environ.get("PITWALL_SOCKET")
    connection = connect_to(inherited) if inherited else None
    return connection or connect_to(_socket_path())


def _socket_path() -> str:
    try:
        return paths.socket_path(paths.data_folder())
    except OSError as error:
        stop(f"$PITWALL_HOME is relative, and the current folder: {error.strerror}")


def connect_to(path: str) -> "socket.socket | None":
    """A connection to the daemon at that socket; ``None`` when nobody listens there."""
    connection = None
    try:
        _check_owner(os.path.dirname(path))
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.connect(path)
    except OSError as error:
        if connection is not None:
            connection.close()
        if isinstance(error, FileNotFoundError | NotADirectoryError | ConnectionRefusedError):
            return None
        if isinstance(error, PermissionError):
            stop(f"{path} may not be opened: it and the folders above it must be open to you")
        stop(f"{path} cannot be connected to: {error.strerror or error}")
    return connection


def _check_owner(folder: str) -> None:
    """A folder, or a link in its place, that another user can change may lead to a daemon of theirs."""
    found = os.stat(folder)
    for owner in {found.st_uid, os.lstat(folder).st_uid} - {os.geteuid()}:
        stop(
            f"{folder} belongs to another user (uid {owner}), who could read what you send there: "
            "have it removed, or choose another data folder with PITWALL_HOME"
        )
    if found.st_mode & 0o022:
        stop(f"{folder} can be written to by other users: `chmod 700 {folder}`")


def no_daemon() -> "NoReturn":
    """Leave the process saying that no daemon runs, and whether one did."""
    path = _socket_path()
    if os.path.lexists(path):
        stop(f"the daemon has died (nobody answers at {path}): `pitwall daemon start` brings its tabs back")
    stop("no daemon runs: `pitwall new` starts one, `pitwall daemon start` brings saved tabs back")


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
    called between the two.
    """

    __slots__ = ("_before_exit", "_held", "_hold_output", "token")

    def __init__(self, *, hold_output: bool = False, before_exit: "Callable[[], None] | None" = None) -> None:
        self.token = b""
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
                data = connection.recv(PAYLOAD_LIMIT)
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

    def _take(self, kind: bytes, payload: bytes, connection: "socket.socket") -> None:
        if kind == b"O" and self._hold_output:
            self._held += payload
        elif kind == b"O":
            write_all(1, payload)
        elif kind == b"R":
            write_all(2, payload)
        elif kind == b"T":
            self.token = payload
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


def write_all(fd: int, data: bytes) -> None:
    """
    Write all of it to stdout or stderr, however long that takes.

    A stdout that cannot be written ends the process: quietly when its reader is gone. A stderr does not.
    """
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(fd, rest) :]
        except BlockingIOError:
            _wait_until_ready(fd, writing=True)
        except BrokenPipeError:
            if fd == 1:
                raise SystemExit(SIGPIPE_EXIT) from None
            return
        except OSError as error:
            if fd == 1:
                stop(f"cannot write the output: {error.strerror}")
            return


def read_line() -> bytes:
    """
    A line of stdin without its newline; empty at the end of input.

    Not a byte more is taken: what follows belongs to whoever reads this stdin next.
    """
    line = b""
    while len(line) < PAYLOAD_LIMIT:
        try:
            byte = os.read(0, 1)
        except BlockingIOError:
            _wait_until_ready(0, writing=False)
            continue
        except OSError:
            break
        if byte in (b"", b"\n"):
            break
        line += byte
    return line


def read_all(limit: int) -> bytes | None:
    """All of stdin; ``None`` when that is more than ``limit`` bytes."""
    data = bytearray()
    while len(data) <= limit:
        try:
            piece = os.read(0, PAYLOAD_LIMIT)
        except BlockingIOError:
            _wait_until_ready(0, writing=False)
            continue
        if not piece:
            return bytes(data)
        data += piece
    return None


def _wait_until_ready(fd: int, *, writing: bool) -> None:
    """A descriptor may be non-blocking because another program that shares it made it so."""
    import select  # loaded only when it is needed

    poll = select.poll()
    poll.register(fd, select.POLLOUT if writing else select.POLLIN)
    poll.poll()
