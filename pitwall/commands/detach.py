"""``pitwall detach``: take a tab out of the sidebar; its process goes on."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.state.intents import DetachTab


def grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument("tab", nargs="?", metavar="TAB", help="the tab; this pane's if not given")


async def run(call: Call) -> int:
    await call.change(DetachTab(call.tab(call.arguments.tab).id))
    return 0


COMMAND = Command(
    name="detach",
    summary="Hide a tab from the sidebar; what runs in it goes on.",
    need="required",
    grammar=grammar,
    run=run,
    examples="example:\n  pitwall detach 3",
)
