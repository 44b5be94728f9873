"""
The detector actor: it owns one pane's signals, and says what of them is news.

The judgement itself is ``pitwall.detector``, a pure core; here are its clock, its mailbox, the facts that come of
it, and the record of what it took in, by which any status can be judged again later.
"""

import time
from collections.abc import Callable

import trio

from pitwall.actors.directory import Directory
from pitwall.actors.evidence import Piece
from pitwall.actors.logs import log_of
from pitwall.actors.messages import (
    DetectorMessage,
    ForegroundPolled,
    HookReceived,
    KeysTyped,
    LookedAt,
    ReportAsked,
    RulesRead,
    ScreenSampled,
    StatusReported,
)
from pitwall.actors.occupancy import Occupancy
from pitwall.actors.words import Heard, Hook, Words
from pitwall.detect.loader import RuleBook
from pitwall.detector import Detector, Taken
from pitwall.detector_report import report_of
from pitwall.events.agents import StatusChanged
from pitwall.events.ids import PaneId
from pitwall.events.panes import PaneTitled
from pitwall.evidence.records import Item, RulesUsed, StatusRead
from pitwall.state.intents import Observe
from pitwall.state.panefold import PaneFact
from pitwall.state.status import Shown
from pitwall.state.text import TITLE_LIMIT, plain, strip_spinner


def monotonic_ms() -> int:
    """The time that all of a detector's inputs carry."""
    return int(trio.current_time() * 1000)


class DetectorActor:
    """One pane's detector; ``wake_at`` takes trio's time, ``record`` the evidence; the rest as for ``Words``."""

    def __init__(
        self,
        pane: PaneId,
        messages: "trio.MemoryReceiveChannel[DetectorMessage]",
        directory: Directory,
        rules: Callable[[], RuleBook],
        occupancy: Occupancy,
        *,
        wake_at: Callable[[float], None],
        poll_now: Callable[[], None],
        kind_of: Callable[[str], str],
        record: Callable[[Piece], None],
    ) -> None:
        self._pane = pane
        self._messages = messages
        self._directory = directory
        self._rules = rules
        self._occupancy = occupancy
        self._wake_at = wake_at
        self._words = Words(pane, poll_now, kind_of)
        self._record = record
        self._core = Detector()
        self._output_at: int | None = None
        self._told: StatusChanged | None = None
        self._read: StatusRead | None = None
        self._log = log_of("detector")

    async def run(self) -> None:
        """Take messages, for ever."""
        self._take_up(monotonic_ms())
        async for message in self._messages:
            at = monotonic_ms()
            news = [*self._take(message, at), *self._status(at)]
            if news:
                await self._directory.tell(Observe(tuple(news)))
            deadline = self._core.deadline
            if deadline is not None:
                self._wake_at(deadline / 1000)

    def _take_up(self, at: int) -> None:
        """Go on with the agent that an actor which failed left."""
        agent = self._occupancy.agent
        if agent is None:
            return
        self._note(self._core.agent(agent.kind, self._rules().files.get(agent.kind), at))
        self._use_rules(at)
        if agent.suspended:
            self._note(self._core.paused(at))
        self._wake_at(at / 1000)

    def _take(self, message: DetectorMessage, at: int) -> list[PaneFact]:
        """The facts that a message makes."""
        match message:
            case ScreenSampled():
                return self._sampled(message, at)
            case ForegroundPolled():
                return self._polled(message, at)
            case StatusReported():
                return self._heard(self._words.hear(message.report, self._occupancy.agent, at))
            case HookReceived():
                hook = Hook(message.kind, message.said, at - message.age, message.sender)
                return self._heard(self._words.hear(hook, self._occupancy.agent, at))
            case KeysTyped():
                self._note(self._core.key(message.data, at))
            case LookedAt():
                self._note(self._core.looked_at(at))
            case RulesRead():
                self._use_rules(at)
            case ReportAsked():
                message.reply.send_nowait(report_of(self._core, at, self._output_at))
        return []

    def _sampled(self, message: ScreenSampled, at: int) -> list[PaneFact]:
        if message.output_at is not None and message.output_at != self._output_at:
            self._output_at = message.output_at
            self._core.output(message.output_at)
        if self._core.wants_sample(at):
            self._note(self._core.sample(message.sample, at))
        self._note(self._core.tick(at))
        return [PaneTitled(pane=self._pane, title=plain(strip_spinner(message.sample.title), TITLE_LIMIT))]

    def _polled(self, polled: ForegroundPolled, at: int) -> list[PaneFact]:
        news = self._occupancy.polled(polled)
        match news.turn:
            case "came":
                self._told = self._read = None
                self._note(self._core.agent(self._kind, self._rules().files.get(self._kind), at))
                self._use_rules(at)
                return [*news.facts, *self._held(at)]
            case "went":
                self._note(self._core.agent(None, None, at))
            case "suspended":
                self._note(self._core.paused(at))
            case "resumed":
                self._note(self._core.continued(at))
                self._core.changed(at)
            case None:
                pass
        return list(news.facts)

    def _use_rules(self, at: int) -> None:
        """Read the agent's screen by the rules that are in use now."""
        if not self._kind:
            return
        rules = self._rules().files.get(self._kind)
        self._core.ruled(rules, at)
        self._note(RulesUsed(at, rules.sha256 if rules is not None else ""))

    @property
    def _kind(self) -> str:
        agent = self._occupancy.agent
        return agent.kind if agent is not None else ""

    def _heard(self, heard: Heard) -> list[PaneFact]:
        """An own word of the agent's."""
        if heard.word is not None:
            self._note(self._core.own_word(heard.word))
        return list(heard.facts)

    def _held(self, at: int) -> list[PaneFact]:
        """What the agent that came said before it was recognised."""
        agent = self._occupancy.agent
        held = [] if agent is None else self._words.recognised(agent, at)
        return [fact for heard in held for fact in self._heard(heard)]

    def _status(self, at: int) -> list[PaneFact]:
        """The status, when it is another than was told."""
        if not self._kind:
            return []
        shown = self._core.shown
        read = StatusRead.of(shown, at)
        if self._read is None or StatusRead.of(shown, self._read.at) != self._read:
            self._read = read
            self._note(read)
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
        self._log_decision(shown, at)
        return [status]

    def _log_decision(self, shown: Shown, at: int) -> None:
        """One line for whoever tunes rules; never what the screen said (TRAPS 46)."""
        sampled, output = self._core.sampled_at, self._output_at
        self._log.info(
            "status changed",
            pane=self._pane,
            kind=self._kind,
            status=shown.status,
            source=shown.source,
            rule=shown.rule,
            region=shown.region,
            turn=shown.turn,
            screen_ms=None if sampled is None else at - sampled,
            output_ms=None if output is None else at - output,
        )

    def _note(self, item: Item | Taken | None) -> None:
        """Record what the core took in or said."""
        if item is not None:
            self._record(Piece(time.time_ns() // 1000, self._directory.state.seq, self._pane, item))
