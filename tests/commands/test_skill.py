from pathlib import Path

import pytest

from pitwall.agents.skill import skill
from pitwall.cli import slow


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "PI_CODING_AGENT_DIR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def run(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = slow.main(["skill", *words])
    said = capfd.readouterr()
    return code, said.out, said.err


def test_the_skill_is_printed(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(capfd, "print") == (0, skill(), "")


def test_it_is_installed_for_every_agent_that_is_here(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (home / ".codex").mkdir()
    path = home / ".codex/skills/pitwall/SKILL.md"

    assert run(capfd, "install") == (0, f"codex: {path}: written\n", "")
    assert run(capfd, "install") == (0, "codex: nothing to do: it is there\n", "")
    assert not (home / ".claude").exists()


def test_it_is_installed_for_the_agent_that_is_named(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(capfd, "install", "pi")[0] == 0
    assert (home / ".pi/agent/skills/pitwall/SKILL.md").is_file()


def test_where_no_agent_is_one_must_be_named(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(capfd, "install") == (
        1,
        "",
        "pitwall: none of claude, codex, pi has a folder here; name the one that you mean\n",
    )
    assert "does not know where 'aider' looks for skills" in run(capfd, "install", "aider")[2]


def test_an_edited_one_is_told_and_the_others_are_installed(
    home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run(capfd, "install", "claude")
    path = home / ".claude/skills/pitwall/SKILL.md"
    path.write_text("mine")
    code, out, errors = run(capfd, "install", "claude", "codex")

    assert code == 1
    assert out.startswith("codex: ")
    assert errors.startswith(f"pitwall: claude: {path}: it is not as pitwall wrote it")
