"""``pitwall rules check|explain``: rule files held against saved screens, and one screen held against rules."""

import argparse
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import trio

from pitwall import paths
from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.commands.tab_or_file import HELP, for_want_of_a_tab, tab_meant
from pitwall.detect.loader import bundled_folder, load
from pitwall.detect.reading import Attempt, explain
from pitwall.detect.rulefile import parse
from pitwall.detect.rules import RuleFile
from pitwall.detect.saved import NoSavedScreen, SavedScreen
from pitwall.detect.saved import parse as parse_screen
from pitwall.detect.screen import Screen
from pitwall.errors import DaemonUnreachable, NoSuchTab, Refusal, RuleFileRejected, UsageError
from pitwall.plainfiles import open_plain
from pitwall.state.model import Tab
from pitwall.state.tabstate import main_pane
from pitwall.state.text import plain, plain_row

SCREENS = "screens"
TEXT_LINES = 12
"""Lines of a region that are shown."""
LINE_LIMIT = 200


def check_grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="rule files; all that are loaded if none is given"
    )
    parser.add_argument(
        "--screens", metavar="DIR", help="the folder of saved screens, in a folder for each kind"
    )


def check(arguments: argparse.Namespace) -> int:
    if arguments.screens is not None and not os.path.isdir(arguments.screens):
        raise UsageError(f"--screens: {arguments.screens!r} is no folder")
    bad = 0
    for path in [Path(file) for file in arguments.files] or _loaded_files():
        lines = list(_checked(path, arguments.screens))
        print("\n".join(lines))
        bad += not lines[-1].endswith("as expected") and not lines[-1].endswith("no saved screens")
    return 1 if bad else 0


def _loaded_files() -> list[Path]:
    """Every rule file that is loaded or refused, the user's own last."""
    book = load(bundled_folder(), Path(paths.detect_folder(paths.data_folder())))
    return [Path(file.path) for file in book.files.values()] + [Path(bad.path) for bad in book.rejected]


def _checked(path: Path, screens: str | None) -> Iterator[str]:
    """What is to be said of one file; the last line sums it up."""
    try:
        rules = _rule_file(path)
    except RuleFileRejected as error:
        for problem in error.problems:
            yield f"{path}: {problem}"
        yield f"{path}: refused"
        return
    count = wrong = 0
    for screen, saved in _saved(screen_folder(path, screens)):
        count += 1
        if isinstance(saved, str):
            wrong += 1
            yield f"{screen}: {saved}"
            continue
        differences = saved.differences(rules)
        wrong += bool(differences)
        yield from (f"{screen}: {difference}" for difference in differences)
    summary = f"{path}: {_counted(len(rules.rules), 'rule')}"
    if wrong:
        yield f"{summary}, {wrong} of {_counted(count, 'saved screen')} read otherwise"
    elif count:
        yield f"{summary}, {_counted(count, 'saved screen')}, read as expected"
    else:
        yield f"{summary}, no saved screens"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _rule_file(path: Path) -> RuleFile:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RuleFileRejected(f"it cannot be read: {error.strerror}", path=str(path)) from error
    return parse(data, kind=path.stem, path=str(path))


def screen_folder(rules: Path, given: str | None) -> Path:
    """Where a rule file's saved screens are: ``screens/KIND`` beside it, or in a checkout's ``tests``."""
    if given is not None:
        return Path(given) / rules.stem
    beside = rules.parent / SCREENS / rules.stem
    checkout = rules.resolve().parent.parent / "tests" / SCREENS / rules.stem
    return beside if beside.is_dir() else checkout


def _saved(folder: Path) -> Iterator[tuple[Path, SavedScreen | str]]:
    """The saved screens of a folder, or why one is none."""
    for path in sorted(folder.glob("*.txt")):
        try:
            with open(open_plain(path, os.O_RDONLY), encoding="utf-8") as file:
                yield path, parse_screen(file.read())
        except (OSError, ValueError) as error:
            yield path, str(error)


def explain_grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument("screen", metavar="TAB|FILE", help=f"a tab, or a file with a saved screen: {HELP}")
    parser.add_argument(
        "--kind", metavar="KIND", help="the agent kind; a saved screen's folder names it if not given"
    )
    parser.add_argument("--rules", metavar="FILE", help="try this rule file instead of the one in use")


@dataclass(frozen=True, slots=True)
class Explained:
    """A screen tried against a rule file."""

    rules: RuleFile
    attempts: tuple[Attempt, ...]


