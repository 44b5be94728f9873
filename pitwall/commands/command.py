"""A command of pitwall's command line: its grammar and its handler side by side."""

import argparse
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pitwall.commands.call import Call

Need = Literal["started", "required", "optional", "none"]
"""
Whether the command needs the daemon: it is started for it; it must run; the command also answers without one; the
command runs in the client.
"""


@dataclass(frozen=True, slots=True)
class Command:
    """
    One command.

    ``name`` may be two words (``session new``). ``run`` handles it in the daemon and returns the exit code;
    ``run_offline`` handles it in the client, given the parsed arguments. ``takes_command`` allows ``-- CMD``.
    """

    name: str
    summary: str
    need: Need
    grammar: Callable[[argparse.ArgumentParser], None]
    run: "Callable[[Call], Awaitable[int]] | None" = None
    run_offline: Callable[[argparse.Namespace], int] | None = None
    examples: str = ""
    takes_command: bool = False
    window: bool = False
    """It becomes a window, when all goes well."""
    hidden: bool = False
    """For scripts of pitwall's own: no help names it."""
    any_version: bool = False
    """Answered for clients of every version (SEMANTICS 2)."""


def session_flag(parser: argparse.ArgumentParser) -> None:
    """The flag that picks another session than the caller's."""
    parser.add_argument(
        "-s", "--session", metavar="SESSION", help="another session: its name or a unique prefix"
    )


def no_arguments(parser: argparse.ArgumentParser) -> None:
    """The grammar of a command without any."""
