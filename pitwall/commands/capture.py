"""``pitwall capture``: the screen of a tab as text."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.errors import Refusal
from pitwall.state.tabstate import main_pane


def grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument("tab", nargs="?", metavar="TAB", help="the tab; this pane's if not given")


async def run(call: Call) -> int:
    tab = call.tab(call.arguments.tab)
    pane = main_pane(call.state, tab)
    sample = await call.house.panes.capture(pane.id) if pane else None
    if sample is None:
        raise Refusal("the tab's screen is gone; it closed meanwhile")
    lines = [line.rstrip() for line in sample.lines]
    while lines and not lines[-1]:
        lines.pop()
    await call.write("".join(f"{line}\n" for line in lines))
    return 0


COMMAND = Command(
    name="capture",
    summary="Print the screen of a tab as text: what its terminal shows now.",
    need="required",
    grammar=grammar,
    run=run,
    examples="example:\n  pitwall capture tests | tail -5",
)
