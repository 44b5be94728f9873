"""
The emulator actor: it owns one screen.

Bytes are parsed when somebody looks, when they hold a question, or past a bounded backlog, and in slices, so that
one flood never delays another tab. Answers to the program's questions go straight back to its terminal, once.
"""

import math
from collections.abc import Awaitable, Callable

import trio

from pitwall.actors.latest import Latest
from pitwall.actors.messages import (
    CaptureAsked,
    DetectorMessage,
    EmulatorMessage,
    HistoryAsked,
    LookDue,
    OutputChunk,
    Resized,
    ScreenSampled,
    StatusReported,
    WatchAsked,
    WatchEnded,
)
from pitwall.terminal import Look, Sample, Terminal
from pitwall.terminal.reports import ProgramStatus

MAILBOX = 4
"""Chunks that may wait: at most 256 KiB of output between the program and its screen."""

FRAME_SECONDS = 1 / 60
"""The least time between two looks for those who watch, while changes go on and on."""
BURST = 6
"""Looks that may follow one another at once after a pause: the echoes of quick typing are not held up."""
HELD_SECONDS = 0.15
"""How long a synchronized update may keep a change from those who watch."""


class EmulatorActor:
    """
    Output and questions in; samples to the detector, answers to the program.

    ``stir`` is called when the screen may have changed; ``answer`` takes the program's input; ``give_way`` lets
    others go first between two slices of a flood.
    """

    def __init__(
        self,
        terminal: Terminal,
        messages: "trio.MemoryReceiveChannel[EmulatorMessage]",
        detector: "trio.MemorySendChannel[DetectorMessage]",
        stir: Callable[[], None],
        answer: Callable[[bytes], object],
        give_way: Callable[[], Awaitable[None]],
    ) -> None:
        self._terminal = terminal
        self._messages = messages
        self._detector = detector
        self._stir = stir
        self._answer = answer
        self._give_way = give_way
        self._output_at: int | None = None
        self._watchers: set[Latest[Look]] = set()
        self._paint_allowed = -math.inf
        self._paint_due = math.inf
        self._held_since: float | None = None

    async def run(self) -> None:
        """Take messages, and paint for those who watch, for ever."""
        while True:
            message: EmulatorMessage | None = None
            with trio.move_on_at(self._paint_due):
                message = await self._messages.receive()
            if message is not None:
                await self._handle(message)
            await self._paint_if_due()

    async def _handle(self, message: EmulatorMessage) -> None:
        match message:
            case OutputChunk():
                await self._take(message.data)
            case LookDue():
                await self._detector.send(ScreenSampled(await self._look(), self._output_at))
            case CaptureAsked():
                message.reply.send_nowait(await self._look())
            case HistoryAsked():
                await self._catch_up()
                message.reply.send_nowait(self._terminal.history)
            case WatchAsked():
                self._watchers.add(message.looks)
                self._changed()
            case WatchEnded():
                self._watchers.discard(message.looks)
            case Resized():
                await self._catch_up()
                self._terminal.resize(message.rows, message.cols)
                self._stir()
                self._changed()

    def _changed(self) -> None:
        """The screen may look different: paint at once, or when the frame before is old enough."""
        if self._watchers:
            self._paint_due = min(self._paint_due, max(trio.current_time(), self._paint_allowed))

    async def _paint_if_due(self) -> None:
        if trio.current_time() >= self._paint_due:
            await self._paint()

    async def _paint(self) -> None:
        """Give the watchers a look, but not in the midst of an update that is to be shown all at once."""
        await self._catch_up()
        now = trio.current_time()
        if self._terminal.modes.synchronized:
            self._held_since = now if self._held_since is None else self._held_since
            if now < self._held_since + HELD_SECONDS:
                self._paint_due = min(self._held_since + HELD_SECONDS, now + FRAME_SECONDS)
                return
        self._held_since = None
        self._paint_allowed = max(self._paint_allowed, now - BURST * FRAME_SECONDS) + FRAME_SECONDS
        self._paint_due = math.inf
        look = self._terminal.look()
        for looks in self._watchers:
            looks.put(look)

    async def _take(self, data: bytes) -> None:
        self._output_at = int(trio.current_time() * 1000)
        self._terminal.append(data)
        self._changed()
        if self._terminal.due:
            await self._catch_up()
        await self._paint_if_due()  # before anybody else is woken: it may be the echo of a key
        self._stir()
        await trio.lowlevel.checkpoint()

    async def _look(self) -> Sample:
        """The screen after all output so far."""
        await self._catch_up()
        return self._terminal.sample()

    async def _catch_up(self) -> None:
        """Parse what waits, answer what was asked, and pass on what was reported."""
        while self._terminal.advance():
            await self._give_way()
        replies = self._terminal.take_replies()
        if replies:
            self._answer(replies)
        for report in self._terminal.take_reports():
            if isinstance(report, ProgramStatus):
                await self._detector.send(StatusReported(report))
