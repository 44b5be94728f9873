"""What is remembered of one pane's agent, and when it must be looked at again although nothing happens."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pitwall.events.agents import Source, Status
from pitwall.state.status_inputs import Press, ScreenRead, ScreenState, WordSource, WordStatus

SAMPLE_MS = 400
"""The least time between two samples that count as two."""

ACTIVITY_MS = 1_200
"""How long output counts as activity."""

YIELD_MS = 500
"""From this long after a key that could have ended the turn, the screen decides."""

INTERRUPTED_MS = 5_000
"""How long after an interrupt key an idle screen is the interrupt's doing, not the turn's end."""

DISBELIEF_MS = 10_000
"""How long the screen must say idle before an own word `working` is no longer believed."""

NO_TURN_MS = 500
"""An own word `working` that goes to idle sooner than this, with no key between, was no turn."""

PAINT_MS = 150
"""How long an agent is given to paint what it says, before the sample that goes with its word is taken."""

Aside = Literal["", "key", "screen"]
"""Why the own word does not decide: it does; a key could have ended the turn; the screen said idle for long."""


@dataclass(frozen=True, slots=True)
class Shown:
    """
    What is shown of an agent.

    ``rule`` and ``region`` are set when the screen decided. ``detail`` is the question, or an error's message.
    ``turn`` is the turn flag: the agent has worked since it was last idle or done.
    """

    status: Status = "unknown"
    source: Source = "activity"
    rule: str = ""
    region: str = ""
    detail: str = ""
    turn: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """
    The agent's own word.

    ``believed``: no sample taken since it came contradicts its `done`. ``looked``: it was a `done` that the user
    has looked at, and is idle since.
    """

    source: WordSource
    status: WordStatus
    detail: str
    at: int
    background: bool = False
    believed: bool = True
    looked: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """Samples in a row that read the same state: when the first was taken, the last of them, how many."""

    since: int
    last: ScreenRead
    count: int = 1

    @property
    def state(self) -> ScreenState | None:
        """What they all read."""
        return self.last.state

    @property
    def lasting(self) -> bool:
        """The first and the last are far enough apart to count as two."""
        return self.last.at - self.since >= SAMPLE_MS


@dataclass(frozen=True, slots=True)
class Fold:
    """
    All that is remembered of one pane's agent; ``kind`` is empty while there is none.

    ``sent`` is when the newest own word was sent. ``aside`` says why the word does not decide, for samples from
    ``aside_from`` on. ``output_at`` is the last output that changed what is visible. ``turn_since`` is when an
    own word `working` came that is no turn yet. ``settled``: the agent has shown that it works or rests, by own
    word or rule, so that output may mean a turn. ``typed``: a key was pressed since it came, other than into its
    dialog, so that it may have been asked for work. ``looked``: a done was looked at, and nothing was said since.
    """

    now: int = 0
    kind: str = ""
    paused: bool = False
    word: Word | None = None
    sent: int = 0
    aside: Aside = ""
    aside_from: int = 0
    run: Run | None = None
    output_at: int | None = None
    interrupted_at: int | None = None
    turn: bool = False
    turn_since: int | None = None
    settled: bool = False
    typed: bool = False
    looked: bool = False
    shown: Shown = Shown()

    @property
    def yielded(self) -> bool:
        """There is an own word, and it does not decide."""
        return self.word is not None and self.aside != "" and self.now >= self.aside_from

    @property
    def active(self) -> bool:
        """Something visible was written a short time ago."""
        return self.output_at is not None and self.now - self.output_at < ACTIVITY_MS

    @property
    def live_dialog(self) -> bool:
        """A rule reads `blocked` off the screen, in two samples in a row: no own word beats that."""
        return self.run is not None and self.run.state == "blocked" and self.run.lasting

    def heeds(self, press: Press) -> bool:
        """Whether a key can change anything now; one that cannot need not be taken in."""
        if self.paused or not self.kind:
            return False
        if not self.typed or self.turn_since is not None or self.shown.status == "blocked":
            return True
        return press == "interrupt" and self.shown.status == "working"

    @property
    def unseen(self) -> bool:
        """
        The screen has a say in the newest own word, and no sample was taken since the agent could paint.

        It has one in whether a dialog that was live is answered, and in the question of a `blocked` without one.
        """
        if self.word is None:
            return False
        wordless = self.word.status == "blocked" and not self.word.detail
        if self.run is None or self.run.last.at < self.word.at + PAINT_MS:
            return wordless or (self.word.status != "blocked" and self.live_dialog)
        return False

    @property
    def held(self) -> bool:
        """The screen rules decide and say idle after a turn, in one sample only: one more is waited for."""
        return (
            self.run is not None
            and self.run.state == "idle"
            and self.run.count < 2
            and self.aside != "screen"
            and (self.word is None or self.yielded)
            and self.shown.status == "working"
            and self.turn
        )

    @property
    def flickering(self) -> bool:
        """
        The screen reads working, in one sample only, though nobody typed: one more is waited for.

        Agents flicker so while they start; what was typed may be done within one sample.
        """
        return (
            self.run is not None
            and self.run.state == "working"
            and self.run.count < 2
            and not self.typed
            and not self.turn
        )

    @property
    def deadline(self) -> int | None:
        """When a Tick is wanted although nothing happens, always later than ``now``; None: not at all."""
        return min((at for at in self._ticks() if at > self.now), default=None)

    @property
    def sample_due(self) -> int | None:
        """When a sample is wanted though the screen does not change; it stays until the sample is taken."""
        if not self.kind or self.paused:
            return None
        if self.run is None:
            return self.now
        return min(self._samples(self.run), default=None)

    def _ticks(self) -> Iterator[int]:
        if self.output_at is not None:
            yield self.output_at + ACTIVITY_MS
        if self.turn_since is not None:
            yield self.turn_since + NO_TURN_MS
        if self.disbelief is not None:
            yield self.disbelief

    @property
    def disbelief(self) -> int | None:
        """When the own word `working` is set aside if the screen goes on saying idle."""
        if self.word is None or self.word.status != "working" or self.aside:
            return None
        if self.run is None or self.run.state != "idle":
            return None
        return max(self.run.since, self.word.at) + DISBELIEF_MS

    def _samples(self, run: Run) -> Iterator[int]:
        if self.held or self.flickering:
            yield run.last.at + SAMPLE_MS
        if self.word is None:
            return
        if self.aside == "key" and run.last.at < self.aside_from:
            yield self.aside_from
        if self.yielded:
            return
        if self.unseen:
            yield max(self.word.at + PAINT_MS, run.last.at + SAMPLE_MS)
        if self.word.status == "blocked":
            return
        if run.state == "blocked":
            if not run.lasting:
                yield run.since + SAMPLE_MS
        elif not self.word.believed:
            yield max(self.word.at + PAINT_MS, run.last.at + SAMPLE_MS)
