import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder with a short path, which this process's own clients use."""
    folder = Path(tempfile.mkdtemp(prefix="pw-"))
    for name in ("PITWALL_PANE", "PITWALL_SOCKET"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PITWALL_HOME", str(folder))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def stdin() -> Iterator[Callable[[bytes], None]]:
    """Gives this process a stdin of those bytes."""
    saved = os.dup(0)

    def give(text: bytes) -> None:
        out, into = os.pipe()
        os.write(into, text)
        os.close(into)
        os.dup2(out, 0)
        os.close(out)

    yield give
    os.dup2(saved, 0)
    os.close(saved)


@pytest.fixture(autouse=True)
def no_alarm() -> Iterator[None]:
    """A client's alarm ends its process: one that was run inside of this one must not leave its own behind."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGINT)}
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    for number, handler in handlers.items():
        signal.signal(number, handler)
