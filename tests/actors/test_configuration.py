"""The configuration as the daemon uses it."""

from pathlib import Path

import pytest

from pitwall.actors import configuration
from pitwall.actors.configuration import ConfigShelf
from pitwall.config import Config


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_is_the_default_without_a_file_and_the_files_once_there_is_one(file: Path) -> None:
    shelf = ConfigShelf(str(file))
    assert shelf.config == Config()
    file.write_text("sidebar = 20")
    assert shelf.config.sidebar == 20
    file.unlink()
    assert shelf.config == Config()


def test_is_read_once_while_the_file_stays_the_same(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("sidebar = 20")
    shelf = ConfigShelf(str(file))
    monkeypatch.setattr(configuration, "load", lambda path: pytest.fail("it was read again"))
    assert shelf.config.sidebar == 20


def test_what_is_wrong_is_known(file: Path) -> None:
    file.write_text("sidebar = 3")
    shelf = ConfigShelf(str(file))
    assert shelf.problems == ("line 1: sidebar: 3 is out of range; write a number from 16 to 200",)
    file.write_text("sidebar = 30")
    assert shelf.config.sidebar == 30
    assert shelf.problems == ()
