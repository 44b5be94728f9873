"""
``pitwall replay``: judge the recorded past again, and explain any moment of it.

It reads the disk alone: no daemon is needed, and one that runs is not disturbed.
"""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pitwall import durations, paths
from pitwall.commands.command import Command, session_flag
from pitwall.commands.past import Past, evidence_in, evidence_of, panes_meant, read_past, tab_of
from pitwall.commands.tab_or_file import HELP, for_want_of_a_tab, tab_meant
from pitwall.detect.loader import load
from pitwall.detect.rules import RuleFile
from pitwall.detector import Detector
from pitwall.detector_report import DetectorReport
from pitwall.errors import Refusal, UsageError
from pitwall.events.ids import PaneId
from pitwall.evidence.reader import Archive, kinds_in, panes_in
from pitwall.evidence.records import Evidence, StatusRead
from pitwall.evidence.timeline import Timeline, picture, timeline
from pitwall.state.listing import escaped
from pitwall.state.model import Tab
from pitwall.state.text import plain

LINE_LIMIT = 1000

Json = dict[str, "Json"] | list["Json"] | str | int | bool | None


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
    parser.add_argument("--screen", action="store_true", help="with a moment: show the screen as well")
    parser.add_argument("--rules", metavar="DIR", help="judge by the rule files of this folder instead")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


@dataclass(frozen=True, slots=True)
class Replay:
    """What is to be judged again, and how it is printed."""

    archive: Archive
    panes: Sequence[PaneId]
    rules: Mapping[str, RuleFile] | None
    json: bool
    screen: bool


def run_offline(arguments: argparse.Namespace) -> int:
    replay = _replay(arguments)
    if arguments.at is None and arguments.event is None:
        for pane in replay.panes:
            _print_timeline(replay, timeline(replay.archive.of(pane), replay.archive.rules, replay.rules))
        return 0
    found = [moment for pane in replay.panes if (moment := _moment(replay, pane, arguments)) is not None]
    if not found:
        raise Refusal("there is no evidence of that moment; without --at and --event all of it is shown")
    for report, detector, piece in found:
        print("\n".join(_json_picture(replay, report, detector, piece)))
    return 0


def _replay(arguments: argparse.Namespace) -> Replay:
    rules = None if arguments.rules is None else _rules_in(arguments.rules)
    archive, panes = _meant(arguments.tab, arguments.session)
    if rules is not None:
        _check_kinds(arguments.rules, rules, kinds_in(archive, panes))
    return Replay(archive, panes, rules, arguments.json, arguments.screen)


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


def _meant(word: str, session: str | None) -> tuple[Archive, Sequence[PaneId]]:
    """The evidence that ``word`` means, a tab's or a file's, and the panes that it is of."""
    found = tab_meant(word, session, is_file=os.path.isfile(word), find=lambda: _found(word, session))
    if found is None:
        return _in_file(word)
    past, tab = found
    archive = evidence_of(past.folder)
    return archive, panes_meant(past, archive, tab)


def _found(word: str, session: str | None) -> tuple[Past, Tab]:
    past = read_past(Path(paths.journal_folder(paths.data_folder())))
    caller = PaneId(os.environ.get("PITWALL_PANE", ""))
    return past, tab_of(past.state, word, session, caller)


def _in_file(word: str) -> tuple[Archive, Sequence[PaneId]]:
    try:
        archive = evidence_in(Path(word))
    except Refusal as refusal:
        raise Refusal(f"{refusal}{for_want_of_a_tab(word)}") from refusal
    return archive, list(panes_in(archive))


def _print_timeline(replay: Replay, line: Timeline) -> None:
    for moment in line.moments:
        shown = moment.shown
        if replay.json:
            print(escaped(json.dumps(_json_status(moment.evidence, shown), ensure_ascii=False)))
        else:
            print(_status_line(moment.evidence, shown))
    if replay.json:
        return
    if replay.rules is not None:
        return
    if line.differing:
        print(f"{len(line.differing)} of {line.verdicts} recorded verdicts are judged otherwise now:")
        for piece, again in line.differing:
            assert isinstance(piece.item, StatusRead)
            print(f"  {_status_line(piece, piece.item)}\n    now {_status_words(again)}")
    else:
        print(f"{line.verdicts} recorded verdicts, all the same when judged again")


def _status_line(piece: Evidence, shown: StatusRead) -> str:
    return f"{_clock(piece.at)}  after event {piece.after:<6} {_status_words(shown)}".rstrip()


def _status_words(shown: StatusRead) -> str:
    by = f"{shown.source} {shown.rule}".strip()
    turn = "turn" if shown.turn else ""
    detail = f'"{plain(shown.detail, LINE_LIMIT)}"' if shown.detail else ""
    return f"{shown.status:<8} {turn:<5} {by:<36} {detail}"


def _json_status(piece: Evidence, shown: StatusRead) -> Json:
    return {
        "seq": piece.seq,
        "at": piece.at,
        "after": piece.after,
        "pane": piece.pane,
        "status": shown.status,
        "source": shown.source,
        "rule": shown.rule,
        "region": shown.region,
        "detail": shown.detail,
        "turn": shown.turn,
    }


def _moment(
    replay: Replay, pane: PaneId, arguments: argparse.Namespace
) -> tuple[DetectorReport, Detector, Evidence] | None:
    """The picture of the pane at the moment asked for."""
    pieces = replay.archive.of(pane)
    if arguments.event is not None:
        number = _number(arguments.event)
        until = max((piece.seq for piece in pieces if piece.after < number), default=0)
    else:
        when = moment_of(arguments.at, datetime.now())
        until = max((piece.seq for piece in pieces if piece.at <= when), default=0)
    return picture(pieces, replay.archive.rules, until, replay.rules)


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


def _clock(at: int) -> str:
    return datetime.fromtimestamp(at / 1_000_000).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]


def _json_picture(replay: Replay, report: DetectorReport, detector: Detector, piece: Evidence) -> list[str]:
    """The picture's lines."""
    screen = detector.screen
    lines = list(screen.lines) if screen is not None else []
    while lines and not lines[-1].strip():
        lines.pop()
    title = screen.title if screen is not None else ""
    shown = StatusRead.of(report.shown, piece.item.at)
    if replay.json:
        fields = _json_status(piece, shown)
        assert isinstance(fields, dict)
        fields |= {
            "kind": report.kind,
            "title": title,
            "screen": list(lines) if replay.screen else None,
            "attempts": [
                {"rule": a.rule, "state": a.state, "region": a.region, "matched": a.matched, "unmet": a.unmet}
                for a in report.attempts
            ],
            "why": list(report.why),
        }
        return [escaped(json.dumps(fields, ensure_ascii=False))]
    text = [
        _status_line(piece, shown),
        f"agent: {report.kind or 'none'}",
        f"title: {plain(title, LINE_LIMIT)}",
    ]
    text += [f"- {plain(reason, LINE_LIMIT)}" for reason in report.why]
    for attempt in report.attempts:
        if attempt.matched:
            text.append(f"- rule {attempt.rule} ({attempt.state}) matched in {attempt.region}")
            break
        text.append(
            f"- rule {attempt.rule} ({attempt.state}) did not match: {plain(attempt.unmet, LINE_LIMIT)}"
        )
    if replay.screen:
        text += ["screen:", *lines]
    return text


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
