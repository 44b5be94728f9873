"""
The pty actor: it owns a pane's terminal and the process in it.

It reads all there is, hands it on in chunks, and stops reading while the emulator is behind, so that a flood slows
the program and not the daemon. The pane's end is its process's end, never the end of its output (TRAPS 44).
"""

from collections.abc import Awaitable, Callable

import trio

from pitwall.actors.messages import EmulatorMessage, OutputChunk
from pitwall.pty.child import Child
from pitwall.pty.reader import drain, read_available
from pitwall.writer import Writer

LAST_OUTPUT_BYTES = 4 << 20
"""What is read of a process's output after its end: more than a terminal can hold back, less than for ever."""
FLOOD_BYTES = 16 << 10
"""From so much at once on it is no echo of a key."""


class PtyActor:
    """One child, its output and its input; ``give_way`` lets others go first between two slices of a flood."""

    def __init__(
        self,
        child: Child,
        output: "trio.MemorySendChannel[EmulatorMessage]",
        give_way: Callable[[], Awaitable[None]],
    ) -> None:
        self._child = child
        self._output = output
        self._give_way = give_way
        self._writer = Writer(child.master)
        self._unsent = b""

    def write(self, data: bytes) -> bool:
        """Give the program input; ``False``: it does not read, and too much waits for it already."""
        return self._writer.write(data)

    def write_beyond(self, data: bytes) -> None:
        """Give the program input though too much waits for it."""
        self._writer.write_beyond(data)

    @property
    def closed(self) -> bool:
        """Whether the program gets no more input: it has ended."""
        return self._writer.closed

    @property
    def has_room(self) -> bool:
        """Whether no more input waits than may."""
        return self._writer.has_room

    @property
    def taken(self) -> int:
        """Bytes of input that the terminal took so far; it holds some 20 kB that the program has yet to read."""
        return self._writer.taken

    async def some_taken(self) -> None:
        """Wait until the terminal took more input, or the process has ended."""
        await self._writer.some_left()

    def resize(self, rows: int, cols: int) -> None:
        """Tell the terminal its size."""
        self._child.resize(rows, cols)

    async def end(self) -> None:
        """Hang up: the process and all of its session get SIGHUP, and SIGKILL what is left of them."""
        await self._child.end()

    async def run(self) -> int:
        """Read until the process ends; its exit code, or minus the signal that killed it."""
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._writer.run)
                nursery.start_soon(self._read)
                code = await self._child.wait()
                nursery.cancel_scope.cancel()
            await self._read_rest()
            return code
        finally:
            await self._child.aclose()

    async def _read(self) -> None:
        go_first: Callable[[], Awaitable[None]] = trio.lowlevel.checkpoint
        while data := await read_available(self._child.master, go_first):
            self._unsent = data  # what is read is not lost when the end comes before there is room for it
            await self._output.send(OutputChunk(data))
            self._unsent = b""
            go_first = self._give_way if len(data) >= FLOOD_BYTES else trio.lowlevel.checkpoint

    async def _read_rest(self) -> None:
        """Hand on what the process wrote before its end."""
        if self._unsent:
            await self._output.send(OutputChunk(self._unsent))
        taken = 0
        while taken < LAST_OUTPUT_BYTES:
            output = drain(self._child.master)
            if not output.data:
                return
            taken += len(output.data)
            await self._output.send(OutputChunk(output.data))
