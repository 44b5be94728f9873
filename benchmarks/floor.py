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


async def pump(source: int, target: int, scope: trio.CancelScope) -> None:
    """Pass on what comes, until nothing does any more."""
    while True:
        await trio.lowlevel.wait_readable(source)
        data = os.read(source, 65536)
        if not data:
            return scope.cancel()
        os.write(target, data)


async def between(one: int, other: int) -> None:
    """Pass bytes on both ways, until either side has gone."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pump, one, other, nursery.cancel_scope)
        nursery.start_soon(pump, other, one, nursery.cancel_scope)


def main() -> None:
    """Be both processes."""
    near, far = socket.socketpair()
    if os.fork() == 0:
        near.close()
        master, slave = pty.openpty()
        with subprocess.Popen(["cat"], stdin=slave, stdout=slave) as cat:
            os.close(slave)
            trio.run(between, far.fileno(), master)
            cat.kill()
        return
    far.close()
    tty.setraw(0)
    trio.run(between, 0, near.fileno())


if __name__ == "__main__":
    main()
