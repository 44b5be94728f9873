"""
The panes actor: it starts panes, finds them, and ends them.

What ends a pane is a committed fact, ``tab.closed``: whoever asked for it, and whatever becomes of them, what runs
in the pane is ended.
"""

from collections.abc import Callable, Iterable

import trio

from pitwall.actors.logs import log_of
from pitwall.actors.messages import HookReceived
from pitwall.actors.pane import PaneActor, Surroundings
from pitwall.actors.supervisor import name_of, where
from pitwall.agents.hooks import HookSaid
from pitwall.detector_report import DetectorReport
from pitwall.errors import CannotStart
from pitwall.events.ids import PaneId, TabId
from pitwall.events.panes import PaneExited, PaneStarted
from pitwall.events.runs import ActorFailed
from pitwall.pty.child import Child, Spawn, spawn
from pitwall.pty.ending import end_all
from pitwall.state.intents import Answer, EndPane, Intent, OpenTab, ReportFailure, SplitPane, Write
from pitwall.state.model import Process, State
from pitwall.terminal import Look, Sample

LAUNCH_FAILED = 127
"""The exit code of a process whose program could not be executed, as a shell gives it (sh(1))."""
OPENING_LIMIT = 2.0
"""Seconds that a stop waits for tabs that are just being opened, so as to end what runs in them."""


