"""
What the daemon is about to answer when another tab or pane is wished for, shown until it does.

A tab that was shown before is shown at once as it was left: its panes where they were, with the screens that the window
keeps. The daemon's answer sets right what has changed since; mostly that is nothing.
"""

from collections.abc import Container
from dataclasses import dataclass, field, replace

from pitwall.wire.window import PaneBox, Scene


@dataclass(frozen=True, slots=True)
class _Left:
    """How a tab was shown last."""

    panes: tuple[PaneBox, ...]
    focused: str
    zoomed: bool


@dataclass(slots=True)
class Foresight:
    """How the tabs of a session were shown in the room that the window has."""

    _left: dict[str, _Left] = field(default_factory=dict)

    def learn(self, scene: Scene) -> None:
        """Take note of a scene that the daemon sent."""
        if scene.panes:
            self._left[scene.active] = _Left(scene.panes, scene.focused, scene.zoomed)
        if len(self._left) > len(scene.tabs):
            listed = {tab.id for tab in scene.tabs}
            self._left = {tab: left for tab, left in self._left.items() if tab in listed}

    def forget(self) -> None:
        """The room is another one: nothing is known of what will be shown in it."""
        self._left.clear()

    def foreseen(self, scene: Scene, tab: str, pane: str, known: Container[str]) -> Scene:
        """
        The daemon's last scene with the tab and the pane that are wished for, empty for none, as far as can be told.

        A tab is not shown before all its panes' screens are ``known``.
        """
        if tab and tab != scene.active:
            left = self._left.get(tab)
            if left is None or not all(box.id in known for box in left.panes):
                return scene
            if all(line.id != tab for line in scene.tabs):
                return scene
            scene = replace(scene, active=tab, panes=left.panes, focused=left.focused, zoomed=left.zoomed)
        if pane and not scene.zoomed and any(box.id == pane for box in scene.panes):
            scene = replace(scene, focused=pane)
        return scene
