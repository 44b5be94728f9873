"""
The agent's own words on their way to its detector: hooks and program status reports (SEMANTICS 5).

They count only from the pane's recognised agent: a report by its ``app``, a hook by the agent that it was sent from
(nested agents inherit ``$PITWALL_PANE``). One that comes before its agent was recognised waits a while.
"""

from collections.abc import Callable
from dataclasses import dataclass

from pitwall.agents.hooks import HookSaid
from pitwall.agents.reports import HELD_MS, said
from pitwall.events.agents import AgentKnown, AgentSpoke, OwnSource, PermissionModeChanged, Word
from pitwall.events.ids import PaneId
from pitwall.state.model import Agent
from pitwall.state.panefold import PaneFact
from pitwall.state.status_inputs import OwnWordCleared, OwnWordHeard
from pitwall.state.text import QUESTION_LIMIT, TITLE_LIMIT, plain
from pitwall.terminal.reports import ProgramStatus

HELD = 16
"""Words that may wait for their agent to be recognised; of more, the newest."""

OwnWord = OwnWordHeard | OwnWordCleared


@dataclass(frozen=True, slots=True)
class Hook:
    """
    One hook of an agent; ``sent`` is when its process started, monotonic ms.

    ``sender`` is the nearest agent above that process, by pid and start time; ``None``: there is none.
    """

    kind: str
    said: HookSaid
    sent: int
    sender: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Heard:
    """What comes of a word: facts, and what the detector takes in."""

    facts: tuple[PaneFact, ...] = ()
    word: OwnWord | None = None


class Words:
    """
    One pane's words.

    ``poll_now`` has its foreground looked at when one comes from nobody that is known; ``kind_of`` gives the kind of
    the agent that reports under a name.
    """

    def __init__(self, pane: PaneId, poll_now: Callable[[], None], kind_of: Callable[[str], str]) -> None:
        self._pane = pane
        self._poll_now = poll_now
        self._kind_of = kind_of
        self._held: list[tuple[ProgramStatus | Hook, int]] = []
        self._runtime = ""
        self._retired: set[str] = set()
        self._latest = 0
        self._spoken: AgentSpoke | None = None

    def hear(self, spoken: ProgramStatus | Hook, agent: Agent | None, at: int) -> Heard:
        """What a word means that comes now; ``agent`` is the pane's, in the foreground or suspended."""
        if agent is None or (agent.suspended and isinstance(spoken, ProgramStatus)):
            self._held = [*self._held[-HELD + 1 :], (spoken, at)]
            self._poll_now()
            return Heard()
        if isinstance(spoken, Hook):
            return self._hook(spoken, agent, at)
        word = said(spoken.state, plain(spoken.message, QUESTION_LIMIT))
        if word is None or self._kind_of(spoken.app) != agent.kind:
            return Heard()
        return self._heard("report", word.word, word.detail, at)

    def recognised(self, agent: Agent, at: int) -> list[Heard]:
        """What the agent that is recognised now said shortly before."""
        held, self._held = self._held, []
        self._runtime, self._retired, self._latest, self._spoken = "", set(), 0, None
        recent = [spoken for spoken, heard in held if at - heard <= HELD_MS]
        return [self.hear(spoken, agent, at) for spoken in recent]

    def _hook(self, hook: Hook, agent: Agent, at: int) -> Heard:
        if hook.kind != agent.kind or hook.sender not in (None, (agent.pid, agent.began)):
            return Heard()
        spoken = hook.said
        if spoken.runtime in self._retired:
            return Heard()
        if spoken.runtime and spoken.runtime != self._runtime:
            self._retired.add(self._runtime)
            self._runtime = spoken.runtime
        facts = self._known(spoken, agent) if hook.sent >= self._latest else ()
        self._latest = max(self._latest, hook.sent)
        if spoken.word is None:
            return Heard(facts)
        detail = plain(spoken.detail, QUESTION_LIMIT)
        heard = self._heard(
            "hook",
            spoken.word,
            detail,
            at,
            sent=min(hook.sent, at),
            background=spoken.background,
            reminder=spoken.reminder,
        )
        return Heard((*facts, *heard.facts), heard.word)

    def _known(self, said: HookSaid, agent: Agent) -> tuple[PaneFact, ...]:
        """What a hook tells besides the status; a late one would tell of an earlier conversation or mode."""
        facts: tuple[PaneFact, ...] = ()
        if said.session:
            facts += (
                AgentKnown(pane=self._pane, agent=agent.kind, session=plain(said.session, TITLE_LIMIT)),
            )
        if said.mode:
            facts += (PermissionModeChanged(pane=self._pane, mode=plain(said.mode, TITLE_LIMIT)),)
        return facts

    def _heard(
        self,
        source: OwnSource,
        word: Word,
        detail: str,
        at: int,
        *,
        sent: int = 0,
        background: bool = False,
        reminder: bool = False,
    ) -> Heard:
        fact = AgentSpoke(pane=self._pane, source=source, word=word, detail=detail)
        # A program that repeats itself without end would fill the journal with one fact.
        facts = () if fact == self._spoken else (fact,)
        self._spoken = fact
        if word == "cleared":
            return Heard(facts, OwnWordCleared(at, source, sent))
        return Heard(facts, OwnWordHeard(at, source, word, detail, sent, background, reminder))
