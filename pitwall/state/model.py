"""
The folded state: what all facts so far add up to.

Everything ``ls``, ``wait`` and ``agent status`` show derives from it.
Values are frozen; ``fold`` returns new ones.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pitwall.events.agents import Source, Status
from pitwall.events.ids import Argument, FilePath, PaneId, RunId, SessionId, TabId
from pitwall.events.tabs import Closing
from pitwall.state.layout import Node


@dataclass(frozen=True, slots=True)
class Process:
    """A process, named for ever by its pid, its start time and the boot it ran in."""

    pid: int
    began: int
    boot: str


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent that was recognised in a pane and has not ended; suspended: it is not in the foreground."""

    kind: str
    pid: int
    began: int
    suspended: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """The detector's last word on a pane; ``since`` is the wall-clock µs at which the status became so."""

    status: Status = "unknown"
    source: Source = "activity"
    rule: str = ""
    detail: str = ""
    turn: bool = False
    since: int = 0


@dataclass(frozen=True, slots=True)
class Pane:
    """
    One PTY and what runs in it.

    ``process`` is the one that runs now; ``exited`` says that the last one ended, with ``code``.
    ``starts`` counts the processes it had, ``turns`` the agent's turns, ``words`` how often the agent in it
    spoke for itself. ``kind`` is the last agent kind seen in this process, kept when the agent has left.
    ``title`` is the window title the program set. ``conversation`` is the agent's, ``mode`` its permission mode,
    ``agent_argv`` its command line. ``interrupted`` is the kind of the agent that ran when the daemon was lost;
    ``resumed``: its conversation was taken up again in the process that runs.
    """

    id: PaneId
    tab: TabId
    argv: tuple[Argument, ...]
    program: FilePath
    cwd: FilePath
    rows: int
    cols: int
    expected: str = ""
    process: Process | None = None
    starts: int = 0
    exited: bool = False
    code: int | None = None
    agent: Agent | None = None
    kind: str = ""
    reading: Reading = field(default_factory=Reading)
    turns: int = 0
    words: int = 0
    agent_argv: tuple[Argument, ...] = ()
    interrupted: str = ""
    resumed: bool = False
    conversation: str = ""
    mode: str = ""
    title: str = ""
    branch: str = ""
    job: str = ""

    @property
    def held(self) -> bool:
        """Opened with a command: it stays when its process ends."""
        return bool(self.argv)

    @property
    def live(self) -> bool:
        """Its process runs, or is about to."""
        return not self.exited

    @property
    def had_agent(self) -> bool:
        """An agent was ever known for it; the kind expected from its command counts (SEMANTICS 6.2)."""
        return bool(self.kind or self.expected)


@dataclass(frozen=True, slots=True)
class Tab:
    """One line of the sidebar; an empty ``title`` follows the work. ``layout`` shares its room among its panes."""

    id: TabId
    session: SessionId
    title: str
    group: str
    detached: bool
    panes: tuple[PaneId, ...] = ()
    layout: Node | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A named list of tabs, visible ones in the user's order, then detached ones. ``used`` is a seq."""

    id: SessionId
    name: str
    used: int
    visible: tuple[TabId, ...] = ()
    detached: tuple[TabId, ...] = ()

    @property
    def tabs(self) -> tuple[TabId, ...]:
        """All of its tabs in the order of their numbers."""
        return self.visible + self.detached


@dataclass(frozen=True, slots=True)
class ClosedTab:
    """A tab that is gone from every list, as it was; ``at`` is wall-clock µs."""

    tab: Tab
    session_name: str
    why: Closing
    at: int


@dataclass(frozen=True, slots=True)
class State:
    """
    What all facts up to and including ``seq`` add up to.

    ``panes`` holds those of open tabs and those of closed ones that are not forgotten yet.
    """

    seq: int = 0
    run: RunId | None = None
    stopping: bool = False
    sessions: Mapping[SessionId, Session] = field(default_factory=dict)
    tabs: Mapping[TabId, Tab] = field(default_factory=dict)
    panes: Mapping[PaneId, Pane] = field(default_factory=dict)
    closed: Mapping[TabId, ClosedTab] = field(default_factory=dict)

    def panes_of(self, tab: Tab) -> Iterator[Pane]:
        """The panes of an open or closed tab, in order."""
        return (self.panes[pane] for pane in tab.panes)

    def open_panes(self) -> Iterator[Pane]:
        """The panes of all open tabs."""
        return (pane for tab in self.tabs.values() for pane in self.panes_of(tab))

    def tabs_of(self, session: Session) -> Iterator[tuple[int, Tab]]:
        """The session's tabs with their numbers, from 1."""
        return enumerate((self.tabs[tab] for tab in session.tabs), start=1)

    def number_of(self, tab: Tab) -> int:
        """The tab's number in ``ls``."""
        return self.sessions[tab.session].tabs.index(tab.id) + 1

    def session_of_pane(self, pane: PaneId) -> Session | None:
        """The session whose open tab holds the pane."""
        found = self.panes.get(pane)
        tab = self.tabs.get(found.tab) if found else None
        return self.sessions[tab.session] if tab else None
