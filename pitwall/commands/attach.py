"""``pitwall attach``: bring a tab back to the sidebar and show it."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.state.intents import AttachTab

NO_WINDOW = (
    "pitwall: there is no window yet; `pitwall ls` lists the tabs, `pitwall capture TAB` shows a screen\n"
)


def grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument("tab", nargs="?", metavar="TAB", help="the tab; this pane's if not given")


async def run(call: Call) -> int:
    await call.house.directory.ask(AttachTab(call.tab(call.arguments.tab).id))
    await call.warn(NO_WINDOW)
    return 0


COMMAND = Command(
    name="attach",
    summary="Bring a detached tab back to the sidebar.",
    need="started",
    grammar=grammar,
    run=run,
    examples="example:\n  pitwall attach 3",
)
