"""``pitwall kill``: close a tab and end its processes (SEMANTICS 7)."""

import argparse
from collections.abc import Sequence

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.errors import Refusal
from pitwall.state.intents import CloseTab
from pitwall.state.model import Tab
from pitwall.state.tabstate import view
from pitwall.state.titles import title_of


def grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-f", "--force", action="store_true", help="do not ask, whatever runs")
    session_flag(parser)
    parser.add_argument("tab", metavar="TAB", help="its number, id, title, or a unique prefix of the title")


async def run(call: Call) -> int:
    tab = call.tab(call.arguments.tab)
    if not await confirmed(call, "kill", [tab], title_of(call.state, tab)):
        return 0
    await call.change(CloseTab(tab.id))
    await call.house.panes.end(tab.panes)
    return 0


async def confirmed(call: Call, verb: str, tabs: Sequence[Tab], what: str) -> bool:
    """
    Whether the caller wants it: asked at a terminal, taken for granted with ``-f`` or when nothing runs.

    Raises ``Refusal`` when nobody can be asked and something runs.
    """
    if call.arguments.force:
        return True
    if call.stdin_is_terminal:
        return (await call.ask(f"{verb} {what}? [y/N] ")).strip().lower() in ("y", "yes")
    runs = [tab for tab in tabs if any(pane.live for pane in call.state.panes_of(tab))]
    if runs:
        still, them = ("still runs", "it") if len(runs) == 1 else ("still run", "them")
        raise Refusal(f"{running(call, runs)} {still}; `pitwall {verb} -f` ends {them} all the same")
    return True


def running(call: Call, tabs: Sequence[Tab]) -> str:
    """The tabs by number and title, and by session where they are of several, as a phrase."""
    state = call.state
    several = len({tab.session for tab in tabs}) > 1
    return ", ".join(
        f"#{state.number_of(tab)} {title_of(state, tab)}"
        + (f" of {state.sessions[tab.session].name}" if several else "")
        + f" ({view(state, tab).state or 'starting'})"
        for tab in tabs
    )


COMMAND = Command(
    name="kill",
    summary="Close a tab and end everything that runs in it; asks first at a terminal.",
    need="required",
    grammar=grammar,
    run=run,
    examples="""examples:
  pitwall kill 3
  pitwall kill -f "$tab\"""",
)
