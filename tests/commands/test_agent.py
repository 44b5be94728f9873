"""``agent status`` tells how an agent gets its hooks, and whether it has them."""

from pathlib import Path

import pytest

from pitwall.agents import hook_install
from pitwall.agents.backups import Backups
from pitwall.agents.definitions import bundled_folder, load
from pitwall.commands.agent import hook_support
from pitwall.commands.agent_report import HookSupport

PITWALL = "/opt/bin/pitwall"
AGENTS = load(bundled_folder(), Path("/nonexistent")).definitions


@pytest.mark.parametrize("given", [True, False])
def test_claude_is_told_its_hooks_at_each_start(given: bool) -> None:
    assert hook_support(AGENTS["claude"], given, {}, PITWALL) == HookSupport("launch", installed=given)


def test_an_agent_without_hooks_or_definition_has_none() -> None:
    assert hook_support(AGENTS["aider"], True, {}, PITWALL) == HookSupport()
    assert hook_support(None, True, {}, PITWALL) == HookSupport()


def test_codexs_hooks_are_installed_when_they_are_in_its_settings(tmp_path: Path) -> None:
    environ = {"CODEX_HOME": str(tmp_path / "codex")}
    assert hook_support(AGENTS["codex"], True, environ, PITWALL) == HookSupport("install", installed=False)
    (tmp_path / "codex").mkdir()
    hook_install.install("codex", environ, PITWALL, Backups(tmp_path / "backups"))
    assert hook_support(AGENTS["codex"], True, environ, PITWALL) == HookSupport("install", installed=True)


def test_settings_that_are_not_understood_hold_no_hooks(tmp_path: Path) -> None:
    (tmp_path / "hooks.json").write_text("{")
    environ = {"CODEX_HOME": str(tmp_path)}
    assert hook_support(AGENTS["codex"], True, environ, PITWALL) == HookSupport("install", installed=False)
