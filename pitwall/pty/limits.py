"""
The limit of open files: a pane takes three, and a login often allows 1,024 (getrlimit(2)).

The daemon raises its own; the programs in its panes get what the daemon was started with, for some size tables by it.
"""

import resource

MOST = 65_536

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
