"""``pitwall hook`` in the client: hands an agent's report to the daemon and is never in the agent's way."""

import os

from pitwall.cli.connection import connect
from pitwall.cli.stdio import read_all
from pitwall.cli.talk import PAYLOAD_LIMIT, Conversation, frame, hello

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Sequence
else:
    try:
        import _signal as signal
    except ImportError:
        import signal

GIVE_UP_SECONDS = 2.0

REPORT_LIMIT = 4 * 1024 * 1024
"""Bytes; of a longer report nothing is sent, for a part of it could not be read."""


def main(argv: "Sequence[str]", started_ns: int) -> int:
    """Hand stdin to the daemon; says nothing and returns 0 whatever happens (SEMANTICS 5)."""
    if not os.environ.get("PITWALL_PANE"):
        return 0
    try:
        signal.signal(signal.SIGINT, _give_up)
        signal.signal(signal.SIGALRM, _give_up)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGALRM,))
        signal.setitimer(signal.ITIMER_REAL, GIVE_UP_SECONDS)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        report = read_all(REPORT_LIMIT)
        connection = None if report is None else connect()
        if report is not None and connection is not None:
            opening = hello(argv, token=b"", whole_environment=False, started_ns=started_ns)
            chunks = [report[at : at + PAYLOAD_LIMIT] for at in range(0, len(report), PAYLOAD_LIMIT)]
            frames = [frame(b"I", chunk) for chunk in chunks]
            Conversation().run(connection, b"".join([opening, *frames, frame(b"E")]))
    except BaseException:
        return 0
    return 0


def _give_up(*_: object) -> None:
    os._exit(0)
