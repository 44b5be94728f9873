"""One row of the kernel's process table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Process:
    """A process as the kernel lists it."""

    pid: int
    parent: int
    group: int
    session: int
    began: int
    """Start time: clock ticks since boot on Linux, seconds since the epoch on macOS."""
    comm: str
    """The kernel's short name, at most 15 bytes on Linux."""
    ended: bool = False
    """A zombie: it only waits for its parent to take its exit status."""
