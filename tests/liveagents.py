"""Real agents in a house, set up to talk to a scripted model: their files, their environment, their keys."""

import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from daemonclient import PATIENCE
from daemons import House, Row
from livemodel import Server
from windowclient import WindowClient

AGENTS = "PITWALL_LIVE_AGENTS"
"""The variable that names the folder of npm prefixes: NAME/bin/NAME (docs: scripts/live)."""

SETTLED_SECONDS = 1.0
"""A screen that has not changed for so long stands."""
KEY = "test-dummy-key-0000000000000000"


@dataclass(frozen=True)
class LiveAgent:
    """
    An agent, and how it is talked to.

    ``shell`` is the call of its shell tool for a command that needs approval, ``approve`` and ``deny`` the keys for
    that. ``ask`` is its tool for questions, with the keys for the first answer.
    """

    kind: str
    arguments: tuple[str, ...]
    environ: dict[str, str]
    shell: tuple[str, dict[str, Any]]
    approve: str = ""
    deny: str = ""
    ask: tuple[str, dict[str, Any]] | None = None
    answer: str = ""
    asks: str = ""
    """What its question says of the shell's command."""
    dialog: str = ""
    """What its dialog shows when it takes keys: a hook tells of it before."""
    resumed: tuple[str, ...] = ()
    """The words before the conversation's id when it is resumed."""
    hides_arguments: bool = False
    """It writes a title over its command line."""
    leave: str = ""
    """The keys that end it."""

    @property
    def program(self) -> Path:
        return Path(os.environ.get(AGENTS, ""), self.kind, "bin", self.kind)

    def install_hooks(self, house: House) -> None:
        """Put pitwall's hooks in its settings, if it needs them there."""
        result = house.run("hooks", "install", self.kind)
        assert result.code == 0, result

    def open(
        self,
        house: House,
        window: WindowClient,
        prompt: str,
        *more: str,
        arguments: Sequence[str] | None = None,
    ) -> Row:
        """A tab with the agent at work on a prompt."""
        given = self.arguments if arguments is None else arguments
        tab = house.new("--", str(self.program), *given, *more, prompt)
        self.trust(house, window, tab)
        return tab

    def submit(self, house: House, window: WindowClient, tab: Row, prompt: str) -> None:
        """Type a prompt and press Enter once it is shown, as agents take what comes at once for pasted."""
        self.press(house, window, tab, prompt)
        house.until_shows(tab, prompt)
        self.press(house, window, tab, "\r")

    def reply(self, house: House, window: WindowClient, tab: Row, keys: str) -> None:
        """Press the keys for its dialog once that is shown; Codex's takes none before it has stood for a moment."""
        house.until_shows(tab, self.dialog)
        if self.kind == "codex":
            until_settled(house, tab)
        self.press(house, window, tab, keys)

    def end(self, house: House, window: WindowClient, tab: Row) -> None:
        """Have it end by itself."""
        if self.leave.endswith("\r"):
            self.submit(house, window, tab, self.leave[:-1])
        else:
            self.press(house, window, tab, self.leave)

    def trust(self, house: House, window: WindowClient, tab: Row) -> None:
        """Let Codex trust its new hooks; its dialog takes keys a moment after it is shown."""
        if self.kind != "codex":
            return
        house.until_shows(tab, "Trust all and continue")
        house.until_state(tab, "blocked")
        self.press(house, window, tab, "\x1b[B")
        house.until_shows(tab, "› 2. Trust all")
        self.press(house, window, tab, "\r")
        house.until_row(tab, lambda row: row["state"] != "blocked")

    def press(self, house: House, window: WindowClient, tab: Row, keys: str) -> None:
        """Press keys in the tab's pane."""
        window.type(keys, house.pane(tab)["data"]["pane"])


QUESTION = "Which database should I use?"


