"""A window in the test's own process: it says and hears what a real one does, and paints nothing."""

import socket
import time
from collections.abc import Callable
from contextlib import suppress

from closing import Closing
from daemonclient import LOST, PATIENCE
from daemons import House

from pitwall.version import PROTOCOL, VERSION
from pitwall.wire import frames
from pitwall.wire.hello import Hello
from pitwall.wire.window import (
    Act,
    Deed,
    Geometry,
    HistoryPage,
    Keys,
    Message,
    Notice,
    PageAsked,
    PaneModes,
    PaneUpdate,
    Run,
    Said,
    Scene,
    TabLine,
    decode,
    encode,
)


class WindowClient(Closing):
    """One attached window: the last scene, the panes' screens as text, and all that it was told."""

    def __init__(
        self,
        house: House,
        *argv: str,
        size: tuple[int, int] = (24, 80),
        focused: bool = True,
        pane: str = "",
        terminals: frozenset[int] = frozenset({0, 1, 2}),
    ) -> None:
        self.scenes: list[Scene] = []
        self.screens: dict[str, list[str]] = {}
        self.modes: dict[str, PaneModes] = {}
        self.updates: list[PaneUpdate] = []
        self.notices: list[Notice] = []
        self.messages: list[Message] = []
        self.pages: list[HistoryPage] = []
        self.errors = b""
        self.code: int | None = None
        self._reader = frames.FrameReader()
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(house.socket)
        hello = Hello(
            protocol=PROTOCOL,
            client_version=VERSION,
            cwd=str(house.work),
            umask=0o022,
            terminals=terminals,
            rows=size[0],
            columns=size[1],
            resume=b"",
            pane=pane,
            started_ns=0,
            environment=house.environment(),
            argv=argv,
        )
        self._socket.sendall(frames.encode(frames.HELLO, hello.encode()))
        with suppress(BrokenPipeError):  # a window that is refused may not get to say it
            self.say(Geometry(*size, focused))

    def close(self) -> None:
        """Go without a word, as a window does that is killed."""
        self._socket.close()

    def fileno(self) -> int:
        """What to poll for more to hear."""
        return self._socket.fileno()

    # What it says.

    def say(self, said: Said) -> None:
        self._socket.sendall(encode(said))

    def send(self, data: bytes) -> None:
        """Bytes as they are, good frames or not."""
        self._socket.sendall(data)

    def type(self, text: str, pane: str = "") -> None:
        self.say(Keys(pane or self.scene.focused, text.encode()))

    def act(self, deed: Deed, target: str = "", rows: int = 0, cols: int = 0) -> None:
        self.say(Act(deed, target, rows, cols))

    def run(self, *argv: str) -> None:
        self.say(Run(argv))

    def page(self, first: int, count: int) -> HistoryPage:
        """Rows that scrolled off the focused pane."""
        before = len(self.pages)
        self.say(PageAsked(self.scene.focused, first, count))
        self.until(lambda: len(self.pages) > before, "a page")
        return self.pages[-1]

    # What it hears.

    @property
    def scene(self) -> Scene:
        """The last one; the first is waited for."""
        if not self.scenes:
            self.until(lambda: bool(self.scenes), "a scene")
        return self.scenes[-1]

    @property
    def active(self) -> TabLine:
        """The tab that is shown."""
        return next(tab for tab in self.scene.tabs if tab.id == self.scene.active)

    def tab(self, key: str) -> TabLine:
        return next(tab for tab in self.scene.tabs if tab.id == key)

    def text(self, pane: str = "") -> str:
        """What a pane shows, the focused one if none is named."""
        return "\n".join(self.screens.get(pane or self.scene.focused, []))

    def until(self, test: Callable[[], bool], what: str) -> None:
        """Hear more until something is so."""
        give_up = time.monotonic() + PATIENCE
        while not test():
            assert time.monotonic() < give_up, f"{what} never came: {self._known()}"
            assert self.hear(), f"the daemon hung up before {what}: {self._known()}"

    def until_scene(self, test: Callable[[Scene], bool], what: str = "the scene") -> Scene:
        self.until(lambda: bool(self.scenes) and test(self.scenes[-1]), what)
        return self.scenes[-1]

    def until_shows(self, text: str, pane: str = "") -> None:
        self.until(lambda: text in self.text(pane), repr(text))

    def until_ended(self) -> int:
        """The exit code that the daemon ended the window with, or that of a connection that was lost."""
        while self.code is None and self.hear():
            pass
        return LOST if self.code is None else self.code

    def hear(self) -> bool:
        """Take what comes next; ``False`` at the end of the connection."""
        try:
            data = self._socket.recv(1 << 20)
        except ConnectionResetError:
            return False
        for kind, payload in self._reader.feed(data):
            self._take(kind, payload)
        return bool(data)

    def _take(self, kind: bytes, payload: bytes) -> None:
        match decode(kind, payload):
            case Scene() as scene:
                self.scenes.append(scene)
            case PaneUpdate() as update:
                self._paint(update)
            case Notice() as notice:
                self.notices.append(notice)
            case Message() as message:
                self.messages.append(message)
            case HistoryPage() as page:
                self.pages.append(page)
            case None if kind == frames.EXIT:
                self.code = payload[0]
            case None if kind in (frames.ERROR_OUTPUT, frames.OUTPUT):
                self.errors += payload

    def _paint(self, update: PaneUpdate) -> None:
        self.updates.append(update)
        if update.full:
            self.screens[update.pane] = [""] * update.rows
        rows = self.screens[update.pane]
        assert len(rows) == update.rows, "a pane of another size was not told anew"
        for line in update.lines:
            rows[line.row] = "".join(run.text for run in line.runs).rstrip()
        self.modes[update.pane] = update.modes

    def _known(self) -> object:
        return self.scenes[-1:], self.screens, self.messages, self.errors, self.code
