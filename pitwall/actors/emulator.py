"""
The emulator actor: it owns one screen.

Bytes are parsed when somebody looks, when they hold a question, or past a bounded backlog, and in slices, so that
one flood never delays another tab. Answers to the program's questions go straight back to its terminal, once.
"""

from collections.abc import Callable

import trio

from pitwall.actors.messages import (
    CaptureAsked,
    DetectorMessage,
    EmulatorMessage,
    LookDue,
    OutputChunk,
    Resized,
    ScreenSampled,
    StatusReported,
)
from pitwall.terminal import Sample, Terminal
from pitwall.terminal.reports import ProgramStatus

MAILBOX = 4
"""Chunks that may wait: at most 256 KiB of output between the program and its screen."""


class EmulatorActor:
    """
    Output and questions in; samples to the detector, answers to the program.

    ``stir`` is called when the screen may have changed; ``answer`` takes the program's input.
    """

    def __init__(
        self,
        terminal: Terminal,
        messages: "trio.MemoryReceiveChannel[EmulatorMessage]",
        detector: "trio.MemorySendChannel[DetectorMessage]",
        stir: Callable[[], None],
        answer: Callable[[bytes], object],
    ) -> None:
        self._terminal = terminal
        self._messages = messages
        self._detector = detector
        self._stir = stir
        self._answer = answer
        self._output_at: int | None = None

    async def run(self) -> None:
        """Take messages, for ever."""
        async for message in self._messages:
            match message:
                case OutputChunk():
                    await self._take(message.data)
                case LookDue():
                    await self._detector.send(ScreenSampled(await self._look(), self._output_at))
                case CaptureAsked():
                    message.reply.send_nowait(await self._look())
                case Resized():
                    await self._catch_up()
                    self._terminal.resize(message.rows, message.cols)
                    self._stir()

    async def _take(self, data: bytes) -> None:
        self._output_at = int(trio.current_time() * 1000)
        self._terminal.append(data)
        self._stir()
        if self._terminal.due:
            await self._catch_up()
        await trio.lowlevel.checkpoint()

    async def _look(self) -> Sample:
        """The screen after all output so far."""
        await self._catch_up()
        return self._terminal.sample()

    async def _catch_up(self) -> None:
        """Parse what waits, answer what was asked, and pass on what was reported."""
        while self._terminal.advance():
            await trio.lowlevel.checkpoint()
        replies = self._terminal.take_replies()
        if replies:
            self._answer(replies)
        for report in self._terminal.take_reports():
            if isinstance(report, ProgramStatus):
                await self._detector.send(StatusReported(report))
