"""Where bytes go that are out of use: beside the segments, under names that no segment has. Nothing is thrown away."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pitwall.journal.files import Files
from pitwall.journal.segments import SUFFIX
from pitwall.journal.writer import make_file


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is put aside in ``folder``; ``now`` (µs since 1970) names it."""

    folder: Path
    now: int
    files: Files

    def copy(self, name: str, why: str, data: bytes) -> str:
        """Keep a part of the file ``name``; under which name it is kept."""
        kept = self._free_name(name, why)
        self.files.close(make_file(self.files, self.folder / kept, data))
        self.files.sync_folder(self.folder)
        return kept

    def move(self, name: str, why: str) -> str:
        """Put aside whatever has the name; under which one it is kept."""
        kept = self._free_name(name, why)
        self.files.replace(self.folder / name, self.folder / kept)
        self.files.sync_folder(self.folder)
        return kept

    def _free_name(self, name: str, why: str) -> str:
        stamp = datetime.fromtimestamp(self.now // 1_000_000, UTC).strftime("%Y%m%dT%H%M%SZ")
        taken = set(self.files.names(self.folder))
        kept = base = f"{name.removesuffix(SUFFIX)}.{why}-{stamp}"
        again = 2
        while kept in taken:
            kept = f"{base}-{again}"
            again += 1
        return kept
