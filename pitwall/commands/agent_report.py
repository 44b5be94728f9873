"""What ``agent status`` prints: every signal of an agent, which one decided, and why (SEMANTICS 10)."""

import json
from dataclasses import dataclass

from pitwall.detect.loader import RuleBook
from pitwall.detect.rules import RuleFile
from pitwall.detector_report import DetectorReport
from pitwall.state.listing import escaped
from pitwall.state.model import Pane, State, Tab
from pitwall.state.status_memory import ACTIVITY_MS
from pitwall.state.tabstate import view
from pitwall.state.text import QUESTION_LIMIT, ended_with, plain
from pitwall.state.titles import title_of

Json = dict[str, "Json"] | list["Json"] | str | int | bool | None

TEXT_LIMIT = 2000
"""Characters of a region's text that are shown."""


@dataclass(frozen=True, slots=True)
class HookSupport:
    """Whether the agent can say what it does: ``launch``: told at each start, ``install``: by its settings."""

    mode: str = "none"
    installed: bool = False


@dataclass(frozen=True, slots=True)
class AgentStatus:
    """All that is known of a tab's agent; ``fields`` is the JSON object, in the order of SEMANTICS 10."""

    fields: dict[str, Json]
    report: DetectorReport


def describe(
    state: State, tab: Tab, report: DetectorReport, rules: RuleBook, hooks: HookSupport, *, now: int
) -> AgentStatus:
    """The status of the agent in ``tab``; ``now`` is wall-clock µs."""
    shown = view(state, tab)
    pane = shown.pane
    assert pane is not None
    reading = pane.reading
    hook, word = report.words.get("hook"), report.words.get("report")
    fields: dict[str, Json] = {
        "id": tab.id,
        "name": title_of(state, tab),
        "kind": shown.agent,
        "status": reading.status,
        "state": shown.state,
        "source": reading.source,
        "detail": plain(reading.detail, QUESTION_LIMIT),
        "running": pane.live,
        "attached": not tab.detached,
        "status_for_ms": max(0, now - reading.since) // 1000 if reading.since else None,
        "hooks": {
            "supported": hooks.mode != "none",
            "mode": hooks.mode,
            "installed": hooks.installed,
            "seen": hook is not None,
            "last": hook.status if hook else "",
            "last_age_ms": hook.age if hook else None,
        },
        "report": {
            "seen": word is not None,
            "last": word.status if word else "",
            "message": word.detail if word else "",
            "last_age_ms": word.age if word else None,
        },
        "screen": _screen(report, report.rules or rules.files.get(shown.agent)),
        "activity": {"last_output_ms_ago": report.output_age, "window_ms": ACTIVITY_MS},
        "rejected_rule_files": [
            {"file": rejected.path, "message": rejected.message} for rejected in rules.rejected
        ],
        "session": pane.conversation,
        "permission_mode": pane.mode,
        "explanation": [*_explanation(pane, report, rules), *_hooks_missing(pane, report, hooks)],
    }
    return AgentStatus(fields, report)


def _hooks_missing(pane: Pane, report: DetectorReport, hooks: HookSupport) -> list[str]:
    """Advice where an agent could say itself what it does, and has not, though it has worked."""
    if hooks.mode == "none" or not pane.turns or pane.words or not report.kind:
        return []
    if hooks.mode == "install" and not hooks.installed:
        return [f"its hooks are not installed, so its screen is read: `pitwall hooks install {report.kind}`"]
    missing = "no hook of it has arrived, though it could send some"
    return [f"{missing}: it was perhaps not started by pitwall or in its shell; its screen is read instead"]


def _screen(report: DetectorReport, rules: RuleFile | None) -> dict[str, Json]:
    reading = report.reading
    return {
        "rules_file": rules.path if rules is not None else "",
        "rule": reading.rule,
        "region": reading.region,
        "state": reading.state or "",
        "detail": reading.detail,
        "matched_text": reading.matched_text[:TEXT_LIMIT],
        "region_text": reading.region_text[:TEXT_LIMIT],
        "last_age_ms": report.screen_age,
    }


