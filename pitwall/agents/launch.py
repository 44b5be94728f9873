"""What pitwall changes of an agent's command line when it starts one: its hooks, its conversation's id."""

import json
import posixpath
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pitwall.agents.definition import SESSION_ID, AgentDefinition
from pitwall.agents.hooks import Json, items, mapping, text
from pitwall.agents.installation import is_hook_command
from pitwall.agents.sessions import chooses_session, converses, session_in
from pitwall.errors import RuleFileRejected
from pitwall.userfiles import read

CLAUDE_EVENTS = (
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PermissionRequest",
    "PostToolUse",
    "PostToolUseFailure",
    "Notification",
    "Stop",
    "StopFailure",
    "SessionEnd",
)
"""The events of Claude Code that say anything (SEMANTICS 5)."""

HOOK_SECONDS = 5
"""When Claude Code gives a hook up; `pitwall hook` itself does so after 2."""

ARGUMENT_LIMIT = 100_000
"""Characters of the settings, which are ASCII: Linux takes 128 KiB in one argument (execve(2))."""

_SETTINGS = "--settings"


@dataclass(frozen=True, slots=True)
class Launch:
    """A command line to start; ``session`` is the id of its conversation, "" if it is not known yet."""

    argv: tuple[str, ...]
    session: str = ""


def launch(
    definition: AgentDefinition,
    argv: Sequence[str],
    *,
    hook: str,
    read_settings: Callable[[str], str],
    new_id: Callable[[], str],
) -> Launch:
    """
    The command line with which an agent starts.

    ``hook`` is the shell command of its hooks, "" for none. ``read_settings`` gives the text of a settings file
    named in ``argv``; it may raise OSError or ValueError. ``new_id`` makes a UUID. A command line that is not
    understood is left as it is, and so is one that starts the agent through something else: a wrapper, an alias.
    """
    if not argv or posixpath.basename(argv[0]) != definition.command:
        return Launch(tuple(argv))
    command, arguments = argv[0], tuple(argv[1:])
    if not converses(definition, arguments):
        return Launch(tuple(argv))
    before: tuple[str, ...] = ()
    session = session_in(definition, arguments)
    if not chooses_session(definition, arguments):
        before = definition.new_args
        if definition.assign_session_id:
            session = new_id()
            before += tuple(word.replace(SESSION_ID, session) for word in definition.assign_session_id)
    if definition.hooks == "claude" and hook:
        arguments = with_settings(arguments, hook, read_settings)
    return Launch((command, *before, *arguments), session)


def with_settings(
    arguments: Sequence[str], hook: str, read_settings: Callable[[str], str]
) -> tuple[str, ...]:
    """
    The arguments of Claude Code with pitwall's hooks in its settings.

    Settings of the user's own, a file or JSON, are merged with them: of two ``--settings`` the last alone would
    count. Where they cannot be, the arguments stay as they are, for Claude Code to say what is wrong with them.
    """
    at = _settings_at(arguments)
    if at is None:
        return (_SETTINGS, settings_of(hook), *arguments)
    word = arguments[at]
    given = word.partition("=")[2] if "=" in word else arguments[at + 1] if at + 1 < len(arguments) else ""
    try:
        settings = json.loads(given if given.lstrip().startswith("{") else read_settings(given))
        merged = _merged(settings, hook) if isinstance(settings, dict) else ""
    except (OSError, ValueError, RecursionError):
        merged = ""
    if not merged or len(merged) > ARGUMENT_LIMIT:
        return tuple(arguments)
    if "=" in word:
        return (*arguments[:at], f"{_SETTINGS}={merged}", *arguments[at + 1 :])
    return (*arguments[: at + 1], merged, *arguments[at + 2 :])


def settings_of(hook: str) -> str:
    """Settings of Claude Code that hold pitwall's hooks alone, as JSON."""
    return _merged({}, hook)


def settings_reader(folder: str) -> Callable[[str], str]:
    """What reads a settings file that is named from ``folder``: a plain file, and no endless one."""

    def text(path: str) -> str:
        try:
            return read(Path(folder, path), "settings file").decode("utf-8-sig")
        except RuleFileRejected as error:
            raise ValueError(error.reason) from error

    return text


def commands(group: Json) -> tuple[str, ...]:
    """The commands of a group of hooks; "" for a hook that is none."""
    return tuple(text(mapping(hook).get("command")) for hook in items(mapping(group).get("hooks")))


def is_ours(group: Json, kind: str) -> bool:
    """Whether a group of hooks is pitwall's, of whatever version and place."""
    found = commands(group)
    return bool(found) and all(is_hook_command(command, kind) for command in found)


def _merged(settings: Mapping[str, Json], hook: str) -> str:
    """The settings with pitwall's hooks, as JSON; "" if there is no place for them."""
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, Mapping):
        return ""
    ours: Json = {"hooks": [{"type": "command", "command": hook, "timeout": HOOK_SECONDS}]}
    merged = dict(hooks)
    for event in CLAUDE_EVENTS:
        groups = hooks.get(event, [])
        if not isinstance(groups, list):
            return ""
        merged[event] = [*(group for group in groups if not is_ours(group, "claude")), ours]
    return json.dumps({**settings, "hooks": merged}, allow_nan=False, separators=(",", ":"))


def _settings_at(arguments: Sequence[str]) -> int | None:
    """Where the last ``--settings`` stands, the one that counts."""
    before = arguments[: list(arguments).index("--")] if "--" in arguments else arguments
    found = [at for at, word in enumerate(before) if word == _SETTINGS or word.startswith(_SETTINGS + "=")]
    return found[-1] if found else None
