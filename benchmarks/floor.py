"""
The least that two processes on trio cost a key: they pass bytes on between a terminal and `cat`, and that is all.

    python benchmarks/floor.py

Run in a terminal, by ``benchmarks/window.py``: keys go to this process, through a socket to a second one, and from
there to `cat` in a PTY of its own; echoes come back the same way.
"""

import os
import pty
import socket
import subprocess
import tty

import trio


async def pump(source: int, target: int) -> None:
    """Pass on what comes, for ever."""
    while True:
        await trio.lowlevel.wait_readable(source)
        os.write(target, os.read(source, 65536))


async def between(one: int, other: int) -> None:
    """Pass bytes on both ways."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pump, one, other)
        nursery.start_soon(pump, other, one)


def main() -> None:
    """Be both processes."""
    near, far = socket.socketpair()
    if os.fork() == 0:
        near.close()
        master, slave = pty.openpty()
        with subprocess.Popen(["cat"], stdin=slave, stdout=slave):
            os.close(slave)
            trio.run(between, far.fileno(), master)
    far.close()
    tty.setraw(0)
    trio.run(between, 0, near.fileno())


if __name__ == "__main__":
    main()
