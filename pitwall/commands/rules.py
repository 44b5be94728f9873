"""``pitwall rules …``: for whoever writes rules (docs/detection-rules.md)."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from pitwall import paths
from pitwall.commands.call import Call
from pitwall.commands.command import Command, no_arguments
from pitwall.detect.loader import RuleBook, bundled_folder, load
from pitwall.state.listing import escaped
from pitwall.userfiles import is_kind


def list_grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def list_offline(arguments: argparse.Namespace) -> int:
    """What is on disk; a daemon that runs has what it read last (`rules reload`)."""
    book = load(bundled_folder(), Path(paths.detect_folder(paths.data_folder())))
    print("".join(_lines(book, as_json=arguments.json)), end="")
    if not arguments.json:
        print("".join(_kept(book)), end="")
    return 0


def _kept(book: RuleBook) -> Iterator[str]:
    """What a refused file leaves in use."""
    for kind in sorted(refused_kinds(book) - book.files.keys()):
        yield f"{kind}: a daemon that had rules for it goes on with those until it ends\n"


def refused_kinds(book: RuleBook) -> set[str]:
    """The kinds whose file of rules was refused."""
    return {bad.kind for bad in book.rejected if is_kind(bad.kind)}


def _lines(book: RuleBook, *, as_json: bool) -> list[str]:
    if as_json:
        rows = [
            {
                "kind": file.kind,
                "path": file.path,
                "origin": file.origin,
                "rules": len(file.rules),
                "error": "",
            }
            for file in book.files.values()
        ]
        rows += [
            {"kind": bad.kind, "path": bad.path, "origin": "user", "rules": 0, "error": bad.message}
            for bad in book.rejected
        ]
        return [escaped(json.dumps(row, ensure_ascii=False)) + "\n" for row in rows]
    width = max((len(kind) for kind in book.files), default=0)
    lines = []
    for kind, file in sorted(book.files.items()):
        replaces = ", in place of the bundled ones" if kind in book.replaced else ""
        lines.append(f"{kind:<{width}}  {len(file.rules):>3} rules  {file.path}{replaces}\n")
    lines += [f"{bad.line.removeprefix('pitwall: ')}\n" for bad in book.rejected]
    return lines


async def reload(call: Call) -> int:
    book = await call.house.reload_rules()
    await call.write("".join(_lines(book, as_json=False)))
    return 1 if book.rejected else 0


COMMANDS = (
    Command(
        "rules list",
        "List the rule files: which kinds they are for, where they lie, and which were refused and why.",
        "none",
        list_grammar,
        run_offline=list_offline,
    ),
    Command(
        "rules reload",
        "Have the daemon read the rule files again; a bad file leaves the rules of its kind as they are.",
        "required",
        no_arguments,
        reload,
    ),
)
