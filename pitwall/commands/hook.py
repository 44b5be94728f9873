"""
``pitwall hook KIND``: an agent's hook hands over its payload (SEMANTICS 5, "Delivery").

It answers nothing whatever comes: an agent must never be held up or answered by its hooks.
"""

import argparse
import json
import time
from collections.abc import Mapping

import trio

from pitwall.agents import hook_claude, hook_codex, hook_pi
from pitwall.agents.hooks import NOTHING, HookSaid, Json
from pitwall.commands.call import Call
from pitwall.commands.command import Command
from pitwall.events.ids import PaneId
from pitwall.pty.senders import agent_above

PAYLOAD_LIMIT = 4 << 20
SMALL = 64 * 1024
"""Bytes that are parsed at once; more would hold up every tab."""


def grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", metavar="KIND", help="whose hook it is: claude, codex or pi")
    parser.add_argument(
        "payload", nargs="?", metavar="JSON", help="the payload, where it does not come on stdin"
    )


async def run(call: Call) -> int:
    kind, pane = call.arguments.kind, call.caller
    if pane is None:
        return 0
    text = call.arguments.payload or await call.read(PAYLOAD_LIMIT)
    payload = parsed(text) if len(text) < SMALL else await trio.to_thread.run_sync(parsed, text)
    said = what_is_said(kind, payload, call.state.panes[pane].conversation)
    if said == NOTHING:
        return 0
    kinds = call.house.kinds()
    sender = await trio.to_thread.run_sync(agent_above, call.peer, kinds) if call.peer else None
    await call.house.panes.hook(PaneId(pane), kind, said, age_ms(call.hello.started_ns), sender)
    return 0


def parsed(text: str | bytes) -> Mapping[str, Json]:
    """The payload's object; an empty one where it is none."""
    try:
        payload: Json = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return payload if isinstance(payload, Mapping) else {}


def what_is_said(kind: str, payload: Mapping[str, Json], conversation: str) -> HookSaid:
    """What a hook of this kind of agent says; ``conversation`` is the pane's, as far as it is known."""
    match kind:
        case "claude":
            return hook_claude.said(payload)
        case "codex":
            return hook_codex.said(payload, conversation)
        case "pi":
            return hook_pi.said(payload)
    return NOTHING


def age_ms(started_ns: int) -> int:
    """How long ago the hook's process started: what it says is as old as that."""
    return max(0, time.monotonic_ns() - started_ns) // 1_000_000 if started_ns else 0


COMMAND = Command(
    name="hook",
    summary="For agents: hand the payload of a hook to pitwall; says nothing and exits 0.",
    need="required",
    grammar=grammar,
    run=run,
    any_version=True,
)
