"""The journal's commands look at a folder that was named, or say that it is none."""

from pathlib import Path

import pytest

from pitwall.cli import slow


@pytest.mark.parametrize("command", ["verify", "dump", "stats"])
def test_a_folder_that_is_not_there_is_no_empty_journal(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    assert slow.main(["journal", command, str(tmp_path / "none")]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("pitwall: ")
    assert "is no folder" in err


def test_a_user_without_a_journal_has_an_empty_one(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITWALL_HOME", str(tmp_path / "none"))
    assert slow.main(["journal", "verify"]) == 0
    assert capfd.readouterr().out == "0 events, the last is number 0\n"
