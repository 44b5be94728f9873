"""Carrying out what a new run does with what the last one left (SEMANTICS 8)."""

import os
from collections.abc import Mapping

import trio

from pitwall.actors.directory import Directory
from pitwall.actors.logs import log_of
from pitwall.actors.panes import PanesActor
from pitwall.errors import CannotStart
from pitwall.events.ids import PaneId
from pitwall.pty.child import Spawn
from pitwall.pty.ending import end_survivor
from pitwall.pty.environment import child_environment
from pitwall.state.intents import Write
from pitwall.state.model import Pane
from pitwall.state.restoring import Survivor, plan


class Restorer:
    """Ends survivors, writes what is lost, and brings shells back; ``environ`` and ``umask`` are theirs."""

    def __init__(
        self, directory: Directory, panes: PanesActor, *, environ: Mapping[str, str], umask: int, socket: str
    ) -> None:
        self._directory = directory
        self._panes = panes
        self._environ = environ
        self._umask = umask
        self._socket = socket
        self._log = log_of("restorer")

    async def run(self, now: int) -> None:
        """Restore everything; returns when it is done and on disk."""
        restoration = plan(self._directory.state, now)
        async with trio.open_nursery() as nursery:
            for survivor in restoration.survivors:
                nursery.start_soon(self._end, survivor)
        await self._directory.ask(Write(restoration.facts))
        notices = dict(restoration.notices)
        for pane_id in notices.keys() - set(restoration.shells):
            pane = self._directory.state.panes[pane_id]
            self._panes.show_notice(pane.id, pane.tab, (pane.rows, pane.cols), notices[pane_id])
        async with trio.open_nursery() as nursery:
            for pane_id in restoration.shells:
                nursery.start_soon(self._restart, pane_id, notices.get(pane_id, ""))

    async def _end(self, survivor: Survivor) -> None:
        process = survivor.process
        ended = await end_survivor(process.pid, process.began, process.boot, survivor.pane)
        if ended is not None:
            self._log.info("survivor ended", pane=survivor.pane, pid=process.pid, left=len(ended))
        await self._directory.ask(Write((survivor.fact,)))

    async def _restart(self, pane_id: PaneId, notice: str) -> None:
        pane = self._directory.state.panes[pane_id]
        try:
            shell = await trio.to_thread.run_sync(self._shell, pane)
            await self._panes.restart(pane.id, pane.tab, shell, notice)
        except CannotStart as refusal:
            self._log.error("shell not restored", pane=pane.id, error=type(refusal).__name__)
            self._panes.show_notice(pane.id, pane.tab, (pane.rows, pane.cols), f"pitwall: {refusal}")

    def _shell(self, pane: Pane) -> Spawn:
        cwd = _nearest_folder(pane.cwd)
        session = self._directory.state.session_of_pane(pane.id)
        env = child_environment(
            self._environ,
            pane=pane.id,
            tab=pane.tab,
            session=session.name if session else "",
            socket=self._socket,
            cwd=cwd,
        )
        program = pane.program if os.access(pane.program, os.X_OK) else "/bin/sh"
        argv = ("-" + os.path.basename(program),)
        return Spawn(program, argv, cwd, env, self._umask, pane.rows, pane.cols)


def _nearest_folder(folder: str) -> str:
    """The folder, or the nearest above it that is there."""
    while not os.path.isdir(folder):
        above = os.path.dirname(folder)
        if above == folder:
            return "/"
        folder = above
    return folder
