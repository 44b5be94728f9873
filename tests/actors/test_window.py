"""The daemon's side of a window shows what is there now, whatever happens while it looks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import trio
from trio.testing import MockClock
from worlds import World

from pitwall.actors.directory import Directory
from pitwall.actors.latest import Latest
from pitwall.actors.panes import PanesActor
from pitwall.actors.window import Outside, WindowActor
from pitwall.actors.windowmail import WindowMail
from pitwall.actors.windows import View, Windows
from pitwall.events.ids import TabId
from pitwall.events.sessions import SessionClosed
from pitwall.state.model import State
from pitwall.wire.frames import HEADER_SIZE
from pitwall.wire.window import Geometry, Scene, decode


class Ledger:
    """A directory whose facts happen at once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.told = Latest[State]()
        self.told.put(world.state)

    @property
    def state(self) -> State:
        return self.world.state

    @contextmanager
    def watch(self) -> Iterator[Latest[State]]:
        yield self.told


class Views:
    """The windows, during whose first fitting a new tab is opened and selected, as a wish of the user's may."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.view: View | None = None
        self.new: TabId | None = None

    def add(self, view: View) -> None:
        self.view = view
        view.geometry = Geometry(24, 80, focused=True)

    async def remove(self, view: View) -> None:
        pass

    async def fit(self, tab: TabId) -> None:
        await trio.lowlevel.checkpoint()
        if self.new is None and self.view is not None:
            self.new = self.world.tab("make").id
            self.view.tab = self.new

    def looks_at(self, tab: TabId) -> bool:
        return True

    def boxes(self, state: State, view: View) -> list[object]:
        return []

    def focused(self, tab: object, view: View) -> None:
        return None


class Unsized(Views):
    """The windows, of which the one that comes does not say how large it is."""

    def add(self, view: View) -> None:
        self.view = view


async def test_a_window_that_has_not_said_its_size_is_told_no_scene(autojump_clock: MockClock) -> None:
    world = World()
    session = world.session()
    tab = world.tab("make")
    frames: list[bytes] = []

    async def send(frame: bytes) -> bool:
        frames.append(frame)
        return True

    async def run(argv: object, pane: object) -> tuple[int, str]:
        return 0, ""

    actor = WindowActor(
        Outside(send, WindowMail(), run),
        cast("Directory", Ledger(world)),
        cast("PanesActor", None),
        cast("Windows", Unsized(world)),
        session.id,
        tab.id,
        lambda: False,
    )
    with trio.move_on_after(60):
        await actor.run()
    assert frames == []


async def test_a_tab_that_is_newer_than_the_state_looked_at_is_shown_all_the_same(
    autojump_clock: MockClock,
) -> None:
    world = World()
    session = world.session()
    world.tab("make")
    ledger, views = Ledger(world), Views(world)
    scenes: list[Scene] = []

    async def send(frame: bytes) -> bool:
        said = decode(frame[:1], frame[HEADER_SIZE:])
        assert isinstance(said, Scene)
        scenes.append(said)
        for tab in list(world.state.tabs.values()):
            world.closes(tab)
        world.happens(SessionClosed(session=session.id))
        ledger.told.put(world.state)
        return True

    async def run(argv: object, pane: object) -> tuple[int, str]:
        return 0, ""

    actor = WindowActor(
        Outside(send, WindowMail(), run),
        cast("Directory", ledger),
        cast("PanesActor", None),
        cast("Windows", views),
        session.id,
        TabId("f" * 16),
        lambda: False,
    )
    with trio.fail_after(60):
        assert await actor.run() == 0
    (scene,) = scenes
    assert scene.active == views.new
