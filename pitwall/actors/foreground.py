"""
The foreground actor: it polls what runs in every pane's terminal, in which folder and on which branch.

Once a second while output flows, a few times quickly when a pane starts or wakes, and ever more slowly while it is
quiet; panes that are due together are polled together, so that two hundred idle ones wake the daemon once.
"""

import math
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
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
POLL_LIMIT = 2.0
"""Seconds: a poll that hangs on a dead file system is given up, and its pane waits until it comes back."""
AT_ONCE = 16
"""Panes that are polled at the same time."""


@dataclass(slots=True)
class _Watched:
    master: int
    pid: int
    detector: "trio.MemorySendChannel[DetectorMessage]"
    due: float
    pause: float = FIRST
    polled: float = -math.inf
    polling: bool = False
    thread: trio.CapacityLimiter = field(default_factory=lambda: trio.CapacityLimiter(1))
    """Its own: the thread of a poll that hangs takes none from anybody else."""


class ForegroundActor:
    """Panes register their terminal; ``stir`` says that one wrote something."""

    def __init__(self, kinds: Callable[[], Mapping[str, Collection[str]]]) -> None:
        self._kinds = kinds
        self._panes: dict[PaneId, _Watched] = {}
        self._changed = Latest[None]()
        self._next = math.inf
        self._at_once = trio.CapacityLimiter(AT_ONCE)

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
        async with trio.open_nursery() as polls:
            while True:
                with trio.move_on_at(self._next):
                    await self._changed.take()
                    continue
                now = trio.current_time()
                # What is due within the next quarter of its pause is taken along: fewer wake-ups.
                for pane, watched in self._panes.items():
                    if not watched.polling and watched.due <= now + watched.pause / 4:
                        watched.polling, watched.due = True, math.inf
                        polls.start_soon(self._poll, pane, watched)
                waiting = (watched.due for watched in self._panes.values() if not watched.polling)
                self._next = min(waiting, default=math.inf)

    async def _poll(self, pane: PaneId, watched: _Watched) -> None:
        try:
            async with self._at_once:
                watched.polled = trio.current_time()
                watched.pause = min(watched.pause * 2, SLOWEST)
                polled = await self._look(watched)
            if polled is not None and self._panes.get(pane) is watched:
                try:
                    watched.detector.send_nowait(polled)
                except (trio.WouldBlock, trio.BrokenResourceError):
                    watched.due = watched.polled + FIRST
        finally:
            watched.polling = False
            watched.due = min(watched.due, watched.polled + watched.pause)
            self._wake(watched.due)

    async def _look(self, watched: _Watched) -> ForegroundPolled | None:
        """What runs there; ``None`` when that cannot be told, or not in time."""
        if watched.thread.available_tokens:
            # The process table cannot be read while the daemon is out of descriptors.
            with trio.move_on_after(POLL_LIMIT), suppress(OSError):
                return await trio.to_thread.run_sync(
                    _foreground,
                    watched.master,
                    watched.pid,
                    self._kinds(),
                    abandon_on_cancel=True,
                    limiter=watched.thread,
                )
        return None


def _foreground(master: int, pid: int, kinds: Mapping[str, Collection[str]]) -> ForegroundPolled:
    program = processes.foreground(master)
    kind, agent = (program and agent_of(program, kinds)) or ("", None)
    cwd = processes.cwd(pid)
    return ForegroundPolled(program, kind, agent, cwd, branch_of(cwd))
