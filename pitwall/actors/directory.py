"""
The directory: it owns the folded state and is the only writer of facts.

An intent comes in, is decided against the folded state, its facts are folded and handed to the journal; when they
are committed, they are announced: to whoever asked, to those who watch states, and to the other actors.
Messages go one way round (mailbox, journal, announcer), so no two bounded channels can wait for each other.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import trio

from pitwall.actors.journal import Batch, Committed
from pitwall.actors.latest import Latest
from pitwall.actors.logs import log_of
from pitwall.actors.supervisor import name_of, where
from pitwall.errors import PitwallError, Refusal
from pitwall.events.base import Recorded
from pitwall.state.fold import fold
from pitwall.state.intents import Answer, Intent
from pitwall.state.model import State

MAILBOX = 1024
RECENT = 8192
"""How many facts are kept in memory for those who follow the events; older ones are read from the disk."""


@dataclass(frozen=True, slots=True)
class _Request:
    intent: Intent
    reply: "trio.MemorySendChannel[Answer | PitwallError] | None"


class Directory:
    """The actor and the handle that others hold of it: ``ask``, ``tell``, ``state``, ``watch``, ``recent``."""

    def __init__(
        self, state: State, now: Callable[[], int], to_journal: "trio.MemorySendChannel[Batch]"
    ) -> None:
        self._folded = state
        self._committed = state
        self._now = now
        self._to_journal = to_journal
        self._inbox, self._mailbox = trio.open_memory_channel[_Request](MAILBOX)
        self._replies: dict[int, trio.MemorySendChannel[Answer | PitwallError]] = {}
        self._watchers: set[Latest[State]] = set()
        self._recent: deque[Recorded] = deque(maxlen=RECENT)
        self._batches = 0
        self._log = log_of("directory")
        self.durable = True

    @property
    def state(self) -> State:
        """The last committed state."""
        return self._committed

    async def ask(self, intent: Intent) -> Answer:
        """Have an intent made true; returns when it is committed, raises ``Refusal`` when it cannot be."""
        reply, answers = trio.open_memory_channel[Answer | PitwallError](1)
        await self._inbox.send(_Request(intent, reply))
        answer = await answers.receive()
        if isinstance(answer, PitwallError):
            raise answer
        return answer

    async def tell(self, intent: Intent) -> None:
        """Have an intent made true some time soon; a refusal goes unheard."""
        await self._inbox.send(_Request(intent, None))

    @contextmanager
    def watch(self) -> Iterator[Latest[State]]:
        """Committed states, the present one first; one who is slow gets the latest and misses those between."""
        states = Latest[State]()
        states.put(self._committed)
        self._watchers.add(states)
        try:
            yield states
        finally:
            self._watchers.discard(states)

    def recent(self, since: int) -> tuple[Recorded, ...] | None:
        """The committed facts after ``since``, or ``None`` when some are no longer in memory."""
        if since >= self._committed.seq:
            return ()
        if not self._recent or self._recent[0].seq > since + 1:
            return None
        return tuple(recorded for recorded in self._recent if recorded.seq > since)

    async def run(self) -> None:
        """Decide and fold, one intent after the other, until closed."""
        async with self._to_journal:
            async for request in self._mailbox:
                await self._decide(request)

    async def _decide(self, request: _Request) -> None:
        try:
            recorded, state = self._folded_with(request.intent)
        except PitwallError as refusal:
            if request.reply is not None:
                request.reply.send_nowait(refusal)
            return
        except Exception as failure:
            intent = type(request.intent).__name__
            self._log.error("intent failed", intent=intent, error=name_of(failure), where=where(failure))
            if request.reply is not None:
                request.reply.send_nowait(Refusal("this failed inside the daemon; see `pitwall logs`"))
            return
        self._folded = state
        self._batches += 1
        if request.reply is not None:
            self._replies[self._batches] = request.reply
        await self._to_journal.send(Batch(self._batches, recorded, state))

    def _folded_with(self, intent: Intent) -> tuple[tuple[Recorded, ...], State]:
        """The facts that make the intent true, in their places, and the state after them."""
        at, state = self._now(), self._folded
        recorded: list[Recorded] = []
        for fact in intent.decide(state):
            recorded.append(Recorded(state.seq + 1, at, fact))
            state = fold(state, recorded[-1])
        return tuple(recorded), state

    async def announce(self, committed: "trio.MemoryReceiveChannel[Committed]") -> None:
        """Tell everybody what is committed, for ever."""
        async for news in committed:
            self._announce(news)

    def _announce(self, news: Committed) -> None:
        batch = news.batch
        self.durable = news.durable
        self._committed = batch.state
        self._recent.extend(batch.recorded)
        reply = self._replies.pop(batch.number, None)
        if reply is not None:
            reply.send_nowait(Answer(batch.state, batch.recorded, news.durable))
        if batch.recorded:
            for watcher in self._watchers:
                watcher.put(batch.state)

    def close(self) -> None:
        """Take no more intents: what is committed is announced, and then the actors end."""
        self._inbox.close()
