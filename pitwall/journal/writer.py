"""Writing one segment: append, sync, and the way back to the last good end when the disk refuses."""

from collections.abc import Sequence
from pathlib import Path

from pitwall.errors import EntryTooLarge, JournalUnwritable
from pitwall.journal import framing
from pitwall.journal.encoding import MAX_BODY
from pitwall.journal.entries import Entry, encode_entry
from pitwall.journal.files import Files
from pitwall.journal.header import Header, encode_header
from pitwall.journal.segments import segment_name

UNFINISHED = ".new"
"""The end of the names of files that are being made; one that is found later is worth nothing."""


class SegmentWriter:
    """The file that is being written, and how far it is good."""

    def __init__(self, files: Files, path: Path, descriptor: int, size: int, crc: int) -> None:
        self.path = path
        self.size = size
        """The end of the last good record, in bytes."""
        self.crc = crc
        """The checksum of that record, which the next one continues."""
        self.failed = False
        """Whether nothing may be written here any more, since nobody knows what of it is on disk."""
        self._files = files
        self._descriptor = descriptor

    def append(self, records: bytes, crc: int) -> None:
        """
        Write whole records, the last of which has the checksum ``crc``.

        Raises:
            JournalUnwritable: they could not all be written, and none of them is in the file. If ``failed``
                is not set, writing may be tried again.
        """
        self._check()
        try:
            written = self._files.write(self._descriptor, records)
            reason = "the disk is full" if written != len(records) else ""
        except OSError as error:
            reason = str(error.strerror or error)
        if reason:
            self._cut_back()
            raise unwritable(self.path, reason)
        self.size += len(records)
        self.crc = crc

    def sync(self) -> None:
        """
        Wait until all that was appended is on disk.

        Raises:
            JournalUnwritable: it may not be, and a second try could not tell: Linux reports the loss of
                pages once and then calls them clean (fsync(2)). The file has failed for good.
        """
        self._check()
        try:
            self._files.sync(self._descriptor)
        except OSError as error:
            self.failed = True
            raise unwritable(self.path, str(error.strerror or error)) from error

    def close(self) -> None:
        """Let go of the file; whether its bytes are on disk is for ``sync`` to say."""
        try:
            self._files.close(self._descriptor)
        except OSError:
            pass

    def _check(self) -> None:
        if self.failed:
            raise unwritable(self.path, "an earlier write to this file failed")

    def _cut_back(self) -> None:
        try:
            self._files.truncate(self._descriptor, self.size)
        except OSError:
            self.failed = True


def unwritable(path: Path, reason: str) -> JournalUnwritable:
    """The error that says why ``path`` could not be written."""
    return JournalUnwritable(
        f"cannot use the journal {path}: {reason}; free some space there or repair the disk"
    )


def encode_records(entries: Sequence[Entry], previous: int) -> tuple[bytes, int]:
    """
    The records of ``entries`` behind one whose checksum is ``previous``, and the checksum of the last.

    Raises:
        EntryTooLarge: one of them takes more than a record's body may.
        NotAValue: one of them holds what no journal can hold.
    """
    records: list[bytes] = []
    for entry in entries:
        body = encode_entry(entry)
        if len(body) > MAX_BODY:
            raise EntryTooLarge(
                f"{entry.type} would take {len(body)} bytes in the journal, and {MAX_BODY} is the most"
            )
        record, previous = framing.encode(body, previous)
        records.append(record)
    return b"".join(records), previous


def create_segment(files: Files, folder: Path, header: Header, entries: Sequence[Entry]) -> SegmentWriter:
    """
    A new segment that holds ``entries``, all of it on disk; it replaces one of the same name.

    It gets its name only when it is whole. The writer has ``failed`` if its name may not be on disk.

    Raises:
        JournalUnwritable: there is no new segment.
    """
    path = folder / segment_name(header.first)
    record, crc = framing.encode(encode_header(header), 0)
    records, crc = encode_records(entries, crc)
    writer = SegmentWriter(files, path, make_file(files, path, record + records), len(record + records), crc)
    try:
        files.sync_folder(folder)
    except OSError:
        writer.failed = True
    return writer


def make_file(files: Files, path: Path, data: bytes) -> int:
    """
    A descriptor that appends to a new file that holds ``data``, which is on disk but for its name.

    Raises:
        JournalUnwritable: there is no such file, or the one that had the name before.
    """
    unfinished = path.with_name(path.name + UNFINISHED)
    descriptor = -1
    try:
        descriptor = files.create(unfinished)
        if files.write(descriptor, data) != len(data):
            raise OSError("the disk is full")
        files.sync(descriptor)
        files.replace(unfinished, path)
    except OSError as error:
        _give_up(files, descriptor, unfinished)
        raise unwritable(path, str(error.strerror or error)) from error
    return descriptor


def _give_up(files: Files, descriptor: int, unfinished: Path) -> None:
    if descriptor != -1:
        files.close(descriptor)
    try:
        files.remove(unfinished)
    except OSError:
        pass  # the next start removes it
