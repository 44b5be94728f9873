import shutil
import tempfile
from collections.abc import Iterator
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
