"""An outer terminal for a window: a PTY, a client on it, and an emulator that reads what the client paints."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Sequence
from typing import Any

from closing import Closing
from daemonclient import PATIENCE
from procfs import readable

from pitwall.terminal import Terminal

Attributes = list[Any]


def _take_terminal() -> None:
    """In a new session: have the terminal, and end with it, also where the tests themselves run under nohup."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class OuterTerminal(Closing):
    """A terminal with one program in it, its controlling terminal; `seen` is every byte that the program wrote."""

    def __init__(self, rows: int = 24, cols: int = 100) -> None:
        self.master, self.slave = pty.openpty()
        self.terminal = Terminal(rows, cols)
        self.seen = bytearray()
        self.client: subprocess.Popen[bytes] | None = None
        self._set_size(rows, cols)
        self.before: Attributes = termios.tcgetattr(self.slave)

    def start(self, argv: Sequence[str], **options: Any) -> "subprocess.Popen[bytes]":
        """Start the program."""
        options.setdefault("stderr", self.slave)
        self.client = subprocess.Popen(
            argv,
            stdin=self.slave,
            stdout=self.slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
            **options,
        )
        return self.client

    def _set_size(self, rows: int, cols: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def resize(self, rows: int, cols: int) -> None:
        """Change the size, as dragging a terminal's corner does."""
        self.read(0)
        self.terminal.resize(rows, cols)
        self._set_size(rows, cols)

    def press(self, data: bytes | str) -> None:
        """Press keys."""
        os.write(self.master, data.encode() if isinstance(data, str) else data)

    def read(self, seconds: float) -> bool:
        """Take what the program has painted; whether that was anything."""
        any_read = False
        while readable(self.master, 0 if any_read else seconds):
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return any_read
            self.seen += data
            self.terminal.feed(data)
            any_read = True
        return any_read

    @property
    def screen(self) -> list[str]:
        """What is shown, a line a row."""
        return [str(row) for row in self.terminal.look().rows]

    def text(self) -> str:
        return "\n".join(self.screen)

    def until(self, test: Callable[[], object], what: str = "") -> None:
        """Wait until something is true of what is shown."""
        give_up = time.monotonic() + PATIENCE
        while not test():
            left = give_up - time.monotonic()
            code = self.client.poll() if self.client is not None else None
            if left <= 0 or (code is not None and not self.read(0.2) and not test()):
                raise AssertionError(f"{what or 'it'} never was; exit code {code}; shown:\n{self.text()}")
            self.read(min(left, 0.2))

    def until_shows(self, *texts: str) -> None:
        """Wait until every text is shown."""
        self.until(lambda: all(text in self.text() for text in texts), f"showing {texts}")

    def until_left(self) -> int:
        """Wait until the program has ended; its exit code."""
        assert self.client is not None
        client = self.client
        give_up = time.monotonic() + PATIENCE
        while client.poll() is None:
            self.read(0.05)
            assert time.monotonic() < give_up, f"it never ended; shown:\n{self.text()}"
        self.read(0)
        return client.returncode

    def hang_up(self) -> None:
        """Go away, as a terminal whose window is closed does."""
        os.close(self.slave)
        os.close(self.master)
        self.master = self.slave = -1

    def cooked(self) -> bool:
        """Whether the terminal's own settings are as they were before the program started."""
        return termios.tcgetattr(self.slave) == self.before

    def close(self) -> None:
        if self.client is not None and self.client.poll() is None:
            self.client.send_signal(signal.SIGKILL)
            self.client.wait()
        if self.master >= 0:
            os.close(self.master)
            os.close(self.slave)
