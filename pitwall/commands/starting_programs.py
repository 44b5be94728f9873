"""What `pitwall new` and `pitwall split` share: the program a command line means, its folder, its environment."""

import os
import pwd
import shutil
import uuid
from collections.abc import Mapping
from dataclasses import dataclass

import trio

from pitwall import paths
from pitwall.agents import shims
from pitwall.agents.launch import launch, settings_reader
from pitwall.agents.recognition import expected_kind
from pitwall.commands.call import Call
from pitwall.errors import CannotStart, UsageError
from pitwall.events.ids import Argument, FilePath, PaneId, TabId
from pitwall.events.panes import PaneOpened, Side
from pitwall.pty.child import Spawn
from pitwall.pty.environment import child_environment

COMMAND_LINE_LIMIT = 512 * 1024
"""Bytes of arguments: the journal keeps them, and a record of it holds 1 MiB."""


@dataclass(frozen=True, slots=True)
class Program:
    """What is to be run: the file, its arguments, and whether it is the user's shell."""

    path: str
    argv: tuple[str, ...]
    shell: bool


@dataclass(frozen=True, slots=True)
class Start:
    """A program and the folder that it is to be started in."""

    program: Program
    cwd: str
    expected: str
    """The agent kind whose command it is; empty for none."""
    launched: tuple[str, ...]
    """The arguments with what pitwall adds for an agent: its hooks, its conversation's id."""
    conversation: str
    """The id of the agent's conversation, where the arguments say it."""

    def opened(
        self,
        tab: TabId,
        pane: PaneId,
        size: tuple[int, int],
        beside: PaneId | None = None,
        side: Side = "right",
    ) -> PaneOpened:
        """The pane that is opened for it, of so many rows and columns; a shell's keeps no arguments."""
        argv = () if self.program.shell else tuple(map(Argument, self.program.argv))
        rows, cols = size
        return PaneOpened(
            pane=pane,
            tab=tab,
            argv=argv,
            program=FilePath(self.program.path),
            cwd=FilePath(self.cwd),
            rows=rows,
            cols=cols,
            expected=self.expected,
            beside=beside,
            side=side,
        )

    def spawn(self, call: Call, opened: PaneOpened, session: str) -> Spawn:
        """The process to start for that pane, in its caller's environment."""
        env = child_environment(
            call.hello.environment,
            pane=opened.pane,
            tab=opened.tab,
            session=session,
            home=call.house.data,
            socket=paths.socket_path(call.house.data),
            cwd=self.cwd,
        )
        folder = call.house.shims()
        if self.program.shell and folder:
            env = shims.environment(self.program.path, env, folder)
        return Spawn(
            self.program.path, self.launched, self.cwd, env, call.hello.umask, opened.rows, opened.cols
        )


async def start_of(call: Call, folder: str | None) -> Start:
    """What the caller wants started, in a folder or their own; raises ``CannotStart`` and ``UsageError``."""
    if call.rest == ():
        raise UsageError("nothing follows `--`: give the command to run, or leave `--` out for a shell")
    hello = call.hello
    cwd = await trio.to_thread.run_sync(_folder, hello.cwd, folder)
    program = await trio.to_thread.run_sync(find_program, call.rest, hello.cwd, hello.environment)
    if program.shell:
        return Start(program, cwd, "", program.argv, "")
    agents = call.house.agents()
    expected = expected_kind(program.argv, agents.commands(call.house.rules().files)) or ""
    definition = agents.definitions.get(expected)
    if definition is None:
        return Start(program, cwd, expected, program.argv, "")
    started = launch(
        definition,
        program.argv,
        hook=call.house.hook,
        read_settings=settings_reader(cwd),
        new_id=lambda: str(uuid.uuid4()),
    )
    return Start(program, cwd, expected, started.argv, started.session)


async def warn_undurable(call: Call, what: str) -> None:
    """Say that the disk refused the journal, so that ``what`` is in memory alone."""
    await call.warn(f"pitwall: the journal cannot be written: this {what} would not survive a restart\n")


def _folder(caller: str, named: str | None) -> str:
    """The absolute folder to start in; raises ``CannotStart`` when it is none."""
    if named == "":
        raise CannotStart('the folder "" is none: give one, or leave it out for the one that you are in')
    if not caller and not (named and named.startswith("/")):
        raise CannotStart("the folder you are in is gone; go to another, or give an absolute one")
    folder = os.path.normpath(os.path.join(caller or "/", named)) if named else caller
    if not os.path.isdir(folder):
        what = "is not a folder" if os.path.exists(folder) else "does not exist"
        raise CannotStart(
            f"{folder!r} {what}; give the folder that the tab is to start in, and a command behind `--`"
        )
    return folder


def find_program(command: tuple[str, ...] | None, caller: str, environment: Mapping[str, str]) -> Program:
    """
    The program a command line means: a path is the caller's, a name is looked up on the caller's PATH.

    No command means the user's shell. Raises ``CannotStart``.
    """
    if command is None:
        shell = shell_of(environment)
        # No login shell: it would read the profile again, and take from PATH what its caller put there.
        return Program(shell, (os.path.basename(shell),), shell=True)
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
        advice = "leave out the quotes, or use `sh -c`" if " " in word else "install it, or give its path"
        raise CannotStart(f"there is no program {word!r} on your PATH; {advice}")
    return Program(os.path.abspath(found), command, shell=False)


def shell_of(environment: Mapping[str, str]) -> str:
    """The user's shell: ``$SHELL``, else the account's, else ``/bin/sh``."""
    account = pwd.getpwuid(os.getuid()).pw_shell if _has_account() else ""
    for path in (environment.get("SHELL", ""), account):
        if path.startswith("/") and os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    return "/bin/sh"


def _has_account() -> bool:
    try:
        pwd.getpwuid(os.getuid())
    except KeyError:
        return False
    return True
