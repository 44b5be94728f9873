"""
The window actor: the daemon's side of one attached window.

It tells the window what the sidebar shows, where the panes are, and what changes on their screens; it takes keys and
wishes. What a slow window has not taken yet is replaced by what is true now: it never makes anybody wait.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import trio

from pitwall.actors.directory import Directory
from pitwall.actors.latest import Latest
from pitwall.actors.notices import Notices
from pitwall.actors.painting import lines_of
from pitwall.actors.pane import PaneActor
from pitwall.actors.panes import PanesActor
from pitwall.actors.scenes import drawn
from pitwall.actors.screens import Screens
from pitwall.actors.typist import Typist
from pitwall.actors.windows import View, Windows
from pitwall.commands.call import Mail
from pitwall.errors import FrameError
from pitwall.events.ids import PaneId, SessionId, TabId
from pitwall.state.intents import ClosePane, MoveBorder, SeeTab, UseSession
from pitwall.state.model import Session, State
from pitwall.wire.window import (
    KEYS,
    Act,
    Geometry,
    HistoryPage,
    Keys,
    Message,
    PageAsked,
    Run,
    Said,
    Scene,
    decode,
    encode,
)

SCENE_SECONDS = 1 / 30
"""The least time between two scenes, but for one that the user is waiting for."""
PAGE_LIMIT = 200
MESSAGE_LIMIT = 2000


@dataclass(frozen=True, slots=True)
class Outside:
    """The window's connection, and the way to run commands for it: exit code and what they printed."""

    send: Callable[[bytes], Awaitable[bool]]
    incoming: Mail
    run: Callable[[tuple[str, ...], PaneId | None], Awaitable[tuple[int, str]]]


