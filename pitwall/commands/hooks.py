"""``pitwall hooks …``: hooks in the agents' own settings, and for one start of an agent (docs/agents.md)."""

import argparse
import difflib
import json
import os
import signal
import sys
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from pitwall import paths
from pitwall.agents import definitions, hook_install
from pitwall.agents.backups import Backups
from pitwall.agents.codex_settings import notifies_another
from pitwall.agents.hook_install import KINDS, Change, Kind
from pitwall.agents.installation import command, hook_command, is_temporary
from pitwall.agents.launch import launch, settings_reader
from pitwall.agents.settingsfile import read
from pitwall.commands.command import Command
from pitwall.errors import CannotStart, Refusal, SettingsRejected
from pitwall.state.listing import escaped
from pitwall.state.text import plain

LINE_LIMIT = 2000
"""Characters of a line of a diff that are shown."""

_AT_EACH_START = "claude"
_ALL = (_AT_EACH_START, *KINDS)
_NOTHING_TO_INSTALL = (
    "claude: nothing to do: pitwall gives Claude Code its hooks at each start, and leaves its settings alone"
)
_TRUST = "codex: at its next start Codex asks whether its new hooks may run; let it trust them"
_NEXT_START = "{kind}: agents that run already have no hooks until they are started again"


def change_grammar(parser: argparse.ArgumentParser) -> None:
    _kinds_argument(parser)
    parser.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")


def status_grammar(parser: argparse.ArgumentParser) -> None:
    _kinds_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _kinds_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "kinds", nargs="*", metavar="AGENT", help=f"{', '.join(_ALL)}; all that are here if none is given"
    )


def install(arguments: argparse.Namespace) -> int:
    pitwall = command()
    if not pitwall:
        raise Refusal("this pitwall is no installed one: install it, with `uv tool install pitwall` or pipx")
    if is_temporary(pitwall) and not arguments.dry_run:
        raise Refusal(
            f"this pitwall runs from {pitwall!r}, which may be gone tomorrow, and hooks with it: install pitwall,"
            " with `uv tool install pitwall` or pipx, and run that one"
        )
    return _change(arguments, hook_install.install, pitwall)


def uninstall(arguments: argparse.Namespace) -> int:
    return _change(arguments, hook_install.uninstall, command() or "pitwall")


def _change(arguments: argparse.Namespace, act: Callable[..., tuple[Change, ...]], pitwall: str) -> int:
    failed = []
    for kind in _asked(arguments.kinds):
        if kind == _AT_EACH_START:
            print(_NOTHING_TO_INSTALL)
            continue
        try:
            changes = act(kind, os.environ, pitwall, _backups(), dry_run=arguments.dry_run)
        except SettingsRejected as error:
            failed.append(f"{kind}: {plain(str(error), LINE_LIMIT)}; nothing was changed")
            continue
        for line in _told(kind, changes, dry_run=arguments.dry_run, installs=act is hook_install.install):
            print(line)
    if failed:
        raise Refusal("\npitwall: ".join(failed))
    return 0


def _asked(words: Iterable[str]) -> Iterator[Kind | str]:
    """The agents that are meant; raises Refusal for one that has no hooks, or is not here."""
    words = list(words)
    for word in words:
        if word not in _ALL:
            raise Refusal(f"pitwall has no hooks for {word!r}: it has some for {', '.join(_ALL)}")
    for kind in KINDS:
        place = hook_install.folder(kind, os.environ)
        if kind in words and not place.is_dir():
            raise Refusal(f"there is no folder {str(place)!r}: start {kind} once, and then install its hooks")
    yield from (word for word in _ALL if word in words or (not words and _is_here(word)))


def _is_here(kind: str) -> bool:
    return kind == _AT_EACH_START or hook_install.folder(_kind(kind), os.environ).is_dir()


def _kind(word: str) -> Kind:
    return next(kind for kind in KINDS if kind == word)


def _backups() -> Backups:
    return Backups(Path(paths.data_folder(), "hooks"))


def _told(kind: str, changes: tuple[Change, ...], *, dry_run: bool, installs: bool) -> Iterator[str]:
    """What is to be said of an agent's changes."""
    made = [change for change in changes if not change.is_none]
    if dry_run:
        yield from (line for change in made for line in _diff(change))
    if not made:
        yield f"{kind}: nothing to do: its hooks are {'there' if installs else 'not there'}"
        return
    if dry_run:
        return
    for change in made:
        done = "removed" if change.after is None else "changed" if change.file.data is not None else "written"
        yield f"{kind}: {change.file.path}: {done}"
        if change.backup is not None and change.backup.original is not None:
            yield f"{kind}: as it was before: {_backups().paths(change.file)[1]}"
    if not installs:
        return
    if kind == "codex":
        yield _TRUST
        if _has_own_notify():
            yield "codex: the program of your own in `notify` stays; the hooks tell all that pitwall needs"
    yield _NEXT_START.format(kind=kind)


