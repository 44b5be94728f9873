"""``pitwall new``: open a tab (SEMANTICS 3)."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.commands.starting_programs import start_of, warn_undurable
from pitwall.errors import CannotStart, UsageError
from pitwall.events.ids import PaneId, SessionId, TabId, new_id
from pitwall.state.intents import Answer, NewPane, OpenTab
from pitwall.state.intents.tabs import FIRST_SESSION
from pitwall.state.listing import render_row, row_of
from pitwall.state.model import Process
from pitwall.state.naming import check_name, current_session

DEFAULT_ROWS, DEFAULT_COLS = 40, 120
SMALLEST, LARGEST = 1, 1000


def grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-n", "--name", metavar="NAME", default="", help="the tab's title; it follows the work if not given"
    )
    parser.add_argument(
        "-d", "--detached", action="store_true", help="keep it out of the sidebar until attached"
    )
    parser.add_argument("--size", metavar="ROWSxCOLS", help="its size until a window shows it")
    parser.add_argument(
        "--json", action="store_true", help="print the tab as `ls --json` does, not its number"
    )
    session_flag(parser)
    parser.add_argument(
        "dir", nargs="?", metavar="DIR", help="the folder to start in; the current one if not given"
    )


async def run(call: Call) -> int:
    given = call.arguments
    session = current_session(call.state, call.caller) if given.session is None else call.session()
    answer, tab = await open_tab(
        call,
        folder=given.dir,
        session=session.id if session else SessionId(new_id()),
        session_name=session.name if session else FIRST_SESSION,
        title=check_name(given.name, "name"),
        detached=given.detached,
    )
    opened = answer.state.tabs.get(tab)
    if opened is None:
        raise CannotStart("the tab was closed before it could be shown")
    if given.json:
        row = row_of(answer.state, opened, answer.state.number_of(opened))
        await call.write(render_row(row) + "\n")
    else:
        await call.write(f"#{answer.state.number_of(opened)}\n")
    return 0


async def open_tab(
    call: Call,
    *,
    folder: str | None,
    session: SessionId,
    session_name: str,
    title: str,
    detached: bool,
    new_session: bool = False,
) -> tuple[Answer, TabId]:
    """Open a tab for the caller; raises ``CannotStart`` and leaves none when its command cannot be run."""
    size = _size(call)
    start = await start_of(call, folder)
    opened = start.opened(TabId(new_id()), PaneId(new_id()), size)

    def opening(process: Process) -> OpenTab:
        pane = NewPane(opened, process, start.conversation)
        return OpenTab(
            pane,
            session=session,
            session_name=session_name,
            title=title,
            detached=detached,
            new_session=new_session,
        )

    answer = await call.house.panes.open(start.spawn(call, opened, session_name), opening)
    if not answer.durable:
        await warn_undurable(call, "tab")
    return answer, opened.tab


def _size(call: Call) -> tuple[int, int]:
    """Rows and columns: as asked for, else the caller's terminal, else the default."""
    asked: str | None = getattr(call.arguments, "size", None)
    if asked is None:
        rows, cols = call.hello.rows or DEFAULT_ROWS, call.hello.columns or DEFAULT_COLS
        return min(rows, LARGEST), min(cols, LARGEST)
    rows_text, _, cols_text = asked.lower().partition("x")
    if not (rows_text.isascii() and rows_text.isdigit() and cols_text.isascii() and cols_text.isdigit()):
        raise UsageError(f"{asked!r} is no size: write rows and columns, such as 40x120")
    size = int(rows_text[:6]), int(cols_text[:6])
    if not all(SMALLEST <= length <= LARGEST for length in size):
        raise UsageError(f"{asked!r} is no size for a terminal: both numbers must be {SMALLEST} to {LARGEST}")
    return size


COMMAND = Command(
    name="new",
    summary="Open a tab: a shell, or the command after `--`. Prints its number, as #4.",
    need="started",
    grammar=grammar,
    run=run,
    takes_command=True,
    examples="""examples:
  pitwall new                                    a shell in this folder
  pitwall new -n tests -- go test ./...          run the tests in a tab that stays open
  tab=$(pitwall new -d -- codex "review HEAD")   an agent out of sight; then: pitwall wait "$tab" --until done

The command runs directly, without a shell, in your environment and from this folder or DIR. When it ends its tab
stays, with the output and the exit code, until `pitwall kill`.""",
)
