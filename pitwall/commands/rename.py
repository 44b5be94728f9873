"""``pitwall rename``: give a tab a title."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.errors import UsageError
from pitwall.state.intents import RenameTab
from pitwall.state.naming import check_name


def grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument(
        "words", nargs="+", metavar="[TAB] NAME", help="the tab, this pane's if not given, and its title"
    )


async def run(call: Call) -> int:
    old, new = old_and_new(call.arguments.words)
    await call.change(RenameTab(call.tab(old).id, check_name(new, "name")))
    return 0


def old_and_new(words: list[str]) -> tuple[str | None, str]:
    """What is renamed, if it is named, and to what."""
    if len(words) > 2:
        raise UsageError("give at most two names, old and new; put quotes around a name with spaces")
    return (words[0] if len(words) == 2 else None), words[-1]


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
