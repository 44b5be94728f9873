"""A world to tell stories in: facts happen to it, and its state is their fold."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pitwall.events.agents import AgentLeft, AgentSeen, Status, StatusChanged
from pitwall.events.base import Fact, Recorded
from pitwall.events.ids import Argument, FilePath, PaneId, RunId, SessionId, TabId
from pitwall.events.panes import PaneExited, PaneOpened, PaneStarted
from pitwall.events.runs import RunStarted, RunStopping
from pitwall.events.sessions import SessionOpened
from pitwall.events.tabs import Closing, TabClosed, TabOpened
from pitwall.state.fold import fold
from pitwall.state.model import Pane, Session, State, Tab

BOOT = "boot-1"


@dataclass
class World:
    """Ids count up from 1; so do pids, and wall-clock time by a second a fact."""

    state: State = field(default_factory=State)
    history: list[Recorded] = field(default_factory=list)
    ids: int = 0
    pids: int = 1000

    def happens(self, *facts: Fact) -> None:
        for fact in facts:
            recorded = Recorded(seq=self.state.seq + 1, at=(self.state.seq + 1) * 1_000_000, fact=fact)
            self.history.append(recorded)
            self.state = fold(self.state, recorded)

    def new_id(self) -> str:
        self.ids += 1
        return f"{self.ids:016x}"

    def session(self, name: str = "main") -> Session:
        session = SessionId(self.new_id())
        self.happens(SessionOpened(session=session, name=name))
        return self.state.sessions[session]

    def tab(
        self,
        *command: str,
        title: str = "",
        expected: str = "",
        detached: bool = False,
        group: str = "",
        cwd: str = "/home/ada/api",
        session: Session | None = None,
        started: bool = True,
    ) -> Tab:
        """A new tab with one pane: a shell pane without a command, in the first session by default."""
        if session is None:
            session = next(iter(self.state.sessions.values()), None) or self.session()
        tab = TabId(self.new_id())
        self.happens(TabOpened(tab=tab, session=session.id, title=title, detached=detached, group=group))
        self.pane(tab, *command, expected=expected, cwd=cwd, started=started)
        return self.state.tabs[tab]

    def pane(
        self, tab: TabId, *command: str, expected: str = "", cwd: str = "/home/ada/api", started: bool = True
    ) -> PaneId:
        """One more pane in a tab."""
        pane = PaneId(self.new_id())
        program = f"/usr/bin/{command[0].rpartition('/')[2]}" if command else "/bin/zsh"
        self.happens(
            PaneOpened(
                pane=pane,
                tab=tab,
                argv=tuple(map(Argument, command)),
                program=FilePath(program),
                cwd=FilePath(cwd),
                rows=40,
                cols=120,
                expected=expected,
            )
        )
        if started:
            self.start(pane)
        return pane

    def start(self, pane: PaneId) -> None:
        self.pids += 1
        self.happens(
            PaneStarted(pane=pane, tab=self.state.panes[pane].tab, pid=self.pids, began=self.pids, boot=BOOT)
        )

    def sees(self, pane: PaneId, kind: str = "claude") -> None:
        self.pids += 1
        self.happens(AgentSeen(pane=pane, kind=kind, pid=self.pids, began=self.pids))

    def reads(self, pane: PaneId, status: Status, detail: str = "", turn: bool | None = None) -> None:
        """The detector's next word; by default the flag of a working agent is set and a resting one's not."""
        before = self.state.panes[pane].reading.turn
        flag = {"working": True, "blocked": before, "unknown": before}.get(status, False)
        self.happens(
            StatusChanged(
                pane=pane,
                status=status,
                source="screen",
                turn=flag if turn is None else turn,
                detail=detail,
            )
        )

    def leaves(self, pane: PaneId) -> None:
        self.happens(AgentLeft(pane=pane))

    def exits(self, pane: PaneId, code: int | None) -> None:
        self.happens(PaneExited(pane=pane, code=code))

    def closes(self, tab: Tab, why: Closing = "killed") -> None:
        self.happens(TabClosed(tab=tab.id, why=why))

    def stops(self) -> None:
        """The daemon begins a clean stop."""
        self.happens(RunStopping(run=self.state.run or RunId("f" * 16)))

    def restarts(self) -> None:
        """Another daemon takes over; what it does with what it finds is yet to happen."""
        self.happens(RunStarted(run=RunId(self.new_id()), version="0.1.0", boot=BOOT))

    def only_pane(self, tab: Tab) -> Pane:
        (pane,) = self.panes(tab)
        return pane

    def panes(self, tab: Tab) -> Sequence[Pane]:
        """The tab's panes as they are now."""
        closed = self.state.closed.get(tab.id)
        return tuple(self.state.panes_of(closed.tab if closed else self.state.tabs[tab.id]))
