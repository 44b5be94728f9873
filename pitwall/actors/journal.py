"""
The journal actor: it owns the journal's files, and commits facts in groups.

It takes all batches that wait, writes them with one write and one fsync in a worker thread, and passes them on as
committed. Batches of cosmetic facts alone are passed on once written, and reach the disk within a second. When the
disk refuses, it keeps the entries, passes batches on as not durable, and tries again: the daemon never stops for
its journal.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import trio

from pitwall.actors.logs import log_of
from pitwall.actors.supervisor import name_of, where
from pitwall.errors import JournalUnwritable, PitwallError
from pitwall.events.base import Recorded
from pitwall.events.codec import encode
from pitwall.folded import save_snapshot
from pitwall.journal.entries import Entry
from pitwall.journal.journal import Journal
from pitwall.state.model import State

QUEUE = 256
LAZY_SECONDS = 1.0
RETRY_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Batch:
    """The facts of one intent, and the state after them."""

    number: int
    recorded: tuple[Recorded, ...]
    state: State

    @property
    def lazy(self) -> bool:
        """Whether nobody needs to wait until it is on disk."""
        return all(recorded.fact.LAZY for recorded in self.recorded)


@dataclass(frozen=True, slots=True)
class Committed:
    """A batch that may be announced; not durable: it is in memory alone, for the disk refused it."""

    batch: Batch
    durable: bool


class JournalActor:
    """Batches in, committed batches out, in the same order."""

    def __init__(
        self,
        journal: Journal,
        batches: "trio.MemoryReceiveChannel[Batch]",
        committed: "trio.MemorySendChannel[Committed]",
    ) -> None:
        self._journal = journal
        self._batches = batches
        self._committed = committed
        self._log = log_of("journal")
        # Its own: threads that hang elsewhere, on a dead file system, must not keep it waiting.
        self._thread = trio.CapacityLimiter(1)
        self._unsaved: list[Entry] = []
        self._refused = False
        self._sync_due = math.inf
        self._retry_due = -math.inf

    @property
    def degraded(self) -> bool:
        """Whether the disk refused the last facts, so that they are in memory alone."""
        return self._refused

    async def run(self) -> None:
        """Commit what comes, until the directory closes its end; then save what is left."""
        async with self._committed:
            while True:
                batches = await self._waiting()
                if batches is None:
                    break
                durable = True
                if any(batch.recorded for batch in batches):
                    durable = await self._commit(batches)
                for batch in batches:
                    await self._committed.send(Committed(batch, durable))
        if self._sync_due < math.inf or self._refused:
            self._retry_due = -math.inf
            await self._save((), sync=True)

    async def _waiting(self) -> "list[Batch] | None":
        """All batches that wait, at least one; none when only a deadline came; ``None`` at the end."""
        deadline = self._retry_due if self._refused else self._sync_due
        with trio.move_on_at(deadline):
            try:
                batches = [await self._batches.receive()]
            except trio.EndOfChannel:
                return None
            while True:
                try:
                    batches.append(self._batches.receive_nowait())
                except (trio.WouldBlock, trio.EndOfChannel):
                    return batches
        await self._save((), sync=True)
        return []

    async def _commit(self, batches: Sequence[Batch]) -> bool:
        entries = [entry_of(recorded) for batch in batches for recorded in batch.recorded]
        lazy = all(batch.lazy for batch in batches)
        if lazy:
            self._sync_due = min(self._sync_due, trio.current_time() + LAZY_SECONDS)
        return await self._save(entries, sync=not lazy)

    async def _save(self, entries: Sequence[Entry], *, sync: bool) -> bool:
        """Write all that is not saved yet; whether that succeeded."""
        self._unsaved.extend(entries)
        if self._refused and trio.current_time() < self._retry_due:
            return False
        try:
            await trio.to_thread.run_sync(self._write, sync or self._refused, limiter=self._thread)
        except JournalUnwritable as failure:
            self._refused = True
            self._retry_due = trio.current_time() + RETRY_SECONDS
            self._log.error("journal degraded", error=str(failure))
            return False
        if self._refused:
            self._log.info("journal healthy again")
        self._refused = False
        if sync:
            self._sync_due = math.inf
        return True

    def _write(self, sync: bool) -> None:
        if self._refused:
            self._journal.rotate()
        self._journal.append(self._unsaved)
        self._unsaved.clear()
        if sync:
            self._journal.sync()


def keep(journal: Journal, state: State) -> None:
    """Spare the next start the folding of what is there, while nobody writes facts; it can do without."""
    log = log_of("journal")
    try:
        save_snapshot(journal, state)
    except PitwallError as failure:
        log.warning("no snapshot", error=str(failure))
    except Exception as failure:
        log.error("no snapshot", error=name_of(failure), where=where(failure))


def entry_of(recorded: Recorded) -> Entry:
    """The journal entry of a fact."""
    kind, data = encode(recorded.fact)
    return Entry(seq=recorded.seq, at=recorded.at, type=kind, data=data)