class PanesActor:
    """All panes of the daemon."""

    def __init__(self, nursery: trio.Nursery, around: Surroundings, boot: str) -> None:
        self._nursery = nursery
        self._around = around
        self._boot = boot
        self._panes: dict[PaneId, PaneActor] = {}
        self._openings: set[trio.Event] = set()
        self._log = log_of("panes")

    async def run(self) -> None:
        """Close the panes of tabs that close, for ever."""
        with self._around.directory.watch() as states:
            while True:
                state = await states.take()
                for pane in list(self._panes.values()):
                    if not _is_open(state, pane):
                        pane.close(killed=_was_killed(state, pane))

    async def open(self, request: Spawn, opening: Callable[[Process], OpenTab | SplitPane]) -> Answer:
        """
        Start a process that waits, open a tab or a pane on it, and let it run once that is on disk.

        Raises ``CannotStart`` when it cannot be run; that has closed again then. It goes on when the caller is
        cancelled meanwhile.
        """
        send, receive = trio.open_memory_channel[Answer | Exception](1)
        settled = trio.Event()

        async def opened() -> None:
            try:
                send.send_nowait(await self._open(request, opening))
            except Exception as error:
                send.send_nowait(error)
            finally:
                self._openings.discard(settled)
                settled.set()

        self._openings.add(settled)
        self._nursery.start_soon(opened)
        answer = await receive.receive()
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _open(self, request: Spawn, opening: Callable[[Process], OpenTab | SplitPane]) -> Answer:
        child = await spawn(request)
        intent = opening(self._process(child))
        pane, tab = intent.pane.opened.pane, intent.pane.opened.tab
        answer = await self._commit(child, intent)
        try:
            await self._release(child)
        except CannotStart:
            await self._around.directory.ask(intent.undone())
            await self._around.directory.ask(EndPane(pane, LAUNCH_FAILED))
            raise
        self._adopt(pane, tab, child, request)
        self._log.info("pane opened", tab=tab, pane=pane, pid=child.pid)
        return answer

    async def restart(
        self, pane: PaneId, tab: TabId, request: Spawn, notice: str, *, resumed: bool = False
    ) -> None:
        """
        Give an open pane a new process, under a line that says why.

        Raises ``CannotStart``; the pane has ended then, its code is lost, and its tab is still there.
        """
        child = await spawn(request)
        process = self._process(child)
        started = PaneStarted(
            pane=pane, tab=tab, pid=process.pid, began=process.began, boot=process.boot, resumed=resumed
        )
        await self._commit(child, Write((started,)))
        try:
            await self._release(child)
        except CannotStart:
            await self._around.directory.ask(Write((PaneExited(pane=pane, code=None),)))
            raise
        self._adopt(pane, tab, child, request, notice)

    async def _commit(self, child: Child, intent: Intent) -> Answer:
        """Write the facts of a process that waits; it never runs if they cannot be written."""
        try:
            return await self._around.directory.ask(intent)
        except BaseException:
            await child.aclose()
            raise

    async def _release(self, child: Child) -> None:
        try:
            await child.release()
        except BaseException:
            await child.aclose()
            raise

    def _process(self, child: Child) -> Process:
        return Process(child.pid, child.began, self._boot)

    def _adopt(self, pane: PaneId, tab: TabId, child: Child, request: Spawn, notice: str = "") -> None:
        size = request.rows, request.cols
        self._start(PaneActor(self._around, pane, tab, size, child=child, notice=notice))

    def show_notice(self, pane: PaneId, tab: TabId, size: tuple[int, int], notice: str) -> None:
        """A pane without a process, whose screen is one line."""
        self._start(PaneActor(self._around, pane, tab, size, child=None, notice=notice))

    def _start(self, pane: PaneActor) -> None:
        self._panes[pane.id] = pane
        if not _is_open(self._around.directory.state, pane):
            pane.close(killed=True)
        self._nursery.start_soon(self._live, pane)

    async def _live(self, pane: PaneActor) -> None:
        try:
            await pane.run()
        except Exception as failure:
            name = name_of(failure)
            self._log.error("actor failed", failed="pane", error=name, pane=pane.id, where=where(failure))
            directory = self._around.directory
            await directory.tell(ReportFailure(ActorFailed(actor="pane", error=name, pane=pane.id)))
            await directory.tell(EndPane(pane.id, None))
        finally:
            del self._panes[pane.id]

    async def end(self, panes: Iterable[PaneId]) -> None:
        """Wait until the panes of closed tabs are gone, with all that ran in them."""
        for pane in [self._panes[key] for key in panes if key in self._panes]:
            pane.close(killed=True)
            await pane.gone()

    async def end_all(self) -> None:
        """End every process, as at a clean stop; returns when each has ended and that is recorded."""
        await self._end_running()
        with trio.move_on_after(OPENING_LIMIT):
            for opening in list(self._openings):
                await opening.wait()
        await self._end_running()

    async def _end_running(self) -> None:
        panes = list(self._panes.values())
        await end_all([pane.pid for pane in panes if pane.pid is not None])
        for pane in panes:
            await pane.ended()

    async def hook(
        self, pane: PaneId, kind: str, said: HookSaid, age: int, sender: tuple[int, int] | None
    ) -> None:
        """Hand an agent's hook to the pane that it names."""
        found = self._panes.get(pane)
        if found is not None:
            found.hook(HookReceived(kind, said, age, sender))

    async def rules_read(self) -> None:
        """Have every pane's screen judged by the rules that are in use now."""
        for pane in list(self._panes.values()):
            with trio.move_on_after(1):
                await pane.rules_read()

    async def capture(self, pane: PaneId) -> Sample | None:
        """The pane's screen after all of its output so far; ``None`` when the pane is gone."""
        found = self._panes.get(pane)
        try:
            return None if found is None else await found.capture()
        except trio.TooSlowError:
            return None

    async def look(self, pane: PaneId) -> Look | None:
        """The pane's screen with its colours, after all of its output so far; ``None`` when the pane is gone."""
        found = self._panes.get(pane)
        try:
            return None if found is None else await found.look()
        except trio.TooSlowError:
            return None

    async def report(self, pane: PaneId) -> DetectorReport | None:
        """What the pane's detector knows and why; ``None`` when the pane is gone."""
        found = self._panes.get(pane)
        try:
            return None if found is None else await found.report()
        except trio.TooSlowError:
            return None

    def find(self, pane: PaneId) -> PaneActor | None:
        """The pane's actor, for a window that shows it."""
        return self._panes.get(pane)


def _is_open(state: State, pane: PaneActor) -> bool:
    tab = state.tabs.get(pane.tab)
    return tab is not None and pane.id in tab.panes


def _was_killed(state: State, pane: PaneActor) -> bool:
    """Whether somebody closed the pane, so that what runs in it is to be ended; else its process has ended."""
    closed = state.closed.get(pane.tab)
    if closed is not None:
        return closed.why == "killed"
    known = state.panes.get(pane.id)
    return known is not None and known.process is not None
