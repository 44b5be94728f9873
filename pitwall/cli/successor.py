"""
A restart that is asked for in a pane ends whoever asks, together with all that runs in the pane.

So somebody else sees it through: an orphan in a session of its own, which is not found among the descendants of the
pane's processes. Linux gives an orphan another parent (wait(2), NOTES).
"""

import os
from collections.abc import Callable
from contextlib import suppress


class Successor:
    """
    A process that does something once this one has ended, unless it is dismissed.

    Made before anything is risked. ``task`` runs in it, with its three streams closed off; what goes wrong there
    nobody is told.
    """

    def __init__(self, task: Callable[[], object]) -> None:
        listening, self._dismissal = os.pipe()
        child = os.fork()
        if child == 0:
            self._leave(listening, task)
        os.close(listening)
        os.waitpid(child, 0)

    def dismiss(self) -> None:
        """It is not needed: let it end."""
        with suppress(BrokenPipeError):  # it has ended already
            os.write(self._dismissal, b"!")
        os.close(self._dismissal)

    def _leave(self, listening: int, task: Callable[[], object]) -> None:
        try:
            os.close(self._dismissal)
            os.setsid()
            if os.fork() == 0:
                nowhere = os.open(os.devnull, os.O_RDWR)
                for stream in (0, 1, 2):
                    os.dup2(nowhere, stream)
                if not os.read(listening, 1):
                    task()
        finally:
            os._exit(0)
