"""
The notifier: while no window is attached, the desktop tells the user what has become of tabs.

By ``notify-send`` (libnotify) or ``osascript``; where there is neither, or none that works, nobody is told.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from html import escape

import trio

from pitwall.actors.directory import Directory
from pitwall.actors.logs import log_of
from pitwall.actors.notices import Notices
from pitwall.actors.windows import Windows
from pitwall.config import Notifications
from pitwall.wire.window import Notice

PATIENCE = 5.0
"""Seconds that a notification may take: a desktop that hangs is left alone."""

_APPLESCRIPT = "on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run"


class NotifierActor:
    """Follows the state, and shows what is news; a window that is attached does so by itself."""

    def __init__(self, directory: Directory, windows: Windows, settings: Callable[[], Notifications]) -> None:
        self._directory = directory
        self._windows = windows
        self._settings = settings
        self._notices = Notices()
        self._log = log_of("notifier")

    async def run(self) -> None:
        """Notify, for ever; what is there at the start is no news."""
        async with trio.open_nursery() as nursery:
            with self._directory.watch() as states:
                while True:
                    state = await states.take()
                    for notice in self._notices.of(state, self._windows.looks_at):
                        if not self._windows.attached and self._settings().level(notice.state) == "desktop":
                            nursery.start_soon(self._show, notice)

    async def _show(self, notice: Notice) -> None:
        command = notification(notice, sys.platform, os.environ)
        if command is None:
            return
        try:
            with trio.move_on_after(PATIENCE):
                await trio.run_process(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    check=False,
                    env=desktop(os.environ),
                    start_new_session=True,
                )
        except OSError as error:
            self._log.info("not notified", error=type(error).__name__)


def notification(notice: Notice, platform: str, environ: Mapping[str, str]) -> list[str] | None:
    """The command that shows a notice; ``None`` where there is no program for it."""
    title = f"#{notice.number} {notice.title}"
    path = environ.get("PATH")
    if platform == "darwin":
        program = shutil.which("osascript", path=path)
        return [program, "-e", _APPLESCRIPT, title, notice.text] if program else None
    program = shutil.which("notify-send", path=path)
    # Its body is markup (Desktop Notifications Specification).
    return [program, "--app-name=pitwall", "--", title, escape(notice.text, quote=False)] if program else None


def desktop(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment with the way to the desktop, which a daemon started over ssh has not inherited."""
    bus = f"/run/user/{os.getuid()}/bus"
    if "DBUS_SESSION_BUS_ADDRESS" in environ or not os.path.exists(bus):
        return dict(environ)
    return {**environ, "DBUS_SESSION_BUS_ADDRESS": f"unix:path={bus}"}
