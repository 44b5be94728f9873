"""
The window: the outer terminal on one side, the daemon on the other, the model between them.

Nothing is painted before the daemon has sent a scene, so that a refusal is an ordinary error message. The first changes
are painted at once; when they go on, those of a sixtieth of a second together. A slow terminal makes the window skip
frames; it never makes the daemon wait.
"""

import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import get_args

import trio

from pitwall.config import load, stamp
from pitwall.errors import FrameError
from pitwall.window import control, glyphs, notify
from pitwall.window.colours import Depth
from pitwall.window.compositor import Compositor
from pitwall.window.input import InputSplitter
from pitwall.window.model import Model
from pitwall.window.modes import OuterModes
from pitwall.window.painting import Painter
from pitwall.window.settings import Settings
from pitwall.window.sidebar import visible_tabs
from pitwall.window.tty import Tty
from pitwall.wire import frames
from pitwall.wire.window import Message, Scene, ToWindow, decode, encode

FRAME_SECONDS = 1 / 60
BURST = 6
"""Frames that may follow one another at once after a pause."""
ESCAPE_SECONDS = 0.025
"""How long what follows an ESC is waited for."""
OUTBOX = 64
"""Frames for the daemon that may wait; with more nothing is read of the outer terminal."""
FAREWELL_SECONDS = 1.0
"""How long a daemon is waited for that takes no input, when the window is left."""
REREAD_SECONDS = 2.0
_TO_WINDOW = get_args(ToWindow)


@dataclass(slots=True)
class Outcome:
    """How a window ended: the exit code, and what is to be said once the terminal is back."""

    code: int = 0
    output: bytearray = field(default_factory=bytearray)
    errors: bytearray = field(default_factory=bytearray)


class App:
    """One window, from its connection's hello to the end of either."""

    def __init__(self, tty: Tty, configuration: str, environment: Mapping[str, str]) -> None:
        """A window in a terminal; ``configuration`` is the path of the user's file, that need not be there."""
        self._tty = tty
        self._configuration = configuration
        self._stamp = stamp(configuration)
        self._environment = environment
        rows, cols = tty.size()
        self.model = Model(rows, cols, Settings.of(load(configuration).config))
        self._compositor = Compositor(Depth.of(environment))
        self._painter = Painter()
        self._modes = OuterModes()
        self._splitter = InputSplitter()
        self._entered = False
        self._dirty = trio.Event()
        self._wanted = trio.Event()
        self._quiet = trio.Event()
        self._reenter = True
        self._outcome = Outcome()

    async def run(self, connection: socket.socket, opening: bytes) -> Outcome:
        """Show the window until it is left, the daemon ends it or goes away, or a signal says so."""
        stream = trio.SocketStream(trio.socket.from_stdlib_socket(connection))
        with trio.open_signal_receiver(
            signal.SIGWINCH, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGCONT
        ) as signals:
            try:
                async with stream:
                    await stream.send_all(opening)
                    self.model.say(self.model.geometry())
                    async with trio.open_nursery() as nursery:
                        self._ending = nursery.cancel_scope
                        nursery.start_soon(self._heed, signals)
                        nursery.start_soon(self._listen, stream)
                        nursery.start_soon(self._speak, stream)
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
                if self._entered:
                    self._tty.make_raw()
                    self._reenter = True
                    self._changed()
                self._resize()
            elif number == signal.SIGINT and self._entered:
                continue  # a raw terminal sends none: somebody else's, and no key of the user
            else:
                self._end(128 + number)

    def _resize(self) -> None:
        rows, cols = self._tty.size()
        if (rows, cols) != (self.model.rows, self.model.cols):
            self.model.resize(rows, cols)
            self._changed()

    def _changed(self) -> None:
        self._dirty.set()
        if self.model.outbox:
            self._wanted.set()

    async def _listen(self, stream: trio.SocketStream) -> None:
        """Take what the daemon says."""
        reader = frames.FrameReader()
        async with trio.open_nursery() as nursery:
            while True:
                try:
                    data = await stream.receive_some(frames.PAYLOAD_LIMIT)
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
        self.model.take(said)
        if isinstance(said, Scene) and not self._entered:
            self._entered = True
            self._tty.enter(self._modes.left)
            nursery.start_soon(self._paint)
            nursery.start_soon(self._type)
            nursery.start_soon(self._grow_old)
            nursery.start_soon(self._reread)

    async def _speak(self, stream: trio.SocketStream) -> None:
        """Say to the daemon what waits to be said."""
        while True:
            outbox = self.model.outbox
            if outbox:
                data = b"".join(encode(said) for said in outbox)
                outbox.clear()
                try:
                    await stream.send_all(data)
                except trio.BrokenResourceError:
                    return  # the listening side finds out what became of the daemon
                continue
            self._wanted = trio.Event()
            self._quiet.set()
            await self._wanted.wait()

    async def _said(self) -> None:
        """Wait until all is said to the daemon."""
        if self.model.outbox:
            self._quiet = trio.Event()
            self._wanted.set()
            await self._quiet.wait()

    async def _type(self) -> None:
        """Take what the outer terminal sends."""
        splitter = self._splitter
        while True:
            data = None
            with trio.move_on_after(ESCAPE_SECONDS if splitter.holding else float("inf")):
                data = await self._tty.read()
            if data == b"":
                return self._end(128 + signal.SIGHUP)
            for token in splitter.feed(data) if data else splitter.flush():
                control.typed(self.model, token)
            self._changed()
            if self.model.left:
                with trio.move_on_after(FAREWELL_SECONDS):
                    await self._said()
                return self._end(0, f"[left {self.model.scene.session}]\n")
            if len(self.model.outbox) > OUTBOX:
                await self._said()

    async def _paint(self) -> None:
        try:
            due = 0.0
            while True:
                self._dirty = trio.Event()
                await self._tty.write(self._painted())
                # Echoes of quick typing are not held up: only what goes on and on is.
                due = max(due, trio.current_time() - BURST * FRAME_SECONDS) + FRAME_SECONDS
                await self._dirty.wait()
                await trio.sleep_until(due)
        except OSError:
            self._end(128 + signal.SIGHUP)

    def _painted(self) -> bytes:
        model = self.model
        out = b""
        if self._reenter:
            out, self._reenter, model.repaint = self._modes.entered(), False, True
        if model.repaint:
            model.repaint = False
            self._compositor.forget()
        own = model.prompt is not None or model.copy is not None or model.help
        screen = model.focused_screen
        out += self._modes.follow(None if own or screen is None else screen.modes)
        out += self._compositor.paint(self._painter.frame(model, time.time_ns() // 1000))
        for notice in model.notices:
            out += notify.notification(
                f"{notice.number} {notice.title}",
                notice.text or notice.state,
                notify.way(self._environment, model.settings.notifications, notice.state),
                tmux=bool(self._environment.get("TMUX")),
            )
        model.notices.clear()
        for text in model.copied:
            out += notify.clipboard(text)
        model.copied.clear()
        return out

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
