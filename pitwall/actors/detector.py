"""
The detector actor: it owns one pane's signals, and says what of them is news.

The judgement itself is ``pitwall.detector``, a pure core; here are its clock, its mailbox, and the facts that come
of it: which agent runs, what it does, which job the shell runs, and the pane's title and folder.
"""

from collections.abc import Callable

import trio

from pitwall.actors.directory import Directory
from pitwall.actors.messages import (
    DetectorMessage,
    ForegroundPolled,
    KeysTyped,
    LookedAt,
    ReportAsked,
    ScreenSampled,
    StatusReported,
)
from pitwall.agents.program import Program, base_name
from pitwall.agents.reports import HELD_MS, kind_of, said
from pitwall.detect.loader import RuleBook
from pitwall.detector import Detector
from pitwall.detector_report import report_of
from pitwall.events.agents import (
    AgentLeft,
    AgentResumed,
    AgentSeen,
    AgentSpoke,
    AgentSuspended,
    StatusChanged,
)
from pitwall.events.ids import FilePath, PaneId
from pitwall.events.panes import BranchChanged, JobEnded, JobStarted, PaneMoved, PaneTitled
from pitwall.pty import processes
from pitwall.state.intents import Observe
from pitwall.state.model import Agent
from pitwall.state.panefold import PaneFact
from pitwall.state.status_inputs import OwnWordCleared, OwnWordHeard
from pitwall.state.text import QUESTION_LIMIT, TITLE_LIMIT, plain, strip_spinner
from pitwall.terminal.reports import ProgramStatus

HELD_REPORTS = 16
"""Reports that may wait for their agent to be recognised; of more, the newest."""


def monotonic_ms() -> int:
    """The time that all of a detector's inputs carry."""
    return int(trio.current_time() * 1000)


