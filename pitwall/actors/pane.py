"""
The pane: one PTY, its screen and its detector, each an actor in the pane's own nursery.

A pane's screen outlives its process: it is there until the pane's tab closes. An actor that fails is started anew;
a pty actor that fails ends its process, for nobody would read it any more.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import trio

from pitwall.actors.clock import Clock
from pitwall.actors.courtesy import Courtesy
from pitwall.actors.detector import DetectorActor
from pitwall.actors.directory import Directory
from pitwall.actors.emulator import MAILBOX, EmulatorActor
from pitwall.actors.evidence import Piece
from pitwall.actors.foreground import ForegroundActor
from pitwall.actors.latest import Latest
from pitwall.actors.logs import log_of
from pitwall.actors.messages import (
    CaptureAsked,
    DetectorMessage,
    EmulatorMessage,
    HistoryAsked,
    HookReceived,
    KeysTyped,
    LookedAt,
    ReportAsked,
    Resized,
    RulesRead,
    WatchAsked,
    WatchEnded,
)
from pitwall.actors.occupancy import Occupancy
from pitwall.actors.pty import PtyActor
from pitwall.actors.supervisor import name_of, supervise
from pitwall.detect.loader import RuleBook
from pitwall.detector_report import DetectorReport
from pitwall.events.ids import PaneId, TabId
from pitwall.events.runs import ActorFailed
from pitwall.pty.child import Child
from pitwall.pty.ending import end
from pitwall.state.intents import EndPane, ReportFailure
from pitwall.terminal import Look, Row, Sample, Terminal

DETECTOR_MAILBOX = 64
HISTORY = 2000
"""Lines that scrolled off a pane's screen and are kept."""
PATIENCE = 5.0
"""Seconds: an actor that failed over a question never answers it."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all panes share."""

    directory: Directory
    clock: Clock
    courtesy: Courtesy
    foreground: ForegroundActor
    rules: Callable[[], RuleBook]
    record: Callable[[Piece], None]
    kind_of: Callable[[str], str]
    """The agent kind that reports its status under a name (OSC 7501)."""