def _explanation(pane: Pane, report: DetectorReport, rules: RuleBook) -> list[str]:
    if not pane.live:
        how = "; how is not known" if pane.code is None else f" with {ended_with(pane.code)}"
        return [f"its process has ended{how}: no signal counts any more"]
    if not report.kind:
        return [*_no_agent(pane), *_rejected(rules)]
    lines = list(report.why)
    if report.rules is None:
        lines.append(
            f"there are no rules for {report.kind}: write detect/{report.kind}.toml in the data folder"
        )
    for attempt in report.attempts:
        if attempt.matched:
            lines.append(f"rule {attempt.rule} ({attempt.state}) matched in {attempt.region}")
            break
        lines.append(f"rule {attempt.rule} ({attempt.state}) did not match: {attempt.unmet}")
    return [*lines, *_rejected(rules)]


def _no_agent(pane: Pane) -> list[str]:
    if pane.expected and not pane.kind:
        return [
            f"its command is {pane.expected}'s, but {pane.expected} was not seen running in its foreground yet"
        ]
    if pane.kind:
        return [f"{pane.kind} ran here and has left"]
    program = pane.job or (pane.program.rpartition("/")[2] if pane.held else "")
    running = f"{program} runs" if program else "no job runs"
    return [
        f"no agent is recognised in its foreground ({running}); the names of programs count, never arguments"
    ]


def _rejected(rules: RuleBook) -> list[str]:
    return [rejected.line.removeprefix("pitwall: ") for rejected in rules.rejected]


def render(status: AgentStatus) -> str:
    """The status as JSON, one key a line."""
    return escaped_lines(json.dumps(status.fields, ensure_ascii=False, indent=2)) + "\n"


def escaped_lines(text: str) -> str:
    """A JSON text of several lines, safe to print."""
    return "\n".join(escaped(line) for line in text.split("\n"))


def human(status: AgentStatus) -> str:
    """The status for people: a header, a line a signal, and the reasons."""
    fields, report = status.fields, status.report
    hint = f": {fields['detail']}" if fields["detail"] else ""
    kind = plain(str(fields["kind"]), TEXT_LIMIT) or "no agent"
    said = f"{fields['status']}{hint}  [from {fields['source']}]" if fields["running"] else fields["state"]
    header = f"{fields['name']} ({kind}) — {said}"
    signals = (
        *_own_words(report),
        _read_screen(fields, report),
        f"activity: last output {_ago(report.output_age)}",
    )
    lines = (plain(line, TEXT_LIMIT) for line in (*signals, *_reasons(fields)))
    return "".join(f"{line}\n" for line in (header, *lines))


def _own_words(report: DetectorReport) -> list[str]:
    return [
        f"{source}: {word.status}{f' ({word.detail})' if word.detail else ''}, {_ago(word.age)}"
        for source, word in report.words.items()
    ]


def _read_screen(fields: dict[str, Json], report: DetectorReport) -> str:
    reading, screen = report.reading, fields["screen"]
    assert isinstance(screen, dict)
    if reading.state is not None:
        said = f"{reading.state}, by rule {reading.rule} in {reading.region}"
    elif report.rules is not None:
        said = "no rule matched"
    elif screen["rules_file"]:
        return f"screen: not read; its rules are {screen['rules_file']}"
    else:
        said = "no rules"
    return f"screen: {said}, {_ago(report.screen_age)}"


def _reasons(fields: dict[str, Json]) -> list[str]:
    explanation = fields["explanation"]
    assert isinstance(explanation, list)
    return [f"- {reason}" for reason in explanation]


def _ago(age: int | None) -> str:
    if age is None:
        return "never"
    return f"{age} ms ago" if age < 1000 else f"{age / 1000:.1f} s ago"
