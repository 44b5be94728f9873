"""
The detector's core: from what a terminal shows and what an agent says to the agent's status.

The one code path, live and in replay. It does no I/O and reads no clock: times are monotonic ms, given.
"""

from dataclasses import dataclass
from typing import TypeVar

from pitwall.detect.reading import NO_MATCH, Reading, read
from pitwall.detect.rules import RuleFile
from pitwall.detect.screen import Screen
from pitwall.state.keys import press_of
from pitwall.state.status import Fold, Shown, step
from pitwall.state.status_inputs import (
    AgentCame,
    AgentContinued,
    AgentPaused,
    AgentWent,
    Input,
    KeyPressed,
    OutputSeen,
    OwnWordCleared,
    OwnWordHeard,
    ScreenRead,
    TabLookedAt,
    Tick,
    WordSource,
)
from pitwall.state.status_memory import SAMPLE_MS
from pitwall.state.status_why import why
from pitwall.terminal import Sample

FRAME_MS = 150
"""How long a program that is still painting may keep the screen from being judged."""

PAUSE_MS = 40
"""A program that wrote nothing for so long has painted its frame: many write one in pieces, title first."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """
    One sample of the screen, as the rules see it.

    ``output_at`` is when the program last wrote since the sample before; None: it wrote nothing.
    """

    at: int
    screen: Screen
    output_at: int | None = None


Taken = Sampled | Input
"""What a detector takes in: recorded and taken again in the same order, it gives the same statuses."""

_T = TypeVar("_T", bound=Taken)


class Detector:
    """
    What one pane's agent is doing.

    The methods named for happenings return what was taken in, to be recorded; None when it could change nothing.
    At ``deadline`` comes a sample if ``wants_sample`` says so, else a tick. ``rules`` of None match nothing.
    """

    def __init__(self) -> None:
        self.fold = Fold()
        self.rules: RuleFile | None = None
        self.screen: Screen | None = None
        self.reading: Reading = NO_MATCH
        self.sampled_at: int | None = None
        self.words: dict[WordSource, OwnWordHeard | OwnWordCleared] = {}
        self._changed_at: int | None = None
        self._output_at: int | None = None
        self._painted_at: int | None = None
        self._held_since: int | None = None
        self._pasting = False

    @property
    def shown(self) -> Shown:
        """The status that is shown, with source, rule, region, detail and turn flag."""
        return self.fold.shown

    @property
    def deadline(self) -> int | None:
        """When a sample or a tick is wanted next, perhaps at once; None: not before something happens."""
        return _earliest(self.fold.deadline, self.sample_due)

    @property
    def sample_due(self) -> int | None:
        """
        When a sample is wanted next; None: the screen need not be judged.

        400 ms after the last at the soonest, and in a pause of the output if one comes soon.
        """
        if not self.fold.kind or self.fold.paused:
            return None
        if self._held_since is not None:
            return self._changed_at
        due = self._due
        if due is None or self._painted_at is None:
            return due
        return min(max(due, self._painted_at + PAUSE_MS), due + FRAME_MS)

    @property
    def _due(self) -> int | None:
        """When a sample would be wanted of a program that is not painting."""
        wanted = _earliest(self._changed_at, self.fold.sample_due)
        if wanted is None or self.sampled_at is None:
            return wanted
        return max(wanted, self.sampled_at + SAMPLE_MS)

    def wants_sample(self, at: int) -> bool:
        """Whether a sample is wanted now."""
        due = self.sample_due
        return due is not None and due <= at

    def why(self, at: int) -> tuple[str, ...]:
        """The reasons for the status, most important first; ``at`` is what ages are counted to."""
        return why(self.fold, at)

    def agent(self, kind: str | None, rules: RuleFile | None, at: int) -> AgentCame | AgentWent:
        """Another agent was recognised in the pane, read by these rules; None: the one there was has ended."""
        self.rules = rules
        taken = AgentWent(at) if kind is None else AgentCame(at, kind)
        self.take(taken)
        return taken

    def paused(self, at: int) -> AgentPaused:
        """The agent left the foreground and lives on."""
        return self._taken(AgentPaused(at))

    def continued(self, at: int) -> AgentContinued:
        """The agent is in the foreground again."""
        return self._taken(AgentContinued(at))

    def ruled(self, rules: RuleFile | None, at: int) -> None:
        """The rule files were read again: the screen is judged anew."""
        self.rules = rules
        self.screen = None
        self.changed(at)
        self._painted_at = None

    def output(self, at: int) -> None:
        """The program wrote something; whether it shows is seen in the next sample."""
        self._output_at = at
        self.changed(at)

    def changed(self, at: int) -> None:
        """The screen may have changed, by output or by a new size."""
        self._painted_at = at
        if self._changed_at is None or self._held_since is not None:
            self._changed_at = at

    def sample(self, sample: Sample, at: int) -> Sampled | None:
        """The terminal's screen at this moment; None when it is not judged, in the middle of an update."""
        if not self.fold.kind or self.fold.paused:
            return None
        if sample.synchronizing:
            if self._held_since is None:
                self._held_since = min(at, self._due or at)
            if at < self._held_since + FRAME_MS:
                self._changed_at = self._held_since + FRAME_MS
                return None
        return self._taken(Sampled(at, Screen(sample.lines, sample.title), self._output_at))

    def key(self, data: bytes, at: int) -> KeyPressed | None:
        """The user's input to the program; typing is not taken in, only keys that can change the status."""
        press, self._pasting = press_of(data, self._pasting)
        if press is None or not self.fold.heeds(press):
            return None
        return self._taken(KeyPressed(at, press))

    def own_word(self, word: OwnWordHeard | OwnWordCleared) -> OwnWordHeard | OwnWordCleared | None:
        """The agent said what it does, or took that back."""
        return self._taken(word) if self.fold.kind else None

    def looked_at(self, at: int) -> TabLookedAt | None:
        """The tab is the active one of an attached, focused window."""
        return self._taken(TabLookedAt(at)) if self.fold.shown.status == "done" else None

    def tick(self, at: int) -> Tick | None:
        """Nothing happened until now."""
        due = self.fold.deadline
        return self._taken(Tick(at)) if due is not None and due <= at else None

    def take(self, taken: Taken) -> None:
        """Take in one input, new or recorded; ``rules`` must be those of the agent that came."""
        match taken:
            case Sampled():
                self._judge(taken)
                return
            case AgentCame() | AgentWent() | AgentPaused() | AgentContinued():
                self._forget(keep_words=isinstance(taken, AgentPaused | AgentContinued))
            case OwnWordHeard() | OwnWordCleared():
                self.words[taken.source] = taken
            case _:
                pass
        self.fold = step(self.fold, taken)

    def _taken(self, taken: _T) -> _T:
        self.take(taken)
        return taken

    def _judge(self, sampled: Sampled) -> None:
        """Read the screen by the rules; output counts as activity only if it changed what is visible."""
        before, screen = self.screen, sampled.screen
        if sampled.output_at is not None and not _looks_same(before, screen):
            self.fold = step(self.fold, OutputSeen(sampled.output_at))
        if screen != before:
            self.reading = NO_MATCH if self.rules is None else read(self.rules, screen)
        self.screen = screen
        self.sampled_at = sampled.at
        self._changed_at = self._output_at = self._painted_at = self._held_since = None
        said = self.reading
        self.fold = step(self.fold, ScreenRead(sampled.at, said.state, said.rule, said.region, said.detail))

    def _forget(self, keep_words: bool) -> None:
        """What the screen showed was another program's."""
        self.screen = None
        self.reading = NO_MATCH
        self.sampled_at = None
        self._changed_at = self._output_at = self._painted_at = self._held_since = None
        if not keep_words:
            self.words = {}


def _looks_same(before: Screen | None, after: Screen) -> bool:
    """Whether the same text is visible; the cursor's row keeps spaces that nobody sees."""
    if before is None:
        return False
    if before.lines is after.lines or before.lines == after.lines:
        return True
    return [line.rstrip() for line in before.lines] == [line.rstrip() for line in after.lines]


def _earliest(*times: int | None) -> int | None:
    return min((at for at in times if at is not None), default=None)
