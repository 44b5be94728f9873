"""Ending everything that runs in a pane: a hang-up first, the axe for what is left."""

import os
import signal
from collections.abc import Iterable

import trio

from pitwall.pty import processes
from pitwall.pty.census import census
from pitwall.pty.process import Process

GRACE = 2.0
"""Seconds between SIGHUP and SIGKILL."""
_LAST_DEADLINE = 2.0
"""Seconds for killed processes to go; one that hangs in the kernel, or is not ours to kill, is left then."""
_SHORTEST_LOOK, _LONGEST_LOOK = 0.005, 0.1
"""Seconds between looks whether all are gone: short at first, as most end at once."""


async def end(pid: int, *, grace: float = GRACE, pane_id: str = "") -> tuple[Process, ...]:
    """
    End the session that ``pid`` leads, with all descendants of its members; returns what could not be ended.

    SIGHUP and SIGCONT to every process group, SIGKILL after ``grace`` seconds to what is left, among it what
    was started meanwhile. Once the leader is reaped give ``pane_id``: pids are used again, so the session
    counts only if one of its processes was started with this ``PITWALL_PANE``.
    """
    if pane_id and not await _belongs(pid, pane_id):
        return ()
    return await end_all([pid], grace=grace)


async def end_all(pids: Iterable[int], *, grace: float = GRACE) -> tuple[Process, ...]:
    """End several sessions at once, as ``end`` does; their leaders must not be reaped yet."""
    targets = _Targets(pids)
    left = await targets.look()
    _signal(left, signal.SIGHUP)
    _signal(left, signal.SIGCONT)
    with trio.move_on_after(grace):
        await targets.gone(signal.SIGHUP)
        return ()
    _signal(await targets.look(), signal.SIGKILL)
    with trio.move_on_after(_LAST_DEADLINE):
        await targets.gone(signal.SIGKILL)
        return ()
    return tuple(await targets.look())


async def end_survivor(
    pid: int, began: int, boot: str, pane_id: str, *, grace: float = GRACE
) -> tuple[Process, ...] | None:
    """
    End what is left of a pane of an earlier run of the daemon; ``None`` if there was nothing.

    The leader counts only if pid, start time and boot id are all equal. When it has ended, its session counts
    if one of its processes was started with this ``PITWALL_PANE``. Otherwise as ``end``.
    """
    if boot != processes.boot_id():
        return None
    leader = processes.process(pid)
    if leader is None and not await _belongs(pid, pane_id):
        return None
    if leader is not None and leader.began != began:  # the kernel gives out no pid that a session bears
        return None
    if not await _Targets([pid]).look():  # a zombie, and nobody else
        return None
    return await end_all([pid], grace=grace)


async def _belongs(session: int, pane_id: str) -> bool:
    """Whether a session is the pane's: a session has one origin, so one of its processes tells for all."""
    return any(
        processes.started_with(row.pid, "PITWALL_PANE", pane_id)
        for row in (await census()).values()
        if row.session == session and not row.ended
    )


class _Targets:
    """The processes to end: whole sessions, and whatever their members started, wherever it went."""

    def __init__(self, sessions: Iterable[int]) -> None:
        self._sessions = set(sessions)
        self._known: dict[int, Process] = {}
        if any(session <= 1 for session in self._sessions) or os.getsid(0) in self._sessions:
            raise ValueError("only sessions of panes can be ended")

    async def look(self) -> list[Process]:
        """All that live now. A descendant that left the session opened its own, which then counts as well."""
        rows = {row.pid: row for row in (await census()).values() if not row.ended}
        found = {
            pid: rows[pid] for pid, row in self._known.items() if pid in rows and rows[pid].began == row.began
        }
        grown = True
        while grown:
            more = [
                row
                for row in rows.values()
                if row.pid not in found and (row.session in self._sessions or row.parent in found)
            ]
            found |= {row.pid: row for row in more}
            self._sessions |= {row.session for row in more}
            grown = bool(more)
        found.pop(os.getpid(), None)
        self._known = found
        return list(found.values())

    async def gone(self, late: signal.Signals) -> None:
        """Wait until none live; ``late`` is sent to those that were started meanwhile."""
        pause = _SHORTEST_LOOK
        while True:
            before = self._known
            while any(self._lives(row) for row in self._known.values()):
                await trio.sleep(pause)
                pause = min(2 * pause, _LONGEST_LOOK)
            if not await self.look():
                return
            _signal((row for row in self._known.values() if row.pid not in before), late)

    @staticmethod
    def _lives(row: Process) -> bool:
        now = processes.process(row.pid)
        return now is not None and now.began == row.began and not now.ended


def _signal(rows: Iterable[Process], number: signal.Signals) -> None:
    """To whole groups: a group never reaches beyond its session, and none of it can slip away by forking."""
    for group in {row.group for row in rows}:
        try:
            os.killpg(group, number)
        except (ProcessLookupError, PermissionError):  # gone, or another user's: sudo
            pass
