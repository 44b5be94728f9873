"""
The client actor: one connection, from its hello to its exit frame.

It has its own writer and a bounded queue, so a slow client waits for itself alone. When the client goes away, its
command is cancelled; what the command had others do is not undone.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import TypeAlias

import trio

from pitwall.actors.listener import peer_pid
from pitwall.actors.logs import log_of
from pitwall.actors.supervisor import first_of, name_of, where
from pitwall.actors.windowmail import WindowMail
from pitwall.commands.call import Call, Window
from pitwall.commands.command import Command
from pitwall.commands.grammar import HelpAsked, Parsed, command_words, parse, split_rest
from pitwall.commands.house import House
from pitwall.errors import FrameError, PitwallError, Refusal, UsageError
from pitwall.events.ids import PaneId
from pitwall.version import PROTOCOL, VERSION
from pitwall.wire import frames
from pitwall.wire.hello import Hello
from pitwall.wire.hello import parse as parse_hello
from pitwall.writer import Writer

HELLO_TIMEOUT = 5.0
"""Seconds a client may stay silent before it is cut off."""
READ_SIZE = 65536
INPUT_FRAMES = 128
"""Frames of input, of at most 64 KiB each, that may wait for a command to read them."""
QUEUE_BYTES = 256 * 1024
"""What may wait for a slow client; one frame that is larger waits alone."""

EXIT_USAGE = 2
EXIT_ERROR = 1

Say: TypeAlias = Callable[[str], Awaitable[None]]
"""Text on its way to the client's output, or its error output."""


