"""One pane that cannot be brought back keeps nothing else from coming back."""

from typing import cast

from worlds import World

from pitwall.actors.directory import Directory
from pitwall.actors.panes import PanesActor
from pitwall.actors.restoration import Restorer
from pitwall.agents.definitions import AgentBook
from pitwall.events.ids import PaneId, TabId
from pitwall.pty.child import Spawn
from pitwall.state.intents import Intent, ReportFailure
from pitwall.state.model import State


class Ledger:
    """A directory whose facts happen at once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.failures: list[ReportFailure] = []

    @property
    def state(self) -> State:
        return self.world.state

    async def ask(self, intent: Intent) -> None:
        self.world.happens(*intent.decide(self.world.state))

    async def tell(self, intent: Intent) -> None:
        if isinstance(intent, ReportFailure):
            self.failures.append(intent)


class Panes:
    """Panes that can be started, but for one."""

    def __init__(self, broken: PaneId) -> None:
        self.broken = broken
        self.started: list[PaneId] = []
        self.notices: dict[PaneId, str] = {}

    async def restart(self, pane: PaneId, tab: TabId, request: Spawn, notice: str) -> None:
        if pane == self.broken:
            raise RuntimeError("a bug")
        self.started.append(pane)

    def show_notice(self, pane: PaneId, tab: TabId, size: tuple[int, int], notice: str) -> None:
        self.notices[pane] = notice

    def find(self, pane: PaneId) -> None:
        return None


async def test_a_failure_over_one_pane_is_recorded_and_the_others_come_back() -> None:
    world = World()
    (broken,), (whole,) = world.tab(cwd="/").panes, world.tab(cwd="/").panes
    for pane in (broken, whole):
        world.exits(pane, None)
    ledger, panes = Ledger(world), Panes(broken)
    restorer = Restorer(
        cast("Directory", ledger),
        cast("PanesActor", panes),
        AgentBook({}, ()),
        environ={},
        umask=0o077,
        data="/data",
        command="",
        shims_folder=str,
    )
    await restorer.run(0)
    assert panes.started == [whole]
    assert "pitwall logs" in panes.notices[broken]
    (failed,) = ledger.failures
    assert (failed.failure.actor, failed.failure.error, failed.failure.pane) == (
        "restorer",
        "RuntimeError",
        broken,
    )
