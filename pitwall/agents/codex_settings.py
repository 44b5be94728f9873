"""
Codex's settings with pitwall's hooks and without them, as text (pure).

``hooks.json`` has the shape of Claude Code's hooks. ``notify`` in ``config.toml`` is for versions without hooks: one
program, which gets its report as the last argument.
"""

import json
import re
import shlex
from collections.abc import Mapping

import tomli

from pitwall.advice import quoted
from pitwall.agents import jsontext
from pitwall.agents.hooks import Json
from pitwall.agents.installation import hook_command, is_hook_command
from pitwall.agents.jsontext import Node
from pitwall.agents.launch import commands
from pitwall.errors import SettingsRejected

EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse", "Stop")

HOOK_SECONDS = 5

_KIND = "codex"
_HOOKS = "hooks"
_MARK = "# by pitwall"
_NOTIFY = re.compile(rf"notify = \[.*\] {_MARK}\r?\n")


def with_hooks(text: str, pitwall: str, original: str | None = None) -> str:
    """
    ``hooks.json`` with pitwall's hooks behind those that are there; ``pitwall`` is the installed command.

    Hooks of another installation go, as ``without_hooks`` takes them away.
    """
    if has_hooks(text, pitwall):
        return text
    text = without_hooks(text, original)
    command = hook_command(pitwall, _KIND)
    group: jsontext.Writable = {"hooks": [{"type": "command", "command": command, "timeout": HOOK_SECONDS}]}
    if not text.strip():
        return json.dumps({_HOOKS: {event: [group] for event in EVENTS}}, indent=2) + "\n"
    for event in EVENTS:
        root, hooks = _parsed(text)
        groups = hooks.get(event) if hooks is not None else None
        if groups is not None:
            text = jsontext.added(text, groups, group)
        elif hooks is not None:
            text = jsontext.added(text, hooks, [group], event)
        else:
            text = jsontext.added(text, root, {event: [group]}, _HOOKS)
    return text


def without_hooks(text: str, original: str | None = None) -> str:
    """
    ``hooks.json`` without pitwall's hooks; everything else stays as it is written.

    Lists and objects that are empty then go too, unless ``original``, the text before pitwall's came, has them.
    """
    before = _events(original or "")
    keeps_hooks = original is not None and _hooks(original) is not None
    while (place := _place_of_ours(text)) is not None:
        event, group, hook = place
        root, hooks = _parsed(text)
        assert hooks is not None
        groups = hooks.items[event]
        within = groups.items[group].get("hooks")
        assert within is not None
        if len(within.items) > 1:
            text = jsontext.removed(text, within, hook)
        elif len(groups.items) > 1 or hooks.keys[event] in before:
            text = jsontext.removed(text, groups, group)
        elif len(hooks.items) > 1 or keeps_hooks:
            text = jsontext.removed(text, hooks, event)
        else:
            text = jsontext.removed(text, root, root.keys.index(_HOOKS))
    return text


def has_hooks(text: str, pitwall: str) -> bool:
    """Whether all of pitwall's hooks are there, of this installation."""
    wanted, events = hook_command(pitwall, _KIND), _events(text)
    return all(any(wanted in commands(group) for group in events.get(event, ())) for event in EVENTS)


def has_any_hooks(text: str) -> bool:
    """Whether any of pitwall's hooks is there, of whatever installation."""
    return _place_of_ours(text) is not None


def _place_of_ours(text: str) -> tuple[int, int, int] | None:
    """Where the first hook of pitwall's stands: the event, the group in it and the hook in that."""
    for at_event, groups in enumerate(_events(text).values()):
        for at_group, group in enumerate(groups):
            for at_hook, command in enumerate(commands(group)):
                if is_hook_command(command, _KIND):
                    return at_event, at_group, at_hook
    return None


def _events(text: str) -> Mapping[str, list[Json]]:
    """The groups of hooks by event, in the file's order."""
    hooks = _hooks(text)
    if hooks is None:
        return {}
    return {
        event: [_json(text, group) for group in groups.items]
        for event, groups in zip(hooks.keys, hooks.items, strict=True)
    }


def _hooks(text: str) -> Node | None:
    return _parsed(text)[1] if text.strip() else None


def _parsed(text: str) -> tuple[Node, Node | None]:
    """The whole and what is under ``hooks``; raises SettingsRejected for another shape than Codex reads."""
    root = jsontext.parse(text)
    if root.kind != "object":
        raise SettingsRejected('it is no JSON object; Codex reads {"hooks": {…}} from it')
    hooks = root.get(_HOOKS)
    if hooks is None:
        return root, None
    if hooks.kind != "object":
        raise SettingsRejected('"hooks" is no object; Codex reads {"hooks": {"Stop": […]}} from it')
    for event, groups in zip(hooks.keys, hooks.items, strict=True):
        if groups.kind != "array":
            raise SettingsRejected(
                f"the hooks of {quoted(event)} are no list; Codex reads a list of groups there"
            )
    return root, hooks


def _json(text: str, node: Node) -> Json:
    loaded: Json = json.loads(text[node.start : node.end], parse_int=str, parse_float=str)
    return loaded


def with_notify(text: str, pitwall: str) -> str:
    """``config.toml`` with pitwall as the program to notify, in its first line; as it is if there is another."""
    text = without_notify(text)
    if "notify" in _table(text):
        return text
    newline = "\r\n" if "\r\n" in text else "\n"
    script = (
        f'test -z "$PITWALL_PANE" || printf %s "$1" | {shlex.quote(pitwall)} hook {_KIND} 2>/dev/null || true'
    )
    words = ", ".join(json.dumps(word, ensure_ascii=False) for word in ("sh", "-c", script, "pitwall"))
    changed = f"notify = [{words}] {_MARK}{newline}{text}"
    wanted = {**_table(text), "notify": ["sh", "-c", script, "pitwall"]}
    if {key: repr(value) for key, value in _table(changed).items()} != {
        key: repr(value) for key, value in wanted.items()
    }:
        raise SettingsRejected("the line for `notify` cannot be added to it without changing what it says")
    return changed


def without_notify(text: str) -> str:
    """``config.toml`` without pitwall's ``notify``; another program's stays."""
    _table(text)
    match = _NOTIFY.match(text)
    return text[match.end() :] if match else text


def has_notify(text: str) -> bool:
    """Whether pitwall is the program to notify."""
    return _NOTIFY.match(text) is not None


def notifies_another(text: str) -> bool:
    """Whether another program than pitwall is notified."""
    return not has_notify(text) and "notify" in _table(text)


def _table(text: str) -> Mapping[str, Json]:
    try:
        table: Mapping[str, Json] = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise SettingsRejected(f"line {error.lineno}: it is no TOML: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise SettingsRejected(f"it cannot be read as TOML: {error}") from None
    return table
