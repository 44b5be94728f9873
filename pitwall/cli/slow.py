"""What runs in the client: the commands that need no daemon, help texts, and what is no command at all."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from io import TextIOWrapper

from pitwall.cli.daemon import HALVES
from pitwall.cli.stdio import SIGPIPE_EXIT, write_all
from pitwall.commands.command import Command
from pitwall.commands.grammar import HelpAsked, command_words, parse, split_rest
from pitwall.commands.table import COMMANDS
from pitwall.errors import PitwallError, UsageError
from pitwall.version import VERSION

OVERVIEW = """\
usage: pitwall [-s SESSION] COMMAND [ARGUMENTS]

A terminal multiplexer that knows which tabs run coding agents and what each agent is doing.

  pitwall                               open the window: all tabs, and what is in them
  pitwall new -n tests -- make test     run a command in a new tab; prints its number, as #4
  pitwall wait tests --until exit       wait until it ends; exits with its own exit code
  pitwall ls                            all tabs, with the state of each
  pitwall kill tests                    close the tab and end what runs in it

"""


def main(argv: Sequence[str], commands: Mapping[str, Command] = COMMANDS) -> int:
    """Run a command that needs no daemon, or print the help or the advice that ``argv`` asks for."""
    before_rest, _ = split_rest(argv)
    first = before_rest[0] if before_rest else ""
    if first in ("--version", "-V"):
        return _reported(argv, lambda: _say(f"pitwall {VERSION}"))
    if first in ("--help", "-h", "help"):
        if len(before_rest) > 1:
            return main([*before_rest[1:], "--help"], commands)
        return _reported(argv, lambda: _say(OVERVIEW + _summaries(commands, "") + _see_help("COMMAND")))
    named, _ = command_words(before_rest)
    group = named[0] + " " if named else ""
    asks_help = "--help" in before_rest or "-h" in before_rest
    if asks_help and named and named[0] not in commands and " ".join(named) not in commands:
        summaries = _summaries(commands, group)
        if summaries:
            return _reported(argv, lambda: _say(summaries + _see_help(f"{group}COMMAND")))
    return offline(argv, commands)


def offline(argv: Sequence[str], commands: Mapping[str, Command] = COMMANDS) -> int:
    """Run the command of ``argv`` in this process: one that needs no daemon, or does without."""
    return _reported(argv, lambda: _run(argv, commands))


def _run(argv: Sequence[str], commands: Mapping[str, Command]) -> int:
    try:
        parsed = parse(commands, argv)
    except HelpAsked as asked:
        return _say(str(asked).rstrip("\n"))
    half = HALVES.get(parsed.command.name)
    if half is not None:
        return half(argv)
    if parsed.command.run_offline is None:
        raise UsageError(f"`pitwall {parsed.command.name}` does nothing without a daemon")
    return parsed.command.run_offline(parsed.arguments)


def _reported(argv: Sequence[str], command: Callable[[], int]) -> int:
    """The exit code of the command; what went wrong is said on stderr."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = command()
        if sys.stdout is not None:
            sys.stdout.flush()
    except UsageError as error:
        named, _ = command_words(split_rest(argv)[0])
        return _fail(str(error), 1 if named[:1] == ["wait"] else 2)
    except PitwallError as error:
        return _fail(str(error), 1)
    except BrokenPipeError:
        _drop_output()
        return SIGPIPE_EXIT
    except OSError as error:
        _drop_output()
        return _fail(f"{error.filename or 'cannot write the output'}: {error.strerror}", 1)
    return code


def _say(text: str) -> int:
    print(text)
    return 0


def _fail(message: str, code: int) -> int:
    # Not by print: without a stderr it would take stdout.
    write_all(2, os.fsencode(f"pitwall: {message}\n"))
    return code


def _drop_output() -> None:
    """What is still buffered would raise once more at the interpreter's end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _summaries(commands: Mapping[str, Command], group: str) -> str:
    """A line for each command of the group (of all, with an empty one), in the table's order."""
    shown = [
        command
        for name, command in commands.items()
        if name and name.startswith(group) and not command.hidden
    ]
    width = max((len(command.name) for command in shown), default=0)
    return "".join(f"  {command.name:{width}}  {command.summary}\n" for command in shown)


def _see_help(what: str) -> str:
    return f"\n`pitwall {what} --help` tells more of one."
