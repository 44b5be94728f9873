"""The log as people read it."""

import time
from pathlib import Path

import pytest

from pitwall.cli.slow import main

LINE = (
    '{"actor": "rules", "kinds": 9, "event": "rules read", "level": "info",'
    ' "timestamp": "2026-11-30T16:04:43.946065Z"}'
)


class StopLookingError(Exception):
    """Ends a command that follows a file for ever."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITWALL_HOME", str(tmp_path))
    (tmp_path / "logs").mkdir()
    return tmp_path


def test_times_are_local_as_those_of_events_and_replay(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "logs" / "daemon.log").write_text(LINE + "\n")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "EST5")
        time.tzset()
        assert main(["logs"]) == 0
    time.tzset()
    assert capsys.readouterr().out == ("2026-11-30 11:04:43.946  info     rules       rules read  kinds=9\n")


def test_json_and_what_is_no_entry_are_shown_as_they_are(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "logs" / "daemon.log").write_text(f"{LINE}\n")
    assert main(["logs", "--json"]) == 0
    assert capsys.readouterr().out == LINE + "\n"
    (home / "logs" / "daemon.log").write_text('Traceback\n{"timestamp": "no time", "event": "x"}\n')
    assert main(["logs"]) == 0
    assert capsys.readouterr().out.split() == ["Traceback", "no", "time", "x"]


def test_following_takes_the_last_lines_of_a_rotated_file_and_waits_for_the_next_one(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = home / "logs" / "daemon.log"
    log.write_text("first\n")

    def rotate() -> None:
        with log.open("a") as file:
            file.write("last before the rotation\n")
        log.rename(home / "logs" / "daemon.log.1")

    def stop() -> None:
        raise StopLookingError

    looks = iter(
        (rotate, lambda: None, lambda: log.write_text("first of the next file\n"), lambda: None, stop)
    )
    monkeypatch.setattr(time, "sleep", lambda _seconds: next(looks)())
    with pytest.raises(StopLookingError):
        main(["logs", "--follow", "--json"])
    assert capsys.readouterr().out.splitlines() == [
        "first",
        "last before the rotation",
        "first of the next file",
    ]
