"""Real programs under real PTYs, for tests of ``pitwall.pty``."""

import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from pitwall.pty import linux
from pitwall.pty.child import Child, Spawn, spawn
from pitwall.pty.reader import drain, read_available

ENVIRONMENT = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
PATIENCE = 20.0
"""Seconds after which a test gives up; far more than any needs."""


def command(
    *argv: str,
    program: str = "",
    cwd: str = "/",
    env: Mapping[str, str] | None = None,
    umask: int = 0o022,
    rows: int = 24,
    cols: int = 80,
) -> Spawn:
    """A program to start; ``argv[0]`` is its path if ``program`` is not given."""
    return Spawn(program or argv[0], argv, cwd, ENVIRONMENT | dict(env or {}), umask, rows, cols)


def shell(script: str, *arguments: str, cwd: str = "/", env: Mapping[str, str] | None = None) -> Spawn:
    """A script for ``/bin/sh``; the arguments are its ``$1`` and so on."""
    return command("/bin/sh", "-c", script, "sh", *arguments, cwd=cwd, env=env)


def python(script: str, *arguments: str) -> Spawn:
    """A script for the Python that runs the tests."""
    return command(sys.executable, "-c", script, *arguments)


@asynccontextmanager
async def running(what: Spawn, *, grace: float = 0.1) -> AsyncIterator[Child]:
    """The program, let go; ended when the block is left."""
    with trio.fail_after(PATIENCE):
        child = await spawn(what)
        try:
            await child.release()
            yield child
        finally:
            await child.aclose(grace=grace)


async def shown(child: Child, marker: str) -> str:
    """What the program writes, up to the first chunk that holds ``marker``."""
    text = ""
    while marker not in text:
        text += (await read_available(child.master)).decode()
    return text


async def result(what: Spawn) -> tuple[int, str]:
    """Run to the end: exit code and everything written."""
    text = b""

    async def read(master: int) -> None:
        nonlocal text
        while True:
            text += await read_available(master)

    async with running(what) as child, trio.open_nursery() as nursery:
        nursery.start_soon(read, child.master)
        code = await child.wait()
        nursery.cancel_scope.cancel()
        text += drain(child.master).data
    return code, text.decode()


def descriptors() -> list[str]:
    """What this process has open, as far as it can be told apart."""
    folder = Path("/proc/self/fd")
    return sorted(os.readlink(folder / name) for name in os.listdir(folder) if (folder / name).is_symlink())


def holdings() -> tuple[list[str], tuple[int, ...]]:
    """What this process has open, and its children: other tests' daemons among them."""
    return descriptors(), linux.children(os.getpid())


class CancelAtStep(trio.abc.Instrument):
    """Cancels a scope when the task that made this takes its n-th step from now."""

    def __init__(self, scope: trio.CancelScope, step: int) -> None:
        self._scope = scope
        self._left = step
        self._task = trio.lowlevel.current_task()

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        if task is self._task:
            self._left -= 1
            if self._left == 0:
                self._scope.cancel()
