"""``pitwall``, ``pitwall attach`` and ``pitwall session attach`` in the client: the window."""

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence

import trio

from pitwall import paths
from pitwall.cli.stdio import write_all
from pitwall.cli.talk import PATIENCE, SILENT, hello
from pitwall.errors import PitwallError
from pitwall.window.app import App, Outcome, open_tty
from pitwall.window.model import NOWHERE, WayBack
from pitwall.window.tty import Tty

_Place = tuple[Sequence[str], WayBack]
"""A command that opens a window, and what leads from there to what is to be shown."""
INTERRUPTED = 130
SIGNALLED = 128


def run(
    argv: Sequence[str],
    connection: socket.socket,
    started_ns: int,
    reach: Callable[[], socket.socket],
) -> int:
    """
    Show the window that the command asks for, over a connection to the daemon; returns the exit code.

    When the daemon is restarted the window follows it: ``reach`` connects to the new one, starting it if need be.
    """
    try:
        tty = open_tty()
    except PitwallError as error:
        write_all(2, f"pitwall: {error}\n".encode())
        return 1
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _leave)
    others: list[_Place] = []
    way_back = NOWHERE
    try:
        while True:
            outcome = _shown(tty, argv, way_back, connection, started_ns)
            if outcome.again:
                write_all(2, b"[the daemon restarts]\n")
                tty.hush()
                others = _places(outcome, argv)
            elif outcome.shown or not outcome.code or not others:
                break
            connection, started_ns = reach(), time.monotonic_ns()
            argv, way_back = others.pop(0)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        tty.close()
    if outcome.code < SIGNALLED:  # nobody is in a hurry: the terminal may take its time
        write_all(1, tty.unsent)
    return _told(outcome)


def _places(outcome: Outcome, argv: Sequence[str]) -> list[_Place]:
    """Where to come back to: the session, or else any; a full disk may have kept none of them."""
    way_back = outcome.way_back
    if not way_back.session:
        return [(argv, way_back)]
    return [(("session", "attach", "--", way_back.session), way_back), ((), NOWHERE)]


def _shown(
    tty: Tty, argv: Sequence[str], way_back: WayBack, connection: socket.socket, started_ns: int
) -> Outcome:
    opening = hello(argv, token=b"", whole_environment=True, started_ns=started_ns)
    # The socket came from `_socket`, which makes plain ones.
    ours = socket.socket(fileno=connection.detach())
    app = App(
        tty,
        ours,
        paths.config_file(paths.data_folder()),
        os.environ,
        way_back,
        patience=PATIENCE,
        silent=lambda: write_all(2, SILENT),
    )
    return trio.run(app.run, opening)


def _leave(number: int, _: object) -> None:
    """Between two windows a signal ends nothing before the terminal is as it was."""
    raise SystemExit(SIGNALLED + number)


def _told(outcome: Outcome) -> int:
    """Say what is left to be said, now that the terminal is back."""
    sys.stdout.flush()
    write_all(1, bytes(outcome.output))
    write_all(2, bytes(outcome.errors))
    return outcome.code
