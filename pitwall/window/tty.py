"""
The outer terminal itself: opened anew, raw, and put back as it was on every way out.

Opened anew, so that its non-blocking mode is not shared with the shell. Put back by `restore`, which is called at the
end of the window, and at the interpreter's end in case that was not reached.
"""

import atexit
import os
import select
import termios
import time
import tty
from collections.abc import Callable

import trio

from pitwall.errors import Unsupported

READ_SIZE = 65536
_LOCAL_FLAGS = 3
"""Their place in what ``termios`` calls attributes."""
RESTORE_SECONDS = 2.0
"""How long a terminal that takes no bytes is waited for on the way out."""


class Tty:
    """A terminal, raw between `enter` and `restore`."""

    def __init__(self, fd: int) -> None:
        """
        Open the terminal that `fd` is.

        Raises:
            Unsupported: it is none, or cannot be opened.
        """
        try:
            # By its own name: kqueue does not take /dev/tty (macOS).
            self.fd = os.open(os.ttyname(fd), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            raise Unsupported(f"the terminal cannot be opened: {error.strerror}") from error
        self._saved: list[int | list[bytes | int]] | None = None
        self._farewell: Callable[[], bytes] = bytes
        self.unsent = b""
        """What of the farewell the terminal did not take in time."""

    def size(self) -> tuple[int, int]:
        """Rows and columns; 24 by 80 for a terminal that does not say."""
        try:
            columns, rows = os.get_terminal_size(self.fd)
        except OSError:
            columns, rows = 0, 0
        return (rows, columns) if rows > 0 and columns > 0 else (24, 80)

    def enter(self, farewell: Callable[[], bytes]) -> None:
        """Make it raw; `farewell` tells, when it comes to that, what puts the screen back."""
        if self._saved is None:
            self._saved = termios.tcgetattr(self.fd)
            atexit.register(self.restore)
        self._farewell = farewell
        self.make_raw()

    def make_raw(self) -> None:
        """Make it raw, again after somebody else has changed it."""
        tty.setraw(self.fd, termios.TCSANOW)

    def hush(self) -> None:
        """Have what is typed wait, unseen, for who enters next; `restore` puts it back."""
        if self._saved is not None:
            return
        self._saved = termios.tcgetattr(self.fd)
        self._farewell = bytes
        atexit.register(self.restore)
        hushed = [*self._saved]
        flags = hushed[_LOCAL_FLAGS]
        assert isinstance(flags, int)
        hushed[_LOCAL_FLAGS] = flags & ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(self.fd, termios.TCSANOW, hushed)

    def restore(self) -> None:
        """Put it back as it was; does nothing the second time, and never raises."""
        saved, self._saved = self._saved, None
        if saved is None:
            return
        atexit.unregister(self.restore)
        try:
            self.unsent = self._write_out(self._farewell())
        finally:
            try:
                # Typed keys and replies that nobody read are no input for the shell.
                termios.tcsetattr(self.fd, termios.TCSAFLUSH, saved)
            except (OSError, termios.error):
                pass

    def close(self) -> None:
        self.restore()
        os.close(self.fd)

    async def read(self) -> bytes:
        """What was typed; empty when the terminal is gone."""
        while True:
            await trio.lowlevel.wait_readable(self.fd)
            try:
                return os.read(self.fd, READ_SIZE)
            except BlockingIOError:
                continue
            except OSError:
                return b""

    def _write_out(self, data: bytes) -> bytes:
        """Write without trio, for a while at most; what is left then, of a terminal that is there."""
        give_up = time.monotonic() + RESTORE_SECONDS
        poll = select.poll()
        poll.register(self.fd, select.POLLOUT)
        rest = memoryview(data)
        while rest and time.monotonic() < give_up:
            try:
                rest = rest[os.write(self.fd, rest) :]
            except BlockingIOError:
                poll.poll(100)
            except OSError:
                return b""
        return bytes(rest)
