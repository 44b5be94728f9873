"""
Files in memory that lose what was not synced, and fail where they are told to.

A disk counts the calls made to it. ``crash_at`` stops the program right before a call takes effect, or
in the middle of a write; ``after_crash`` then gives the disk that the next start would find. A sync that
fails is as Linux's: the pages written before it never reach the disk, and a later sync does not say so.
"""

import errno
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path


class Crash(BaseException):
    """The program ended here."""


class Survives(Enum):
    """What of the bytes and names that were not synced a crash leaves."""

    NOTHING = "nothing that was not synced"
    EVERYTHING = "everything, as when only the process is killed"
    NAMES = "names, without what was written since the last sync"
    HALF = "names, and the first half of what was written since the last sync"
    HOLES = "names, and the second half of it behind zeros"


class Short:
    """A fault: the write takes half of the bytes only."""


Fault = OSError | Short
NO_SPACE = OSError(errno.ENOSPC, "No space left on device")
BROKEN = OSError(errno.EIO, "Input/output error")


@dataclass(eq=False)
class File:
    content: bytes = b""
    durable: bytes = b""
    lost: list[tuple[int, int]] = field(default_factory=list)

    def sync(self) -> None:
        kept = bytearray(self.content)
        for start, end in self.lost:
            kept[start:end] = bytes(len(kept[start:end]))
        self.durable = bytes(kept)

    def survivor(self, survives: Survives) -> bytes:
        common = min(len(self.content), len(self.durable))
        fresh = self.content[common:]
        half = len(fresh) // 2
        match survives:
            case Survives.EVERYTHING:
                return self.content
            case Survives.HALF:
                return self.content[:common] + fresh[:half]
            case Survives.HOLES:
                return self.content[:common] + bytes(half) + fresh[half:]
            case _:
                return self.durable


class SimulatedDisk:
    """Files in memory, as ``pitwall.journal.files.Files`` describes them."""

    def __init__(self, files: dict[Path, bytes] | None = None) -> None:
        self.live = {path: File(data, data) for path, data in (files or {}).items()}
        self.names_on_disk = dict(self.live)
        self.calls: list[str] = []
        self.crash_at: int | None = None
        self.fault: Callable[[int, str], Fault | None] = lambda number, call: None
        self._open: dict[int, File] = {}
        self._next = 100

    def after_crash(self, survives: Survives) -> "SimulatedDisk":
        names = self.names_on_disk if survives is Survives.NOTHING else self.live
        return SimulatedDisk({path: file.survivor(survives) for path, file in names.items()})

    def __getitem__(self, path: Path) -> bytes:
        return self.live[path].content

    def _call(self, name: str) -> Fault | None:
        number = len(self.calls)
        self.calls.append(name)
        if number == self.crash_at and name != "write":
            raise Crash
        fault = self.fault(number, name)
        if isinstance(fault, OSError) and name != "sync":
            raise fault
        return fault

    def make_folder(self, folder: Path) -> None:
        self._call("make_folder")

    def lock(self, path: Path) -> int:
        self._call("lock")
        return self._descriptor(File())

    def lock_folder(self, folder: Path) -> int:
        self._call("lock_folder")
        return self._descriptor(File())

    def unlock(self, descriptor: int) -> None:
        self.close(descriptor)

    def names(self, folder: Path) -> list[str]:
        self._call("names")
        return [path.name for path in self.live if path.parent == folder]

    def is_plain(self, path: Path) -> bool:
        return path in self.live

    def read(self, path: Path, limit: int | None = None) -> bytes:
        self._call("read")
        return self._file(path).content[:limit]

    def size(self, path: Path) -> int:
        self._call("size")
        return len(self._file(path).content)

    def create(self, path: Path) -> int:
        self._call("create")
        self.live[path] = File()
        return self._descriptor(self.live[path])

    def open(self, path: Path) -> int:
        self._call("open")
        return self._descriptor(self._file(path))

    def write(self, descriptor: int, data: bytes) -> int:
        crashes = len(self.calls) == self.crash_at
        fault = self._call("write")
        file = self._open[descriptor]
        taken = data[: len(data) // 2] if crashes or isinstance(fault, Short) else data
        file.content += taken
        if crashes:
            raise Crash
        return len(taken)

    def truncate(self, descriptor: int, size: int) -> None:
        self._call("truncate")
        file = self._open[descriptor]
        file.content = file.content[:size]

    def sync(self, descriptor: int) -> None:
        fault = self._call("sync")
        file = self._open[descriptor]
        if isinstance(fault, OSError):
            file.lost.append((len(file.durable), len(file.content)))
            raise fault
        file.sync()

    def close(self, descriptor: int) -> None:
        self._call("close")
        del self._open[descriptor]

    def replace(self, source: Path, target: Path) -> None:
        self._call("replace")
        self.live[target] = self._file(source)
        del self.live[source]

    def remove(self, path: Path) -> None:
        self._call("remove")
        self._file(path)
        del self.live[path]

    def sync_folder(self, folder: Path) -> None:
        self._call("sync_folder")
        others = {path: file for path, file in self.names_on_disk.items() if path.parent != folder}
        self.names_on_disk = others | {p: file for p, file in self.live.items() if p.parent == folder}

    def _file(self, path: Path) -> File:
        if path not in self.live:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
        return self.live[path]

    def _descriptor(self, file: File) -> int:
        self._next += 1
        self._open[self._next] = file
        return self._next
