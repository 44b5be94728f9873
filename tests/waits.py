"""Waits to watch in tests, and the agents that they wait for."""

from worlds import World

from pitwall.state.model import Tab
from pitwall.state.waiting import Until, Verdict, Watch, begin, judge


class Wait:
    """A wait that looks at its world whenever it is told to, and remembers its end."""

    def __init__(self, world: World, tab: Tab, until: Until) -> None:
        self.world = world
        self.watch = begin(world.state, world.state.tabs[tab.id], until)
        self.verdict: Verdict | None = None
        self.looks()

    def looks(self) -> "Wait":
        if self.verdict is None:
            self.watch, self.verdict = judge(self.watch, self.world.state)
        return self

    def reconnects(self) -> "Wait":
        """The daemon restarted; the token is all that is left of the wait."""
        self.watch = Watch.from_token(self.watch.token())
        return self

    @property
    def end(self) -> tuple[str, int] | None:
        """What it printed and its exit code, or ``None`` while it waits."""
        return (self.verdict.out, self.verdict.code) if self.verdict else None


def agent_in_shell(world: World) -> Tab:
    tab = world.tab(title="api")
    world.sees(world.only_pane(tab).id)
    world.reads(world.only_pane(tab).id, "idle")
    return tab


def held_agent(world: World) -> Tab:
    tab = world.tab("claude", "fix it", expected="claude")
    world.sees(world.only_pane(tab).id)
    return tab