def claude(house: House, server: Server) -> LiveAgent:
    """Claude Code, past its first questions, with the key approved and the folder trusted."""
    project = {
        "hasTrustDialogAccepted": True,
        "hasCompletedProjectOnboarding": True,
        "projectOnboardingSeenCount": 5,
    }
    state = {
        "numStartups": 20,
        "hasCompletedOnboarding": True,
        "lastOnboardingVersion": "2.1.332",
        "theme": "dark",
        "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
        "bypassPermissionsModeAccepted": True,
        "projects": {str(house.work): project},
    }
    (house.work / ".claude.json").write_text(json.dumps(state))
    options = [{"label": "Postgres", "description": "a server"}, {"label": "SQLite", "description": "a file"}]
    question = {"question": QUESTION, "header": "Database", "options": options, "multiSelect": False}
    return LiveAgent(
        "claude",
        ("--permission-mode", "default"),
        {
            "ANTHROPIC_BASE_URL": server.url,
            "ANTHROPIC_API_KEY": KEY,
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_INSTALLATION_CHECKS": "1",
        },
        ("Bash", {"command": "touch approved", "description": "Make a file"}),
        approve="\r",
        deny="\x1b",
        asks="touch approved",
        dialog="❯ 1. ",
        ask=("AskUserQuestion", {"questions": [question]}),
        answer="\r",
        resumed=("--resume",),
        leave="/exit\r",
    )


def codex(house: House, server: Server) -> LiveAgent:
    """Codex, with its provider and the folder trusted."""
    folder = house.work / ".codex"
    folder.mkdir(exist_ok=True)
    (folder / "config.toml").write_text(
        f"""\
model = "gpt-5.1-codex"
model_provider = "fake"
check_for_update_on_startup = false
approval_policy = "on-request"
sandbox_mode = "read-only"

[model_providers.fake]
name = "fake"
base_url = "{server.url}/v1"
wire_api = "responses"
env_key = "FAKE_API_KEY"

[analytics]
enabled = false

[feedback]
enabled = false

[notice]
hide_gpt5_1_migration_prompt = true
"hide_gpt-5.1-codex-max_migration_prompt" = true
hide_rate_limit_model_nudge = true

[projects."{house.work}"]
trust_level = "trusted"
"""
    )
    call = {
        "cmd": "touch approved",
        "sandbox_permissions": "require_escalated",
        "justification": "May I make a file?",
    }
    return LiveAgent(
        "codex",
        ("--no-daemon",),
        {"FAKE_API_KEY": KEY},
        ("exec_command", call),
        approve="y",
        deny="\x1b",
        asks="touch approved",
        dialog="› 1. Yes",
        resumed=("resume", "--no-daemon"),
        leave="\x03",
    )


def pi(house: House, server: Server) -> LiveAgent:
    """pi, which asks for nothing by itself."""
    folder = house.work / ".pi" / "agent"
    folder.mkdir(parents=True, exist_ok=True)
    cost = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
    model = {
        "id": "fake-large", "name": "fake-large", "reasoning": False, "input": ["text"],
        "contextWindow": 200000, "maxTokens": 8192, "cost": cost,
    }  # fmt: skip
    provider = {"baseUrl": f"{server.url}/v1", "api": "openai-completions", "apiKey": KEY, "models": [model]}
    (folder / "models.json").write_text(json.dumps({"providers": {"fake": provider}}))
    settings = {"defaultProvider": "fake", "defaultModel": "fake-large", "enableInstallTelemetry": False}
    (folder / "settings.json").write_text(json.dumps(settings))
    return LiveAgent(
        "pi",
        (),
        {"PI_SKIP_VERSION_CHECK": "1", "PI_OFFLINE": "1", "PI_TELEMETRY": "0"},
        ("bash", {"command": "touch approved"}),
        resumed=("--session",),
        hides_arguments=True,
        leave="\x04",
    )


MAKERS = {"claude": claude, "codex": codex, "pi": pi}


def words(house: House, tab: Row) -> list[str]:
    """The command line of what was started last in a tab."""
    return Path(f"/proc/{house.pid(tab)}/cmdline").read_text().split("\0")[:-1]


def speakers(house: House, conversation: str) -> list[int]:
    """The processes of the house that name a conversation in their command line."""
    found = []
    for pid in house.processes():
        try:
            line = Path(f"/proc/{pid}/cmdline").read_text()
        except OSError:
            continue
        if conversation in line:
            found.append(pid)
    return found


def status(house: House, tab: Row) -> Row:
    """What ``agent status`` says of a tab."""
    said: Row = json.loads(house.ask("agent", "status", tab["id"]).out)
    return said


def until_settled(house: House, tab: Row) -> None:
    """Wait until a tab's screen stands still."""
    give_up = time.monotonic() + PATIENCE
    shown, since = "", time.monotonic()
    while time.monotonic() < since + SETTLED_SECONDS:
        now = house.ask("capture", tab["id"]).out
        if now != shown:
            assert time.monotonic() < give_up, "the screen never stands still"
            shown, since = now, time.monotonic()
