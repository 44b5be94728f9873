"""``pitwall skill …``: what an agent has to know of pitwall, for the agents themselves."""

import argparse
import os

from pitwall.agents import skill
from pitwall.commands.command import Command, no_arguments
from pitwall.errors import Refusal, SettingsRejected


def print_skill(arguments: argparse.Namespace) -> int:
    print(skill.skill(), end="")
    return 0


def install_grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "agents",
        nargs="*",
        metavar="AGENT",
        help=f"{', '.join(skill.AGENTS)}; all that are here if none is given",
    )


def install(arguments: argparse.Namespace) -> int:
    named: list[str] = arguments.agents
    for agent in named:
        if agent not in skill.AGENTS:
            raise Refusal(
                f"pitwall does not know where {agent!r} looks for skills; `pitwall skill print` has the text"
            )
    here = [agent for agent in skill.AGENTS if skill.home(agent, os.environ).is_dir()]
    if not named and not here:
        raise Refusal(f"none of {', '.join(skill.AGENTS)} has a folder here; name the one that you mean")
    failed = []
    for agent in named or here:
        try:
            path = skill.install(agent, os.environ)
        except SettingsRejected as error:
            failed.append(f"{agent}: {error}")
            continue
        print(f"{agent}: {path}: written" if path is not None else f"{agent}: nothing to do: it is there")
    if failed:
        raise Refusal("\npitwall: ".join(failed))
    return 0


COMMANDS = (
    Command(
        "skill print",
        "Print what an agent has to know to use pitwall, as a skill file.",
        "none",
        no_arguments,
        run_offline=print_skill,
    ),
    Command(
        "skill install",
        "Put that file where Claude Code, Codex and pi look for skills.",
        "none",
        install_grammar,
        run_offline=install,
        examples="""examples:
  pitwall skill install           for every agent that is here
  pitwall skill install claude
  pitwall skill print >> AGENTS.md""",
    ),
)
