"""``pitwall ls``: the tabs of a session (SEMANTICS 7)."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.commands.saved import list_nothing
from pitwall.state.listing import render_json, render_table, rows


def grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="one JSON array, one tab a line, every key always there"
    )
    session_flag(parser)


async def run(call: Call) -> int:
    given = call.arguments
    nothing = given.session is None and not call.state.sessions
    listed = [] if nothing else rows(call.state, call.session())
    if given.json:
        await call.write(render_json(listed))
    elif listed:
        await call.write(render_table(listed, home=call.hello.environment.get("HOME", "")))
    return 0


COMMAND = Command(
    name="ls",
    summary="List the tabs of a session, visible ones first, in the order of their numbers.",
    need="optional",
    grammar=grammar,
    run=run,
    run_offline=list_nothing,
    any_version=True,
    examples="""examples:
  pitwall ls
  pitwall ls --json | jq -r '.[] | select(.state == "blocked") | "#\\(.n) \\(.question)"'""",
)
