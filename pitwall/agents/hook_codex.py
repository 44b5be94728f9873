"""Codex's ``notify`` program, whose payload has a shape of its own; its hooks are as Claude Code's (pure)."""

from collections.abc import Mapping

from pitwall.agents import hook_claude
from pitwall.agents.hooks import NOTHING, HookSaid, Json, text


def said(payload: Mapping[str, Json], main_session: str) -> HookSaid:
    """
    What a hook or a notification of Codex says; ``main_session`` is the pane's conversation, if it is known.

    A notification tells the end of a turn of any thread, also of the helper that makes titles: it counts only for
    the main one.
    """
    if "hook_event_name" in payload:
        return hook_claude.said(payload)
    thread = text(payload.get("thread-id"))
    if text(payload.get("type")) != "agent-turn-complete" or not thread or thread != main_session:
        return NOTHING
    return HookSaid(word="done", session=thread)
