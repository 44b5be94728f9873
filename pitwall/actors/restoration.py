"""Carrying out what a new run does with what the last one left (SEMANTICS 8)."""

import os
import uuid
from collections.abc import Awaitable, Callable, Mapping

import trio

from pitwall import paths
from pitwall.actors.directory import Directory
from pitwall.actors.logs import log_of
from pitwall.actors.panes import PanesActor
from pitwall.actors.supervisor import name_of, where
from pitwall.agents import shims
from pitwall.agents.definitions import AgentBook
from pitwall.agents.installation import hook_command
from pitwall.agents.launch import settings_reader
from pitwall.agents.relaunch import Ran, through_shell, words
from pitwall.commands.starting_programs import shell_of
from pitwall.errors import CannotStart
from pitwall.events.ids import PaneId
from pitwall.events.runs import ActorFailed
from pitwall.pty.child import Spawn
from pitwall.pty.ending import end_survivor
from pitwall.pty.environment import child_environment
from pitwall.state.intents import ReportFailure, Write
from pitwall.state.model import Pane
from pitwall.state.restoring import Survivor, plan

_FAILED = "pitwall: what was here could not be brought back; `pitwall logs` says where that failed"


class Restorer:
    """
    Ends survivors, writes what is lost, and brings shells and conversations back.

    ``environ`` and ``umask`` are what they start with, ``command`` is the installed ``pitwall`` for their hooks,
    ``shims_folder`` gives the folder that goes first on the PATH of shells.
    """

    def __init__(
        self,
        directory: Directory,
        panes: PanesActor,
        agents: AgentBook,
        *,
        environ: Mapping[str, str],
        umask: int,
        data: str,
        command: str,
        shims_folder: Callable[[], str],
    ) -> None:
        self._directory = directory
        self._panes = panes
        self._agents = agents
        self._environ = environ
        self._command = command
        self._shims = shims_folder
        self._umask = umask
        self._data = data
        self._log = log_of("restorer")

    async def run(self, now: int) -> None:
        """Restore everything; returns when it is done and on disk."""
        restoration = plan(self._directory.state, now)
        async with trio.open_nursery() as nursery:
            for survivor in restoration.survivors:
                nursery.start_soon(self._end, survivor)
        await self._directory.ask(Write(restoration.facts))
        notices = dict(restoration.notices)
        for pane_id in notices.keys() - {*restoration.shells, *restoration.resumed}:
            pane = self._directory.state.panes[pane_id]
            self._panes.show_notice(pane.id, pane.tab, (pane.rows, pane.cols), notices[pane_id])
        async with trio.open_nursery() as nursery:
            for pane_id in restoration.shells:
                nursery.start_soon(self._bring_back, self._restart, pane_id, notices.get(pane_id, ""))
            for pane_id in restoration.resumed:
                nursery.start_soon(self._bring_back, self._resume, pane_id, notices.get(pane_id, ""))

    async def _bring_back(
        self, way: Callable[[PaneId, str], Awaitable[None]], pane_id: PaneId, notice: str
    ) -> None:
        """Restore one pane; whatever goes wrong with it, the others and the daemon come back."""
        try:
            await way(pane_id, notice)
        except Exception as failure:
            name = name_of(failure)
            self._log.error("pane not restored", pane=pane_id, error=name, where=where(failure))
            await self._directory.tell(ReportFailure(ActorFailed(actor="restorer", error=name, pane=pane_id)))
            pane = self._directory.state.panes[pane_id]
            if self._panes.find(pane_id) is None:
                self._panes.show_notice(pane.id, pane.tab, (pane.rows, pane.cols), _FAILED)

    async def _end(self, survivor: Survivor) -> None:
        process = survivor.process
        ended = await end_survivor(process.pid, process.began, process.boot, survivor.pane)
        if ended is not None:
            self._log.info("survivor ended", pane=survivor.pane, pid=process.pid, left=len(ended))
        await self._directory.ask(Write((survivor.fact,)))

    async def _resume(self, pane_id: PaneId, notice: str) -> None:
        """Have the agent take its conversation up again; where it cannot, the pane is what it is without one."""
        pane = self._directory.state.panes[pane_id]
        spawn = await trio.to_thread.run_sync(self._resumption, pane)
        if spawn is not None:
            try:
                await self._panes.restart(pane.id, pane.tab, spawn, "", resumed=True)
                self._log.info("conversation resumed", pane=pane.id, kind=pane.interrupted)
                return
            except CannotStart as refusal:
                self._log.error("conversation not resumed", pane=pane.id, error=type(refusal).__name__)
                notice = f"pitwall: {refusal}"
        if pane.held:
            self._panes.show_notice(pane.id, pane.tab, (pane.rows, pane.cols), notice)
        else:
            await self._restart(pane_id, notice)

    def _resumption(self, pane: Pane) -> Spawn | None:
        """How the pane's agent is started again; ``None`` where that is not known."""
        definition = self._agents.definitions.get(pane.interrupted)
        if definition is None:
            return None
        ran = Ran(
            argv=pane.argv if pane.held else pane.agent_argv,
            program=pane.program if pane.held else "",
            conversation=pane.conversation,
            mode=pane.mode,
        )
        cwd = _nearest_folder(pane.cwd)
        resumed = words(
            definition,
            ran,
            hook=hook_command(self._command, "claude") if self._command else "",
            read_settings=settings_reader(cwd),
            new_id=lambda: str(uuid.uuid4()),
        )
        if resumed is None:
            return None
        shell = shell_of(self._environ) if pane.held else pane.program
        program, argv = through_shell(shell, resumed, then_shell=not pane.held)
        return self._spawn(pane, program, argv)

    async def _restart(self, pane_id: PaneId, notice: str) -> None:
        pane = self._directory.state.panes[pane_id]
        try:
            shell = await trio.to_thread.run_sync(self._shell, pane)
            await self._panes.restart(pane.id, pane.tab, shell, notice)
        except CannotStart as refusal:
            self._log.error("shell not restored", pane=pane.id, error=type(refusal).__name__)
            self._panes.show_notice(pane.id, pane.tab, (pane.rows, pane.cols), f"pitwall: {refusal}")

    def _shell(self, pane: Pane) -> Spawn:
        program = pane.program if os.access(pane.program, os.X_OK) else "/bin/sh"
        return self._spawn(pane, program, ("-" + os.path.basename(program),))

    def _spawn(self, pane: Pane, program: str, argv: tuple[str, ...]) -> Spawn:
        cwd = _nearest_folder(pane.cwd)
        session = self._directory.state.session_of_pane(pane.id)
        env = child_environment(
            self._environ,
            pane=pane.id,
            tab=pane.tab,
            session=session.name if session else "",
            home=self._data,
            socket=paths.socket_path(self._data),
            cwd=cwd,
        )
        folder = self._shims()
        if not pane.held and folder:
            env = shims.environment(pane.program, env, folder)
        return Spawn(program, argv, cwd, env, self._umask, pane.rows, pane.cols)


def _nearest_folder(folder: str) -> str:
    """The folder, or the nearest above it that is there."""
    while not os.path.isdir(folder):
        above = os.path.dirname(folder)
        if above == folder:
            return "/"
        folder = above
    return folder
