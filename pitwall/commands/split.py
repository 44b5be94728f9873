"""``pitwall split``: open one more pane in a tab, beside one that is there."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.commands.starting_programs import start_of, warn_undurable
from pitwall.errors import Refusal
from pitwall.events.ids import PaneId, new_id
from pitwall.events.panes import Side
from pitwall.state.intents import NewPane, SplitPane
from pitwall.state.layout import boxes, room, split
from pitwall.state.model import Process, State, Tab
from pitwall.state.tabstate import main_pane


def grammar(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--right", action="store_true", help="put it on the right; so it is if nothing is said"
    )
    where.add_argument("--below", action="store_true", help="put it below")
    session_flag(parser)
    parser.add_argument("tab", nargs="?", metavar="TAB", help="the tab to split; this pane if not given")


async def run(call: Call) -> int:
    tab = call.tab(call.arguments.tab)
    beside = _beside(call, tab)
    side: Side = "below" if call.arguments.below else "right"
    start = await start_of(call, None)
    pane = PaneId(new_id())
    opened = start.opened(tab.id, pane, size_of_new(call.state, tab, beside, side, pane), beside, side)

    def opening(process: Process) -> SplitPane:
        return SplitPane(NewPane(opened, process, start.conversation))

    session = call.state.sessions[tab.session].name
    answer = await call.house.panes.open(start.spawn(call, opened, session), opening)
    await call.house.fit(tab.id)
    if not answer.durable:
        await warn_undurable(call, "pane")
    return 0


def _beside(call: Call, tab: Tab) -> PaneId:
    """The pane to split: the caller's when no tab is named, else the tab's main pane."""
    if call.arguments.tab is None and call.caller in tab.panes:
        assert call.caller is not None
        return call.caller
    pane = main_pane(call.state, tab)
    if pane is None:
        raise Refusal("the tab has no pane that could be split; open a new tab")
    return pane.id


def size_of_new(state: State, tab: Tab, beside: PaneId, side: Side, pane: PaneId) -> tuple[int, int]:
    """The rows and columns that a new pane gets; raises ``Refusal`` when there is no room for it."""
    sizes = {known.id: (known.rows, known.cols) for known in state.panes_of(tab)}
    for box in boxes(split(tab.layout, beside, side, pane), *room(tab.layout, sizes)):
        if box.pane == pane:
            return box.rows, box.cols
    raise Refusal("there is no room to split that pane: close another, or make the window larger")


COMMAND = Command(
    name="split",
    summary="Open one more pane in a tab, beside this one: a shell, or the command after `--`.",
    need="started",
    grammar=grammar,
    run=run,
    takes_command=True,
    examples="""examples:
  pitwall split                             a shell on the right of this pane
  pitwall split api --below -- tail -f log  a command below the main pane of another tab

The command runs as one of `pitwall new` does. A pane whose shell ends closes, and the tab with its last pane.""",
)
