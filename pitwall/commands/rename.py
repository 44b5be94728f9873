"""``pitwall rename``: give a tab a title."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.state.intents import RenameTab
from pitwall.state.naming import check_name


def grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument("tab", nargs="?", metavar="TAB", help="the tab; this pane's if not given")
    parser.add_argument("name", metavar="NAME", help="its title; put quotes around one with spaces")


async def run(call: Call) -> int:
    given = call.arguments
    await call.change(RenameTab(call.tab(given.tab).id, check_name(given.name, "name")))
    return 0


COMMAND = Command(
    name="rename",
    summary="Give a tab a title; an empty one makes it follow the work again.",
    need="required",
    grammar=grammar,
    run=run,
    examples="""examples:
  pitwall rename 3 "review auth"
  pitwall rename 3 ''              back to the automatic title""",
)
