"""``pitwall new``: open a tab (SEMANTICS 3)."""

import argparse
import os
import pwd
import shutil
from collections.abc import Mapping
from dataclasses import dataclass

import trio

from pitwall import paths
from pitwall.agents.recognition import expected_kind
from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.errors import CannotStart, UsageError
from pitwall.events.ids import Argument, FilePath, PaneId, SessionId, TabId, new_id
from pitwall.pty.child import Spawn
from pitwall.pty.environment import child_environment
from pitwall.state.intents import Answer, OpenTab
from pitwall.state.intents.tabs import FIRST_SESSION
from pitwall.state.listing import render_row, row_of
from pitwall.state.model import Process
from pitwall.state.naming import check_name, current_session

DEFAULT_ROWS, DEFAULT_COLS = 40, 120
SMALLEST, LARGEST = 1, 1000
COMMAND_LINE_LIMIT = 512 * 1024
"""Bytes of arguments: the journal keeps them, and a record of it holds 1 MiB."""


@dataclass(frozen=True, slots=True)
class Program:
    """What is to be run: the file, its arguments, and whether it is the user's shell."""

    path: str
    argv: tuple[str, ...]
    shell: bool


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
    if call.rest == ():
        raise UsageError("nothing follows `--`: give the command to run, or leave `--` out for a shell")
    hello = call.hello
    rows, cols = _size(call)
    cwd = await trio.to_thread.run_sync(_folder, hello.cwd, folder)
    program = await trio.to_thread.run_sync(find_program, call.rest, hello.cwd, hello.environment)
    tab, pane = TabId(new_id()), PaneId(new_id())
    env = child_environment(
        hello.environment,
        pane=pane,
        tab=tab,
        session=session_name,
        socket=paths.socket_path(call.house.data),
        cwd=cwd,
    )
    kinds = call.house.kinds()

    def opening(process: Process) -> OpenTab:
        return OpenTab(
            tab=tab,
            pane=pane,
            session=session,
            session_name=session_name,
            title=title,
            detached=detached,
            argv=() if program.shell else tuple(map(Argument, program.argv)),
            program=FilePath(program.path),
            cwd=FilePath(cwd),
            rows=rows,
            cols=cols,
            expected="" if program.shell else expected_kind(program.argv, kinds) or "",
            process=process,
            new_session=new_session,
        )

    spawn = Spawn(program.path, program.argv, cwd, env, hello.umask, rows, cols)
    answer = await call.house.panes.open(spawn, opening)
    if not answer.durable:
        await call.warn("pitwall: the journal cannot be written: this tab would not survive a restart\n")
    return answer, tab


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


def _folder(caller: str, named: str | None) -> str:
    """The absolute folder to start in; raises ``CannotStart`` when it is none."""
    if not caller and not (named and named.startswith("/")):
        raise CannotStart("the folder you are in is gone; go to another, or give an absolute one")
    folder = os.path.normpath(os.path.join(caller or "/", named)) if named else caller
    if not os.path.isdir(folder):
        what = "is not a folder" if os.path.exists(folder) else "does not exist"
        raise CannotStart(f"{folder!r} {what}; give the folder that the tab is to start in")
    return folder


def find_program(command: tuple[str, ...] | None, caller: str, environment: Mapping[str, str]) -> Program:
    """
    The program a command line means: a path is the caller's, a name is looked up on the caller's PATH.

    No command means the user's login shell. Raises ``CannotStart``.
    """
    if command is None:
        return login_shell(environment)
    if sum(len(os.fsencode(word)) + 1 for word in command) > COMMAND_LINE_LIMIT:
        raise CannotStart(
            f"the command line is longer than {COMMAND_LINE_LIMIT} bytes; pass long text in a file"
        )
    word = command[0]
    if "/" in word:
        path = os.path.normpath(os.path.join(caller, word))
        if not os.path.exists(path):
            raise CannotStart(f"there is no program {path!r}; the path is taken from the folder you are in")
        if os.path.isdir(path):
            raise CannotStart(f"{path!r} is a folder, no program; to open a tab there leave `--` out")
        return Program(path, (path, *command[1:]), shell=False)
    search = environment.get("PATH") or os.defpath
    search = os.pathsep.join(os.path.join(caller, entry) for entry in search.split(os.pathsep))
    found = shutil.which(word, path=search) if word else None
    if found is None:
        raise CannotStart(f"there is no program {word!r} on your PATH; install it, or give its path")
    return Program(os.path.abspath(found), command, shell=False)


def login_shell(environment: Mapping[str, str]) -> Program:
    """The user's shell as a login shell: ``$SHELL``, else the account's, else ``/bin/sh``."""
    account = pwd.getpwuid(os.getuid()).pw_shell if _has_account() else ""
    for path in (environment.get("SHELL", ""), account):
        if path.startswith("/") and os.access(path, os.X_OK) and os.path.isfile(path):
            break
    else:
        path = "/bin/sh"
    return Program(path, ("-" + os.path.basename(path),), shell=True)


def _has_account() -> bool:
    try:
        pwd.getpwuid(os.getuid())
    except KeyError:
        return False
    return True


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
