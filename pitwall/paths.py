"""
Where pitwall keeps its things (the table in ``docs/detection-rules.md``).

The data folder is ``$PITWALL_HOME`` where that is set; else ``~/.pitwall`` on macOS, ``%APPDATA%\\Pitwall``
on Windows and ``$XDG_DATA_HOME/pitwall`` (``~/.local/share/pitwall``) elsewhere. Everything else lies below
it, the socket too: one data folder is one daemon, whatever else the environments of two shells disagree on.

Imports ``os`` and ``sys`` alone: the thin client starts with it.
"""

import os
import sys

SOCKET_PATH_LIMIT = 100
"""Bytes: a Unix socket's path holds 108 on Linux, 104 on macOS, with a NUL (unix(7))."""


def data_folder(
    environ: "os._Environ[str] | dict[str, str]" = os.environ, platform: str = sys.platform
) -> str:
    """The absolute path of the data folder; it need not exist."""
    chosen = environ.get("PITWALL_HOME")
    if chosen:
        return os.path.abspath(chosen)
    home = os.path.abspath(environ.get("HOME") or _home_of_record())
    if platform == "win32":
        return (environ.get("APPDATA") or home + "\\AppData\\Roaming") + "\\Pitwall"
    if platform == "darwin":
        return os.path.join(home, ".pitwall")
    shared = environ.get("XDG_DATA_HOME") or ""
    # The XDG specification has relative values ignored.
    return os.path.join(
        shared if shared.startswith("/") else os.path.join(home, ".local", "share"), "pitwall"
    )


def _home_of_record() -> str:
    import pwd  # rarely wanted, and not there on Windows

    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return "/"


def socket_folder(data: str) -> str:
    """The folder of the daemon's socket, 0700: below the data folder, or a short name for a long one."""
    usual = os.path.join(data, "run")
    if len(os.fsencode(usual)) + len("/socket") <= SOCKET_PATH_LIMIT:
        return usual
    digest = 0xCBF29CE484222325  # FNV-1a, 64 bits: hashlib would double the client's start-up
    for byte in os.fsencode(data):
        digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"/tmp/pitwall-{os.getuid()}-{digest:016x}"


def socket_path(data: str) -> str:
    """The daemon's socket."""
    return os.path.join(socket_folder(data), "socket")


def journal_folder(data: str) -> str:
    """The journal's folder, 0700 (journal/FORMAT.md)."""
    return os.path.join(data, "journal")


def detect_folder(data: str) -> str:
    """The user's own rule files."""
    return os.path.join(data, "detect")


def agents_folder(data: str) -> str:
    """The user's own agent definitions."""
    return os.path.join(data, "agents")


def config_file(data: str) -> str:
    """What the user has configured."""
    return os.path.join(data, "config.toml")


def log_folder(data: str) -> str:
    """The daemon's logs, 0700."""
    return os.path.join(data, "logs")
