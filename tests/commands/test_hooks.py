import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pitwall.agents.installation import hook_command
from pitwall.cli import slow
from pitwall.commands import hooks

PITWALL = "/home/dev/.local/bin/pitwall"


class Home:
    """A home folder with Codex in it, and an installed pitwall."""

    def __init__(self, root: Path, capfd: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self.codex = root / ".codex"
        self.codex.mkdir()
        self._capfd = capfd

    def run(self, *words: str) -> tuple[int, list[str], str]:
        """Exit code, lines and errors of ``pitwall hooks``."""
        code = slow.main(["hooks", *words])
        said = self._capfd.readouterr()
        return code, said.out.splitlines(), said.err


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Home:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PITWALL_HOME", str(tmp_path / "data"))
    for name in ("CODEX_HOME", "PI_CODING_AGENT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(hooks, "command", lambda: PITWALL)
    return Home(tmp_path, capfd)


def test_installing_says_what_was_written_and_what_comes_next(home: Home) -> None:
    (home.codex / "hooks.json").write_text('{"hooks": {}}')
    code, lines, _ = home.run("install")

    assert code == 0
    assert lines[0].startswith("claude: nothing to do: pitwall gives Claude Code its hooks at each start")
    assert lines[1] == f"codex: {home.codex}/hooks.json: changed"
    before = Path(lines[2].removeprefix("codex: as it was before: "))
    assert before.read_text() == '{"hooks": {}}'
    assert lines[3] == f"codex: {home.codex}/config.toml: written"
    assert any("Codex asks whether its new hooks may run" in line for line in lines)
    assert not any(line.startswith("pi:") for line in lines)


def test_installing_twice_is_nothing_to_do(home: Home) -> None:
    home.run("install", "codex")

    assert home.run("install", "codex") == (0, ["codex: nothing to do: its hooks are there"], "")


def test_uninstalling_says_what_was_taken_away(home: Home) -> None:
    home.run("install", "codex")
    code, lines, _ = home.run("uninstall", "codex")

    assert (code, lines) == (
        0,
        [f"codex: {home.codex}/hooks.json: removed", f"codex: {home.codex}/config.toml: removed"],
    )
    assert home.run("uninstall", "codex")[1] == ["codex: nothing to do: its hooks are not there"]


def test_H06_a_dry_run_shows_the_change_as_a_diff(home: Home) -> None:
    (home.codex / "hooks.json").write_text('{\n  "a": "\\u001b",\n  "hooks": {}\n}\n')
    (home.codex / "config.toml").write_bytes(b"a = 1\r\nb = '\xc2\x9b'")
    code, lines, _ = home.run("install", "codex", "--dry-run")

    assert code == 0
    assert lines[:2] == [f"--- {home.codex}/hooks.json", f"+++ {home.codex}/hooks.json"]
    assert '-  "hooks": {}' in lines
    assert '+    "SessionStart": [' in lines
    assert " a = 1\\r" in lines
    assert "".join(lines).isprintable()
    assert (home.codex / "hooks.json").read_text() == '{\n  "a": "\\u001b",\n  "hooks": {}\n}\n'


def test_a_dry_run_of_a_new_file_says_so(home: Home) -> None:
    lines = home.run("install", "codex", "--dry-run")[1]

    assert lines[:2] == ["--- /dev/null", f"+++ {home.codex}/hooks.json"]
    assert os.listdir(home.codex) == []


def test_an_odd_file_is_refused_and_other_agents_get_theirs(home: Home) -> None:
    (home.codex / "hooks.json").write_text("// mine\n{}")
    (home.root / ".pi" / "agent").mkdir(parents=True)
    code, lines, errors = home.run("install")

    assert code == 1
    assert errors == (
        f"pitwall: codex: {home.codex}/hooks.json: line 1: it has a comment, which JSON does not allow;"
        " nothing was changed\n"
    )
    assert f"pi: {home.root}/.pi/agent/extensions/pitwall.ts: written" in lines
    assert (home.codex / "hooks.json").read_text() == "// mine\n{}"


def test_a_program_of_the_users_own_is_still_notified(home: Home) -> None:
    (home.codex / "config.toml").write_text('notify = ["say"]\n')
    lines = home.run("install", "codex")[1]

    assert "codex: the program of your own in `notify` stays; the hooks tell all that pitwall needs" in lines
    assert (home.codex / "config.toml").read_text() == 'notify = ["say"]\n'


@pytest.mark.parametrize("action", ["install", "uninstall", "status"])
def test_an_agent_without_hooks_is_refused(home: Home, action: str) -> None:
    code, _, errors = home.run(action, "aider")

    assert code == 1
    assert errors == "pitwall: pitwall has no hooks for 'aider': it has some for claude, codex, pi\n"


def test_an_agent_that_is_not_here_is_refused_when_it_is_named(home: Home) -> None:
    code, _, errors = home.run("install", "pi")

    assert code == 1
    assert f"there is no folder '{home.root}/.pi/agent': start pi once" in errors


def test_trap_50_a_pitwall_in_a_temporary_place_installs_nothing(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "command", lambda: "/tmp/venv/bin/pitwall")
    code, _, errors = home.run("install", "codex")

    assert code == 1
    assert "which may be gone tomorrow, and hooks with it: install pitwall" in errors
    assert os.listdir(home.codex) == []
    assert home.run("install", "codex", "--dry-run")[0] == 0


def test_a_pitwall_that_is_not_installed_installs_nothing(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "command", lambda: "")

    assert "this pitwall is no installed one" in home.run("install", "codex")[2]


def test_status_says_of_every_agent_whether_it_has_hooks(home: Home) -> None:
    assert home.run("status")[1] == [
        "claude: installed: given at each start",
        "codex: missing: `pitwall hooks install codex`",
        f"pi: no agent: there is no folder {home.root}/.pi/agent",
    ]
    home.run("install", "codex")
    assert home.run("status", "codex")[1] == ["codex: installed"]


def test_status_in_json_is_one_object_a_line(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.run("install", "codex")
    monkeypatch.setattr(hooks, "command", lambda: "/opt/pitwall")
    rows = [json.loads(line) for line in home.run("status", "--json")[1]]

    assert [(row["kind"], row["state"]) for row in rows] == [
        ("claude", "installed"), ("codex", "outdated"), ("pi", "no agent"),
    ]  # fmt: skip
    assert rows[1]["folder"] == str(home.codex)


def test_status_of_odd_settings_is_unknown(home: Home) -> None:
    (home.codex / "hooks.json").write_text("[]")

    assert home.run("status", "codex")[1] == [
        f'codex: unknown: {home.codex}/hooks.json: it is no JSON object; Codex reads {{"hooks": {{…}}}} from it'
    ]


@pytest.fixture
def claude(tmp_path: Path) -> Path:
    """A ``claude`` that says who it is, which signals it ignores and what it was given, and exits with 7."""
    path = tmp_path / "bin" / "claude"
    path.parent.mkdir()
    path.write_text(
        '#!/bin/sh\necho $$\nwhile read -r name value; do\n[ "$name" = SigIgn: ] && echo "$value"\n'
        'done </proc/$$/status\nprintf "%s\\n" "$@"\nexit 7\n'
    )
    path.chmod(0o755)
    return path


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="no /proc here")
def test_running_an_agent_becomes_it_with_hooks_among_its_settings(tmp_path: Path, claude: Path) -> None:
    (tmp_path / "mine.json").write_text('{"model": "opus"}')
    process = subprocess.Popen(
        [
            sys.executable, "-m", "pitwall.cli.thin", "hooks", "run", "claude", "--", str(claude),
            "--settings", "mine.json", "-c", "--help",
        ],
        cwd=tmp_path,
        env={**os.environ, "PITWALL_HOME": str(tmp_path / "data")},
        stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    output, _ = process.communicate(timeout=60)
    pid, ignored, *argv = output.splitlines()
    settings = json.loads(argv[1])

    # Without those that the C library keeps for itself: whoever was spawned by it has them ignored.
    signals = sum(1 << (number - 1) for number in signal.valid_signals())
    assert (process.returncode, int(pid), int(ignored, 16) & signals) == (7, process.pid, 0)
    assert [argv[0], *argv[2:]] == ["--settings", "-c", "--help"]
    assert settings["model"] == "opus"
    assert settings["hooks"]["Stop"][0]["hooks"][0]["command"].endswith(
        hook_command("x", "claude").partition(" hook ")[2]
    )


def test_an_agent_that_nobody_knows_is_run_without_hooks_and_that_is_said(
    tmp_path: Path, claude: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitwall.cli.thin", "hooks", "run", "nosuch", "--", str(claude), "hi"],
        env={**os.environ, "PITWALL_HOME": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 7
    assert done.stdout.splitlines()[2:] == ["hi"]
    assert "no agent is called 'nosuch'" in done.stderr


def test_an_agent_that_cannot_be_run_is_told(home: Home, tmp_path: Path) -> None:
    code, _, errors = home.run("run", "claude", "--", str(tmp_path / "claude"))

    assert code == 1
    assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN, "what was not become is as before"
    assert "cannot be started: No such file or directory" in errors
