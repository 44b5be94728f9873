"""
All that the window knows: the scene, the panes' screens, what the user is in the midst of.

Changed by `control` (what is typed) and `take` (what the daemon says); painted by `painting`.
"""

import re
from dataclasses import dataclass, field

from pitwall.window.copymode import CopyMode
from pitwall.window.foresight import Foresight
from pitwall.window.layout import Layout, laid_out
from pitwall.window.panescreen import PaneScreen
from pitwall.window.prompts import Prompt
from pitwall.window.settings import Settings
from pitwall.wire.window import (
    Act,
    Geometry,
    HistoryPage,
    Message,
    Notice,
    PaneBox,
    PaneUpdate,
    Run,
    Scene,
    TabLine,
    ToDaemon,
    ToWindow,
)

OPENED = re.compile(r"#\d+")
EMPTY_SCENE = Scene("", (), (), "", (), "", False)


@dataclass(frozen=True, slots=True)
class WayBack:
    """
    From a new window to what another one showed.

    The ``wishes`` are for a window on the ``session``; ``previous`` is the tab that was shown before.
    """

    session: str = ""
    wishes: tuple[Act, ...] = ()
    previous: str = ""
    sidebar_hidden: bool = False


NOWHERE = WayBack()


@dataclass(slots=True)
class Model:
    """The window's state; `outbox` is for the daemon, `notices` for the user's desktop, `copied` for the clipboard."""

    rows: int
    cols: int
    settings: Settings
    scene: Scene = EMPTY_SCENE
    """What is shown: the daemon's scene, with what was wished for since as far as it can be foreseen."""
    told: Scene = EMPTY_SCENE
    """The daemon's last scene."""
    foresight: Foresight = field(default_factory=Foresight)
    panes: dict[str, PaneScreen] = field(default_factory=dict)
    focused: bool = True
    prefix: bool = False
    """Whether the key behind the prefix is awaited."""
    help: bool = False
    help_top: int = 0
    prompt: Prompt | None = None
    copy: CopyMode | None = None
    message: Message | None = None
    sidebar_hidden: bool = False
    previous: str = ""
    """The tab that was shown before this one."""
    left: bool = False
    repaint: bool = False
    """Whether nothing is to be taken for known of the outer terminal."""
    dragged: object = None
    asked: int = 0
    """How many commands and wishes the daemon was told so far."""
    wanted: tuple[str, str] = ("", "")
    """The tab and the pane that were asked for last, empty for none, while the daemon has not answered."""
    outbox: list[ToDaemon] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    copied: list[str] = field(default_factory=list)

    @property
    def layout(self) -> Layout:
        return laid_out(self.rows, self.cols, sidebar=self.settings.sidebar, hidden=self.sidebar_hidden)

    @property
    def focused_box(self) -> PaneBox | None:
        """The pane that keys go to."""
        boxes = self.scene.panes
        return next((box for box in boxes if box.id == self.scene.focused), boxes[0] if boxes else None)

    @property
    def focused_screen(self) -> PaneScreen | None:
        box = self.focused_box
        return self.panes.get(box.id) if box is not None else None

    @property
    def heading_tab(self) -> TabLine | None:
        return self.tab(self.heading)

    @property
    def active_tab(self) -> TabLine | None:
        return self.tab(self.scene.active)

    def tab(self, wanted: str) -> TabLine | None:
        """The tab of that id."""
        return next((tab for tab in self.scene.tabs if tab.id == wanted), None)

    def say(self, *said: ToDaemon) -> None:
        """Say something to the daemon; keys that follow a wish for another pane are for that one."""
        for one in said:
            if isinstance(one, Run | Act):
                self.asked += 1
                self._want(one)
        self.outbox.extend(said)

    def _want(self, wish: Run | Act) -> None:
        tab, _ = self.wanted
        match wish:
            case Act("select"):
                self.previous = self.heading
                self.wanted = (wish.target, "")
            case Act("focus"):
                self.wanted = (tab, wish.target)
            case Act("session"):
                self.wanted = ("", "")
            case Run():
                self.wanted = (tab, "")
        self._show()

    @property
    def waiting(self) -> bool:
        """Whether a wish is not answered yet."""
        return self.told.answered < self.asked

    @property
    def foreseeing(self) -> bool:
        """Whether what is shown is what the daemon is about to answer."""
        return self.scene is not self.told

    @property
    def heading(self) -> str:
        """The tab that is shown once the daemon has answered, as far as that can be told."""
        return self.wanted[0] or self.scene.active

    @property
    def heading_pane(self) -> str:
        """The same of the pane that has the keys; empty where the tab is not shown yet."""
        if self.heading != self.scene.active:
            return ""
        return self.wanted[1] or self.scene.focused

    @property
    def addressee(self) -> str | None:
        """Whose the keys are: a pane's id, empty for the one that the daemon is about to show, ``None`` for nobody."""
        if self.waiting:
            return ""
        box = self.focused_box
        return box.id if box is not None else None

    def way_back(self) -> WayBack:
        """What leads another window to what this one shows."""
        shown = self.scene
        self.foresight.learn(shown)
        wishes = (*self.foresight.wishes(), Act("select", shown.active))
        return WayBack(shown.session, wishes, self.previous, self.sidebar_hidden)

    def come_back(self, way: WayBack) -> None:
        """Ask for what another window showed."""
        self.sidebar_hidden = way.sidebar_hidden
        self.say(*way.wishes)
        self.previous = way.previous

    def configure(self, settings: Settings) -> None:
        """Take other settings."""
        before = self.geometry()
        self.settings = settings
        if self.geometry() != before:
            self._say_geometry()

    def toggle_sidebar(self) -> None:
        """Show the sidebar, or give its room to the panes."""
        self.sidebar_hidden = not self.sidebar_hidden
        self._say_geometry()

    def _say_geometry(self) -> None:
        self.foresight.resized()
        self.say(self.geometry())

    def geometry(self) -> Geometry:
        room = self.layout.panes
        return Geometry(room.rows, room.cols, self.focused)

    def resize(self, rows: int, cols: int) -> None:
        """The outer terminal has another size."""
        self.rows, self.cols = rows, cols
        self._say_geometry()

    def focus(self, focused: bool) -> None:
        """The outer terminal got or lost the user's focus."""
        if focused != self.focused:
            self.focused = focused
            self.say(self.geometry())

    def take(self, said: ToWindow) -> None:
        """Take what the daemon says."""
        match said:
            case Scene():
                self._take_scene(said)
            case PaneUpdate():
                screen = self.panes.setdefault(said.pane, PaneScreen())
                screen.update(said)
                if self.copy is not None and self.copy.early and self.copy.pane == said.pane:
                    self.copy.renew(screen)
            case HistoryPage():
                if self.copy is not None and self.copy.pane == said.pane:
                    self.copy.take(said)
                    self.say(*self.copy.asks())
            case Notice():
                self.notices.append(said)
                self.message = Message(f"{said.number} {said.title}: {said.text or said.state}", 0)
            case Message():
                # What `new` prints is seen anyway.
                self.message = None if OPENED.fullmatch(said.text) and not said.code else said

    def _take_scene(self, scene: Scene) -> None:
        self.told = scene
        if not self.waiting:
            self.wanted = ("", "")
            if self.copy is not None:
                self.copy.early = False
        self.foresight.learn(scene)
        self._show()
        shown = {box.id for box in (*scene.panes, *self.scene.panes)}
        for pane in self.panes.keys() - shown - set(scene.kept):
            del self.panes[pane]

    def _show(self) -> None:
        """Show what the daemon told last and what it is about to tell; where that is not known, what is shown."""
        tab, pane = self.wanted
        scene = self.foresight.foreseen(self.told, tab, pane, self.panes)
        if self.waiting and scene.active != (tab or self.scene.active):
            scene = self.foresight.foreseen(self.told, self.scene.active, "", self.panes)
        if self.scene.active and scene.active != self.scene.active:
            self.previous = self.scene.active
        if self.copy is not None:
            held = self.copy.pane
            box = next((box for box in scene.panes if box.id == held), None)
            if box is None:
                self.copy = None
            else:
                self.copy.resize(max(1, box.rows), max(1, box.cols))
        self.scene = scene