class DetectorActor:
    """One pane's detector; ``shell_pid`` is the process that the pane was started with."""

    def __init__(
        self,
        pane: PaneId,
        messages: "trio.MemoryReceiveChannel[DetectorMessage]",
        directory: Directory,
        rules: Callable[[], RuleBook],
        *,
        wake_at: Callable[[float], None],
        poll_now: Callable[[], None],
        shell_pid: int | None,
    ) -> None:
        self._pane = pane
        self._messages = messages
        self._directory = directory
        self._rules = rules
        self._wake_at = wake_at
        self._poll_now = poll_now
        self._held: list[tuple[ProgramStatus, int]] = []
        self._shell_pid = shell_pid
        self._core = Detector()
        self._agent: Agent | None = None
        self._job: str | None = None
        self._output_at: int | None = None
        self._told: StatusChanged | None = None

    async def run(self) -> None:
        """Take messages, for ever."""
        async for message in self._messages:
            news = self._take(message, monotonic_ms())
            if news:
                await self._directory.tell(Observe(tuple(news)))
            deadline = self._core.deadline
            if deadline is not None:
                self._wake_at(deadline / 1000)

    def _take(self, message: DetectorMessage, at: int) -> list[PaneFact]:
        """The facts that a message makes."""
        match message:
            case ScreenSampled():
                return [*self._sampled(message, at), *self._status()]
            case ForegroundPolled():
                return [*self._polled(message, at), *self._status()]
            case StatusReported():
                return [*self._reported(message.report, at), *self._status()]
            case KeysTyped():
                self._core.key(message.data, at)
            case LookedAt():
                self._core.looked_at(at)
            case ReportAsked():
                message.reply.send_nowait(report_of(self._core, at, self._output_at))
        return self._status()

    def _sampled(self, message: ScreenSampled, at: int) -> list[PaneFact]:
        if message.output_at is not None and message.output_at != self._output_at:
            self._output_at = message.output_at
            self._core.output(message.output_at)
        if self._core.wants_sample(at):
            self._core.sample(message.sample, at)
        self._core.tick(at)
        return [PaneTitled(pane=self._pane, title=plain(strip_spinner(message.sample.title), TITLE_LIMIT))]

    def _reported(self, report: ProgramStatus, at: int) -> list[PaneFact]:
        """A report is believed from the recognised foreground agent alone; it waits a while for that."""
        if self._agent is None or self._agent.suspended:
            self._held = [*self._held[-HELD_REPORTS + 1 :], (report, at)]
            self._poll_now()
            return []
        if kind_of(report.app) != self._agent.kind:
            return []
        word = said(report.state, plain(report.message, QUESTION_LIMIT))
        if word is None:
            return []
        if word.word == "cleared":
            self._core.own_word(OwnWordCleared(at, "report"))
        else:
            self._core.own_word(OwnWordHeard(at, "report", word.word, word.detail))
        return [AgentSpoke(pane=self._pane, source="report", word=word.word, detail=word.detail)]

    def _held_reports(self, at: int) -> list[PaneFact]:
        """What the agent that is recognised now said shortly before."""
        held, self._held = self._held, []
        return [
            fact for report, heard in held if at - heard <= HELD_MS for fact in self._reported(report, heard)
        ]

    def _polled(self, polled: ForegroundPolled, at: int) -> list[PaneFact]:
        news = [*self._agent_news(polled, at), *self._job_news(polled.program)]
        if polled.cwd:
            news.append(PaneMoved(pane=self._pane, cwd=FilePath(polled.cwd)))
        news.append(BranchChanged(pane=self._pane, branch=plain(polled.branch, TITLE_LIMIT)))
        return news

    def _agent_news(self, polled: ForegroundPolled, at: int) -> list[PaneFact]:
        """What became of the agent: another came, it left, it was suspended or brought back."""
        known, program = self._agent, polled.program
        if polled.kind and program is not None:
            if known is not None and (known.pid, known.began) == (program.pid, program.began):
                return self._agent_resumed(known, at)
            left: list[PaneFact] = [] if known is None else [AgentLeft(pane=self._pane)]
            return [*left, *self._agent_came(polled.kind, program, at)]
        if known is None or program is None:
            return []
        if processes.began(known.pid) != known.began:
            self._agent = None
            self._core.agent(None, None, at)
            return [AgentLeft(pane=self._pane)]
        if known.suspended:
            return []
        self._agent = Agent(known.kind, known.pid, known.began, suspended=True)
        self._core.paused(at)
        return [AgentSuspended(pane=self._pane)]

    def _agent_came(self, kind: str, program: Program, at: int) -> list[PaneFact]:
        self._agent = Agent(kind, program.pid, program.began)
        self._told = None
        self._core.agent(kind, self._rules().files.get(kind), at)
        self._core.changed(at)
        seen = AgentSeen(pane=self._pane, kind=kind, pid=program.pid, began=program.began)
        return [seen, *self._held_reports(at)]

    def _agent_resumed(self, known: Agent, at: int) -> list[PaneFact]:
        if not known.suspended:
            return []
        self._agent = Agent(known.kind, known.pid, known.began)
        self._core.continued(at)
        self._core.changed(at)
        return [AgentResumed(pane=self._pane)]

    def _job_news(self, program: Program | None) -> list[PaneFact]:
        """The job in the terminal's foreground, when it is not what the pane was started with."""
        if program is None:
            return []
        job = "" if program.pid == self._shell_pid else plain(job_name(program), TITLE_LIMIT)
        if job == self._job:
            return []
        self._job = job
        return [JobStarted(pane=self._pane, name=job) if job else JobEnded(pane=self._pane)]

    def _status(self) -> list[PaneFact]:
        if self._agent is None:
            return []
        shown = self._core.shown
        status = StatusChanged(
            pane=self._pane,
            status=shown.status,
            source=shown.source,
            turn=shown.turn,
            rule=shown.rule,
            detail=shown.detail,
        )
        if status == self._told:
            return []
        self._told = status
        return [status]


def job_name(program: Program) -> str:
    """What a job is called: its script's or its program's base name."""
    return base_name(program.script) or base_name(program.executable) or program.comm or "job"
