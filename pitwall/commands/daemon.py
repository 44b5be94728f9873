"""``pitwall daemon …``: the process that owns the terminals (SEMANTICS 7)."""

import argparse
import os

from pitwall.commands.call import Call
from pitwall.commands.command import Command, no_arguments
from pitwall.commands.kill import running
from pitwall.errors import Refusal
from pitwall.version import VERSION


def force_grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-f", "--force", action="store_true", help="do not ask, whatever runs")


async def stop(call: Call) -> int:
    """Stop, once the caller agrees to what that ends; a restart is a stop that the client follows by a start."""
    state = call.state
    tabs = [tab for tab in state.tabs.values() if any(pane.live for pane in state.panes_of(tab))]
    verb = call.hello.argv[1] if len(call.hello.argv) > 1 else "stop"
    if tabs and not call.arguments.force:
        what = f"{running(call, tabs)} still {'runs' if len(tabs) == 1 else 'run'}"
        if not call.stdin_is_terminal:
            raise Refusal(f"{what}; `pitwall daemon {verb} -f` ends that all the same")
        await call.warn(f"{what}; shells come back with the daemon, commands end as `exit unknown`\n")
        if (await call.ask(f"{verb} the daemon? [y/N] ")).strip().lower() not in ("y", "yes"):
            return DECLINED
    call.house.stop(again=verb == "restart")
    return 0


DECLINED = 3
"""What the client is told when the caller said no; it makes 0 of it, for nothing was to be done."""


async def status(call: Call) -> int:
    state, house = call.state, call.house
    live = sum(1 for pane in state.open_panes() if pane.live)
    lines = [
        f"daemon: runs, pid {os.getpid()}, version {VERSION}",
        f"data folder: {house.data}",
        f"sessions: {len(state.sessions)}, tabs: {len(state.tabs)}, processes: {live}, events: {state.seq}",
    ]
    if house.degraded():
        lines.append("journal: the disk refuses it; what happens now is lost at the next restart")
    lines.extend(house.warnings())
    await call.write("".join(f"{line}\n" for line in lines))
    return 0


COMMANDS = (
    Command(
        "daemon start",
        "Start the daemon, if none runs; other commands do it by themselves.",
        "none",
        no_arguments,
    ),
    Command(
        "daemon stop",
        "Stop the daemon and end what runs in the tabs; the tabs come back with the next one.",
        "none",
        force_grammar,
        stop,
        any_version=True,
    ),
    Command(
        "daemon restart",
        "Stop the daemon and start it again, as after an upgrade.",
        "none",
        force_grammar,
        stop,
        any_version=True,
    ),
    Command(
        "daemon status",
        "Say whether the daemon runs, and how it is.",
        "none",
        no_arguments,
        status,
        any_version=True,
    ),
    Command(
        "daemon run",
        "Run the daemon here, in the foreground, for a service manager; exits with 75 where one runs already.",
        "none",
        no_arguments,
    ),
)
