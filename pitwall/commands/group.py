"""``pitwall group``: put a tab into a group of the sidebar."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.state.intents import GroupTab
from pitwall.state.naming import check_name


def grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument("tab", metavar="TAB", help="its number, id, title, or a unique prefix of the title")
    parser.add_argument(
        "name", nargs="?", default="", metavar="NAME", help="the group; none takes the tab out of its group"
    )


async def run(call: Call) -> int:
    tab = call.tab(call.arguments.tab)
    await call.change(GroupTab(tab.id, check_name(call.arguments.name, "group name")))
    return 0


COMMAND = Command(
    name="group",
    summary="Put a tab into a group, or take it out of one.",
    need="required",
    grammar=grammar,
    run=run,
    examples="examples:\n  pitwall group 3 api\n  pitwall group 3",
)
