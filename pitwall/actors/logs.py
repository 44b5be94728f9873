"""
The daemon's structured logs: one JSON object a line in the data folder's ``logs/``, rotated.

A line holds names, ids, counts and times. It never holds screen text, keystrokes, arguments, questions or an
environment: whoever logs passes only such fields (TRAPS 46).
"""

import logging
import logging.handlers
import os
import sys

import structlog

from pitwall.plainfiles import make_way

LOG_FILE = "daemon.log"
MAX_BYTES = 5_000_000
KEPT_FILES = 3

Log = structlog.stdlib.BoundLogger


def configure(folder: str, *, to_stderr: bool = False) -> tuple[str, ...]:
    """
    Send all log lines to ``folder``; with ``to_stderr`` also to this process's error output.

    A pipe or the like in the place of a log is put aside; the lines that say so are returned. Raises OSError.
    """
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = os.path.join(folder, LOG_FILE)
    logs = [path, *(f"{path}.{number}" for number in range(1, KEPT_FILES + 1))]
    kept = [(log, make_way(log)) for log in logs]
    rotating = logging.handlers.RotatingFileHandler(path, maxBytes=MAX_BYTES, backupCount=KEPT_FILES)
    os.chmod(path, 0o600)
    handlers: list[logging.Handler] = [rotating]
    if to_stderr:
        handlers.append(logging.StreamHandler(sys.stderr))
    logger = logging.getLogger("pitwall")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    for handler in logger.handlers[:]:
        logger.removeHandler(handler)
        handler.close()
    for handler in handlers:
        handler.setFormatter(logging.Formatter("%(message)s"))
        logger.addHandler(handler)
    structlog.configure(
        processors=[
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    return tuple(
        f"pitwall: {log} was no plain file: it is kept as {aside}, and a log is in its place"
        for log, aside in kept
        if aside is not None
    )


def log_of(actor: str) -> Log:
    """The log of one actor; its lines carry the actor's name."""
    log: Log = structlog.get_logger("pitwall").bind(actor=actor)
    return log