class WindowActor:
    """One window on a session."""

    def __init__(
        self,
        outside: Outside,
        directory: Directory,
        panes: PanesActor,
        windows: Windows,
        session: SessionId,
        tab: TabId,
        degraded: Callable[[], bool],
    ) -> None:
        self._outside = outside
        self._directory = directory
        self._panes = panes
        self._windows = windows
        self._session = session
        self._degraded = degraded
        self._view = View(Geometry(0, 0, focused=True), tab, self._say)
        self._screens = Screens(panes, self._say)
        self._typist = Typist(self._say)
        self._scene: Scene | None = None
        self._wanted = Latest[None]()
        self._hurry = Latest[None]()
        self._notices = Notices()
        self._places: dict[TabId, int] = {}
        self._answered = 0

    async def run(self) -> int:
        """Serve the window until it goes, or its session ends; the exit code."""
        async with trio.open_nursery() as nursery:
            try:
                nursery.start_soon(self._follow)
                nursery.start_soon(self._take, nursery)
                await self._show(nursery)
            finally:
                nursery.cancel_scope.cancel()
                self._leave(nursery)
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 2):
                    await self._windows.remove(self._view)
        return 0

    def _leave(self, nursery: trio.Nursery) -> None:
        """The window has gone: programs get what it typed before that, as far as there is room."""
        with suppress(FrameError):
            for kind, payload in self._outside.incoming.rest():
                if kind == KEYS and not self._take_at_once(kind, payload, nursery):
                    break
        self._typist.finish()

    async def _follow(self) -> None:
        """Whatever becomes of the state may be news for the window."""
        with self._directory.watch() as states:
            while True:
                state = await states.take()
                for notice in self._notices.of(state, self._windows.looks_at):
                    await self._say(notice)
                self._wanted.put(None)

    async def _show(self, nursery: trio.Nursery) -> None:
        """Send scenes as they change, until the session has ended."""
        while True:
            await self._wanted.take()
            state = self._directory.state
            session = state.sessions.get(self._session)
            if session is None:
                return
            await self._choose(state, session)
            if not self._view.geometry.rows:
                continue  # it will say what room there is
            await self._look_at(state)
            self._screens.watch([box.pane for box in self._windows.boxes(state, self._view)], nursery)
            await self._screens.told()  # so no pane is seen empty, or as it was
            if self._view.tab not in state.tabs:  # one that is newer than this state was selected meanwhile
                self._wanted.put(None)
                continue
            scene = self._drawn(state, session)
            if scene != self._scene:
                self._scene = scene
                await self._say(scene)
            with trio.move_on_after(SCENE_SECONDS):
                await self._hurry.take()

    async def _choose(self, state: State, session: Session) -> None:
        """When the tab that is shown has closed, show the one that took its place; a hidden one only if all are."""
        if self._view.tab in session.tabs:
            self._places[self._view.tab] = session.tabs.index(self._view.tab)
            return
        tabs = session.visible or session.tabs
        place = min(self._places.get(self._view.tab, 0), len(tabs) - 1)
        await self._select(tabs[max(0, place)])

    async def _select(self, tab: TabId) -> None:
        left, self._view.tab = self._view.tab, tab
        await self._fit(left)
        await self._fit(tab)
        self._wanted.put(None)

    async def _fit(self, tab: TabId) -> None:
        """Have the tab's panes share the room that there is; a window that has not told its own changes nothing."""
        if self._view.geometry.rows:
            await self._windows.fit(tab)

    async def _look_at(self, state: State) -> None:
        """The tab that is shown by a window with the user's focus is looked at."""
        tab = state.tabs.get(self._view.tab)
        if tab is None or not self._view.geometry.focused:
            return
        if any(pane.reading.status == "done" for pane in state.panes_of(tab)):
            for pane in tab.panes:
                actor = self._panes.find(pane)
                if actor is not None and not actor.looked_at():
                    return  # state and detector must agree; the next change of the state asks again
            await self._directory.tell(SeeTab(tab.id))

    def _drawn(self, state: State, session: Session) -> Scene:
        """What the window shows besides the panes' screens."""
        tab = state.tabs[self._view.tab]
        boxes = self._windows.boxes(state, self._view)
        return drawn(
            state,
            session,
            tab,
            boxes,
            focused=self._windows.focused(tab, self._view),
            zoomed=tab.id in self._view.zoomed,
            degraded=self._degraded(),
            kept=self._screens.kept([box.pane for box in boxes]),
            answered=self._answered,
        )

    async def _take(self, nursery: trio.Nursery) -> None:
        """Do what the window says."""
        self._windows.add(self._view)
        self._outside.incoming.at_once = lambda kind, payload: self._take_at_once(kind, payload, nursery)
        async for kind, payload in self._outside.incoming:
            said = decode(kind, payload)
            match said:
                case Geometry():
                    self._view.geometry = said
                    await self._fit(self._view.tab)
                    self._wanted.put(None)
                case Keys():
                    while not self._typed(said, nursery):
                        await self._typist.room()
                case Act():
                    await self._act(said)
                    self._hurry.put(None)
                case Run() if "kill" in said.argv[:2]:
                    nursery.start_soon(self._run, said.argv)  # what does not want to end holds up no keys
                case Run():
                    await self._run(said.argv)
                case PageAsked():
                    await self._page(said)
                case _:
                    pass  # of a later version
            if isinstance(said, Act | Run):
                self._answered += 1
                self._wanted.put(None)

    def _take_at_once(self, kind: bytes, payload: bytes, nursery: trio.Nursery) -> bool:
        """Keys that nothing stands before need not be waited for."""
        said = decode(kind, payload) if kind == KEYS else None
        return isinstance(said, Keys) and self._typed(said, nursery)

    def _typed(self, keys: Keys, nursery: trio.Nursery) -> bool:
        """Give keys to their pane, behind those that wait for it; ``False``: too many wait."""
        pane = self._addressee(keys)
        return pane is None or pane.pid is None or self._typist.take(pane, keys.data, nursery)

    def _addressee(self, keys: Keys) -> PaneActor | None:
        tab = self._directory.state.tabs.get(self._view.tab)
        focused = self._windows.focused(tab, self._view) if tab is not None else None
        return self._panes.find(PaneId(keys.pane or focused or ""))

    async def _act(self, act: Act) -> None:
        state, view = self._directory.state, self._view
        tab = state.tabs.get(view.tab)
        match act.deed:
            case "select" if act.target in state.tabs:
                self._session = state.tabs[TabId(act.target)].session
                await self._select(TabId(act.target))
            case "focus" if tab is not None and act.target in tab.panes:
                view.focused[tab.id] = PaneId(act.target)
            case "zoom" if tab is not None and (not act.target or act.target in tab.panes):
                view.zoomed.symmetric_difference_update({tab.id})
                await self._fit(tab.id)
            case "grow":
                await self._grow(act)
            case "close":
                await self._directory.ask(ClosePane(PaneId(act.target)))
                await self._fit(view.tab)
            case "session":
                await self._go_to(state, act.target)
            case _:
                pass  # it closed meanwhile
        self._wanted.put(None)

    async def _grow(self, act: Act) -> None:
        room = self._view.geometry
        pane = PaneId(act.target)
        if act.cols:
            await self._directory.ask(MoveBorder(pane, "right", room.rows, room.cols, act.cols))
        if act.rows:
            await self._directory.ask(MoveBorder(pane, "below", room.rows, room.cols, act.rows))
        await self._fit(self._view.tab)

    async def _go_to(self, state: State, name: str) -> None:
        for session in state.sessions.values():
            if session.name == name and session.tabs:
                self._session = session.id
                await self._directory.tell(UseSession(session.id))
                await self._select(session.tabs[0])

    async def _run(self, argv: tuple[str, ...]) -> None:
        """Run a command for the window, in the session that it shows; a tab that it opened is shown."""
        before = self._directory.state
        tab = before.tabs.get(self._view.tab)
        focused = self._windows.focused(tab, self._view) if tab is not None else None
        code, text = await self._outside.run(argv, focused)
        if text.strip():
            await self._say(Message(text.strip()[:MESSAGE_LIMIT], code))
        session = self._directory.state.sessions.get(self._session)
        fresh = [one for one in session.visible if one not in before.tabs] if session is not None else []
        if argv[:1] == ("new",) and fresh:
            await self._select(fresh[-1])
        if argv[:1] == ("split",):
            self._focus_new(before)
        await self._fit(self._view.tab)
        self._wanted.put(None)

    def _focus_new(self, before: State) -> None:
        """Give the keys to the pane that was split off in the tab that is shown."""
        tab = self._directory.state.tabs.get(self._view.tab)
        new = [pane for pane in tab.panes if pane not in before.panes] if tab is not None else []
        if new:
            self._view.focused[self._view.tab] = new[-1]
            self._view.zoomed.discard(self._view.tab)

    async def _page(self, asked: PageAsked) -> None:
        pane = self._panes.find(PaneId(asked.pane))
        try:
            rows = await pane.history() if pane is not None else ()
        except trio.TooSlowError:
            rows = ()
        first = asked.first if asked.first >= 0 else max(0, len(rows) + asked.first)
        taken = rows[first : first + min(max(asked.count, 0), PAGE_LIMIT)]
        styles, lines = lines_of(enumerate(taken))
        await self._say(HistoryPage(asked.pane, first, len(rows), styles, lines))

    async def _say(self, said: Said) -> None:
        await self._outside.send(encode(said))
