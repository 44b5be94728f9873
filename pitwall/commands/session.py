"""``pitwall session …``: named lists of tabs (SEMANTICS 7)."""

import argparse
from collections.abc import Sequence

from pitwall.commands.attach import check_terminal, show, show_session
from pitwall.commands.call import Call
from pitwall.commands.command import Command
from pitwall.commands.kill import confirmed
from pitwall.commands.new import open_tab
from pitwall.commands.saved import list_nothing
from pitwall.events.ids import SessionId, new_id
from pitwall.state.intents import CloseSession, RenameSession
from pitwall.state.intents.tabs import FIRST_SESSION
from pitwall.state.listing import render_json, render_session_table, session_rows
from pitwall.state.model import State, Tab
from pitwall.state.naming import check_session_name, find_session


def ls_grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON array, one session a line")


async def ls(call: Call) -> int:
    listed = session_rows(call.state)
    if call.arguments.json:
        await call.write(render_json(listed))
    elif listed:
        await call.write(render_session_table(listed))
    return 0


def new_grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-d", "--detached", action="store_true", help="do not open the window on it")
    parser.add_argument("name", nargs="?", metavar="NAME", help="its name; the next free one if not given")
    parser.add_argument(
        "dir", nargs="?", metavar="DIR", help="the folder of its first tab; the current one if not given"
    )


async def new(call: Call) -> int:
    name = call.arguments.name
    name = _free_name(call.state) if name is None else check_session_name(name)
    if not call.arguments.detached:
        check_terminal(call)
    answer, tab = await open_tab(
        call,
        folder=call.arguments.dir,
        session=SessionId(new_id()),
        session_name=name,
        title="",
        detached=False,
        new_session=True,
    )
    if call.arguments.detached:
        await call.write(f"{name}\n")
        return 0
    opened = answer.state.tabs.get(tab)
    if opened is None:
        return 0  # it has ended meanwhile
    return await show(call, opened.session, tab)


def _free_name(state: State) -> str:
    """``main`` for the first session, then the lowest number that no session has."""
    taken = {session.name for session in state.sessions.values()}
    if FIRST_SESSION not in taken:
        return FIRST_SESSION
    return next(str(number) for number in range(2, len(taken) + 3) if str(number) not in taken)


def attach_grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="its name, or a unique prefix")


async def attach(call: Call) -> int:
    session = find_session(call.state, call.arguments.name, call.caller)
    return await show_session(call, session)


def rename_grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", nargs="?", metavar="OLD", help="the session; this one if not given")
    parser.add_argument("new", metavar="NEW", help="its new name; put quotes around one with spaces")


async def rename(call: Call) -> int:
    session = find_session(call.state, call.arguments.old, call.caller)
    await call.change(RenameSession(session.id, check_session_name(call.arguments.new)))
    return 0


def kill_grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-f", "--force", action="store_true", help="do not ask, whatever runs")
    parser.add_argument("name", metavar="NAME", help="its name, or a unique prefix")


async def kill(call: Call) -> int:
    session = find_session(call.state, call.arguments.name, call.caller)
    tabs = [tab for _, tab in call.state.tabs_of(session)]
    if not await confirmed(call, "session kill", tabs, f"{session.name} and its {_counted(tabs)}"):
        return 0
    answer = await call.change(CloseSession(session.id))
    closed = [answer.state.closed[tab.id].tab for tab in tabs if tab.id in answer.state.closed]
    await call.house.panes.end([pane for tab in closed for pane in tab.panes])
    return 0


def _counted(tabs: Sequence[Tab]) -> str:
    return "tab" if len(tabs) == 1 else f"{len(tabs)} tabs"


COMMANDS = (
    Command(
        "session ls",
        "List the sessions.",
        "optional",
        ls_grammar,
        ls,
        run_offline=list_nothing,
        any_version=True,
    ),
    Command(
        "session new",
        "Open a new session with a shell in its first tab.",
        "started",
        new_grammar,
        new,
        takes_command=True,
        window=True,
        examples="example:\n  pitwall session new api ~/src/api",
    ),
    Command(
        "session attach", "Open the window on a session.", "started", attach_grammar, attach, window=True
    ),
    Command("session rename", "Give a session another name.", "required", rename_grammar, rename),
    Command(
        "session kill",
        "Close a session with all its tabs and end what runs in them; asks first at a terminal.",
        "required",
        kill_grammar,
        kill,
    ),
)
