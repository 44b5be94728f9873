"""``pitwall``, ``pitwall attach`` and ``pitwall session attach`` in the client: the window."""

import os
import socket
import sys
from collections.abc import Sequence

import trio

from pitwall import paths
from pitwall.cli.stdio import write_all
from pitwall.cli.talk import hello
from pitwall.errors import PitwallError
from pitwall.window.app import App, Outcome, open_tty


def run(argv: Sequence[str], connection: socket.socket, started_ns: int) -> int:
    """Show the window that the command asks for, over a connection to the daemon; returns the exit code."""
    opening = hello(argv, token=b"", whole_environment=True, started_ns=started_ns)
    try:
        tty = open_tty()
    except PitwallError as error:
        write_all(2, f"pitwall: {error}\n".encode())
        return 1
    try:
        # The socket came from `_socket`, which makes plain ones.
        ours = socket.socket(fileno=connection.detach())
        outcome = trio.run(App(tty, ours, paths.config_file(paths.data_folder()), os.environ).run, opening)
    finally:
        tty.close()
    return _told(outcome)


def _told(outcome: Outcome) -> int:
    """Say what is left to be said, now that the terminal is back."""
    sys.stdout.flush()
    write_all(1, bytes(outcome.output))
    write_all(2, bytes(outcome.errors))
    return outcome.code
