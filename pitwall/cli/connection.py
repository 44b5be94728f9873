"""The way to the daemon: which socket is meant, whether it can be trusted, and whether somebody listens."""

import os

from pitwall import paths
from pitwall.cli.stdio import stop

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from typing import NoReturn
else:
    try:
        import _socket as socket
    except ImportError:
        import socket


def connect() -> "socket.socket | None":
    """
    A connection to the daemon; ``None`` when none runs.

    The daemon that drives a pane is the one that commands in it mean: its ``$PITWALL_HOME`` says so, or where
    somebody took that out of the environment its ``$PITWALL_SOCKET``, which is tried first.
    """
    inherited = None if os.environ.get("PITWALL_HOME") else os.environ.get("PITWALL_SOCKET")
    connection = connect_to(inherited) if inherited else None
    return connection or connect_to(_socket_path())


def _socket_path() -> str:
    try:
        return paths.socket_path(paths.data_folder())
    except OSError as error:
        stop(f"$PITWALL_HOME is relative, and the current folder: {error.strerror}")


def connect_to(path: str) -> "socket.socket | None":
    """A connection to the daemon at that socket; ``None`` when nobody listens there."""
    connection = None
    try:
        _check_owner(os.path.dirname(path))
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.connect(path)
    except OSError as error:
        if connection is not None:
            connection.close()
        if isinstance(error, FileNotFoundError | NotADirectoryError | ConnectionRefusedError):
            return None
        if isinstance(error, PermissionError):
            stop(f"{path} may not be opened: it and the folders above it must be open to you")
        stop(f"{path} cannot be connected to: {error.strerror or error}")
    return connection


def _check_owner(folder: str) -> None:
    """A folder, or a link in its place, that another user can change may lead to a daemon of theirs."""
    found = os.stat(folder)
    for owner in {found.st_uid, os.lstat(folder).st_uid} - {os.geteuid()}:
        stop(
            f"{folder} belongs to another user (uid {owner}), who could read what you send there: "
            "have it removed, or choose another data folder with PITWALL_HOME"
        )
    if found.st_mode & 0o022:
        stop(f"{folder} can be written to by other users: `chmod 700 {folder}`")


def no_daemon() -> "NoReturn":
    """Leave the process saying that no daemon runs, and whether one did."""
    path = _socket_path()
    if os.path.lexists(path):
        stop(f"the daemon has died (nobody answers at {path}): `pitwall daemon start` brings its tabs back")
    stop("no daemon runs: `pitwall new` starts one, `pitwall daemon start` brings saved tabs back")
