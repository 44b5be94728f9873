import os
import stat
from pathlib import Path

import pytest

from pitwall.agents import settingsfile
from pitwall.agents.settingsfile import MAX_BYTES, check_writable, read, replace
from pitwall.errors import SettingsRejected


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "settings.json"
    path.write_bytes(b"old\r\n")
    return path


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("kept", [0o600, 0o644, 0o664, 0o700, 0o4640])
def test_the_mode_is_kept(path: Path, kept: int) -> None:
    path.chmod(kept)

    assert replace(read(path), b"new")
    assert (path.read_bytes(), mode(path)) == (b"new", kept)
    assert os.listdir(path.parent) == ["settings.json"]


def test_a_new_file_is_the_users_alone(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "settings.json"

    assert replace(read(path), b"new")
    assert (path.read_bytes(), mode(path)) == (b"new", 0o600)


@pytest.mark.parametrize("relative", [False, True])
def test_H06_a_link_stays_one_and_its_target_is_changed(path: Path, tmp_path: Path, relative: bool) -> None:
    links = tmp_path / "links"
    links.mkdir()
    (links / "first").symlink_to("../settings.json" if relative else path)
    (links / "second").symlink_to("first")

    assert replace(read(links / "second"), b"new")
    assert path.read_bytes() == b"new"
    assert (links / "second").readlink() == Path("first")
    assert sorted(os.listdir(links)) == ["first", "second"]


def test_a_file_can_be_removed(path: Path) -> None:
    assert replace(read(path), None)
    assert not path.exists()
    assert replace(read(path), None)


def test_extended_attributes_are_kept(path: Path) -> None:
    try:
        os.setxattr(path, "user.note", b"mine")
    except (OSError, AttributeError):
        pytest.skip("no extended attributes here")
    replace(read(path), b"new")

    assert os.getxattr(path, "user.note") == b"mine"


@pytest.mark.parametrize("data", [b"new", None])
@pytest.mark.parametrize("theirs", [b"theirs", None])
def test_trap_50_what_the_agent_wrote_meanwhile_stays(
    path: Path, data: bytes | None, theirs: bytes | None
) -> None:
    file = read(path)
    path.unlink()
    if theirs is not None:
        path.write_bytes(theirs)

    assert not replace(file, data)
    assert os.listdir(path.parent) == ([] if theirs is None else ["settings.json"])
    assert theirs is None or path.read_bytes() == theirs


def test_a_file_that_appeared_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    file = read(path)
    path.write_bytes(b"theirs")

    assert not replace(file, b"new")
    assert path.read_bytes() == b"theirs"


def test_a_mode_that_changed_meanwhile_is_not_undone(path: Path) -> None:
    file = read(path)
    path.chmod(0o600)

    assert not replace(file, b"new")


@pytest.mark.parametrize("call", ["fsync", "rename"])
def test_a_disk_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def failing(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(*((os, "fsync") if call == "fsync" else (Path, "rename")), failing)

    with pytest.raises(SettingsRejected, match="it cannot be written: No space left on device"):
        replace(read(path), b"new")
    assert path.read_bytes() == b"old\r\n"
    assert os.listdir(path.parent) == ["settings.json"]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: path.mkdir(), "it is a folder, and no plain file; move it out of the way"),
        (lambda path: os.mkfifo(path), "it is a pipe, and no plain file"),
        (lambda path: path.symlink_to("/dev/zero"), "it is a device, and no plain file"),
        (lambda path: path.symlink_to("gone"), "the link points at nothing; mend or remove it"),
        (lambda path: path.symlink_to(path.name), "it cannot be read: Too many levels of symbolic links"),
        (lambda path: path.write_bytes(b" " * (MAX_BYTES + 1)), "it is larger than 16,777,216 bytes"),
    ],
    ids=["folder", "pipe", "device", "broken link", "circular link", "huge"],
)
def test_what_is_no_plain_file_is_rejected(tmp_path: Path, make: object, reason: str) -> None:
    path = tmp_path / "settings.json"
    make(path)  # type: ignore[operator]

    with pytest.raises(SettingsRejected) as rejected:
        read(path)
    assert str(rejected.value).startswith(f"{path}: {reason}")


def test_a_read_only_file_is_not_written(path: Path) -> None:
    path.chmod(0o444)

    with pytest.raises(SettingsRejected, match=r"it is read-only; allow writing with chmod u\+w"):
        replace(read(path), b"new")
    assert (path.read_bytes(), mode(path)) == (b"old\r\n", 0o444)


def test_a_file_of_another_user_is_not_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settingsfile.os, "geteuid", lambda: os.getuid() + 1)

    with pytest.raises(SettingsRejected, match="it belongs to another user"):
        check_writable(read(path))


def test_a_file_with_two_names_is_not_written(path: Path) -> None:
    os.link(path, path.with_name("other"))

    with pytest.raises(SettingsRejected, match="it has another name"):
        replace(read(path), b"new")


def test_text_keeps_its_line_ends(path: Path) -> None:
    assert read(path).text == "old\r\n"
    assert read(path.with_name("absent")).text == ""


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"a\n\xff", "line 2: it is not UTF-8"), (b"\xef\xbb\xbf{}", "it begins with a byte order mark")],
)
def test_text_that_is_not_plain_utf8_is_rejected(path: Path, data: bytes, reason: str) -> None:
    path.write_bytes(data)

    with pytest.raises(SettingsRejected) as rejected:
        _ = read(path).text
    assert reason in str(rejected.value)
