"""
The window: the outer terminal on one side, the daemon on the other, the model between them.

Nothing is painted before the daemon has sent a scene, so that a refusal is an ordinary error message. A slow terminal
never makes the daemon wait.
"""

import gc
import math
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import get_args

import trio

from pitwall.config import load, stamp
from pitwall.errors import FrameError
from pitwall.window import control, glyphs
from pitwall.window.display import Display
from pitwall.window.input import InputSplitter
from pitwall.window.model import NOWHERE, Model, WayBack
from pitwall.window.settings import Settings
from pitwall.window.sidebar import visible_tabs
from pitwall.window.tty import Tty
from pitwall.wire import frames
from pitwall.wire.window import Again, Message, Scene, ToWindow, decode, encode
from pitwall.writer import Writer

ESCAPE_SECONDS = 0.025
"""How long what follows an ESC is waited for."""
OUTBOX_BYTES = 1 << 20
"""What may wait for the daemon; with more nothing is read of the outer terminal."""
OUTBOX_LIMIT = 1 << 26
"""More than what is read of the outer terminal at once, and all else that the window says, come to."""
FAREWELL_SECONDS = 1.0
"""How long a daemon is waited for that takes no input, when the window is left."""
REREAD_SECONDS = 2.0
_TO_WINDOW = get_args(ToWindow)


@dataclass(slots=True)
class Outcome:
    """
    How a window ended: the exit code, and what is to be said once the terminal is back.

    ``shown``: there was a window, and not just an answer. ``again``: the daemon comes back, and the window may, by its
    ``way_back``.
    """

    code: int = 0
    shown: bool = False
    again: bool = False
    way_back: WayBack = NOWHERE
    output: bytearray = field(default_factory=bytearray)
    errors: bytearray = field(default_factory=bytearray)


