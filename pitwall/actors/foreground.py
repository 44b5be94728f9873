"""
The foreground actor: it polls what runs in every pane's terminal, in which folder and on which branch.

Once a second while output flows, a few times quickly when a pane starts or wakes, and ever more slowly while it is
quiet; panes that are due together are polled together, so that two hundred idle ones wake the daemon once.
"""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import trio

from pitwall.actors.branch import branch_of
from pitwall.actors.latest import Latest
from pitwall.actors.messages import DetectorMessage, ForegroundPolled
from pitwall.agents.recognition import agent_of
from pitwall.events.ids import PaneId
from pitwall.pty import processes

FIRST = 0.1
"""Seconds from a start, or from the first output after quiet, to the first poll."""
FLOWING = 1.0
SLOWEST = 10.0
POLL_LIMIT = 5.0
"""Seconds: a poll that hangs on a dead file system is given up, and its pane waits until it comes back."""
AT_ONCE = 8
"""Panes that are polled at the same time."""


@dataclass(slots=True)
class _Watched:
    master: int
    pid: int
    detector: "trio.MemorySendChannel[DetectorMessage]"
    due: float
    pause: float = FIRST
    polled: float = -math.inf
    thread: trio.CapacityLimiter = field(default_factory=lambda: trio.CapacityLimiter(1))
    """Its own: the thread of a poll that hangs takes none from anybody else."""


class ForegroundActor:
    """Panes register their terminal; ``stir`` says that one wrote something."""

    def __init__(self, kinds: Callable[[], Mapping[str, Collection[str]]]) -> None:
        self._kinds = kinds
        self._panes: dict[PaneId, _Watched] = {}
        self._changed = Latest[None]()
        self._next = math.inf

    def register(
        self, pane: PaneId, master: int, pid: int, detector: "trio.MemorySendChannel[DetectorMessage]"
    ) -> None:
        """Poll the terminal behind ``master``, whose first process is ``pid``, until it is forgotten."""
        self._panes[pane] = _Watched(master, pid, detector, due=trio.current_time() + FIRST)
        self._wake(self._panes[pane].due)

    def forget(self, pane: PaneId) -> None:
        """The pane's process ended."""
        self._panes.pop(pane, None)

    def stir(self, pane: PaneId) -> None:
        """The pane wrote something: what runs in it may have changed."""
        watched = self._panes.get(pane)
        if watched is None:
            return
        now = trio.current_time()
        if watched.pause > FLOWING:
            watched.pause = FIRST
        due = max(now + FIRST, watched.polled + min(watched.pause, FLOWING))
        if due < watched.due:
            watched.due = due
            self._wake(due)

    def poll_now(self, pane: PaneId) -> None:
        """Poll at once: an own word arrived, and it counts only from the recognised agent."""
        watched = self._panes.get(pane)
        if watched is not None:
            watched.due = trio.current_time()
            self._wake(watched.due)

    def _wake(self, due: float) -> None:
        if due < self._next:
            self._next = due
            self._changed.put(None)

    async def run(self) -> None:
        """Poll what is due, for ever."""
        while True:
            with trio.move_on_at(self._next):
                await self._changed.take()
                continue
            now = trio.current_time()
            # What is due within the next quarter of its pause is taken along: fewer wake-ups.
            due = [
                (pane, watched)
                for pane, watched in self._panes.items()
                if watched.due <= now + watched.pause / 4
            ]
            for start in range(0, len(due), AT_ONCE):
                async with trio.open_nursery() as polls:
                    for pane, watched in due[start : start + AT_ONCE]:
                        polls.start_soon(self._poll, pane, watched)
            self._next = min((watched.due for watched in self._panes.values()), default=math.inf)

    async def _poll(self, pane: PaneId, watched: _Watched) -> None:
        watched.polled = trio.current_time()
        watched.pause = min(watched.pause * 2, SLOWEST)
        watched.due = watched.polled + watched.pause
        if not watched.thread.available_tokens:
            return
        with trio.move_on_after(POLL_LIMIT):
            polled = await trio.to_thread.run_sync(
                _foreground,
                watched.master,
                watched.pid,
                self._kinds(),
                abandon_on_cancel=True,
                limiter=watched.thread,
            )
            if self._panes.get(pane) is watched:
                try:
                    watched.detector.send_nowait(polled)
                except (trio.WouldBlock, trio.BrokenResourceError):
                    watched.due = watched.polled + FIRST


def _foreground(master: int, pid: int, kinds: Mapping[str, Collection[str]]) -> ForegroundPolled:
    program = processes.foreground(master)
    kind, agent = (program and agent_of(program, kinds)) or ("", None)
    cwd = processes.cwd(pid)
    return ForegroundPolled(program, kind, agent, cwd, branch_of(cwd))
