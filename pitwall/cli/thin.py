"""
The entry point: sends the command line to the daemon, copies what comes back, and exits with its code.

Every command pays for what is imported here, an interpreter's start and little more: ``sys``, ``os``,
``_socket`` and ``_signal``, the latter two with the public modules as the fallback (``socket`` by itself costs
seven tenths of a start). What needs more, help texts and all commands that need no daemon, is in
``pitwall.cli.slow``.
"""

import os
import sys
import time

from pitwall import paths
from pitwall.cli.connection import connect, no_daemon
from pitwall.cli.stdio import stop
from pitwall.cli.talk import PATIENCE, Conversation, hello

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    import socket
    from collections.abc import Sequence
else:
    try:
        import _signal as signal
    except ImportError:
        import signal

NEEDS = {
    "": "started",
    "new": "started",
    "split": "started",
    "attach": "started",
    "session new": "started",
    "session attach": "started",
    "ls": "optional",
    "__tabs": "optional",
    "__sessions": "optional",
    "session ls": "optional",
    "wait": "required",
    "hook": "required",
    "kill": "required",
    "rename": "required",
    "move": "required",
    "group": "required",
    "detach": "required",
    "capture": "required",
    "events": "required",
    "agent status": "required",
    "agent list": "required",
    "rules explain": "optional",
    "rules reload": "required",
    "session rename": "required",
    "session kill": "required",
}
"""
All that the client knows of the commands: which of them need a daemon, and which have one started.

Commands that are not here run without one, in ``pitwall.cli.slow``.
"""

WINDOWS = ("", "attach", "session attach", "session new")
"""
The commands that show a window when stdin and stdout are a terminal; no command at all is one of them.

``session new`` shows none with ``-d``: then there is nothing to show, and it ends like any other command.
"""

FOLLOW = ("-f", "--follow")
"""The flags by which ``events`` may have nothing to say for a long time."""

VALUED_FLAGS = ("-s", "--session")
"""Flags that take a value and may stand before the command."""

INTERRUPTED = 130


def main() -> int:
    """Run the command of ``sys.argv``; returns its exit code, or leaves the process with it."""
    started_ns = time.monotonic_ns()
    if sys.platform == "win32":
        stop("Windows is not supported: pitwall needs Unix terminals. It runs in WSL.")
    _fill_missing_descriptors()
    # Any other handler than Python's own means that SIGINT is ignored, as nohup and `&` have it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)
    try:
        code = run(sys.argv[1:], started_ns)
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    if "pitwall.cli.slow" not in sys.modules:
        # Nothing is buffered, and the interpreter's own end costs a seventh of its start.
        os._exit(code)
    return code


def run(argv: "Sequence[str]", started_ns: int) -> int:
    """Run the command of ``argv``, which begins behind the program's name; returns or exits with its code."""
    before_rest = argv[: argv.index("--")] if "--" in argv else argv
    name = command_name(before_rest)
    need = NEEDS.get(name)
    alone = all(word in VALUED_FLAGS for word in before_rest[::2])
    if need is None or "-h" in before_rest or "--help" in before_rest or not (name or alone):
        return _slow(argv)
    if name in WINDOWS and os.isatty(0) and os.isatty(1):
        return _window(argv, started_ns)
    if name == "hook":
        from pitwall.cli import hook

        return hook.main(argv, started_ns)
    if name == "wait":
        from pitwall.cli import waiting

        return waiting.main(argv, before_rest, started_ns)
    return _ask(argv, name, need, started_ns)


def command_name(words: "Sequence[str]") -> str:
    """The command that the words before ``--`` name, in one word or in two; flags may stand before it."""
    at = 0
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in VALUED_FLAGS else 1
    pair = " ".join(words[at : at + 2])
    return pair if pair in NEEDS else "".join(words[at : at + 1])


def _window(argv: "Sequence[str]", started_ns: int) -> int:
    connection = connect() or _start()
    if signal.getsignal(signal.SIGINT) is _interrupted:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    from pitwall.cli import window

    return window.run(argv, connection, started_ns, _start)


def _ask(argv: "Sequence[str]", name: str, need: str, started_ns: int) -> int:
    connection = connect()
    if connection is None and need == "optional":
        from pitwall.cli import slow

        return slow.offline(argv)
    if connection is None and need == "started":
        connection = _start()
    if connection is None:
        no_daemon()
    opening = hello(argv, token=b"", whole_environment=need == "started", started_ns=started_ns)
    follows = name == "events" and any(word in FOLLOW for word in argv)
    code = Conversation(patience=None if follows else PATIENCE).run(connection, opening)
    if code is None:
        stop(
            "the daemon hung up before it was done: `pitwall ls` shows what it did, `pitwall logs` perhaps why"
        )
    return code


def _start() -> "socket.socket":
    from pitwall.cli import starting
    from pitwall.errors import PitwallError

    try:
        starting.start(paths.data_folder())
    except PitwallError as error:
        stop(str(error))
    connection = connect()
    if connection is None:
        stop("the daemon started and is gone again: `pitwall logs` shows its last words")
    return connection


def _slow(argv: "Sequence[str]") -> int:
    if signal.getsignal(signal.SIGINT) is _interrupted:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        from pitwall.cli import slow

        return slow.main(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


def _interrupted(*_: object) -> None:
    os._exit(INTERRUPTED)


def _fill_missing_descriptors() -> None:
    """A closed stdin, stdout or stderr would become the daemon's socket, and be written to and read from."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


if __name__ == "__main__":
    sys.exit(main())
