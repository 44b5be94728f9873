"""What is opened is a plain file, and nobody waits for anything else."""

import os
from pathlib import Path

import pytest
from oddfiles import ODD, put

from pitwall.errors import NoPlainFile, PitwallError
from pitwall.plainfiles import is_plain, make_way, open_plain, read_plain

NO_FILES = pytest.mark.parametrize("kind", ["pipe", "socket", "folder", "device"])
WAYS = pytest.mark.parametrize(
    "flags", [os.O_RDONLY, os.O_WRONLY | os.O_APPEND, os.O_RDWR | os.O_CREAT, os.O_WRONLY | os.O_CREAT]
)


@WAYS
def test_a_plain_file_is_opened_and_not_inherited(tmp_path: Path, flags: int) -> None:
    (tmp_path / "file").write_text("text")
    descriptor = open_plain(tmp_path / "file", flags)
    assert not os.get_inheritable(descriptor)
    os.close(descriptor)


def test_a_new_file_is_closed_to_others(tmp_path: Path) -> None:
    os.close(open_plain(tmp_path / "file", os.O_RDWR | os.O_CREAT))
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600


def test_what_a_plain_file_holds_is_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"bytes")
    (tmp_path / "link").symlink_to("file")
    assert read_plain(tmp_path / "link") == b"bytes"


@WAYS
@NO_FILES
def test_anything_else_is_refused_at_once_in_words(tmp_path: Path, kind: str, flags: int) -> None:
    put(tmp_path / "odd", kind)
    with pytest.raises(NoPlainFile) as caught:
        open_plain(tmp_path / "odd", flags)
    assert str(caught.value) == (f"{tmp_path}/odd: it is a {kind}, and no plain file; move it out of the way")
    assert isinstance(caught.value, PitwallError)
    assert isinstance(caught.value, OSError)


def test_a_pipe_that_somebody_reads_is_refused_as_well(tmp_path: Path) -> None:
    put(tmp_path / "odd", "pipe")
    reader = os.open(tmp_path / "odd", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(NoPlainFile, match="a pipe"):
        open_plain(tmp_path / "odd", os.O_WRONLY)
    os.close(reader)


def test_a_file_that_is_not_there_is_an_error_as_ever(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_plain(tmp_path / "none")


def test_what_is_a_plain_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "circle").symlink_to("circle")
    assert is_plain(tmp_path / "file")
    assert is_plain(tmp_path / "link")
    assert not is_plain(tmp_path / "circle")
    assert not is_plain(tmp_path / "none")
    assert not is_plain(tmp_path / "file" / "none")


@pytest.mark.parametrize("kind", [*ODD])
def test_what_is_in_the_way_is_kept_under_another_name(tmp_path: Path, kind: str) -> None:
    put(tmp_path / "odd", kind)
    first = make_way(str(tmp_path / "odd"))
    put(tmp_path / "odd", kind)
    second = make_way(str(tmp_path / "odd"))
    assert first is not None
    assert second is not None
    assert first != second
    assert {path.name for path in tmp_path.iterdir()} == {os.path.basename(first), os.path.basename(second)}
    assert not is_plain(first)


def test_a_plain_file_and_nothing_are_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert make_way(str(tmp_path / "file")) is None
    assert make_way(str(tmp_path / "none")) is None
