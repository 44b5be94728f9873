"""
The limit of open files: a pane takes three, and a login often allows 1,024 (getrlimit(2)).

The daemon raises its own; the programs in its panes get what the daemon was started with, for some size tables by it.
The last of what it may open it keeps: panes leave room to clients, so that tabs can be closed, and clients leave room
to the daemon, which has a journal to write. A new descriptor is the lowest that is free (open(2)), so that its number
tells how much room there is.
"""

import errno
import os
import resource

MOST = 65_536

FOR_ITSELF = 16
"""Descriptors that clients leave to the daemon; of a low limit an eighth."""
FOR_CLIENTS = 32
"""Descriptors that panes leave to clients; of a low limit an eighth."""

_given: int = resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def raise_open_files() -> None:
    """Allow this process as many open files as it may have, within reason; a system that refuses is left as it is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            pass


def given_open_files() -> int:
    """The limit that this process was started with."""
    return _given


def leaves_room(connection: int) -> bool:
    """Whether a connection, which was just given that descriptor, leaves the daemon what it needs for itself."""
    limit = _limit()
    return connection < limit - min(FOR_ITSELF, limit // 8)


def check_room_for_pane() -> None:
    """Raise ``OSError`` (EMFILE) if a pane would take what is kept for clients and for the daemon itself."""
    limit = _limit()
    lowest = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    os.close(lowest)
    if lowest >= limit - min(FOR_ITSELF, limit // 8) - min(FOR_CLIENTS, limit // 8):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def _limit() -> int:
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if soft == resource.RLIM_INFINITY else soft
