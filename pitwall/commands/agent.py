"""``pitwall agent …``: which agents run, what they do, and how pitwall knows (SEMANTICS 10)."""

import argparse
import os
import time
from collections.abc import Mapping

import trio

from pitwall.agents import hook_install, installation
from pitwall.agents.definition import AgentDefinition
from pitwall.commands.agent_report import HookSupport, describe, human, render
from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.errors import Refusal, SettingsRejected
from pitwall.state.listing import render_agent_table, render_json, rows
from pitwall.state.tabstate import view


def status_grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument("--human", action="store_true", help="for people, not for scripts")
    parser.add_argument("tab", nargs="?", metavar="AGENT", help="the agent's tab; this pane's if not given")


async def status(call: Call) -> int:
    tab = call.tab(call.arguments.tab)
    pane = view(call.state, tab).pane
    report = await call.house.panes.report(pane.id) if pane is not None else None
    if pane is None or report is None:
        raise Refusal("the tab closed meanwhile; `pitwall ls` lists those that are open")
    definition = call.house.agents().definitions.get(report.kind)
    given = bool(call.house.hook)
    hooks = await trio.to_thread.run_sync(hook_support, definition, given, os.environ, installation.command())
    described = describe(call.state, tab, report, call.house.rules(), hooks, now=time.time_ns() // 1000)
    await call.write(human(described) if call.arguments.human else render(described))
    return 0


def hook_support(
    definition: AgentDefinition | None, given: bool, environ: Mapping[str, str], pitwall: str
) -> HookSupport:
    """
    How an agent gets its hooks, and whether it has them; reads its settings.

    ``given``: those that are told at each start are. ``pitwall`` is the installed command.
    """
    if definition is None or definition.hooks == "none":
        return HookSupport()
    if definition.hooks == "claude":
        return HookSupport("launch", installed=given)
    kind = next((kind for kind in hook_install.KINDS if kind == definition.kind), None)
    try:
        installed = kind is not None and hook_install.state(kind, environ, pitwall) == "installed"
    except SettingsRejected:
        installed = False
    return HookSupport("install", installed)


def list_grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument(
        "--json", action="store_true", help="one JSON array, one tab a line, as `ls --json` has them"
    )


async def list_agents(call: Call) -> int:
    nothing = call.arguments.session is None and not call.state.sessions
    listed = [] if nothing else [row for row in rows(call.state, call.session()) if row["agent"]]
    if call.arguments.json:
        await call.write(render_json(listed))
    elif listed:
        await call.write(render_agent_table(listed))
    return 0


COMMANDS = (
    Command(
        "agent status",
        "Say what a tab's agent does, which signal decided that, and why; JSON unless --human.",
        "required",
        status_grammar,
        status,
        examples="examples:\n  pitwall agent status 3 --human\n  pitwall agent status 3 | jq .screen",
    ),
    Command("agent list", "List the tabs that run agents.", "required", list_grammar, list_agents),
)
