"""What ``pitwall replay`` prints: statuses, what ended them, and one moment with its reasons."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from pitwall.detect.screen import Screen
from pitwall.events.base import Recorded
from pitwall.events.ids import PaneId
from pitwall.events.panes import PaneClosed, PaneExited, PaneStarted
from pitwall.events.tabs import TabClosed
from pitwall.evidence.records import Evidence, StatusRead
from pitwall.evidence.timeline import Moment, Picture, Timeline
from pitwall.state.listing import escaped
from pitwall.state.status_inputs import AgentWent
from pitwall.state.text import ended_with, plain, plain_row

LINE_LIMIT = 1000

Json = dict[str, "Json"] | list["Json"] | str | int | bool | None


def timeline_lines(line: Timeline) -> list[str]:
    """Every status and what ended it, a line each."""
    return [_moment_line(moment) for moment in line.moments]


def verdict_lines(line: Timeline) -> list[str]:
    """Whether the recorded verdicts are judged the same again, and which are not."""
    if not line.differing:
        return [f"{line.verdicts} recorded verdicts, all the same when judged again"]
    lines = [f"{len(line.differing)} of {line.verdicts} recorded verdicts are judged otherwise now:"]
    for piece, again in line.differing:
        assert isinstance(piece.item, StatusRead)
        lines += [f"  {_status_line(piece, piece.item)}", f"    now {_status_words(again)}"]
    return lines


def timeline_rows(line: Timeline, pane: PaneId) -> list[str]:
    """The same statuses and endings as JSON, an object each."""
    return [_json(_moment_row(moment, pane)) for moment in line.moments]


def picture_lines(picture: Picture, lost: Recorded | None, *, screen: bool) -> list[str]:
    """
    All that is known of one moment.

    ``lost`` is the fact that the process was found gone later, where nothing is known of the time until then.
    """
    if picture.ended:
        return [
            _ended_line(_decisive(picture.ended)),
            "agent: none",
            *(f"- {reason}" for reason in _endings(picture)),
            f"- What was before is explained by `--event {picture.ended[0].seq}`.",
        ]
    shown = StatusRead.of(picture.report.shown, picture.last.item.at)
    lines = [
        _status_line(picture.last, shown),
        f"agent: {plain(picture.report.kind, LINE_LIMIT) or 'none'}",
        f"title: {plain(_title(picture.screen), LINE_LIMIT)}",
        *(f"- {plain(reason, LINE_LIMIT)}" for reason in _reasons(picture, lost)),
    ]
    for attempt in picture.report.attempts:
        if attempt.matched:
            lines.append(
                f"- {plain(f'rule {attempt.rule} ({attempt.state}) matched in {attempt.region}', LINE_LIMIT)}"
            )
            break
        unmet = f"rule {attempt.rule} ({attempt.state}) did not match: {attempt.unmet}"
        lines.append(f"- {plain(unmet, LINE_LIMIT)}")
    rows = [plain_row(row, LINE_LIMIT) for row in _rows(picture.screen)]
    return [*lines, "screen:", *rows] if screen else lines


def picture_row(picture: Picture, lost: Recorded | None, pane: PaneId, *, screen: bool) -> str:
    """The same as one line of JSON."""
    if picture.ended:
        row = _ended_row(picture.ended, pane)
        return _json(
            {**row, "kind": "", "title": "", "screen": None, "attempts": [], "why": [*_endings(picture)]}
        )
    shown = StatusRead.of(picture.report.shown, picture.last.item.at)
    attempts: list[Json] = [
        {"rule": a.rule, "state": a.state, "region": a.region, "matched": a.matched, "unmet": a.unmet}
        for a in picture.report.attempts
    ]
    return _json(
        {
            **_status_row(picture.last, shown),
            "kind": picture.report.kind,
            "title": _title(picture.screen),
            "screen": [*_rows(picture.screen)] if screen else None,
            "attempts": attempts,
            "why": [*_reasons(picture, lost)],
        }
    )


def under_headings(
    told: Mapping[PaneId, list[str]], kinds: Mapping[PaneId, Sequence[str]]
) -> dict[PaneId, list[str]]:
    """The lines that are told of several panes, each under its id and the kinds of agents that came in it."""
    headed: dict[PaneId, list[str]] = {}
    for pane, lines in told.items():
        came = f" ({', '.join(plain(kind, LINE_LIMIT) for kind in kinds[pane])})" if kinds[pane] else ""
        headed[pane] = [*([""] if headed else []), f"pane {pane}{came}:", *lines]
    return headed


def clock(at: int) -> str:
    """The wall-clock time ``at``, µs, with its day."""
    return datetime.fromtimestamp(at / 1_000_000).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]


def _moment_line(moment: Moment) -> str:
    if isinstance(moment.step, Recorded):
        return _ended_line(moment.step)
    assert moment.shown is not None
    return _status_line(moment.step, moment.shown)


def _moment_row(moment: Moment, pane: PaneId) -> Mapping[str, Json]:
    if isinstance(moment.step, Recorded):
        return _ended_row([moment.step], pane)
    assert moment.shown is not None
    return _status_row(moment.step, moment.shown)


def _place(at: int, number: int) -> str:
    return f"{clock(at)}  after event {number:<6}"


def _status_line(piece: Evidence, shown: StatusRead) -> str:
    return f"{_place(piece.at, piece.after)} {_status_words(shown)}".rstrip()


def _status_words(shown: StatusRead) -> str:
    by = plain(f"{shown.source} {shown.rule}", LINE_LIMIT)
    turn = "turn" if shown.turn else ""
    detail = f'"{plain(shown.detail, LINE_LIMIT)}"' if shown.detail else ""
    return f"{plain(shown.status, LINE_LIMIT):<8} {turn:<5} {by:<36} {detail}"


def _status_row(piece: Evidence, shown: StatusRead) -> Mapping[str, Json]:
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
        "exit_code": None,
    }


def _ended_row(ended: Sequence[Recorded], pane: PaneId) -> Mapping[str, Json]:
    """What facts made of a pane, with the keys of a status; no evidence has a ``seq`` for it."""
    decisive, code = _decisive(ended), None
    for recorded in ended:
        if isinstance(recorded.fact, PaneExited | PaneStarted):
            code = recorded.fact.code if isinstance(recorded.fact, PaneExited) else None
    return {
        "seq": None,
        "at": decisive.at,
        "after": decisive.seq,
        "pane": pane,
        "status": _word(decisive),
        "source": "",
        "rule": "",
        "region": "",
        "detail": "",
        "turn": False,
        "exit_code": code,
    }


def _decisive(ended: Sequence[Recorded]) -> Recorded:
    """The fact that says what a pane is: that it closed, else the last one."""
    closings = [recorded for recorded in ended if isinstance(recorded.fact, PaneClosed | TabClosed)]
    return (closings or ended)[-1]


def _word(recorded: Recorded) -> str:
    match recorded.fact:
        case PaneExited():
            return "exited"
        case PaneStarted():
            return "running"
        case _:
            return "closed"


def _ended_line(recorded: Recorded) -> str:
    return f"{_place(recorded.at, recorded.seq)} {_word(recorded):<8}       {_detail(recorded)}"


def _detail(recorded: Recorded) -> str:
    match recorded.fact:
        case PaneExited(code=code):
            return "code unknown" if code is None else ended_with(code)
        case PaneStarted():
            return "another process"
        case PaneClosed():
            return "the pane"
        case _:
            return "the tab"


def _endings(picture: Picture) -> list[str]:
    return [_sentence(recorded) for recorded in picture.ended]


def _sentence(recorded: Recorded) -> str:
    at = clock(recorded.at)
    match recorded.fact:
        case PaneExited(code=None):
            return f"The process was found gone at {at}; its exit code is unknown."
        case PaneExited(code=code) if code is not None:
            return f"The process ended at {at} with {ended_with(code)}."
        case PaneStarted():
            return f"Another process was started in the pane at {at}; no agent was recognised in it by then."
        case PaneClosed():
            return f"The pane was closed at {at}."
        case _:
            return f"The tab was closed at {at}."


def _reasons(picture: Picture, lost: Recorded | None) -> list[str]:
    reasons = [*picture.report.why]
    if isinstance(picture.last.item, AgentWent):
        reasons.append(f"The agent left at {clock(picture.last.at)}.")
    if lost is not None:
        reasons.append(
            f"The process was found gone at {clock(lost.at)}: whether it still ran at this moment is not recorded."
        )
    return reasons


def _title(screen: Screen | None) -> str:
    return screen.title if screen is not None else ""


def _rows(screen: Screen | None) -> list[str]:
    """The screen without the empty rows at its end."""
    rows = list(screen.lines) if screen is not None else []
    while rows and not rows[-1].strip():
        rows.pop()
    return rows


def _json(fields: Mapping[str, Json]) -> str:
    return escaped(json.dumps(fields, ensure_ascii=False))
