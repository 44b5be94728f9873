"""
The display: what the outer terminal is made to show, and when.

The first changes are painted at once, by whoever brings them; when they go on, those of a sixtieth of a second
together. A slow terminal makes the window skip frames: no frame is begun before it has taken the one before.
"""

import math
import time
from collections.abc import Mapping

import trio

from pitwall.window import notify
from pitwall.window.colours import Depth
from pitwall.window.compositor import Compositor
from pitwall.window.model import Model
from pitwall.window.modes import OuterModes
from pitwall.window.painting import Painter
from pitwall.window.tty import Tty
from pitwall.writer import Writer

FRAME_SECONDS = 1 / 60
BURST = 6
"""Frames that may follow one another at once after a pause."""
FRAME_LIMIT = 1 << 26
"""Bytes of one frame: more than the largest terminal takes."""


class Display:
    """Shows a model in an outer terminal, from ``enter`` on."""

    def __init__(self, tty: Tty, model: Model, environment: Mapping[str, str]) -> None:
        self._tty = tty
        self._out = Writer(tty.fd, limit=FRAME_LIMIT)
        self._model = model
        self._environment = environment
        self._compositor = Compositor(Depth.of(environment))
        self._painter = Painter()
        self._modes = OuterModes()
        self._entering = True
        self._entered = False
        self._due = -math.inf
        self._late = trio.Event()

    @property
    def entered(self) -> bool:
        """Whether the outer terminal is the window's."""
        return self._entered

    def enter(self) -> None:
        """Take the outer terminal; nothing is shown before."""
        self._entered = True
        self._tty.enter(self._modes.left)

    def enter_again(self) -> None:
        """Take it as on the first day: somebody else had it."""
        if self._entered:
            self._tty.make_raw()
            self._entering = True
            self.show()

    def show(self) -> None:
        """The model may look different: paint it now, or as soon as that may be."""
        if self._entered and trio.current_time() >= self._due and not self._out.size:
            self._paint()
        else:
            self._late.set()

    async def run(self) -> None:
        """Paint what could not be painted at once, for ever; returns when the outer terminal is gone."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._paint_late)
            await self._out.run()
            nursery.cancel_scope.cancel()

    async def _paint_late(self) -> None:
        while True:
            await self._late.wait()
            await trio.sleep_until(self._due)
            await self._out.emptied()
            if self._late.is_set():
                self._paint()

    def _paint(self) -> None:
        if self._late.is_set():
            self._late = trio.Event()
        painted = self._painted()
        if not painted:
            return
        self._out.write(painted)
        # Echoes of quick typing are not held up: only what goes on and on is.
        self._due = max(self._due, trio.current_time() - BURST * FRAME_SECONDS) + FRAME_SECONDS

    def _painted(self) -> bytes:
        model = self._model
        out = b""
        if self._entering:
            out, self._entering, model.repaint = self._modes.entered(), False, True
        if model.repaint:
            model.repaint = False
            self._compositor.forget()
        own = model.prompt is not None or model.copy is not None or model.help
        screen = model.focused_screen
        out += self._modes.follow(None if own or screen is None else screen.modes)
        out += self._compositor.paint(self._painter.frame(model, time.time_ns() // 1000))
        return out + self._told() if model.notices or model.copied else out

    def _told(self) -> bytes:
        """What the outer terminal is to tell its user, and put on the clipboard."""
        model = self._model
        out = b""
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
