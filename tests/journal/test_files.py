"""The real files do what the simulated ones promise."""

import os
from pathlib import Path

import pytest
from simulated_disk import SimulatedDisk

from pitwall.journal.files import Files, SystemFiles


@pytest.fixture(params=[SystemFiles, SimulatedDisk])
def files(request: pytest.FixtureRequest) -> Files:
    made: Files = request.param()
    return made


def filled(files: Files, path: Path, data: bytes) -> None:
    descriptor = files.create(path)
    assert files.write(descriptor, data) == len(data)
    files.sync(descriptor)
    files.close(descriptor)


def test_a_folder_that_is_not_there_holds_no_names(files: Files, tmp_path: Path) -> None:
    assert files.names(tmp_path / "none") == []


def test_a_folder_may_be_made_twice(files: Files, tmp_path: Path) -> None:
    files.make_folder(tmp_path / "a" / "b")
    files.make_folder(tmp_path / "a" / "b")
    filled(files, tmp_path / "a" / "b" / "file", b"1")
    files.sync_folder(tmp_path / "a" / "b")
    assert files.names(tmp_path / "a" / "b") == ["file"]


def test_what_is_written_is_read(files: Files, tmp_path: Path) -> None:
    filled(files, tmp_path / "file", b"hello")
    assert files.read(tmp_path / "file") == b"hello"
    assert files.read(tmp_path / "file", 2) == b"he"
    assert files.size(tmp_path / "file") == 5
    assert files.names(tmp_path) == ["file"]


def test_creating_empties_and_opening_appends(files: Files, tmp_path: Path) -> None:
    filled(files, tmp_path / "file", b"old")
    filled(files, tmp_path / "file", b"new")
    descriptor = files.open(tmp_path / "file")
    files.write(descriptor, b"er")
    files.close(descriptor)
    assert files.read(tmp_path / "file") == b"newer"


def test_writing_goes_on_at_the_end_behind_a_truncation(files: Files, tmp_path: Path) -> None:
    descriptor = files.create(tmp_path / "file")
    files.write(descriptor, b"12345")
    files.truncate(descriptor, 2)
    files.write(descriptor, b"6")
    files.close(descriptor)
    assert files.read(tmp_path / "file") == b"126"


def test_replacing_takes_the_place_of_a_file(files: Files, tmp_path: Path) -> None:
    filled(files, tmp_path / "a", b"a")
    filled(files, tmp_path / "b", b"b")
    files.replace(tmp_path / "a", tmp_path / "b")
    assert files.names(tmp_path) == ["b"]
    assert files.read(tmp_path / "b") == b"a"
    files.remove(tmp_path / "b")
    assert files.names(tmp_path) == []


def test_a_missing_file_is_an_oserror(files: Files, tmp_path: Path) -> None:
    for call in (files.read, files.open, files.remove):
        with pytest.raises(FileNotFoundError):
            call(tmp_path / "none")


def test_descriptors_are_not_inherited(tmp_path: Path) -> None:
    files = SystemFiles()
    for descriptor in (
        files.create(tmp_path / "a"),
        files.open(tmp_path / "a"),
        files.lock(tmp_path / "b"),
        files.lock_folder(tmp_path),
    ):
        assert not os.get_inheritable(descriptor)
        files.close(descriptor)
