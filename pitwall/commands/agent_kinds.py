"""``pitwall agent kinds``: the agents that pitwall knows, and what it knows of each (docs/agents.md)."""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from pitwall import paths
from pitwall.agents import definitions
from pitwall.agents.definition import AgentDefinition
from pitwall.agents.definitions import AgentBook
from pitwall.commands.command import Command
from pitwall.commands.rules import refused_kinds
from pitwall.detect import loader
from pitwall.detect.loader import RuleBook
from pitwall.state.listing import escaped

_HEADER = ("KIND", "NAME", "PROGRAMS", "HOOKS", "RULES", "RESUMED", "DEFINED BY")
_NO_FILE = "-"


def grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run_offline(arguments: argparse.Namespace) -> int:
    """What is on disk; a daemon that runs has what it read at its start."""
    data = paths.data_folder()
    agents = definitions.load(definitions.bundled_folder(), Path(paths.agents_folder(data)))
    rules = loader.load(loader.bundled_folder(), Path(paths.detect_folder(data)))
    print("".join(_objects(agents, rules) if arguments.json else _table(agents, rules)), end="")
    return 0


def _kinds(agents: AgentBook, rules: RuleBook) -> list[AgentDefinition]:
    """Every kind, by name; one that has rules alone goes by the stem of its rule file."""
    ruled = rules.files.keys() | refused_kinds(rules)
    bare = [AgentDefinition(kind, kind, kind, (kind,)) for kind in ruled if kind not in agents.definitions]
    return sorted([*agents.definitions.values(), *bare], key=lambda each: each.kind)


def _objects(agents: AgentBook, rules: RuleBook) -> Iterable[str]:
    for each in _kinds(agents, rules):
        row = {
            "kind": each.kind,
            "name": each.name,
            "command": each.command,
            "process_names": each.process_names,
            "aliases": each.aliases,
            "hooks": each.hooks,
            "rules": each.kind in rules.files,
            "resumed": bool(each.resume_args),
            "path": each.path,
            "origin": each.origin if each.path else "",
            "error": "",
        }
        yield escaped(json.dumps(row, ensure_ascii=False)) + "\n"
    for bad in agents.rejected:
        yield escaped(json.dumps({"path": bad.path, "error": bad.message}, ensure_ascii=False)) + "\n"


def _table(agents: AgentBook, rules: RuleBook) -> Iterable[str]:
    rows = [_HEADER] + [
        (
            each.kind,
            each.name,
            " ".join((*each.process_names, *each.aliases)),
            each.hooks if each.hooks != "none" else _NO_FILE,
            _rules_of(each.kind, rules),
            "yes" if each.resume_args else "no",
            "pitwall" if each.origin == "bundled" else each.path or _NO_FILE,
        )
        for each in _kinds(agents, rules)
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADER))]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        yield escaped("  ".join(cells).rstrip()) + "\n"
    for bad in agents.rejected:
        yield f"{bad.line.removeprefix('pitwall: ')}\n"
        yield from (f"  {escaped(problem)}\n" for problem in bad.problems[1:])


def _rules_of(kind: str, rules: RuleBook) -> str:
    if kind in refused_kinds(rules):
        return "refused"
    return "yes" if kind in rules.files else "no"


COMMAND = Command(
    "agent kinds",
    "List the agents that pitwall knows, by which programs, and what it can do for each.",
    "none",
    grammar,
    run_offline=run_offline,
)
