"""A tmux of a test's own, as an outer terminal that people use: it paints, keeps cells, and says what it shows."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from closing import Closing
from daemonclient import PATIENCE
from outerterminal import OuterTerminal

AVAILABLE = shutil.which("tmux") is not None


class Tmux(Closing):
    """One tmux server with one window of `rows` by `cols` cells, in which a command runs."""

    def __init__(
        self,
        folder: Path,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        rows: int = 31,
        cols: int = 110,
    ) -> None:
        self._socket = str(folder / f"tmux-{time.monotonic_ns()}")
        self._environment = {name: value for name, value in environment.items() if name != "TMUX"}
        self._tmux(
            "-f", os.devnull, "new-session", "-d", "-s", "t", "-x", str(cols), "-y", str(rows),
            "-c", str(folder), *command,
            ";", "set-option", "-g", "status", "off", ";", "set-option", "-g", "remain-on-exit", "on",
        )  # fmt: skip

    def _tmux(self, *words: str) -> str:
        answer = subprocess.run(
            ["tmux", "-S", self._socket, *words],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    def keys(self, *keys: str) -> None:
        """Press keys by tmux's names; anything else is typed."""
        self._tmux("send-keys", "-t", "t", *keys)

    def resize(self, rows: int, cols: int) -> None:
        self._tmux("resize-window", "-t", "t", "-x", str(cols), "-y", str(rows))

    def screen(self) -> list[str]:
        """What is shown, a line a row, without trailing spaces."""
        return [line.rstrip() for line in self._tmux("capture-pane", "-p", "-t", "t").split("\n")[:-1]]

    def painted(self) -> list[str]:
        """The same with SGR and links, without how blanks at a row's end look."""
        return self._tmux("capture-pane", "-p", "-e", "-t", "t").split("\n")[:-1]

    def value(self, name: str) -> str:
        """What tmux knows of the terminal by that name, such as ``alternate_on``."""
        return self._tmux("display-message", "-p", "-t", "t", f"#{{{name}}}").strip()

    def show_in(self, terminal: OuterTerminal) -> None:
        """Show it in another terminal, cell for cell, with blanks at a row's end that `painted` leaves out."""
        features = ["-T", "RGB,overline,strikethrough,usstyle"]
        environment = self._environment | {"TERM": "xterm-256color"}
        terminal.start(["tmux", "-S", self._socket, *features, "attach"], env=environment)

    def set(self, option: str, value: str) -> None:
        """Set one of tmux's options."""
        self._tmux("set-option", "-g", option, value)

    def until(self, test: Callable[[], object], what: str) -> None:
        """Wait until something is true of what is shown."""
        give_up = time.monotonic() + PATIENCE
        while not test():
            assert time.monotonic() < give_up, f"{what} never was; shown:\n" + "\n".join(self.screen())
            time.sleep(0.05)

    def until_shows(self, text: str) -> None:
        self.until(lambda: text in "\n".join(self.screen()), f"showing {text!r}")

    def settled(self) -> list[str]:
        """What is shown once it has stayed the same for a while."""
        before: list[str] = []
        same = 0
        give_up = time.monotonic() + PATIENCE
        while same < 4 and time.monotonic() < give_up:
            time.sleep(0.1)
            now = self.painted()
            same = same + 1 if now == before else 0
            before = now
        return before

    def close(self) -> None:
        subprocess.run(
            ["tmux", "-S", self._socket, "kill-server"],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
