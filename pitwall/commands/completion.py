"""``pitwall completion SHELL``: what lets a shell complete pitwall's commands, and the names that it asks for."""

import argparse

from pitwall.commands.call import Call
from pitwall.commands.command import Command, no_arguments, session_flag
from pitwall.commands.completion_scripts import SCRIPTS
from pitwall.commands.completion_shapes import shapes
from pitwall.state.titles import title_of


def grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=tuple(SCRIPTS), help="bash, zsh or fish")


def run_offline(arguments: argparse.Namespace) -> int:
    from pitwall.commands.table import COMMANDS as EVERY  # it has this command, too

    print(SCRIPTS[arguments.shell](shapes(EVERY)), end="")
    return 0


async def tabs(call: Call) -> int:
    session = call.session()
    await call.write(
        "".join(f"{number}\t{title_of(call.state, tab)}\n" for number, tab in call.state.tabs_of(session))
    )
    return 0


async def sessions(call: Call) -> int:
    await call.write("".join(f"{session.name}\n" for session in call.state.sessions.values()))
    return 0


def nothing(arguments: argparse.Namespace) -> int:
    """Without a daemon there is nothing to name."""
    return 0


COMMANDS = (
    Command(
        "completion",
        "Print what lets bash, zsh or fish complete pitwall's commands and the names of tabs.",
        "none",
        grammar,
        run_offline=run_offline,
        examples="""examples:
  eval "$(pitwall completion bash)"       in ~/.bashrc
  eval "$(pitwall completion zsh)"        in ~/.zshrc, after compinit
  pitwall completion fish | source        in ~/.config/fish/config.fish""",
    ),
    Command("__tabs", "", "optional", session_flag, tabs, run_offline=nothing, hidden=True),
    Command("__sessions", "", "optional", no_arguments, sessions, run_offline=nothing, hidden=True),
)
