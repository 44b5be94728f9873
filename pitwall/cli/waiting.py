"""``pitwall wait`` in the client: outlives its daemon, and times out by itself whatever it hangs in."""

import os
import time

from pitwall.cli.connection import connect, no_daemon
from pitwall.cli.stdio import stop, write_all
from pitwall.cli.talk import PATIENCE, Conversation, hello

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Sequence
else:
    try:
        import _signal as signal
    except ImportError:
        import signal

RECONNECT_SECONDS = 10.0
"""How long a ``wait`` that lost its daemon looks for the next one (SEMANTICS 6)."""

RETRY_SECONDS = 0.05

STEADY_SECONDS = 1.0
"""A connection that lasted this long ended an outage; one that did not was part of it."""

LONGEST_TIMER_SECONDS = 1e8
"""Three years: longer ones overflow the timer of some systems."""

FIRST_JUDGEMENT_SECONDS = 1.0
"""A shorter timeout is over only when the daemon has judged once, or was silent for as long as this (SEMANTICS 6)."""

TIMED_OUT = 124


def main(argv: "Sequence[str]", before_rest: "Sequence[str]", started_ns: int) -> int:
    """
    The exit code of the wait.

    The output is held until the exit code is known, so that a wait that times out has printed nothing.
    """
    timeout = _timeout(before_rest)
    conversation = Conversation(hold_output=True, before_exit=_stay, patience=PATIENCE)
    if timeout is not None:
        _leave_after(timeout, conversation)
    connection = connect()
    if connection is None:
        no_daemon()
    away = 0.0
    while True:
        since = time.monotonic()
        if connection is not None:
            opening = hello(argv, token=conversation.token, whole_environment=False, started_ns=started_ns)
            code = conversation.run(connection, opening)
            if code is not None:
                return code
            lost = time.monotonic()
            away = 0.0 if lost - since >= STEADY_SECONDS else away
            since = lost
        if away >= RECONNECT_SECONDS:
            stop(
                f"the daemon is gone and no other came within {RECONNECT_SECONDS:g} s: "
                "`pitwall daemon start` brings its tabs back"
            )
        time.sleep(RETRY_SECONDS)
        connection = connect()
        away += time.monotonic() - since


def _timeout(before_rest: "Sequence[str]") -> str | None:
    """The value of the last ``--timeout``."""
    value = None
    for at, word in enumerate(before_rest):
        if word == "--timeout" and at + 1 < len(before_rest):
            value = before_rest[at + 1]
        elif word.startswith("--timeout="):
            value = word.partition("=")[2]
    return value


def _leave_after(timeout: str, conversation: Conversation) -> None:
    """
    An alarm ends whatever call blocks by then; the caller may have left SIGALRM blocked.

    The daemon hands out a token only once it has judged the tab and found nothing to answer. Until then what holds
    already wins over the timeout, however short that is.
    """
    from pitwall import durations

    try:
        seconds = durations.parse(timeout)
    except ValueError as error:
        stop(f"--timeout: {error}")
    due = time.monotonic() + seconds

    def timed_out(*_: object) -> None:
        write_all(2, os.fsencode(f"pitwall: timed out after {timeout}\n"))
        os._exit(TIMED_OUT)

    def judged() -> None:
        left = due - time.monotonic()
        if left <= 0:
            timed_out()
        signal.setitimer(signal.ITIMER_REAL, min(left, LONGEST_TIMER_SECONDS))

    conversation.on_token = judged
    signal.signal(signal.SIGALRM, timed_out)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGALRM,))
    # The alarm may come within a connect, which must not go on behind it: one that was interrupted is no connection.
    signal.setitimer(signal.ITIMER_REAL, min(max(seconds, FIRST_JUDGEMENT_SECONDS), LONGEST_TIMER_SECONDS))


def _stay() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
