"""``pitwall attach``, and ``pitwall`` alone: the window on a session (SEMANTICS 7)."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.commands.new import open_tab
from pitwall.errors import Refusal
from pitwall.events.ids import SessionId, TabId, new_id
from pitwall.state.intents import AttachTab, UseSession
from pitwall.state.intents.tabs import FIRST_SESSION
from pitwall.state.model import Session
from pitwall.state.naming import current_session


def grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument(
        "--no-window", action="store_true", help="bring the tab back to the sidebar, and show nothing here"
    )
    parser.add_argument("tab", nargs="?", metavar="TAB", help="the tab; this pane's if not given")


async def run(call: Call) -> int:
    if not call.arguments.no_window:
        check_terminal(call)
    tab = call.tab(call.arguments.tab)
    await call.change(AttachTab(tab.id))
    if call.arguments.no_window:
        return 0
    return await show(call, tab.session, tab.id)


async def run_window(call: Call) -> int:
    """The window on the most recently used session; the first one gets a shell to begin with."""
    check_terminal(call)
    given = getattr(call.arguments, "session", None)
    session = current_session(call.state, call.caller) if given is None else call.session()
    if session is not None and session.tabs:
        return await show_session(call, session)
    key = SessionId(new_id())
    answer, tab = await open_tab(
        call, folder=None, session=key, session_name=FIRST_SESSION, title="", detached=False
    )
    opened = answer.state.tabs.get(tab)
    return await show(call, opened.session if opened is not None else key, tab)


async def show_session(call: Call, session: Session) -> int:
    """The window on a session, on the tab that its caller is in, or else on its first."""
    caller = call.state.panes.get(call.caller) if call.caller is not None else None
    mine = caller.tab if caller is not None and caller.tab in session.tabs else None
    return await show(call, session.id, mine or session.tabs[0])


async def show(call: Call, session: SessionId, tab: TabId) -> int:
    """Be a window on a tab; returns when it leaves, or its session has ended."""
    check_terminal(call)
    await call.house.directory.ask(UseSession(session))
    return await call.house.show(call.window, session, tab)


def check_terminal(call: Call) -> None:
    """Raises ``Refusal`` where there is no terminal that can show a window, and inside of one."""
    if not {0, 1} <= call.hello.terminals:
        raise Refusal("a window needs a terminal; `pitwall ls` and `pitwall capture TAB` do without")
    if call.hello.environment.get("TERM") == "dumb":
        raise Refusal(
            "this terminal shows text alone (TERM=dumb); `pitwall ls` and `pitwall capture TAB` do without a window"
        )
    if call.caller is not None and call.state.panes[call.caller].live:
        raise Refusal(
            "this is a pane of pitwall already: a window in it would show itself; use another terminal"
        )


COMMAND = Command(
    name="attach",
    summary="Bring a detached tab back to the sidebar, and open the window on it.",
    need="started",
    grammar=grammar,
    run=run,
    window=True,
    examples="""examples:
  pitwall attach 3
  pitwall attach --no-window review    back to the sidebar, from a script""",
)

WINDOW = Command(
    name="",
    summary="Open the window on the most recently used session.",
    need="started",
    grammar=session_flag,
    run=run_window,
    window=True,
)