def _has_own_notify() -> bool:
    return notifies_another(read(hook_install.folder("codex", os.environ) / "config.toml").text)


def _diff(change: Change) -> Iterator[str]:
    """A unified diff, safe to print."""
    before, after = (_lines(data) for data in (change.file.data, change.after))
    name = str(change.file.path)
    old = name if change.file.data is not None else "/dev/null"
    new = name if change.after is not None else "/dev/null"
    for line in difflib.unified_diff(before, after, old, new, lineterm=""):
        yield _shown(line)


def _lines(data: bytes | None) -> list[str]:
    text = (data or b"").decode("utf-8", "replace")
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else [*lines[:-1], lines[-1] + " \\ no line end"]


def _shown(line: str) -> str:
    return "".join(c if c.isprintable() or c == "\t" else repr(c)[1:-1] for c in line)[:LINE_LIMIT]


def status(arguments: argparse.Namespace) -> int:
    pitwall = command()
    asked = arguments.kinds or _ALL
    for word in asked:
        if word not in _ALL:
            raise Refusal(f"pitwall has no hooks for {word!r}: it has some for {', '.join(_ALL)}")
    for word in (word for word in _ALL if word in asked):
        row = _row(word, pitwall)
        if arguments.json:
            print(escaped(json.dumps(row, ensure_ascii=False)))
        else:
            advice = f": {row['advice']}" if row["advice"] else ""
            print(f"{row['kind']}: {row['state']}{plain(advice, LINE_LIMIT)}")
    return 0


def _row(word: str, pitwall: str) -> Mapping[str, str]:
    """An agent's line of `hooks status`."""
    if word == _AT_EACH_START:
        return {"kind": word, "state": "installed", "folder": "", "advice": "given at each start"}
    kind = _kind(word)
    place = str(hook_install.folder(kind, os.environ))
    try:
        state: str = hook_install.state(kind, os.environ, pitwall)
    except SettingsRejected as error:
        return {"kind": kind, "state": "unknown", "folder": place, "advice": str(error)}
    advice = {
        "missing": f"`pitwall hooks install {kind}`",
        "outdated": f"they are of another pitwall, or not all there: `pitwall hooks install {kind}`",
        "no agent": f"there is no folder {place}",
    }
    return {"kind": kind, "state": state, "folder": place, "advice": advice.get(state, "")}


def run_grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", metavar="AGENT")
    parser.add_argument("argv", nargs="+", metavar="COMMAND", help="the command, behind `--`")


def run(arguments: argparse.Namespace) -> int:
    """Become the agent, with hooks if its definition says that they are given at each start."""
    argv: list[str] = arguments.argv
    folder = Path(paths.agents_folder(paths.data_folder()))
    book = definitions.load(definitions.bundled_folder(), folder)
    definition = book.definitions.get(arguments.kind)
    words = tuple(argv)
    pitwall = command()
    if definition is None:  # whoever removed its file still wants to work
        print(
            f"pitwall: no agent is called {arguments.kind!r}, so {words[0]} is started without hooks:"
            " `pitwall agent kinds` lists them",
            file=sys.stderr,
        )
    if definition is not None and pitwall:
        hook = hook_command(pitwall, definition.hooks)
        reader = settings_reader(os.getcwd())
        words = launch(
            definition, argv, hook=hook, read_settings=reader, new_id=lambda: str(uuid.uuid4())
        ).argv
    # Python ignores them, and what it becomes would too.
    before = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGPIPE, signal.SIGXFSZ)}
    try:
        os.execvp(words[0], words)
    except OSError as error:
        for number, handler in before.items():
            signal.signal(number, handler)
        raise CannotStart(f"{words[0]!r} cannot be started: {error.strerror}") from None


COMMANDS = (
    Command(
        "hooks install",
        "Put pitwall's hooks in the settings of Codex and pi, so that they say themselves what they do.",
        "none",
        change_grammar,
        run_offline=install,
        examples="""examples:
  pitwall hooks install --dry-run     show what would change
  pitwall hooks install codex

What was in the settings stays as it is, byte for byte, and is kept beside pitwall's own data. A file of a shape
that is not understood is left alone.""",
    ),
    Command(
        "hooks uninstall",
        "Take pitwall's hooks out of the settings again; files that nobody else changed are as before.",
        "none",
        change_grammar,
        run_offline=uninstall,
    ),
    Command(
        "hooks status",
        "Say of each agent that can have hooks whether it has them.",
        "none",
        status_grammar,
        run_offline=status,
    ),
    Command(
        "hooks run",
        "Start an agent with pitwall's hooks for this run alone; what the `claude` of a pitwall shell does.",
        "none",
        run_grammar,
        run_offline=run,
        examples="example:\n  pitwall hooks run claude -- claude --settings my.json",
    ),
)
