"""Facts about panes: one PTY each, with the process group tree that runs in it."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from pitwall.events.base import Fact
from pitwall.events.ids import Argument, FilePath, PaneId, TabId

Side = Literal["right", "below"]
"""Where a new pane goes, seen from the one it is split off."""


@dataclass(frozen=True, slots=True)
class PaneOpened(Fact):
    """
    A pane was opened in a tab.

    An empty ``argv`` is a shell pane, which closes with its shell; any other is held: it stays when its
    process ends. ``program`` is the file that is run. ``expected`` is the agent kind whose command it is.
    A pane that was split off another lies ``beside`` it, on that ``side``.
    """

    TYPE: ClassVar[str] = "pane.opened"
    pane: PaneId
    tab: TabId
    argv: tuple[Argument, ...]
    program: FilePath
    cwd: FilePath
    rows: int
    cols: int
    expected: str = ""
    beside: PaneId | None = None
    side: Side = "right"


@dataclass(frozen=True, slots=True)
class PaneClosed(Fact):
    """One of several panes of a tab is gone; its neighbour takes its room."""

    TYPE: ClassVar[str] = "pane.closed"
    pane: PaneId
    tab: TabId


@dataclass(frozen=True, slots=True)
class PaneShared(Fact):
    """The nearest border around the pane moved: the first part now has ``share`` thousandths of the room."""

    TYPE: ClassVar[str] = "pane.shared"
    LAZY: ClassVar[bool] = True
    pane: PaneId
    tab: TabId
    side: Side
    share: int


@dataclass(frozen=True, slots=True)
class PaneStarted(Fact):
    """
    A process was made for the pane; it runs its program only after this is on disk.

    ``began`` is its start time in the system's own unit and ``boot`` the boot id: with ``pid`` they name
    the process for ever. ``resumed``: it takes an agent's conversation up again after a restart.
    """

    TYPE: ClassVar[str] = "pane.started"
    pane: PaneId
    tab: TabId
    pid: int
    began: int
    boot: str
    resumed: bool = False


@dataclass(frozen=True, slots=True)
class PaneExited(Fact):
    """The pane's process ended: its code, minus the signal that killed it, or ``None`` where that is lost."""

    TYPE: ClassVar[str] = "pane.exited"
    pane: PaneId
    code: int | None


@dataclass(frozen=True, slots=True)
class PaneResized(Fact):
    """The pane has another size, kept over restarts."""

    TYPE: ClassVar[str] = "pane.resized"
    LAZY: ClassVar[bool] = True
    pane: PaneId
    rows: int
    cols: int


@dataclass(frozen=True, slots=True)
class PaneTitled(Fact):
    """The program in the pane set another window title (OSC 0 or 2), spinner and controls taken off."""

    TYPE: ClassVar[str] = "pane.titled"
    LAZY: ClassVar[bool] = True
    pane: PaneId
    title: str


@dataclass(frozen=True, slots=True)
class PaneMoved(Fact):
    """The shell or command in the pane went to another folder."""

    TYPE: ClassVar[str] = "pane.moved"
    LAZY: ClassVar[bool] = True
    pane: PaneId
    cwd: FilePath


@dataclass(frozen=True, slots=True)
class BranchChanged(Fact):
    """The pane's folder is on another git branch; empty outside a repository."""

    TYPE: ClassVar[str] = "branch.changed"
    LAZY: ClassVar[bool] = True
    pane: PaneId
    branch: str


@dataclass(frozen=True, slots=True)
class JobStarted(Fact):
    """A job took the shell's terminal; ``name`` is its program's base name."""

    TYPE: ClassVar[str] = "job.started"
    pane: PaneId
    name: str


@dataclass(frozen=True, slots=True)
class JobEnded(Fact):
    """The shell has its terminal back."""

    TYPE: ClassVar[str] = "job.ended"
    pane: PaneId
