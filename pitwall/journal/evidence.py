"""
The evidence lane's files: segments of the journal's record format in a folder of their own.

Written lazily and kept to a byte budget: closed segments are compressed, and the oldest go first. Each segment is
read by itself, so one that is damaged, cut short or gone takes nothing else with it.
"""

import gzip
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from pitwall.errors import JournalUnwritable, Refusal
from pitwall.journal import findings
from pitwall.journal.entries import Entry
from pitwall.journal.files import Files, SystemFiles
from pitwall.journal.findings import Finding
from pitwall.journal.header import SCHEMA, Header, NewerFormat
from pitwall.journal.recovery import clear_unfinished
from pitwall.journal.segments import HEADER_LIMIT, SUFFIX, read_header, read_segment
from pitwall.journal.shelf import Shelf
from pitwall.journal.writer import SegmentWriter, create_segment, encode_records, make_file

FOLDER = "evidence"
DEFAULT_BUDGET = 1 << 30
SEGMENT_LIMIT = 4 << 20
"""Bytes from which on a segment is closed and compressed, and a new one begun."""
UNPACKED_LIMIT = 64 << 20
"""Bytes that a compressed segment may unpack to: more than any is large."""
UNPACKED_AT_ONCE = 4096
"""Compressed bytes that are lost with the first damaged one among them."""

COMPRESSED = ".gz"
_GZIP = b"\x1f\x8b"
"""What compressed bytes begin with (RFC 1952, 2.3.1); no record does."""
_NAME = re.compile(rf"(\d{{10,19}}){re.escape(SUFFIX)}(?:{re.escape(COMPRESSED)})?")


class EvidenceFiles:
    """
    A writer of the lane; who makes one holds the journal's lock.

    Every call blocks. ``next_seq`` numbers the entry that comes next, on from what earlier runs left. ``budget`` is
    heeded whenever a segment is closed.
    """

    def __init__(
        self,
        folder: Path,
        *,
        run: str,
        by: str,
        now: int,
        budget: int = DEFAULT_BUDGET,
        files: Files | None = None,
    ) -> None:
        self.folder = folder
        self._files = files or SystemFiles()
        self._run, self._by, self._made = bytes.fromhex(run), by, now
        self.budget = budget
        self._writer: SegmentWriter | None = None
        self.findings: tuple[Finding, ...] = ()
        """What was amiss when the lane was opened."""
        try:
            self._files.make_folder(folder)
            self.findings = self._put_aside(Shelf(folder, now, self._files))
            self._close_leftovers()
            self.next_seq = self._next_after_all()
        except (FileExistsError, NotADirectoryError) as error:
            raise JournalUnwritable(
                f"cannot use {folder}: {error.strerror}; move what is no folder out of the way"
            ) from error
        except OSError as error:
            raise JournalUnwritable(f"cannot use {folder}: {error.strerror or error}") from error

    def append(self, entries: Sequence[Entry]) -> bool:
        """
        Write entries, numbered from ``next_seq`` on; whether they are the first of a new segment.

        Raises:
            JournalUnwritable: they are not written, and the next ones will begin a new segment.
        """
        fresh = self._writer is None
        if self._writer is None:
            header = Header(SCHEMA, 1, self.next_seq, 0, self._run, self._made, self._by)
            self._writer = create_segment(self._files, self.folder, header, entries)
        else:
            records, crc = encode_records(entries, self._writer.crc)
            try:
                self._writer.append(records, crc)
            except JournalUnwritable:
                self.close_segment()
                raise
        self.next_seq += len(entries)
        return fresh

    @property
    def full(self) -> bool:
        """Whether the segment is large enough to be closed."""
        return self._writer is not None and self._writer.size >= SEGMENT_LIMIT

    def close_segment(self) -> None:
        """End the segment that is written, compress it, and make room; what fails is left for the next start."""
        if self._writer is None:
            return
        path = self._writer.path
        self._writer.close()
        self._writer = None
        try:
            self._compress(path)
            self._make_room()
        except (OSError, JournalUnwritable):
            pass  # an uncompressed segment is read as well

    def _compress(self, path: Path) -> None:
        packed = gzip.compress(self._files.read(path), compresslevel=6, mtime=0)
        self._files.close(make_file(self._files, path.with_name(path.name + COMPRESSED), packed))
        self._files.remove(path)

    def _make_room(self) -> None:
        sizes = [(path, self._files.size(path)) for path in segments(self.folder, self._files)]
        total = sum(size for _, size in sizes)
        for path, size in sizes[:-1]:
            if total <= self.budget:
                return
            self._files.remove(path)
            total -= size

    def _put_aside(self, shelf: Shelf) -> tuple[Finding, ...]:
        """Move what has the name of a segment and is no file out of the way."""
        names = [name for name in self._files.names(self.folder) if _NAME.fullmatch(name)]
        odd = [name for name in names if not self._files.is_plain(self.folder / name)]
        moved = [findings.no_segment(str(self.folder / name), shelf.move(name, "damaged")) for name in odd]
        return (*clear_unfinished(shelf), *moved)

    def _close_leftovers(self) -> None:
        """Compress what a crash left open; where the disk refuses that it is read as it is."""
        for path in segments(self.folder, self._files):
            if not path.name.endswith(COMPRESSED):
                try:
                    self._compress(path)
                except (OSError, JournalUnwritable):
                    pass

    def _next_after_all(self) -> int:
        last = next(reversed(segments(self.folder, self._files)), None)
        if last is None:
            return 1
        entries = list(read_file(last, self._files))
        return entries[-1].seq + 1 if entries else _first(last) + 1