class PaneActor:
    """One pane; ``child`` is its process, let go already, or ``None`` where it shows a notice alone."""

    def __init__(
        self,
        around: Surroundings,
        pane: PaneId,
        tab: TabId,
        size: tuple[int, int],
        *,
        child: Child | None,
        notice: str = "",
    ) -> None:
        self.id = pane
        self.tab = tab
        self._around = around
        self._size = size
        self._notice = notice
        self._child = child
        self._to_emulator, self._emulator_mail = trio.open_memory_channel[EmulatorMessage](MAILBOX)
        self._to_detector, self._detector_mail = trio.open_memory_channel[DetectorMessage](DETECTOR_MAILBOX)
        self._pty = PtyActor(child, self._to_emulator, self._give_way) if child is not None else None
        self._ended = trio.Event()
        self._closing = trio.Event()
        self._gone = trio.Event()
        self._killed = False
        self._log = log_of("pane")

    def close(self, *, killed: bool) -> None:
        """The pane's tab closed; when it was ``killed``, all that runs in the pane is ended."""
        self._killed = self._killed or killed
        self._closing.set()

    async def ended(self) -> None:
        """Wait until the pane's process has ended, and that is recorded."""
        await self._ended.wait()

    async def gone(self) -> None:
        """Wait until nothing of the pane is left."""
        await self._gone.wait()

    @property
    def pid(self) -> int | None:
        """The pid of the process that runs in the pane."""
        return None if self._child is None or self._ended.is_set() else self._child.pid

    async def capture(self) -> Sample:
        """The screen after all output so far; raises ``trio.TooSlowError`` if the pane goes away."""
        reply, samples = trio.open_memory_channel[Sample](1)
        with trio.fail_after(PATIENCE):
            await self._to_emulator.send(CaptureAsked(reply))
            return await samples.receive()

    async def report(self) -> DetectorReport:
        """What the detector knows, and why; raises ``trio.TooSlowError`` if the pane goes away."""
        reply, reports = trio.open_memory_channel[DetectorReport](1)
        with trio.fail_after(PATIENCE):
            await self._to_detector.send(ReportAsked(reply))
            return await reports.receive()

    async def look(self) -> Look:
        """The screen for painters after all output so far; raises ``trio.TooSlowError`` if the pane goes away."""
        looks = Latest[Look]()
        with trio.fail_after(PATIENCE):
            await self.watch(looks)
            try:
                return await looks.take()
            finally:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 1):
                    await self.unwatch(looks)

    async def watch(self, looks: Latest[Look]) -> None:
        """Put looks of the screen into ``looks`` as it changes, the present one first."""
        await self._to_emulator.send(WatchAsked(looks))

    async def unwatch(self, looks: Latest[Look]) -> None:
        """No more looks."""
        await self._to_emulator.send(WatchEnded(looks))

    async def history(self) -> tuple[Row, ...]:
        """The rows that scrolled off; raises ``trio.TooSlowError`` if the pane goes away."""
        reply, rows = trio.open_memory_channel[tuple[Row, ...]](1)
        with trio.fail_after(PATIENCE):
            await self._to_emulator.send(HistoryAsked(reply))
            return await rows.receive()

    def type(self, data: bytes) -> bool:
        """Give the program the user's input; ``False``: too much waits for it already, or there is none."""
        if self._pty is None or self._ended.is_set():
            return False
        if not self._pty.write(data):
            return False
        self._around.courtesy.typed(self.id)
        try:
            self._to_detector.send_nowait(KeysTyped(data))
        except trio.WouldBlock:
            pass  # a detector that is so far behind will look at the screen anyway
        return True

    def type_beyond(self, data: bytes) -> None:
        """Give the program the end of what it was given the beginning of, though too much waits for it."""
        if self._pty is not None:
            self._pty.write_beyond(data)

    @property
    def listens(self) -> bool:
        """Whether there is a program that may take input."""
        return self._pty is not None and not self._pty.closed and not self._ended.is_set()

    @property
    def has_room(self) -> bool:
        """Whether no more input waits for the program than may."""
        return self._pty is not None and self._pty.has_room

    @property
    def taken(self) -> int:
        """Bytes of input that the terminal took so far: it takes some 4 kB each time that so much has been read."""
        return self._pty.taken if self._pty is not None else 0

    async def some_taken(self) -> None:
        """Wait until the terminal took more of the input that waits, or the program has ended."""
        if self._pty is not None:
            await self._pty.some_taken()

    def shown(self) -> None:
        """A window was told of what the last look held."""
        self._around.courtesy.shown(self.id)

    @property
    def size(self) -> tuple[int, int]:
        """The terminal's rows and columns."""
        return self._size

    async def resize(self, rows: int, cols: int) -> None:
        """
        Give the terminal another size; what an ended program left keeps its columns: nobody would draw it anew.

        Cancelled, it has done all of it or nothing. Not for two at a time.
        """
        if self._ended.is_set():
            cols = max(cols, self._size[1])
        if (rows, cols) == self._size:
            return
        await self._to_emulator.send(Resized(rows, cols))  # first: what is cancelled is not sent
        self._size = rows, cols
        if self._pty is not None and not self._ended.is_set():
            self._pty.resize(rows, cols)

    def looked_at(self) -> bool:
        """The user looks at the pane's tab; ``False``: its detector is too far behind to be told."""
        try:
            self._to_detector.send_nowait(LookedAt())
        except trio.WouldBlock:
            return False
        return True

    def hook(self, hook: HookReceived) -> None:
        """An agent's hook; one that finds the mailbox full is lost, for hooks must not wait."""
        try:
            self._to_detector.send_nowait(hook)
        except trio.WouldBlock:
            self._log.warning("hook lost", pane=self.id)

    async def rules_read(self) -> None:
        """The rule files were read again."""
        await self._to_detector.send(RulesRead())

    async def run(self) -> None:
        """Live until the tab closes."""
        try:
            async with trio.open_nursery() as actors:
                actors.start_soon(self._supervised, "emulator", self._emulate)
                actors.start_soon(self._supervised, "detector", self._detect)
                if self._pty is not None:
                    await self._run_process(self._pty)
                self._ended.set()
                await self._closing.wait()
                await self._end_rest()
                actors.cancel_scope.cancel()
        finally:
            self._ended.set()
            self._gone.set()

    async def _emulate(self) -> None:
        terminal = Terminal(*self._size, history=HISTORY)
        terminal.feed(f"{self._notice}\r\n".encode() if self._notice else b"")
        await EmulatorActor(
            terminal, self._emulator_mail, self._to_detector, self._stir, self._answer, self._give_way
        ).run()

    async def _detect(self) -> None:
        around = self._around
        known = around.directory.state.panes.get(self.id)
        await DetectorActor(
            self.id,
            self._detector_mail,
            around.directory,
            around.rules,
            Occupancy(
                self.id,
                self._child.pid if self._child is not None else None,
                known.agent if known is not None else None,
            ),
            wake_at=lambda when: around.clock.wake_at(self.id, when),
            poll_now=lambda: around.foreground.poll_now(self.id),
            kind_of=around.kind_of,
            record=around.record,
        ).run()

    async def _give_way(self) -> None:
        await self._around.courtesy.give_way(self.id)

    def _stir(self) -> None:
        self._around.clock.stir(self.id)
        self._around.foreground.stir(self.id)

    def _answer(self, data: bytes) -> None:
        if self._pty is not None:
            self._pty.write(data)

    async def _run_process(self, pty: PtyActor) -> None:
        assert self._child is not None
        around = self._around
        around.clock.register(self.id, self._to_emulator)
        around.foreground.register(self.id, self._child.master, self._child.pid, self._to_detector)
        hanging_up = trio.CancelScope()
        async with trio.open_nursery() as process:
            process.start_soon(self._hang_up, pty, hanging_up)
            try:
                code = await self._read_to_the_end(pty)
            finally:
                around.clock.forget(self.id)
                around.foreground.forget(self.id)
            if not self._closing.is_set():  # a hang-up that has begun goes on: it knows all that there was
                hanging_up.cancel()
            self._log.info("process ended", pane=self.id, code=code)
            await around.directory.ask(EndPane(self.id, code))
            self._ended.set()

    async def _read_to_the_end(self, pty: PtyActor) -> int | None:
        """The exit code; ``None`` if the pty actor failed, which ends the process."""
        try:
            return await pty.run()
        except Exception as failure:
            name = name_of(failure)
            self._log.error("actor failed", failed="pty", error=name, pane=self.id)
            await self._report_failure(ActorFailed(actor="pty", error=name, pane=self.id))
            return None

    async def _hang_up(self, pty: PtyActor, scope: trio.CancelScope) -> None:
        with scope:
            await self._closing.wait()
            await pty.end()

    async def _end_rest(self) -> None:
        """End what a killed pane's process left behind."""
        if self._killed and self._child is not None:
            await end(self._child.pid, pane_id=self.id)

    async def _supervised(self, actor: str, run: Callable[[], Awaitable[None]]) -> None:
        await supervise(actor, run, self._report_failure, pane=self.id)

    async def _report_failure(self, failure: ActorFailed) -> None:
        await self._around.directory.tell(ReportFailure(failure))
