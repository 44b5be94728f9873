"""A program under a PTY of its own: started through the launcher, owned until closed."""

import os
import socket
import sys
import termios
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import trio

from pitwall.pty import failures, processes
from pitwall.pty.ending import GRACE, end
from pitwall.pty.launch import LENGTH_BYTES
from pitwall.pty.limits import check_room_for_pane, given_open_files
from pitwall.pty.process import Process

_LAUNCHER = str(Path(__file__).with_name("launch.py"))
_GO = b"g"
_IUTF8 = 0x4000
"""Erase whole UTF-8 characters in line mode; the same bit on Linux and macOS, missing in ``termios``."""
_LAST_DEADLINE = 5.0
"""Seconds to wait for a killed process: one that hangs in the kernel must not hold its owner for ever."""


@dataclass(frozen=True, slots=True)
class Spawn:
    """What to start, and how."""

    program: str
    """Absolute path of the file to execute; not looked up on PATH."""
    argv: tuple[str, ...] = field(repr=False)
    """All arguments from argv[0] on; a login shell's argv[0] starts with ``-``."""
    cwd: str
    env: Mapping[str, str] = field(repr=False)
    umask: int
    rows: int
    cols: int


class Child:
    """
    A program under a PTY: first its launcher, waiting; after ``release`` the program itself.

    The owner calls ``aclose`` whatever happens: until then the process may run, or be a zombie.
    The slave side stays open here as well, so a program that closes its terminal and opens ``/dev/tty`` again
    is still heard; the end of the program is ``wait``, never the end of the output.
    """

    def __init__(
        self, spawn: Spawn, process: trio.Process, master: int, slave: int, control: trio.socket.SocketType
    ) -> None:
        self._program = spawn.program
        self._cwd = spawn.cwd
        self._pane_id = spawn.env.get("PITWALL_PANE", "")
        self._process = process
        self._control = control
        self._slave = slave
        self._released = False
        self._closed = False
        self.master = master
        """The PTY's master side: non-blocking, closed on exec; -1 once closed, as numbers are used again."""
        self.pid = process.pid
        """Of the launcher and the program: exec keeps it. Also the ids of its session and first group."""
        self.began = processes.began(process.pid) or 0
        """Its start time, as ``processes.began`` tells it."""

    async def release(self) -> None:
        """
        Let the program run; returns once exec has happened.

        Raises ``CannotStart`` if the folder cannot be entered or the program cannot be executed; the child is
        closed then. When cancelled the program may or may not run: close the child.
        """
        if self._released:
            raise RuntimeError("a child is released once")
        self._released = True
        try:
            await self._control.send(_GO)
        except (BrokenPipeError, ConnectionResetError):  # the launcher has ended: it has said why
            pass
        answer = await self._answer()
        self._control.close()
        if answer == b"exec":
            return
        code = await self.wait()
        await self.aclose()
        stage, _, number = answer.partition(b" ")
        if stage == b"exec":
            raise await trio.to_thread.run_sync(failures.exec_failed, self._program, int(number))
        if stage == b"chdir":
            raise failures.chdir_failed(self._cwd, int(number))
        raise failures.launcher_died(self._program, code)

    async def _answer(self) -> bytes:
        """All that the launcher says until it ends or becomes the program."""
        answer = b""
        try:
            while part := await self._control.recv(64):
                answer += part
        except ConnectionResetError:  # it ended with our bytes unread
            pass
        return answer

    async def wait(self) -> int:
        """The exit code once the process has ended, or minus the number of the signal that killed it."""
        return await self._process.wait()

    def resize(self, rows: int, cols: int) -> None:
        """Tell the terminal its new size; its foreground programs get SIGWINCH. Nothing once closed."""
        if not self._closed:
            termios.tcsetwinsize(self.master, (rows, cols))

    async def end(self, *, grace: float = GRACE) -> tuple[Process, ...]:
        """End all that runs in the pane, as ``ending.end`` does; also what a program that has ended left behind."""
        if self._process.returncode is None:
            return await end(self.pid, grace=grace)
        return await end(self.pid, grace=grace, pane_id=self._pane_id) if self._pane_id else ()

    async def aclose(self, *, grace: float = GRACE) -> None:
        """End what still runs, reap it and close the PTY; cancellation waits."""
        if self._closed:
            return
        self._closed = True
        self._control.close()
        with trio.CancelScope(shield=True):
            try:
                await self._reap(grace)
            finally:
                master, self.master = self.master, -1
                trio.lowlevel.notify_closing(master)
                os.close(master)
                os.close(self._slave)

    async def _reap(self, grace: float) -> None:
        if self._process.returncode is not None:
            return
        try:
            if self._released:
                await end(self.pid, grace=grace)
        finally:
            self._process.kill()
            with trio.move_on_after(_LAST_DEADLINE):
                await self._process.wait()


async def spawn(spawn: Spawn) -> Child:
    """
    Start the launcher for a program; nothing of the program runs before ``Child.release``.

    The terminal has its size before any process sees it. Raises ``CannotStart``. When cancelled, no process
    and no descriptor is left.
    """
    request = _request(spawn)
    try:
        check_room_for_pane()
        master, slave = _open_terminal(spawn.rows, spawn.cols)
    except OSError as error:
        raise failures.no_terminal(error) from error
    try:
        process, control = await _start_launcher(slave)
    except BaseException as error:
        os.close(master)
        os.close(slave)
        if isinstance(error, OSError):
            raise failures.no_terminal(error) from error
        raise
    child = Child(spawn, process, master, slave, control)
    try:
        await trio.SocketStream(control).send_all(request)
    except trio.BrokenResourceError:  # the launcher has ended: release tells of it
        pass
    except BaseException:
        await child.aclose()
        raise
    return child


async def _start_launcher(slave: int) -> tuple[trio.Process, trio.socket.SocketType]:
    ours, theirs = socket.socketpair()
    try:
        command = [sys.executable, "-I", "-S", _LAUNCHER, str(theirs.fileno())]
        process = await trio.lowlevel.open_process(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            pass_fds=(theirs.fileno(),),
        )
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()
    return process, trio.socket.from_stdlib_socket(ours)


def _open_terminal(rows: int, cols: int) -> tuple[int, int]:
    """A PTY's master and slave descriptors, sized."""
    master, slave = os.openpty()
    try:
        os.set_blocking(master, False)
        attributes = termios.tcgetattr(slave)
        attributes[0] |= _IUTF8
        termios.tcsetattr(slave, termios.TCSANOW, attributes)
        termios.tcsetwinsize(slave, (rows, cols))
    except BaseException:
        os.close(master)
        os.close(slave)
        raise
    return master, slave


def _request(spawn: Spawn) -> bytes:
    """The launcher's message: its length, then its parts with NULs between."""
    words = [
        f"{spawn.umask}",
        f"{given_open_files()}",
        spawn.cwd,
        spawn.program,
        f"{len(spawn.argv)}",
        *spawn.argv,
    ]
    words += (f"{name}={value}" for name, value in spawn.env.items())
    try:
        parts = [os.fsencode(word) for word in words]
    except UnicodeEncodeError as error:
        raise failures.not_passable(spawn.program) from error
    if any(b"\0" in part for part in parts):
        raise failures.not_passable(spawn.program)
    message = b"\0".join(parts)
    return len(message).to_bytes(LENGTH_BYTES, "big") + message
