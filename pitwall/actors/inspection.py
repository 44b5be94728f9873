"""The look through what a start from a snapshot was spared: once, slowly, and in nobody's way."""

from collections.abc import Iterator
from typing import Literal

import trio

from pitwall.actors.logs import log_of
from pitwall.journal.findings import Finding

PAUSE = 0.02
"""Seconds between two steps. A step takes a millisecond or so, in which the interpreter does nothing else."""


class Inspection:
    """
    Steps that look for damage, each in a thread, as it may wait for a disk; no stop waits for one.

    ``warnings`` is what they found so far, in lines.
    """

    def __init__(self, steps: Iterator[Finding | None]) -> None:
        self._steps = steps
        self._log = log_of("inspection")
        self.warnings: tuple[str, ...] = ()

    async def run(self) -> None:
        """Take all the steps."""
        try:
            while (found := await trio.to_thread.run_sync(self._step, abandon_on_cancel=True)) != "end":
                if isinstance(found, Finding):
                    self._warn(str(found))
                await trio.sleep(PAUSE)
        except OSError as error:
            self._warn(f"{error.filename} cannot be read: {error.strerror}; see `pitwall journal verify`")

    def _step(self) -> Finding | Literal["end"] | None:
        return next(self._steps, "end")

    def _warn(self, text: str) -> None:
        line = f"pitwall: {text}"
        self._log.warning("found after the start", text=line)
        self.warnings += (line,)
