"""A daemon that does as a test tells it: it listens where a window looks for one, and speaks the windows' protocol."""

import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from closing import Closing
from daemonclient import PATIENCE
from outerterminal import OuterTerminal

import pitwall
from pitwall import paths
from pitwall.wire import frames
from pitwall.wire.hello import Hello, parse
from pitwall.wire.window import (
    Line,
    PaneBox,
    PaneModes,
    PaneUpdate,
    Said,
    Scene,
    Style,
    TabLine,
    TextRun,
    decode,
    encode,
)

S = TypeVar("S")


class FakeDaemon(Closing):
    """One data folder's socket, and the connection of one window."""

    def __init__(self, home: Path) -> None:
        self.home = home
        path = paths.socket_path(str(home))
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).parent.chmod(0o700)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen()
        self._listener.settimeout(PATIENCE)
        self._connection: socket.socket | None = None
        self._reader = frames.FrameReader()
        self._heard: list[tuple[bytes, bytes]] = []

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a window that is to find this daemon."""
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("PITWALL_", "TMUX"))
        }
        source = str(Path(pitwall.__path__[0]).parent)
        own = {"PITWALL_HOME": str(self.home), "PYTHONPATH": source, "TERM": "xterm-256color"}
        return kept | own | {"COLORTERM": "truecolor"} | more

    def show(self, outer: OuterTerminal, *argv: str, **more: str) -> Hello:
        """Start a window in the outer terminal, and take its hello."""
        return self.show_by(outer, ["-m", "pitwall.cli.thin", *argv], **more)

    def show_by(self, outer: OuterTerminal, program: Sequence[str], **more: str) -> Hello:
        """The same by another program in Python."""
        outer.start(
            [sys.executable, "-P", *program],
            env=self.environment(**more),
            cwd=str(self.home),
        )
        return self._accepted()

    def restart(self) -> Hello:
        """Hang up, and take the hello with which the window comes back."""
        self.hang_up()
        return self._accepted()

    def _accepted(self) -> Hello:
        self._heard.clear()
        self._reader = frames.FrameReader()
        while True:
            self._connection, _ = self._listener.accept()
            self._connection.settimeout(PATIENCE)
            try:
                return parse(self._next(frames.HELLO))
            except AssertionError:  # it only tried whether somebody listens
                self.hang_up()

    def send(self, *said: Said) -> None:
        assert self._connection is not None
        self._connection.sendall(b"".join(encode(one) for one in said))

    def send_frame(self, kind: bytes, payload: bytes = b"") -> None:
        assert self._connection is not None
        self._connection.sendall(frames.encode(kind, payload))

    def heard(self, kind: type[S]) -> S:
        """The next thing of that kind that the window says; what it says before is passed over."""
        while True:
            said = decode(*self._any())
            if isinstance(said, kind):
                return said

    def _next(self, kind: bytes) -> bytes:
        while True:
            found, payload = self._any()
            if found == kind:
                return payload

    def _any(self) -> tuple[bytes, bytes]:
        assert self._connection is not None
        while not self._heard:
            data = self._connection.recv(65536)
            assert data, "the window hung up"
            self._heard += self._reader.feed(data)
        return self._heard.pop(0)

    def hang_up(self) -> None:
        """End the connection without a word, as a daemon that was killed does."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        self.hang_up()
        self._listener.close()


def tab(number: int, title: str, state: str = "idle", **more: object) -> TabLine:
    """A tab for a scene; its id is its number in 16 digits."""
    fields: dict[str, object] = {
        "id": f"{number:016x}",
        "number": number,
        "title": title,
        "group": "",
        "state": state,
        "agent": "",
        "question": "",
        "branch": "",
        "detached": False,
        "attention": None,
        "since": 0,
        "exit_code": None,
    }
    return TabLine(**(fields | more))  # type: ignore[arg-type]


def scene(
    *tabs: TabLine, active: int = 1, panes: tuple[PaneBox, ...] = (), focused: str = "", **more: object
) -> Scene:
    """A scene of the session ``main``; unless told otherwise one pane ``p1`` of 10 by 40 cells."""
    boxes = panes or (PaneBox("p1", 0, 0, 10, 40, True, ""),)
    fields: dict[str, object] = {
        "session": "main",
        "sessions": ("main",),
        "tabs": tabs or (tab(1, "one"),),
        "active": f"{active:016x}",
        "panes": boxes,
        "focused": focused or boxes[0].id,
        "zoomed": False,
    }
    return Scene(**(fields | more))  # type: ignore[arg-type]


def update(
    *lines: str,
    pane: str = "p1",
    rows: int = 10,
    cols: int = 40,
    cursor: tuple[int, int] = (0, 0),
    modes: PaneModes | None = None,
    style: Style | None = None,
) -> PaneUpdate:
    """A full update of a pane: lines of narrow text in one style."""
    return PaneUpdate(
        pane=pane,
        rows=rows,
        cols=cols,
        cursor_row=cursor[0],
        cursor_col=cursor[1],
        modes=modes or PaneModes(),
        full=True,
        styles=(style or Style(),),
        lines=tuple(Line(row, (TextRun(text, len(text), 0),)) for row, text in enumerate(lines)),
    )
