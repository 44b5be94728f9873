"""Recordings of agents, played through the terminal and the detector as the daemon would."""

import gzip
import json
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pitwall.agents import hook_claude, hook_codex, hook_pi
from pitwall.detect.rules import RuleFile
from pitwall.detector import Detector
from pitwall.state.status import Shown
from pitwall.state.status_inputs import OwnWordCleared, OwnWordHeard, WordStatus
from pitwall.terminal import Terminal
from pitwall.terminal.reports import ProgramStatus

SUFFIX = ".rec.jsonl.gz"

_APPS = {"claude-code": "claude", "codex": "codex"}
_STATES: dict[str, WordStatus] = {
    "working": "working",
    "blocked": "blocked",
    "idle": "idle",
    "done": "done",
    "error": "done",
}


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a recording with its true label; ms."""

    start: int
    end: int
    label: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Recording:
    """The bytes of one run, in and out, and the truth about it; ``records`` hold (ms, kind, fields)."""

    name: str
    agent: str
    rows: int
    cols: int
    records: tuple[tuple[int, str, Mapping[str, object]], ...]
    truth: tuple[Span, ...]
    end: int

    @property
    def kind(self) -> str:
        """The agent's kind, whatever its version."""
        return self.agent.partition("-")[0]


@dataclass(frozen=True, slots=True)
class Playing:
    """What the detector said along a recording, change by change, and when there was output; ms."""

    shown: tuple[tuple[int, Shown], ...]
    outputs: tuple[int, ...] = field(default=(), repr=False)


def load(path: Path) -> Recording:
    """A recording from its file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        header, *records, footer = (json.loads(line) for line in file)
    return Recording(
        name=path.name.removesuffix(SUFFIX),
        agent=header["agent"],
        rows=header["rows"],
        cols=header["cols"],
        records=tuple((ms(record["t"]), record["k"], record) for record in records),
        truth=tuple(Span(ms(start), ms(end), label, detail) for start, end, label, detail in footer["truth"]),
        end=ms(footer["t"]),
    )


def has_hooks(recording: Recording) -> bool:
    """Whether the agent sent hooks."""
    return any(kind == "h" for _, kind, _ in recording.records)


def ms(seconds: float) -> int:
    """Seconds in whole ms."""
    return round(seconds * 1000)


def play(
    recording: Recording,
    rules: Mapping[str, RuleFile],
    own_words: bool = False,
    detector: Detector | None = None,
    *,
    hooks: bool = False,
) -> Playing:
    """
    What the detector says along the recording.

    An agent that was started is recognised at once. In a recording of a shell, agents come, are suspended and
    go on where the script says so, and are known by the command that was typed.
    """
    player = _Player(recording, rules, own_words, detector or Detector())
    player.hooks = hooks
    for at, record, fields in recording.records:
        player.wait_until(at)
        player.take(at, record, fields)
    player.wait_until(recording.end)
    return Playing(tuple(player.shown), tuple(player.outputs))


class _Player:
    def __init__(
        self, recording: Recording, rules: Mapping[str, RuleFile], own_words: bool, detector: Detector
    ) -> None:
        self.terminal = Terminal(recording.rows, recording.cols)
        self.detector = detector
        self.rules = rules
        self.own_words = own_words
        self.hooks = False
        self.session = ""
        self.typed = b""
        self.now = 0
        self.in_shell = recording.agent == "shell"
        self.shown: list[tuple[int, Shown]] = [(0, Shown())]
        self.outputs: list[int] = []
        if not self.in_shell:
            self._recognised(recording.kind, 0)

    def wait_until(self, at: int) -> None:
        """Take the samples and ticks that are due by then."""
        detector = self.detector
        while (due := detector.deadline) is not None and due <= at:
            self.now = max(self.now, due)
            if detector.wants_sample(self.now):
                detector.sample(self.terminal.sample(), self.now)
            else:
                detector.tick(self.now)
            self._note(self.now)
        self.now = max(self.now, at)

    def take(self, at: int, record: str, fields: Mapping[str, object]) -> None:
        """Take one record."""
        match record:
            case "o":
                self.terminal.feed(b64decode(str(fields["b"])))
                self.terminal.take_replies()
                self.outputs.append(at)
                for report in self.terminal.take_reports():
                    if self.own_words and isinstance(report, ProgramStatus):
                        self._said(report, at)
                self.detector.output(at)
            case "i":
                data = b64decode(str(fields["b"]))
                self.typed = (self.typed + data)[-4096:]
                self.detector.key(data, at)
            case "r":
                self.terminal.resize(int(str(fields["rows"])), int(str(fields["cols"])))
                self.detector.changed(at)
            case "h" if self.hooks:
                self._hooked(fields, at)
            case "m" if self.in_shell:
                self._marked(str(fields["state"]), str(fields["detail"]), at)
            case _:
                pass
        self.wait_until(at)
        self._note(at)

    def _marked(self, state: str, detail: str, at: int) -> None:
        if state == "noagent" and self.detector.fold.kind:
            self.detector.paused(at)
        elif detail == "agent brought back":
            self.detector.continued(at)
        elif state == "idle" and not self.detector.fold.kind:
            commands = [
                line for line in self.typed.decode(errors="replace").split("\r") if line.startswith("/")
            ]
            self._recognised(Path(commands[-1].split()[0]).name, at)

    def _recognised(self, kind: str, at: int) -> None:
        self.detector.agent(kind, self.rules.get(kind), at)

    def _said(self, report: ProgramStatus, at: int) -> None:
        if report.state == "clear":
            self.detector.own_word(OwnWordCleared(at, "report"))
        elif report.state in _STATES and _APPS.get(report.app) == self.detector.fold.kind:
            self.detector.own_word(OwnWordHeard(at, "report", _STATES[report.state], report.message))

    def _hooked(self, fields: Mapping[str, object], at: int) -> None:
        """A hook, notification or extension event that the agent sent."""
        payload = fields["payload"]
        assert isinstance(payload, dict)
        kind = self.detector.fold.kind
        if kind == "claude":
            said = hook_claude.said(payload)
        elif kind == "codex":
            said = hook_codex.said(payload, self.session)
        elif kind == "pi":
            said = hook_pi.said({"event": payload.get("type")})
        else:
            return
        self.session = said.session or self.session
        if said.word == "cleared":
            self.detector.own_word(OwnWordCleared(at, "hook"))
        elif said.word is not None:
            word = OwnWordHeard(at, "hook", said.word, said.detail, 0, said.background, said.reminder)
            self.detector.own_word(word)

    def _note(self, at: int) -> None:
        if self.shown[-1][1] != self.detector.shown:
            self.shown.append((at, self.detector.shown))
