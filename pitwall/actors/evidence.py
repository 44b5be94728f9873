"""
The evidence actor: it writes what detectors took in and said, lazily, and never holds one of them up.

What the disk refuses is lost and counted: that part of the past cannot be judged again, and nothing else suffers.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import trio

from pitwall.actors.logs import log_of
from pitwall.detect.rules import RuleFile
from pitwall.errors import JournalUnwritable
from pitwall.events.ids import PaneId
from pitwall.events.values import Value
from pitwall.evidence.records import Encoder, Item, RulesNoted, RulesUsed, encode_rules
from pitwall.journal.entries import Entry
from pitwall.journal.evidence import EvidenceFiles

QUEUE = 4096
GATHER_SECONDS = 1.0
"""How long records are gathered before they are written together."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One record of a pane: ``after`` is the facts number it follows, ``at`` wall-clock µs."""

    at: int
    after: int
    pane: PaneId
    item: Item


class EvidenceActor:
    """
    Pieces in, files out.

    ``rules`` gives the rule file of a hash that a piece names, ``budget`` how many bytes may be kept.
    """

    def __init__(
        self, files: EvidenceFiles, rules: Callable[[str], RuleFile | None], *, budget: Callable[[], int]
    ) -> None:
        self._files = files
        self._rules = rules
        self._budget = budget
        self._pieces, self._mail = trio.open_memory_channel[Piece](QUEUE)
        self._encoder = Encoder()
        self._noted: set[str] = set()
        self._lost = 0
        self._log = log_of("evidence")

    def record(self, piece: Piece) -> None:
        """Take a piece, without waiting; when too many wait it is lost."""
        try:
            self._pieces.send_nowait(piece)
        except trio.WouldBlock:
            self._lost += 1

    async def run(self) -> None:
        """Write what comes in, gathered, until cancelled; then what is left."""
        gathered: list[Piece] = []
        try:
            while True:
                gathered = [await self._mail.receive()]
                await trio.sleep(GATHER_SECONDS)
                pieces, gathered = [*gathered, *self._waiting()], []
                with trio.CancelScope(shield=True):
                    await self._write(pieces)
        finally:
            with trio.CancelScope(shield=True):
                try:
                    await self._write([*gathered, *self._waiting()])
                finally:
                    await trio.to_thread.run_sync(self._close_segment)
                    self._start_anew()

    def _waiting(self) -> list[Piece]:
        pieces: list[Piece] = []
        while True:
            try:
                pieces.append(self._mail.receive_nowait())
            except (trio.WouldBlock, trio.EndOfChannel):
                return pieces

    async def _write(self, pieces: list[Piece]) -> None:
        if self._lost:
            self._log.warning("evidence lost", pieces=self._lost, reason="too much at once")
            self._lost = 0
        if not pieces:
            return
        entries = self._entries(pieces)
        try:
            await trio.to_thread.run_sync(self._append, entries)
        except JournalUnwritable as failure:
            self._log.error("evidence lost", pieces=len(pieces), reason=str(failure))
            self._start_anew()
        else:
            if self._files.full:
                await trio.to_thread.run_sync(self._close_segment)
                self._start_anew()

    def _append(self, entries: list[Entry]) -> None:
        self._files.append(entries)

    def _close_segment(self) -> None:
        self._files.budget = self._budget()
        self._files.close_segment()

    def _start_anew(self) -> None:
        """A segment must be readable without those before it."""
        self._encoder = Encoder()
        self._noted = set()

    def _entries(self, pieces: list[Piece]) -> list[Entry]:
        entries: list[Entry] = []
        for piece in pieces:
            for kind, data in self._records(piece):
                entries.append(Entry(self._files.next_seq + len(entries), piece.at, kind, data))
        return entries

    def _records(self, piece: Piece) -> Iterator[tuple[str, Mapping[str, Value]]]:
        item = piece.item
        if isinstance(item, RulesUsed) and item.sha256 and item.sha256 not in self._noted:
            rules = self._rules(item.sha256)
            if rules is not None:
                self._noted.add(item.sha256)
                yield encode_rules(
                    RulesNoted(rules.sha256, rules.kind, rules.path, rules.origin, rules.source)
                )
        yield self._encoder.encode(piece.pane, piece.after, item)
