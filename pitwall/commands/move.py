"""``pitwall move``: give a tab another number."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.errors import UsageError
from pitwall.state.intents import MoveTab


def grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument("tab", metavar="TAB", help="its number, id, title, or a unique prefix of the title")
    parser.add_argument("number", metavar="N", help="its new number, within the visible or the detached tabs")


async def run(call: Call) -> int:
    digits = call.arguments.number.removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise UsageError(f"{call.arguments.number!r} is no tab number")
    await call.change(MoveTab(call.tab(call.arguments.tab).id, int(digits)))
    return 0


COMMAND = Command(
    name="move",
    summary="Move a tab to another place in the list.",
    need="required",
    grammar=grammar,
    run=run,
    examples="example:\n  pitwall move tests 1",
)
