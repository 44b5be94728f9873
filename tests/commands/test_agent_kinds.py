import json
from pathlib import Path

import pytest

from pitwall.cli import slow


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITWALL_HOME", str(tmp_path))
    for name in ("agents", "detect"):
        (tmp_path / name).mkdir()
    return tmp_path


def kinds(capsys: pytest.CaptureFixture[str], *flags: str) -> str:
    assert slow.main(["agent", "kinds", *flags]) == 0
    return capsys.readouterr().out


def objects(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, object]]:
    rows = [json.loads(line) for line in kinds(capsys, "--json").splitlines()]
    return {row.get("kind", row["path"]): row for row in rows}


def test_every_kind_is_listed_with_its_programs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split() for line in kinds(capsys).splitlines()]

    assert lines[0][:2] == ["KIND", "NAME"]
    assert ["claude", "Claude", "Code", "claude", "claude", "yes", "yes", "pitwall"] in lines
    assert ["aider", "aider", "aider", "-"] in [line[:4] for line in lines]
    assert not objects(capsys)["aider"]["resumed"]


def test_a_kind_of_rules_alone_is_listed_too(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "detect" / "omp.toml").write_text("")
    row = objects(capsys)["omp"]

    assert (row["process_names"], row["rules"], row["origin"], row["hooks"]) == (["omp"], True, "", "none")


def test_a_kind_whose_rules_were_refused_is_listed_as_such(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "detect" / "omp.toml").write_text("no rules")
    (line,) = [line.split() for line in kinds(capsys).splitlines() if line.startswith("omp ")]

    assert line[4] == "refused"
    assert not objects(capsys)["omp"]["rules"]


def test_a_users_definition_is_listed_with_its_file(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = home / "agents" / "mine.toml"
    path.write_text('id = "drift"\naliases = ["remote"]\nresume_args = ["--resume", "{session_id}"]')

    assert str(path) in kinds(capsys)
    row = objects(capsys)["drift"]
    assert (row["path"], row["origin"], row["aliases"], row["resumed"]) == (
        str(path),
        "user",
        ["remote"],
        True,
    )


def test_trap_54_a_refused_definition_is_told_with_all_its_problems(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = home / "agents" / "bad.toml"
    path.write_text('id = "drift"\nnmae = "x"\nhooks = "x\\u001b[2J"')
    told = kinds(capsys)

    assert f"ignoring {path}: line 3: hooks: holds a control character" in told
    assert '  line 2: nmae: unknown key; did you mean "name"?\n' in told
    assert "drift" not in {row.get("kind") for row in objects(capsys).values()}
    assert objects(capsys)[str(path)]["error"]
