"""From an argument list to a command and its arguments, the same in the client and in the daemon."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from pitwall.commands.command import Command
from pitwall.errors import UsageError

VALUED_FLAGS = ("-s", "--session")
"""Flags that take a value and may stand before the command."""


_LITERAL = "\0"
"""
Marks words behind ``--``, which are no flags whatever they begin with; no argument holds a NUL.

``argparse`` loses a ``--`` that stands before all other words when flags and words are intermixed.
"""


class HelpAsked(Exception):
    """``--help`` was given; the text is the help."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of leaving the process."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments") and "[-- CMD" in self.format_usage():
            message += "; a command goes behind `--`"
        raise UsageError(
            f"{message.replace(_LITERAL, '')}\n{self.format_usage().strip()}\nsee `{self.prog} --help`"
        )

    def print_help(self, file: object = None) -> None:
        raise HelpAsked(self.format_help())


@dataclass(frozen=True, slots=True)
class Parsed:
    """
    A command with its arguments.

    ``rest`` is what follows the first ``--``; ``None`` when there is none.
    """

    command: Command
    arguments: argparse.Namespace
    rest: tuple[str, ...] | None


def split_rest(argv: Sequence[str]) -> tuple[list[str], tuple[str, ...] | None]:
    """What stands before the first ``--``, and what after it."""
    words = list(argv)
    if "--" not in words:
        return words, None
    at = words.index("--")
    return words[:at], tuple(words[at + 1 :])


def command_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The command word and the one behind it, and the other words in order; flags may stand before it."""
    at = 0
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in VALUED_FLAGS else 1
    return list(words[at : at + 2]), [*words[:at], *words[at + 2 :]]


def parse(commands: Mapping[str, Command], argv: Sequence[str]) -> Parsed:
    """
    The command that ``argv`` (without the program's name) asks for.

    Raises:
        UsageError: there is no such command, or its arguments are wrong.
        HelpAsked: ``--help`` is among them.
    """
    words, rest = split_rest(argv)
    named, others = command_words(words)
    if named[:1] == [""]:
        raise _unknown(commands, named)
    command = commands.get(" ".join(named))
    if command is None and named:
        command = commands.get(named[0])
        at = words.index(named[0])
        others = [*words[:at], *words[at + 1 :]]
    if command is None:
        raise _unknown(commands, named)
    if rest is not None and not command.takes_command:
        others, rest = [*others, *(_LITERAL + word for word in rest)], None
    arguments = parser_of(command).parse_intermixed_args(others)
    for name, value in vars(arguments).items():
        setattr(arguments, name, _meant(value))
    return Parsed(command, arguments, rest)


def _meant(value: object) -> object:
    """An argument without its mark."""
    if isinstance(value, list):
        return [_meant(item) for item in value]
    return value.removeprefix(_LITERAL) if isinstance(value, str) else value


def parser_of(command: Command) -> Parser:
    """The parser of one command's arguments."""
    parser = Parser(
        prog=f"pitwall {command.name}".rstrip(),
        description=command.summary,
        epilog=command.examples or None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.grammar(parser)
    if command.takes_command:
        parser.usage = parser.format_usage().removeprefix("usage: ").strip() + " [-- CMD ARGS...]"
    return parser


def _unknown(commands: Mapping[str, Command], named: Sequence[str]) -> UsageError:
    if not named:
        return UsageError("no command given; see `pitwall --help`")
    parts = [name.partition(" ")[2] for name in commands if name.startswith(named[0] + " ")]
    if parts:
        given = (
            f"there is no `pitwall {' '.join(named)}`" if len(named) > 1 else f"`{named[0]}` is not complete"
        )
        return UsageError(f"{given}: it is followed by one of {', '.join(parts)}")
    near = _near(named[0], {name.partition(" ")[0] for name in commands})
    hint = f"; did you mean `{near}`?" if near else ";"
    return UsageError(f"there is no command {named[0]!r}{hint} see `pitwall --help`")


def _near(word: str, known: set[str]) -> str:
    import difflib  # slow to load, and wanted only when something is wrong

    return next(iter(difflib.get_close_matches(word, sorted(known), 1)), "")
