"""``rules check`` says how saved screens are read, and never passes for want of them without a word."""

from pathlib import Path

import pytest

from pitwall.cli.slow import main, offline

RULES = """[[rules]]
id = "approval"
state = "blocked"
contains = ["allow"]
"""
SCREEN = "state: blocked\nrule: approval\n---\nAllow it?\n"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    (tmp_path / "drift.toml").write_text(RULES)
    (tmp_path / "screens" / "drift").mkdir(parents=True)
    return tmp_path / "drift.toml"


@pytest.mark.parametrize(("count", "said"), [(1, "1 saved screen, read as"), (2, "2 saved screens, read as")])
def test_screens_beside_a_rule_file_are_read(
    rules: Path, count: int, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for number in range(count):
        (rules.parent / "screens" / "drift" / f"{number}.txt").write_text(SCREEN)
    assert main(["rules", "check", str(rules)]) == 0
    assert capfd.readouterr().out == f"{rules}: 1 rule, {said} expected\n"


def test_a_screen_that_is_read_otherwise_fails_the_check(
    rules: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (rules.parent / "screens" / "drift" / "ask.txt").write_text(SCREEN.replace("blocked", "idle"))
    assert main(["rules", "check", str(rules)]) == 1
    assert "ask.txt: reads blocked by rule approval, expected idle" in capfd.readouterr().out


def test_a_folder_of_screens_that_is_not_there_is_no_empty_one(
    rules: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "check", "--screens", str(rules.parent / "none"), str(rules)]) == 2
    out, err = capfd.readouterr()
    assert (out, "is no folder" in err) == ("", True)


def test_without_a_daemon_explain_takes_a_file_by_its_name_and_knows_no_tabs(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ask").write_text(SCREEN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PITWALL_HOME", str(tmp_path / "home"))
    assert offline(["rules", "explain", "ask", "--rules", str(rules)]) == 0
    assert "decides  approval" in capfd.readouterr().out
    for arguments in (["ask", "-s", "main"], ["none"]):
        assert offline(["rules", "explain", *arguments]) == 1
        assert "no daemon runs" in capfd.readouterr().err
