import os
import stat
import threading
from pathlib import Path

import pytest

from pitwall.agents.backups import Backup, Backups, fingerprint
from pitwall.agents.settingsfile import SettingsFile, read
from pitwall.errors import SettingsRejected


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    path = tmp_path / "hooks.json"
    path.write_bytes(b"\xff odd\r\n")
    return read(path)


@pytest.fixture
def backups(tmp_path: Path) -> Backups:
    return Backups(tmp_path / "data" / "hooks")


@pytest.mark.parametrize("original", [b"\xff odd\r\n", b"", None])
def test_a_backup_is_what_was_kept(file: SettingsFile, backups: Backups, original: bytes | None) -> None:
    backup = Backup(original, fingerprint(b"new"))
    with backups.locked():
        backups.keep(file, backup)

    assert backups.of(file) == backup


def test_a_backup_is_for_the_users_eyes_alone(file: SettingsFile, backups: Backups) -> None:
    with backups.locked():
        backups.keep(file, Backup(file.data, ""))
    paths = backups.paths(file)

    assert [stat.S_IMODE(path.stat().st_mode) for path in paths] == [0o600, 0o600]
    assert stat.S_IMODE(paths[0].parent.stat().st_mode) == 0o700
    assert paths[1].read_bytes() == file.data


def test_two_files_of_one_name_have_backups_of_their_own(
    file: SettingsFile, backups: Backups, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    other = read(tmp_path / "other" / "hooks.json")
    with backups.locked():
        backups.keep(file, Backup(b"a", "1"))
        backups.keep(other, Backup(None, "2"))

    assert (backups.of(file), backups.of(other)) == (Backup(b"a", "1"), Backup(None, "2"))


def test_a_file_and_a_link_to_it_share_their_backup(
    file: SettingsFile, backups: Backups, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to("hooks.json")

    assert backups.paths(read(tmp_path / "link")) == backups.paths(file)


@pytest.mark.parametrize("damage", [b"", b"[]", b"{}", b'{"installed": "x", "existed": true}'])
def test_a_damaged_backup_is_none(file: SettingsFile, backups: Backups, damage: bytes) -> None:
    record, _ = backups.paths(file)
    record.parent.mkdir(parents=True)
    record.write_bytes(damage)

    assert backups.of(file) is None


def test_a_forgotten_backup_is_gone(file: SettingsFile, backups: Backups) -> None:
    with backups.locked():
        backups.keep(file, Backup(b"a", "1"))
    backups.forget(file)
    backups.forget(file)

    assert backups.of(file) is None
    assert not any(path.exists() for path in backups.paths(file))


def test_two_pitwalls_change_settings_one_after_the_other(backups: Backups) -> None:
    entered = threading.Event()

    def enter() -> None:
        with backups.locked():
            entered.set()

    other = threading.Thread(target=enter)
    with backups.locked():
        other.start()
        assert not entered.wait(0.2)
    assert entered.wait(30)
    other.join()


def test_without_a_place_for_backups_nothing_is_begun(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with (
        pytest.raises(SettingsRejected, match="backups cannot be kept there"),
        Backups(tmp_path / "file").locked(),
    ):
        pass


def test_no_file_has_no_fingerprint() -> None:
    assert fingerprint(None) == ""
    assert len(fingerprint(b"")) == 64


def test_a_pipe_in_the_place_of_a_backup_or_the_lock_holds_nobody_up(
    file: SettingsFile, backups: Backups
) -> None:
    with backups.locked():
        backups.keep(file, Backup(file.data, ""))
    record, original = backups.paths(file)
    original.unlink()
    os.mkfifo(original)
    assert backups.of(file) is None
    lock = record.parent / "lock"
    lock.unlink()
    os.mkfifo(lock)
    with pytest.raises(SettingsRejected, match="it is a pipe"), backups.locked():
        pass
