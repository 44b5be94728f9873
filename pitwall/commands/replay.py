"""
``pitwall replay``: judge the recorded past again, and explain any moment of it.

It reads the disk alone: no daemon is needed, and one that runs is not disturbed.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pitwall import durations, paths
from pitwall.commands.command import Command, session_flag
from pitwall.commands.past import Past, evidence_in, evidence_of, panes_meant, read_past, tab_of
from pitwall.commands.replay_lines import (
    LINE_LIMIT,
    clock,
    picture_lines,
    picture_row,
    timeline_lines,
    timeline_rows,
    under_headings,
    verdict_lines,
)
from pitwall.commands.tab_or_file import HELP, for_want_of_a_tab, tab_meant
from pitwall.detect.loader import load
from pitwall.detect.rules import RuleFile
from pitwall.errors import Refusal, UsageError
from pitwall.events.base import Recorded
from pitwall.events.ids import PaneId
from pitwall.events.panes import PaneExited
from pitwall.evidence.course import Step, course, endings_of, until_event, until_time
from pitwall.evidence.reader import Archive, kinds_in, panes_in
from pitwall.evidence.records import Evidence
from pitwall.evidence.timeline import picture, timeline
from pitwall.state.model import Pane, Tab
from pitwall.state.text import plain

VERDICT_US = 50_000
"""A status becomes a fact no later than so many µs after the evidence of it, on any machine that is not stuck."""


def grammar(parser: argparse.ArgumentParser) -> None:
    session_flag(parser)
    parser.add_argument(
        "tab", metavar="TAB|FILE", help=f"a tab, open or closed, or a file of evidence: {HELP}"
    )
    moment = parser.add_mutually_exclusive_group()
    moment.add_argument(
        "--at",
        metavar="TIME",
        help="explain that moment: 14:32, 14:32:05, 2026-11-30T14:32:05, or 90s for so long ago",
    )
    moment.add_argument("--event", metavar="N", help="explain what led to event number N (`pitwall events`)")
    parser.add_argument("--screen", action="store_true", help="with --at or --event: show the screen as well")
    parser.add_argument("--rules", metavar="DIR", help="judge by the rule files of this folder instead")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


@dataclass(frozen=True, slots=True)
class Recording:
    """
    What is recorded of panes: the course of each, with the rules by which it was read.

    ``last`` is the number of the last event known, ``ends`` the wall-clock µs of the last evidence in a file; ``None``
    where more than a file is known.
    """

    courses: Mapping[PaneId, Sequence[Step]]
    archive: Archive
    last: int
    ends: int | None = None


def run_offline(arguments: argparse.Namespace) -> int:
    if arguments.screen and arguments.at is None and arguments.event is None:
        raise UsageError("--screen shows the screen of one moment: name that with --at TIME or --event N")
    rules = None if arguments.rules is None else _rules_in(arguments.rules)
    recording = _meant(arguments.tab, arguments.session)
    if rules is not None:
        _check_kinds(arguments.rules, rules, kinds_in(recording.archive, recording.courses))
    if arguments.at is None and arguments.event is None:
        told = _timelines(recording, rules, arguments)
    else:
        told = _pictures(recording, rules, arguments)
        if not told:
            first = min(steps[0].at for steps in recording.courses.values())
            raise Refusal(f"there is no evidence from before that moment: it begins at {clock(first)}")
    if not arguments.json and len(recording.courses) > 1:
        told = under_headings(told, {pane: kinds_in(recording.archive, [pane]) for pane in told})
    for lines in told.values():
        for line in lines:
            print(line)
    return 0


def _rules_in(given: str) -> Mapping[str, RuleFile]:
    """The rule files of the folder that ``--rules`` gives."""
    folder = Path(given)
    if not folder.is_dir():
        raise UsageError(f"--rules: {given!r} is no folder")
    book = load(folder, Path("/nonexistent"))
    for rejected in book.rejected:
        raise Refusal(rejected.line.removeprefix("pitwall: ignoring "))
    return book.files


def _check_kinds(given: str, rules: Mapping[str, RuleFile], kinds: Sequence[str]) -> None:
    """Say which of the recorded kinds have no rules; raises ``Refusal`` when none has any."""
    lacking = [kind for kind in kinds if kind not in rules]
    if not lacking:
        return
    files = " and no ".join(plain(f"{kind}.toml", LINE_LIMIT) for kind in lacking)
    if len(lacking) < len(kinds):
        print(
            f"pitwall: --rules: {given!r} has no {files}: what is recorded of that is judged without rules",
            file=sys.stderr,
        )
        return
    inside = paths.detect_folder(given)
    held = [kind for kind in lacking if os.path.isfile(os.path.join(inside, f"{kind}.toml"))]
    advice = f"name {inside!r}" if held else "name a folder with rules for it"
    raise Refusal(f"--rules: {given!r} has no {files}, the kind of agent that is recorded: {advice}")


def _meant(word: str, session: str | None) -> Recording:
    """What is recorded of the tab that ``word`` means, or in the file."""
    found = tab_meant(word, session, is_file=os.path.isfile(word), find=lambda: _found(word, session))
    if found is None:
        return _in_file(word)
    past, tab = found
    archive = evidence_of(past.folder)
    courses = {
        pane: course(archive.of(pane), endings_of(pane, tab.id, past.endings))
        for pane in panes_meant(past, archive, tab)
    }
    if any(is_behind(past.state.panes.get(pane), archive.of(pane)) for pane in courses):
        print(
            "pitwall: the newest status is not in the evidence yet, which is written a second or two later",
            file=sys.stderr,
        )
    return Recording(courses, archive, past.state.seq)


def is_behind(pane: Pane | None, evidence: Sequence[Evidence]) -> bool:
    """Whether a pane's agent has a status whose evidence is still to be written."""
    if pane is None or not pane.live or pane.agent is None:
        return False
    return pane.reading.since > max(piece.at for piece in evidence) + VERDICT_US


