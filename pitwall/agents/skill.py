"""The skill file from which an agent learns to use pitwall, and the places where agents look for one."""

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path

from pitwall.agents.settingsfile import read, replace
from pitwall.errors import SettingsRejected

AGENTS = ("claude", "codex", "pi")

_SOURCE = Path(__file__).with_name("skill.md")
_NAME = "pitwall"
_FILE = "SKILL.md"
_LAST_LINE = re.compile(r"\n<!-- from `pitwall skill install`: ([0-9a-f]{16}) -->\n\Z")


def skill() -> str:
    """The skill's text; its last line is a checksum of the others."""
    body = _SOURCE.read_text(encoding="utf-8")
    return f"{body}\n<!-- from `pitwall skill install`: {_checksum(body)} -->\n"


def is_unchanged(text: str) -> bool:
    """Whether a text is the skill, of any version, as it was installed."""
    match = _LAST_LINE.search(text)
    return match is not None and match[1] == _checksum(text[: match.start()])


def home(agent: str, environ: Mapping[str, str]) -> Path:
    """The folder of an agent's settings."""
    user = Path(environ.get("HOME") or os.path.expanduser("~"))
    match agent:
        case "claude":
            return Path(environ.get("CLAUDE_CONFIG_DIR") or user / ".claude")
        case "codex":
            return Path(environ.get("CODEX_HOME") or user / ".codex")
        case _:
            return Path(environ.get("PI_CODING_AGENT_DIR") or user / ".pi" / "agent")


def place(agent: str, environ: Mapping[str, str]) -> Path:
    """Where an agent looks for the skill."""
    return home(agent, environ) / "skills" / _NAME / _FILE


def install(agent: str, environ: Mapping[str, str]) -> Path | None:
    """
    Put the skill where an agent looks for it; the file, or ``None`` if it was there.

    Raises:
        SettingsRejected: another file is there, or one that was edited; it stays.
    """
    file = read(place(agent, environ))
    text = skill()
    if file.data is not None:
        if file.text == text:
            return None
        if not is_unchanged(file.text):
            raise SettingsRejected(
                f"{file.path}: it is not as pitwall wrote it, so it is left alone; move it away, or delete it"
            )
    if not replace(file, text.encode("utf-8")):
        raise SettingsRejected(f"{file.path}: another program changed it at this moment; try again")
    return file.path


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:16]
