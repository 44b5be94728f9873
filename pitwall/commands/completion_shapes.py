"""What can be typed behind ``pitwall``, drawn from the commands' own grammars (pure)."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass

from pitwall.commands.command import Command
from pitwall.state.waiting import UNTILS

_BY_METAVAR = {
    "TAB": "tabs",
    "[TAB] NAME": "tabs",
    "TAB|FILE": "tabs",
    "SESSION": "sessions",
    "[OLD] NEW": "sessions",
    "DIR": "folders",
    "FOLDER": "folders",
    "FILE": "files",
    "STATE": f"={' '.join(UNTILS)}",
}


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag, all its spellings; ``value`` is what kind of word follows it, ``None`` for none."""

    spellings: tuple[str, ...]
    summary: str
    value: str | None


@dataclass(frozen=True, slots=True)
class Shape:
    """
    What may follow a command: flags, and words of a kind each, the last kind again and again if it ``repeats``.

    A kind is ``tabs``, ``sessions``, ``folders``, ``files``, ``=`` and the words to choose from, or empty for
    anything.
    """

    name: str
    summary: str
    flags: tuple[Flag, ...]
    words: tuple[str, ...]
    repeats: bool
    takes_command: bool


def shapes(commands: Mapping[str, Command]) -> tuple[Shape, ...]:
    """The shapes of all commands that people type."""
    return tuple(_shape(command) for name, command in commands.items() if name and not command.hidden)


def _shape(command: Command) -> Shape:
    parser = argparse.ArgumentParser(add_help=False)
    command.grammar(parser)
    flags, words, repeats = [], [], False
    for action in parser._actions:
        kind = _kind(command.name, action)
        if action.option_strings:
            value = None if action.nargs == 0 else kind
            flags.append(Flag(tuple(action.option_strings), action.help or "", value))
        else:
            words.append(kind)
            repeats = action.nargs in ("*", "+")
    flags.append(Flag(("-h", "--help"), "show the help", None))
    return Shape(command.name, command.summary, tuple(flags), tuple(words), repeats, command.takes_command)


def _kind(command: str, action: argparse.Action) -> str:
    if action.choices is not None:
        return f"={' '.join(map(str, action.choices))}"
    metavar = str(action.metavar)
    if metavar == "NAME" and command in ("session attach", "session kill"):
        return "sessions"
    if metavar == "AGENT" and command == "agent status":
        return "tabs"
    return _BY_METAVAR.get(metavar, "")