def segments(folder: Path, files: Files | None = None) -> list[Path]:
    """The lane's files, oldest first; of one that a crash left both open and compressed the open one."""
    names = [name for name in (files or SystemFiles()).names(folder) if _NAME.fullmatch(name)]
    each = {name.removesuffix(COMPRESSED): name for name in sorted(names, reverse=True)}
    return sorted((folder / name for name in each.values()), key=_first)


def read_file(path: Path, files: Files | None = None) -> Iterator[Entry]:
    """The entries of one segment, compressed or not, up to the first bad record."""
    data = (files or SystemFiles()).read(path)
    if path.name.endswith(COMPRESSED):
        data = _unpacked(data)
    yield from read_segment(_first(path), data).entries


def read_copy(path: Path) -> Iterator[Entry]:
    """
    The entries of one segment, whatever its file is called, up to the first bad record.

    Raises:
        Refusal: it is no segment.
        OSError: it cannot be read.
    """
    files = SystemFiles()
    header = read_header(_plain(files.read(path, HEADER_LIMIT)))
    if isinstance(header, NewerFormat):
        raise Refusal(f"{path} was written by {header.by}, in a format that this version cannot read")
    if header is None:
        raise Refusal(f"{path} is no file of evidence: name one of the journal's evidence folder, or a copy")
    yield from read_segment(header.first, _plain(files.read(path))).entries


def read_evidence(folder: Path, files: Files | None = None) -> Iterator[Entry]:
    """All entries of the lane, oldest first; a file that goes away meanwhile is passed over."""
    for path in segments(folder, files):
        try:
            yield from read_file(path, files)
        except OSError:
            continue


def _plain(data: bytes) -> bytes:
    """The bytes of a segment, compressed or not."""
    return _unpacked(data) if data.startswith(_GZIP) else data


def _unpacked(data: bytes) -> bytes:
    """As much as can be unpacked: a damaged end loses only itself."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    unpacked = bytearray()
    try:
        for start in range(0, len(data), UNPACKED_AT_ONCE):
            piece = data[start : start + UNPACKED_AT_ONCE]
            unpacked += unpacker.decompress(piece, max(1, UNPACKED_LIMIT - len(unpacked)))
            if len(unpacked) >= UNPACKED_LIMIT:
                break
    except zlib.error:
        pass
    return bytes(unpacked)


def _first(path: Path) -> int:
    return int(path.name.partition(".")[0])
