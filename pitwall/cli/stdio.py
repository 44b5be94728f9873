"""The client's stdin, stdout and stderr, unbuffered, and the way out of the process with a message."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

READ_SIZE = 64 * 1024

SIGPIPE_EXIT = 141
"""What a shell reports of a program that SIGPIPE ended."""


def stop(message: str, code: int = 1) -> "NoReturn":
    """Leave the process with a message for the person at the keyboard."""
    write_all(2, os.fsencode(f"pitwall: {message}\n"))
    raise SystemExit(code)


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
    while len(line) < READ_SIZE:
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
            piece = os.read(0, READ_SIZE)
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