def _found(word: str, session: str | None) -> tuple[Past, Tab]:
    past = read_past(Path(paths.journal_folder(paths.data_folder())))
    caller = PaneId(os.environ.get("PITWALL_PANE", ""))
    return past, tab_of(past.state, word, session, caller)


def _in_file(word: str) -> Recording:
    try:
        archive = evidence_in(Path(word))
    except Refusal as refusal:
        raise Refusal(f"{refusal}{for_want_of_a_tab(word)}") from refusal
    courses = {pane: course(archive.of(pane), ()) for pane in panes_in(archive)}
    last = max(piece.after for piece in archive.evidence)
    return Recording(courses, archive, last + 1, max(piece.at for piece in archive.evidence))


def _timelines(
    recording: Recording, rules: Mapping[str, RuleFile] | None, arguments: argparse.Namespace
) -> dict[PaneId, list[str]]:
    """The timeline of each pane, in lines."""
    told: dict[PaneId, list[str]] = {}
    for pane, steps in recording.courses.items():
        line = timeline(steps, recording.archive.rules, rules)
        if arguments.json:
            told[pane] = timeline_rows(line, pane)
        else:
            told[pane] = [*timeline_lines(line), *(verdict_lines(line) if rules is None else ())]
    return told


def _pictures(
    recording: Recording, rules: Mapping[str, RuleFile] | None, arguments: argparse.Namespace
) -> dict[PaneId, list[str]]:
    """The moment that is asked for in each pane that there is evidence of by then, in lines."""
    led_to, at = _moment(recording, arguments)
    told: dict[PaneId, list[str]] = {}
    for pane, steps in recording.courses.items():
        before = led_to(steps)
        found = picture(before, recording.archive.rules, rules, at=at)
        if found is None:
            continue
        lost = _lost(steps[len(before) :]) if arguments.at is not None else None
        if arguments.json:
            told[pane] = [picture_row(found, lost, pane, screen=arguments.screen)]
        else:
            told[pane] = picture_lines(found, lost, screen=arguments.screen)
    return told


def _moment(
    recording: Recording, arguments: argparse.Namespace
) -> tuple[Callable[[Sequence[Step]], Sequence[Step]], int | None]:
    """
    What of a course led to the moment that is asked for, and its time, wall-clock µs, if that is what was given.

    Raises ``Refusal`` for a moment that is not recorded yet.
    """
    if arguments.event is not None:
        number = _number(arguments.event)
        if number > recording.last:
            raise Refusal(
                f"--event: nothing is recorded of event {number}; what is here reaches up to event {recording.last}"
            )
        return lambda steps: until_event(steps, number), None
    now = datetime.now()
    at = moment_of(arguments.at, now)
    if at > int(now.timestamp() * 1_000_000):
        raise Refusal(f"--at: {clock(at)} lies in the future; name a moment that has been")
    if recording.ends is not None and at > recording.ends:
        raise Refusal(
            f"--at: {clock(at)} is later than all evidence in the file, which ends at {clock(recording.ends)}"
        )
    return lambda steps: until_time(steps, at), at


def _lost(later: Sequence[Step]) -> Recorded | None:
    """The fact that comes next, if it says that the process was found gone."""
    match later:
        case [Recorded(fact=PaneExited(code=None)) as lost, *_]:
            return lost
        case _:
            return None


def moment_of(text: str, now: datetime) -> int:
    """
    The moment that ``text`` names, wall-clock µs: a duration ago, a time of day (the last one), or a date and time.

    Raises ``UsageError``.
    """
    try:
        return int((now - timedelta(seconds=durations.parse(text))).timestamp() * 1_000_000)
    except ValueError:
        pass  # it is no duration
    try:
        if "T" in text or " " in text or "-" in text:
            return int(datetime.fromisoformat(text).timestamp() * 1_000_000)
        day = datetime.combine(now.date(), datetime.strptime(text, _form(text)).time())
    except ValueError as error:
        raise UsageError(
            f"--at: {text!r} is no time; write 14:32, 14:32:05, 2026-11-30T14:32:05, or 90s for as long ago"
        ) from error
    if day > now:
        day -= timedelta(days=1)
    return int(day.timestamp() * 1_000_000)


def _form(text: str) -> str:
    return {1: "%H:%M", 2: "%H:%M:%S.%f" if "." in text else "%H:%M:%S"}.get(text.count(":"), "%H:%M:%S")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise UsageError(f"--event: {text!r} is no event number")
    return int(text)


COMMAND = Command(
    name="replay",
    summary="Judge a tab's recorded past again: when it showed what, and why.",
    need="none",
    grammar=grammar,
    run_offline=run_offline,
    examples="""examples:
  pitwall replay 3                           every status of tab 3, with source, rule and hint
  pitwall replay 3 --at 14:32 --screen       what was on its screen then, and which rule decided
  pitwall replay 3 --event 812               what led to event 812 of `pitwall events`
  pitwall replay 3 --rules ~/my-detect       what other rules would have said""",
)
