"""
The journal on disk: the entries that are there, and a way to add some that survives whatever happens next.

``append`` writes and ``sync`` makes durable: only what was appended before a ``sync`` that returned may be
told to anybody. All calls block, and only one may run at a time; give ``sync`` and ``rotate`` to a thread.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pitwall.errors import JournalUnwritable
from pitwall.events.values import Value
from pitwall.journal.entries import Entry
from pitwall.journal.files import Files, SystemFiles
from pitwall.journal.header import SCHEMA, Header
from pitwall.journal.lock import release, take_lock
from pitwall.journal.recovery import Recovered, recover
from pitwall.journal.segments import SEGMENT_LIMIT, segment_name
from pitwall.journal.snapshots import About, Reader, Snapshot, write_snapshot
from pitwall.journal.writer import SegmentWriter, create_segment, encode_records, unwritable


class Journal:
    """A journal that this process alone writes; ``Journal.open`` makes one."""

    def __init__(
        self, recovered: Recovered, locks: tuple[int, int], files: Files, run: bytes, by: str, now: int
    ) -> None:
        self.folder = recovered.folder
        """Where the segments are: in the folder opened, or in one in it (see ``recovery.own_folder``)."""
        self.entries = recovered.entries
        """
        What the journal held when it was opened, oldest first, behind the snapshot that was taken; who has read them
        may drop them here.
        """
        self.snapshot = recovered.snapshot
        """The last entry in the newest snapshot that is known to be good; 0 if there is none."""
        self.spared = recovered.spared
        """What names the segments that were not read for the snapshot's sake, and the first that was."""
        self.findings = recovered.findings
        """What was amiss when it was opened."""
        self._locks, self._files = locks, files
        self._run, self._by, self._now = run, by, now
        self._segments = recovered.segments
        self._next_seq = recovered.next_seq
        self._synced = recovered.next_seq, recovered.previous
        """The ``seq`` behind the last durable entry, and the checksum of that entry's record."""
        self._unsynced: list[Entry] = []
        self._first = recovered.last.first if recovered.last else recovered.next_seq
        self._writer = self._go_on(recovered)

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        run: str,
        by: str,
        now: int,
        files: Files | None = None,
        reader: Reader | None = None,
    ) -> "Journal":
        """
        The journal in ``folder``, put in order if need be; made if there is none.

        ``run`` (16 hex digits), ``by`` (such as ``pitwall 0.1.0``) and ``now`` (µs since 1970 UTC) go into
        the headers of the segments that are made. ``reader`` may take a snapshot instead of the entries in it.

        Raises:
            JournalLocked: another process writes it.
            JournalUnwritable: its files cannot be read or written.
        """
        files = files or SystemFiles()
        try:
            files.make_folder(folder)
            locks, found = take_lock(folder, files, now)
        except (FileExistsError, NotADirectoryError) as error:
            raise JournalUnwritable(
                f"cannot use the journal {folder}: {error.strerror}; move what is no folder out of the way"
            ) from error
        except OSError as error:
            raise unwritable(folder, str(error.strerror or error)) from error
        try:
            recovered = recover(folder, now=now, files=files, reader=reader)
            recovered = replace(recovered, findings=(*found, *recovered.findings))
            return cls(recovered, locks, files, bytes.fromhex(run), by, now)
        except BaseException:
            release(locks, files)
            raise

    @property
    def next_seq(self) -> int:
        """The ``seq`` that the next entry must have."""
        return self._next_seq

    def append(self, entries: Sequence[Entry]) -> None:
        """
        Write ``entries`` in one call to the system, all or none; they are not durable yet.

        Entries appended before whose ``sync`` failed may be given again, in front: they are not written twice.

        Raises:
            JournalUnwritable: none was written; it may be tried again.
            EntryTooLarge: none was written, since one of them is larger than a record may be.
            ValueError: a mistake in the program: not numbered from ``next_seq`` on, or ``NotAValue``.
        """
        fresh = self._fresh(entries)
        if self._writer.failed:
            self.rotate()
        if fresh:
            records, crc = encode_records(fresh, self._writer.crc)
            self._writer.append(records, crc)
            self._unsynced += fresh
            self._next_seq += len(fresh)
            self._now = fresh[-1].at

    def sync(self) -> None:
        """
        Make all that was appended durable; then begin a new segment if this one is large.

        Raises:
            JournalUnwritable: what was appended since the last sync may not be on disk. The segment is not
                written any more: the next call of any kind puts those entries into a new one.
        """
        if self._writer.failed:
            self.rotate()
        self._sync()
        if self._writer.size >= SEGMENT_LIMIT:
            try:
                self.rotate()
            except JournalUnwritable:
                pass  # all entries are on disk all the same; the segment may grow until this works

    def rotate(self) -> None:
        """
        Go on in a new segment, unless this one is empty; all that was appended is durable then.

        Raises:
            JournalUnwritable: there is no new segment, or its name may not be on disk.
        """
        if not self._writer.failed:
            if self._first == self._next_seq:
                return
            self._sync()
        first, previous = self._synced
        fresh = self._create(first, previous, self._unsynced)
        self._writer.close()
        self._writer, self._first = fresh, first
        if fresh.failed:
            raise unwritable(self.folder, "its folder cannot be synced")
        self._all_synced()

    def write_snapshot(self, seq: int, fold: str, parts: Sequence[Value]) -> None:
        """
        Keep on disk what the entries up to ``seq`` add up to, which is the last durable one.

        Raises:
            JournalUnwritable: it is not kept, and nothing else is the worse for it.
        """
        next_seq, crc = self._synced
        if seq != next_seq - 1 or seq < 1:
            raise unwritable(self.folder, "not all of it is on disk")
        about = About(seq, crc, fold, self._now, self._by)
        write_snapshot(self._files, self.folder, Snapshot(about, tuple(parts)))
        self.snapshot = seq

    def close(self) -> None:
        """
        Make durable what is not, and let go of the journal in any case.

        Raises:
            JournalUnwritable: what was appended since the last sync may not be on disk.
        """
        try:
            if self._unsynced:
                self.sync()
        finally:
            self._writer.close()
            release(self._locks, self._files)

    def _fresh(self, entries: Sequence[Entry]) -> list[Entry]:
        """Those of ``entries`` that are not written yet."""
        durable = self._synced[0]
        again = [entry for entry in entries if entry.seq < self._next_seq]
        fresh = [entry for entry in entries if entry.seq >= self._next_seq]
        known = all(e.seq >= durable and self._unsynced[e.seq - durable] == e for e in again)
        if not known or [e.seq for e in fresh] != [*range(self._next_seq, self._next_seq + len(fresh))]:
            raise ValueError(f"entries must be numbered from {self._next_seq} on, without a gap")
        return fresh

    def _sync(self) -> None:
        if self._unsynced:
            self._writer.sync()
            self._all_synced()

    def _all_synced(self) -> None:
        if self._unsynced:
            self._synced = self._next_seq, self._writer.crc
            self._unsynced = []

    def _go_on(self, recovered: Recovered) -> SegmentWriter:
        last = recovered.last
        if last is None:
            writer = self._create(recovered.next_seq, recovered.previous, ())
            if writer.failed:
                writer.close()
                raise unwritable(self.folder, "its folder cannot be synced")
            return writer
        path = self.folder / segment_name(last.first)
        try:
            descriptor = self._files.open(path)
        except OSError as error:
            raise unwritable(path, str(error.strerror or error)) from error
        end, crc = last.end(recovered.next_seq), last.scan.crc(recovered.next_seq - last.first)
        return SegmentWriter(self._files, path, descriptor, end, crc)

    def _create(self, first: int, previous: int, entries: Sequence[Entry]) -> SegmentWriter:
        self._segments += 1
        header = Header(SCHEMA, self._segments, first, previous, self._run, self._now, self._by)
        return create_segment(self._files, self.folder, header, entries)
