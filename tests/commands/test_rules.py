"""``rules list`` shows the files on disk: what is in use, in place of what, and what was refused and why."""

import json
from pathlib import Path

import pytest

from pitwall.cli import slow

RULE = '[[rules]]\nid = "spin"\nstate = "working"\npriority = 1\nregion = "bottom_lines(3)"\ncontains = ["spinning"]\n'


@pytest.fixture
def detect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITWALL_HOME", str(tmp_path))
    folder = tmp_path / "detect"
    folder.mkdir()
    return folder


def listed(capsys: pytest.CaptureFixture[str], *flags: str) -> list[str]:
    assert slow.main(["rules", "list", *flags]) == 0
    return capsys.readouterr().out.splitlines()


def test_bundled_rules_are_listed_with_how_many_there_are(
    detect: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = [line for line in listed(capsys) if line.startswith("claude ")]
    assert line.split()[2] == "rules"
    assert line.endswith("/detect/claude.toml")


def test_a_users_file_is_listed_in_place_of_the_bundled_one(
    detect: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (detect / "claude.toml").write_text(RULE)
    (line,) = [line for line in listed(capsys) if line.startswith("claude ")]
    assert line.split()[1:3] == ["1", "rules"]
    assert line.endswith(f"{detect}/claude.toml, in place of the bundled ones")


def test_trap_54_a_refused_file_is_told_and_what_it_leaves_in_use(
    detect: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (detect / "drift.toml").write_text(RULE.replace("working", "wroking"))
    (detect / "claude.toml").write_text("nonsense")
    lines = listed(capsys)
    assert any("drift.toml" in line and "wroking" in line for line in lines)
    assert lines[-1] == "drift: a daemon that had rules for it goes on with those until it ends"
    assert any(line.startswith("claude ") and line.endswith("/detect/claude.toml") for line in lines)


def test_in_json_every_file_is_an_object(detect: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (detect / "drift.toml").write_text("nonsense")
    rows = {row["kind"]: row for row in map(json.loads, listed(capsys, "--json"))}
    assert (rows["claude"]["origin"], rows["claude"]["error"]) == ("bundled", "")
    assert (rows["drift"]["origin"], rows["drift"]["rules"]) == ("user", 0)
    assert rows["drift"]["error"]
