"""``pitwall capture``: the screen of a tab as text, with its colours, or as a picture."""

import argparse
from collections.abc import Sequence

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.errors import Refusal
from pitwall.state.model import Pane
from pitwall.state.tabstate import main_pane
from pitwall.state.titles import title_of

GONE = "the tab's screen is gone; it closed meanwhile"


def grammar(parser: argparse.ArgumentParser) -> None:
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--ansi", action="store_true", help="with its colours, as a terminal understands them")
    form.add_argument("--svg", action="store_true", help="as a picture")
    parser.add_argument("--light", action="store_true", help="a light picture; a dark one if not given")
    session_flag(parser)
    parser.add_argument("tab", nargs="?", metavar="TAB", help="the tab; this pane's if not given")


async def run(call: Call) -> int:
    tab = call.tab(call.arguments.tab)
    pane = main_pane(call.state, tab)
    if pane is None:
        raise Refusal(GONE)
    if call.arguments.svg:
        await call.write(await _picture(call, pane, title_of(call.state, tab)))
    else:
        lines = await (_coloured(call, pane) if call.arguments.ansi else _text(call, pane))
        await call.write("".join(f"{line}\n" for line in _without_empty_end(lines)))
    return 0


async def _text(call: Call, pane: Pane) -> list[str]:
    sample = await call.house.panes.capture(pane.id)
    if sample is None:
        raise Refusal(GONE)
    return [line.rstrip() for line in sample.lines]


async def _coloured(call: Call, pane: Pane) -> list[str]:
    look = await call.house.panes.look(pane.id)
    if look is None:
        raise Refusal(GONE)
    return [row.ansi() for row in look.rows]


async def _picture(call: Call, pane: Pane, title: str) -> str:
    # Only who wants a picture pays for what paints it.
    from pitwall.terminal.svg import DARK, LIGHT, svg

    look = await call.house.panes.look(pane.id)
    if look is None:
        raise Refusal(GONE)
    cursor = look.cursor if look.modes.cursor_visible else None
    return svg(look.rows, look.cols, LIGHT if call.arguments.light else DARK, cursor=cursor, title=title)


def _without_empty_end(lines: Sequence[str]) -> Sequence[str]:
    end = len(lines)
    while end and not lines[end - 1]:
        end -= 1
    return lines[:end]


COMMAND = Command(
    name="capture",
    summary="Print the screen of a tab: what its terminal shows now.",
    need="required",
    grammar=grammar,
    run=run,
    examples="""examples:
  pitwall capture tests | tail -5
  pitwall capture --svg --light api > api.svg""",
)