class ClientActor:
    """Serves one connection."""

    def __init__(self, stream: trio.SocketStream, house: House, commands: Mapping[str, Command]) -> None:
        self._stream = stream
        self._house = house
        self._commands = commands
        self._reader = frames.FrameReader()
        self._writer = Writer(stream.socket.fileno(), limit=QUEUE_BYTES)
        self._answers_in, self._answers = trio.open_memory_channel[str](4)
        self._input_in, self._input = trio.open_memory_channel[bytes](INPUT_FRAMES)
        self._window = WindowMail()
        self._is_window = False
        self._hello_heard: Hello | None = None
        self._log = log_of("client")

    async def run(self) -> None:
        """Serve until the command has ended or the client is gone."""
        async with self._stream:
            try:
                async with aclosing(self._frames()) as incoming:
                    with trio.move_on_after(HELLO_TIMEOUT) as patience:
                        hello = await self._hello(incoming)
                    if patience.cancelled_caught:
                        self._log.warning("client cut off", reason="it said nothing")
                        return
                    if hello is not None:
                        await self._serve(hello, incoming)
            except* FrameError as errors:
                self._log.warning("client cut off", reason=str(first_of(errors)))
            except* (trio.BrokenResourceError, trio.ClosedResourceError):
                pass  # it went away

    async def _frames(self) -> AsyncGenerator[tuple[bytes, bytes], None]:
        while data := await self._stream.receive_some(READ_SIZE):
            for frame in self._reader.feed(data):
                yield frame

    async def _hello(self, incoming: AsyncIterator[tuple[bytes, bytes]]) -> Hello | None:
        async for kind, payload in incoming:
            if kind != frames.HELLO:
                raise FrameError("the first frame was no hello")
            return parse_hello(payload)
        return None

    async def _serve(self, hello: Hello, incoming: AsyncIterator[tuple[bytes, bytes]]) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen, incoming, nursery.cancel_scope)
            nursery.start_soon(self._write_out, nursery.cancel_scope)
            code = await self._run(hello)
            await self._writer.send(frames.encode(frames.EXIT, bytes([code & 0xFF])))
            await self._writer.emptied()
            nursery.cancel_scope.cancel()

    async def _listen(self, incoming: AsyncIterator[tuple[bytes, bytes]], serving: trio.CancelScope) -> None:
        """Take answers; the end of the connection ends the command."""
        try:
            async for kind, payload in incoming:
                if kind == frames.ANSWER:
                    try:
                        self._answers_in.send_nowait(payload.decode("utf-8", "replace"))
                    except trio.WouldBlock:
                        raise FrameError("answers to questions that nobody asked") from None
                elif kind == frames.INPUT:
                    try:
                        self._input_in.send_nowait(payload)
                    except (trio.WouldBlock, trio.ClosedResourceError):
                        raise FrameError("more input than anybody reads") from None
                elif kind == frames.END:
                    self._input_in.close()
                elif self._is_window:
                    await self._window.put(kind, payload)
        finally:
            serving.cancel()

    async def _write_out(self, serving: trio.CancelScope) -> None:
        """Send what the client did not take at once; a client that is gone ends the command."""
        await self._writer.run()
        serving.cancel()

    async def _run(self, hello: Hello) -> int:
        """The exit code of the command; what goes wrong is said to the client."""
        self._hello_heard = hello
        return await self._answered(hello, self._write, self._warn)

    async def _answered(self, hello: Hello, write: Say, warn: Say) -> int:
        try:
            return await self._handle(hello, parse(self._commands, hello.argv), write, warn)
        except HelpAsked as help_text:
            await write(str(help_text))
            return 0
        except UsageError as error:
            await warn(f"pitwall: {error}\n")
            return usage_code(hello.argv)
        except PitwallError as error:
            await warn(f"pitwall: {error}\n")
            return EXIT_ERROR
        except Exception as error:
            self._log.error("command failed", error=name_of(error), where=where(error))
            await warn("pitwall: this failed inside the daemon; see `pitwall logs`\n")
            return EXIT_ERROR

    async def _handle(self, hello: Hello, parsed: Parsed, write: Say, warn: Say) -> int:
        if hello.protocol != PROTOCOL and not parsed.command.any_version:
            raise Refusal(_versions(hello))
        if parsed.command.run is None:
            raise Refusal(f"`pitwall {parsed.command.name}` is not for the daemon")
        self._is_window = self._is_window or parsed.command.window
        return await parsed.command.run(
            Call(
                hello=hello,
                arguments=parsed.arguments,
                rest=parsed.rest,
                house=self._house,
                write=write,
                warn=warn,
                ask=self._ask,
                token=self._token,
                read=self._read,
                peer=peer_pid(self._stream.socket),
                window=self._as_window(),
            )
        )

    async def _write(self, text: str) -> None:
        await self._send(frames.OUTPUT, text)

    async def _warn(self, text: str) -> None:
        await self._send(frames.ERROR_OUTPUT, text)

    async def _ask(self, prompt: str) -> str:
        await self._send(frames.ASK, prompt)
        return await self._answers.receive()

    def _as_window(self) -> Window:
        """The connection, from now on a window's."""
        return Window(self._writer.send, self._window, self._run_inside)

    async def _run_inside(self, argv: tuple[str, ...], pane: PaneId | None) -> tuple[int, str]:
        """A command for the window, from within a pane: its exit code and all it printed; nobody is asked."""
        assert self._hello_heard is not None
        known = self._house.directory.state.panes.get(pane) if pane is not None else None
        hello = replace(
            self._hello_heard,
            cwd=known.cwd if known is not None else self._hello_heard.cwd,
            argv=argv,
            pane=pane or "",
            terminals=frozenset(),
            resume=b"",
        )
        said: list[str] = []

        async def write(text: str) -> None:
            said.append(text)

        code = await self._answered(hello, write, write)
        return code, "".join(said)

    async def _read(self, limit: int) -> bytes:
        """All input up to its end; nothing if it is too long."""
        data = bytearray()
        async for piece in self._input:
            data += piece
            if len(data) > limit:
                return b""
        return bytes(data)

    async def _token(self, token: bytes) -> None:
        await self._writer.send(frames.encode(frames.TOKEN, token))

    async def _send(self, kind: bytes, text: str) -> None:
        for frame in frames.encode_chunks(kind, text.encode("utf-8", "surrogateescape")):
            await self._writer.send(frame)


def usage_code(argv: tuple[str, ...]) -> int:
    """The exit code for bad usage: 2, but 1 for ``wait``, whose 2 means blocked (SEMANTICS 2)."""
    named, _ = command_words(split_rest(argv)[0])
    return EXIT_ERROR if named[:1] == ["wait"] else EXIT_USAGE


def _versions(hello: Hello) -> str:
    return (
        f"this is pitwall {hello.client_version} and the daemon that runs is {VERSION}, and they do not speak the "
        "same protocol: `pitwall daemon restart` starts the new one; commands that run come back as exited"
    )