class App:
    """One window, from its connection's hello to the end of either."""

    def __init__(
        self,
        tty: Tty,
        connection: socket.socket,
        configuration: str,
        environment: Mapping[str, str],
        way_back: WayBack = NOWHERE,
        *,
        patience: float = math.inf,
        silent: Callable[[], object] = lambda: None,
    ) -> None:
        """
        A window in a terminal, over a connection to the daemon.

        ``configuration`` is the path of the user's file, that need not be there. Nothing is shown before the daemon
        has answered what the ``way_back`` asks for. When it says nothing at all for ``patience`` seconds, ``silent`` is
        called.
        """
        self._tty = tty
        self._connection = connection
        self._writer = Writer(connection.fileno(), limit=OUTBOX_LIMIT)
        self._configuration = configuration
        self._way_back = way_back
        self._stamp = stamp(configuration)
        rows, cols = tty.size()
        self.model = Model(rows, cols, Settings.of(load(configuration).config))
        self._display = Display(tty, self.model, environment)
        self._splitter = InputSplitter()
        self._patience, self._silent = patience, silent
        self._heard = trio.Event()
        """Whether the daemon has said anything."""
        self._comes_back = False
        """Whether the daemon said so, should the connection end."""
        self._outcome = Outcome()

    async def run(self, opening: bytes) -> Outcome:
        """Show the window until it is left, the daemon ends it or goes away, or a signal says so."""
        stream = trio.SocketStream(trio.socket.from_stdlib_socket(self._connection))
        with trio.open_signal_receiver(
            signal.SIGWINCH, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGCONT
        ) as signals:
            try:
                async with stream:
                    self._writer.write(opening)
                    # The size comes last, so that only what is wished for is looked at and takes it.
                    self.model.come_back(self._way_back)
                    self.model.say(self.model.geometry())
                    self._say()
                    async with trio.open_nursery() as nursery:
                        self._ending = nursery.cancel_scope
                        nursery.start_soon(self._heed, signals)
                        nursery.start_soon(self._listen, stream)
                        nursery.start_soon(self._be_patient)
                        nursery.start_soon(self._writer.run)
            finally:
                self._tty.restore()
        return self._outcome

    def _end(self, code: int, said: str = "") -> None:
        self._outcome.code = code
        if said:
            self._outcome.errors += said.encode()
        self._ending.cancel()

    async def _heed(self, signals: AsyncIterator[int]) -> None:
        async for number in signals:
            if number == signal.SIGWINCH:
                self._resize()
            elif number == signal.SIGCONT:
                self._display.enter_again()
                self._resize()
            elif number == signal.SIGINT and self._display.entered:
                continue  # a raw terminal sends none: somebody else's, and no key of the user
            else:
                self._end(128 + number)

    def _resize(self) -> None:
        rows, cols = self._tty.size()
        if (rows, cols) != (self.model.rows, self.model.cols):
            self.model.resize(rows, cols)
            self._changed()

    def _changed(self) -> None:
        self._say()
        self._display.show()

    async def _be_patient(self) -> None:
        with trio.move_on_after(self._patience):
            await self._heard.wait()
            return
        self._silent()

    async def _listen(self, stream: trio.SocketStream) -> None:
        """Take what the daemon says."""
        reader = frames.FrameReader()
        async with trio.open_nursery() as nursery:
            while True:
                try:
                    data = await stream.receive_some(frames.PAYLOAD_LIMIT)
                    self._heard.set()
                    if not data:
                        return self._lost()
                    for kind, payload in reader.feed(data):
                        if kind == frames.EXIT:
                            return self._end(payload[0] if payload else 1)
                        self._take(kind, payload, nursery)
                except trio.BrokenResourceError:
                    return self._lost()
                except FrameError:
                    return self._end(
                        1, "pitwall: the daemon says what this window cannot read: `pitwall daemon restart`\n"
                    )
                self._changed()

    def _lost(self) -> None:
        if self._comes_back:
            self._outcome.again = True
            self._outcome.way_back = self.model.way_back()
            return self._end(0)
        self._end(
            1,
            "pitwall: the daemon is gone: `pitwall daemon start` brings its tabs back, "
            "`pitwall logs` shows its last words\n",
        )

    def _take(self, kind: bytes, payload: bytes, nursery: trio.Nursery) -> None:
        if kind == frames.OUTPUT:
            self._outcome.output += payload
            return
        if kind == frames.ERROR_OUTPUT:
            self._outcome.errors += payload
            return
        if kind in (frames.TOKEN, frames.ASK):
            return
        said = decode(kind, payload)
        if not isinstance(said, _TO_WINDOW):
            return
        if isinstance(said, Again):
            self._comes_back = True
            return
        self.model.take(said)
        if isinstance(said, Scene) and not self._display.entered and not self.model.waiting:
            gc.freeze()  # what is there by now stays: to look through it for garbage would only hold up keys
            self._display.enter()
            self._outcome.shown = True
            nursery.start_soon(self._show)
            nursery.start_soon(self._type)
            nursery.start_soon(self._grow_old)
            nursery.start_soon(self._reread)

    def _say(self) -> None:
        """Say to the daemon what waits to be said; what it does not take now waits on."""
        outbox = self.model.outbox
        if outbox:
            self._writer.write(b"".join([encode(said) for said in outbox]))
            outbox.clear()

    async def _type(self) -> None:
        """Take what the outer terminal sends."""
        splitter = self._splitter
        while True:
            data = None
            with trio.move_on_after(ESCAPE_SECONDS) if splitter.holding else nullcontext():
                data = await self._tty.read()
            if data == b"":
                return self._end(128 + signal.SIGHUP)
            visible = False
            for token in splitter.feed(data) if data else splitter.flush():
                visible = control.typed(self.model, token) or visible
            if visible and self.model.foreseeing:
                self._display.show()  # the answer will hardly change it, and two processes would share the processor
                visible = False
            self._say()
            if visible:
                self._display.show()
            if self.model.left:
                with trio.move_on_after(FAREWELL_SECONDS):
                    await self._writer.emptied()
                return self._end(0, f"[left {self.model.scene.session}]\n")
            if self._writer.size > OUTBOX_BYTES:
                await self._writer.emptied()

    async def _show(self) -> None:
        """Keep the outer terminal up to date, as long as there is one."""
        await self._display.run()
        self._end(128 + signal.SIGHUP)

    async def _grow_old(self) -> None:
        """Paint anew when an age that is shown is another one."""
        while True:
            now = time.time_ns() // 1000
            ages = [glyphs.seconds_until_older(tab.since, now) for tab in visible_tabs(self.model.scene)]
            await trio.sleep(min([60.0, *(age + 0.05 for age in ages if age is not None)]))
            self._changed()

    async def _reread(self) -> None:
        """Take the user's configuration anew when it has changed."""
        while True:
            await trio.sleep(REREAD_SECONDS)
            found = stamp(self._configuration)
            if found != self._stamp:
                self._stamp = found
                loaded = load(self._configuration)
                self.model.configure(Settings.of(loaded.config))
                if loaded.problems:
                    self.model.message = Message(f"config.toml: {loaded.problems[0]}", 1)
                self._changed()


def open_tty() -> Tty:
    """The terminal that the window is shown in: that of stdin, else of stdout."""
    return Tty(next((fd for fd in (0, 1, 2) if os.isatty(fd)), 0))
