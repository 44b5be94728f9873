"""A daemon for the client's tests: it listens where a real one would and says what the test tells it to."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, repeat
from pathlib import Path

import pitwall
from pitwall import paths
from pitwall.wire import frames
from pitwall.wire.hello import Hello, parse

PATIENCE = 30.0
"""Seconds after which a test that waits for something fails instead."""


class Peer:
    """One client's connection, seen from the daemon."""

    def __init__(self, connection: socket.socket) -> None:
        connection.settimeout(PATIENCE)
        self._connection = connection
        self._reader = frames.FrameReader()
        self._frames: list[tuple[bytes, bytes]] = []

    def receive(self) -> tuple[bytes, bytes] | None:
        """The next frame; ``None`` once the client has hung up."""
        while not self._frames:
            try:
                data = self._connection.recv(65536)
            except ConnectionError:
                return None
            if not data:
                return None
            self._frames.extend(self._reader.feed(data))
        return self._frames.pop(0)

    def hello(self) -> Hello | None:
        """The hello, which must be the first frame; ``None`` for a client that hung up before it."""
        frame = self.receive()
        if frame is None:
            return None
        kind, payload = frame
        assert kind == frames.HELLO
        return parse(payload)

    def send(self, kind: bytes, payload: bytes = b"") -> bool:
        """Send a frame: whether the client still took it."""
        return self.send_raw(frames.encode(kind, payload))

    def send_raw(self, data: bytes) -> bool:
        try:
            self._connection.sendall(data)
        except ConnectionError:
            return False
        return True

    def exit(self, code: int) -> None:
        self.send(frames.EXIT, bytes([code]))

    def until_hung_up(self) -> None:
        """Wait until the client is gone."""
        while self.receive() is not None:
            pass

    def hang_up(self) -> None:
        # Closing alone would leave the connection open in a process that was forked meanwhile.
        try:
            self._connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._connection.close()


Script = Callable[[Peer], object]


@contextmanager
def daemon(data: Path, *scripts: Script, again: bool = False, killed: bool = False) -> Iterator[list[Hello]]:
    """
    Listen at the data folder's socket; the n-th connection gets the n-th script, after its hello.

    Gives the hellos that came. Ends when all scripts have run, or with ``again``, where the last one serves all
    that follow, when the context is left. What a script raised is raised here. ``killed``: the socket stays.
    """
    hellos: list[Hello] = []
    failures: list[BaseException] = []
    left = threading.Event()
    listener = listen(data)

    def serve() -> None:
        try:
            for script in chain(scripts, repeat(scripts[-1]) if again else ()):
                peer = Peer(listener.accept()[0])
                if left.is_set():
                    peer.hang_up()
                    break
                try:
                    hello = peer.hello()
                    if hello is not None:
                        hellos.append(hello)
                        script(peer)
                    else:
                        assert again, "the client said nothing"
                finally:
                    peer.hang_up()
        except BaseException as failure:
            failures.append(failure)
        finally:
            if not killed:
                os.unlink(paths.socket_path(str(data)))
            listener.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield hellos
    finally:
        if again:
            left.set()
            with socket.socket(socket.AF_UNIX) as last:
                last.connect(listener.getsockname())
        thread.join(PATIENCE)
    assert not failures, failures
    assert not thread.is_alive(), "a script is not done"


def listen(data: Path, backlog: int = 16) -> socket.socket:
    """A listening socket where the daemon of that data folder has its own."""
    path = paths.socket_path(str(data))
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    if os.path.lexists(path):
        os.unlink(path)
    listener = socket.socket(socket.AF_UNIX)
    listener.settimeout(PATIENCE)
    listener.bind(path)
    listener.listen(backlog)
    return listener


def fill(listener: socket.socket) -> list[socket.socket]:
    """Connections enough that the listener's backlog takes no more: the next one blocks (Linux)."""
    waiting: list[socket.socket] = []
    while True:
        connection = socket.socket(socket.AF_UNIX)
        connection.setblocking(False)
        waiting.append(connection)
        try:
            connection.connect(listener.getsockname())
        except BlockingIOError:
            return waiting


def until(condition: Callable[[], bool]) -> None:
    """Look until it is so, letting others run between two looks."""
    give_up = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < give_up, "it never came to be so"
        os.sched_yield()


def open_files(process: subprocess.Popen[bytes]) -> dict[str, str]:
    """The process's open files by descriptor, as Linux names them; none before it has begun."""
    files = {}
    for entry in Path(f"/proc/{process.pid}/fd").iterdir():
        try:
            files[entry.name] = os.readlink(entry)
        except FileNotFoundError:
            pass
    return files


def client_command(*arguments: str) -> list[str]:
    """The command line of a client process, as the console script has it."""
    return [
        sys.executable,
        "-c",
        "import sys; from pitwall.cli.thin import main; sys.exit(main())",
        *arguments,
    ]


def client_environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a client process."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PITWALL_", "PYTHON"))}
    source = str(Path(pitwall.__path__[0]).parent)
    return kept | {"PITWALL_HOME": str(data), "PYTHONPATH": source} | more