async def explain_live(call: Call) -> int:
    given = call.arguments
    word: str = given.screen
    path, rules = os.path.join(call.hello.cwd, word), _path(call.hello.cwd, given.rules)
    is_file = await trio.to_thread.run_sync(os.path.isfile, path)
    tab = tab_meant(word, given.session, is_file=is_file, find=lambda: call.tab(word))
    if tab is not None:
        explained = await _of_tab(call, tab)
    else:
        explained = await trio.to_thread.run_sync(_of_file, word, Path(path), given.kind, rules)
    await call.write("".join(f"{line}\n" for line in _told(explained)))
    return 0


def explain_offline(arguments: argparse.Namespace) -> int:
    word: str = arguments.screen
    if arguments.session is not None:
        raise DaemonUnreachable("no daemon runs that could have a tab of a session")
    if not os.path.isfile(word):
        raise DaemonUnreachable(f"there is no file {word!r}, and no daemon runs that could have a tab of it")
    for line in _told(_of_file(word, Path(word), arguments.kind, arguments.rules)):
        print(line)
    return 0


def _path(folder: str, path: str | None) -> str | None:
    return None if path is None else os.path.join(folder, path)


def _of_file(word: str, path: Path, kind: str | None, rules: str | None) -> Explained:
    """The saved screen in the file that ``word`` means, explained."""
    try:
        saved = parse_screen(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, NoSavedScreen) as error:
        raise Refusal(f"{path} holds no saved screen: {error}{for_want_of_a_tab(word)}") from error
    file = _rules_for(kind or path.resolve().parent.name, rules)
    return Explained(file, explain(file, saved.screen))


def _rules_for(kind: str, rules: str | None) -> RuleFile:
    if rules is not None:
        return _rule_file(Path(rules))
    book = load(bundled_folder(), Path(paths.detect_folder(paths.data_folder())))
    if kind not in book.files:
        raise Refusal(
            f"there are no rules for {kind!r}; --kind names another kind, `pitwall rules list` has them"
        )
    return book.files[kind]


async def _of_tab(call: Call, tab: Tab) -> Explained:
    given = call.arguments
    pane = main_pane(call.state, tab)
    report = await call.house.panes.report(pane.id) if pane is not None else None
    if report is None:
        raise NoSuchTab("the tab closed meanwhile; `pitwall ls` lists those that are open")
    if given.rules is None and given.kind is None:
        if report.rules is None:
            raise Refusal(
                "no agent with rules runs in that tab; `--kind KIND` tries a kind's rules on its screen"
            )
        return Explained(report.rules, report.attempts)
    sample = await call.house.panes.capture(pane.id) if pane is not None else None
    if sample is None:
        raise NoSuchTab("the tab closed meanwhile; `pitwall ls` lists those that are open")
    screen = Screen(sample.lines, sample.title)
    if given.rules is not None:
        file = _rule_file(Path(os.path.join(call.hello.cwd, given.rules)))
    else:
        known = call.house.rules().files
        if given.kind not in known:
            raise Refusal(f"there are no rules for {given.kind!r}; `pitwall rules list` has the kinds")
        file = known[given.kind]
    return Explained(file, explain(file, screen))


def _told(explained: Explained) -> Iterable[str]:
    """Every rule in the order they are tried; the first that matches decides."""
    yield f"{explained.rules.path}: {_counted(len(explained.rules.rules), 'rule')}, the first that matches decides"
    decided = False
    for attempt in explained.attempts:
        mark = "decides" if attempt.matched and not decided else "matches" if attempt.matched else "no"
        decided = decided or attempt.matched
        yield f"{mark:<8} {attempt.rule} ({attempt.state}, priority {attempt.priority}) in {attempt.region}"
        if not attempt.matched:
            yield f"         {plain(attempt.unmet, LINE_LIMIT)}"
        lines = attempt.region_text.split("\n")
        more = [f"… {len(lines) - TEXT_LINES} lines above"] if len(lines) > TEXT_LINES else []
        for line in [*more, *lines[-TEXT_LINES:]]:
            yield f"         | {plain_row(line, LINE_LIMIT)}".rstrip()


COMMANDS = (
    Command(
        "rules check",
        "Check rule files, and hold them against saved screens.",
        "none",
        check_grammar,
        run_offline=check,
        examples="""exit codes:
  0  every file is valid, and every saved screen is read as expected
  1  one is not

example:
  pitwall rules check ~/.local/share/pitwall/detect/drift.toml

Saved screens lie in `screens/KIND/*.txt` beside the rule file: a head with `state: blocked`, and `rule:`, `hint:` and
`title:` if they matter, a line `---`, and the screen as `pitwall capture TAB` prints it.""",
    ),
    Command(
        "rules explain",
        "Try every rule on a tab's screen or a saved one, and say why each matches or does not.",
        "optional",
        explain_grammar,
        explain_live,
        run_offline=explain_offline,
        examples="""examples:
  pitwall rules explain 3
  pitwall rules explain 3 --rules ./claude.toml
  pitwall rules explain tests/screens/claude/trust.txt""",
    ),
)
