"""
What the daemon is about to answer when another tab or pane is wished for, shown until it does.

A tab that was shown before is shown at once as it was left: its panes where they were, with the screens that the window
keeps. The daemon's answer sets right what has changed since; mostly that is nothing.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field, replace

from pitwall.wire.window import Act, PaneBox, Scene


@dataclass(frozen=True, slots=True)
class _Left:
    """How a tab was shown last; ``fits``: in the room that the window has now."""

    panes: tuple[PaneBox, ...]
    focused: str
    zoomed: bool
    fits: bool = True


@dataclass(slots=True)
class Foresight:
    """How the tabs of a session were shown."""

    _left: dict[str, _Left] = field(default_factory=dict)

    def learn(self, scene: Scene) -> None:
        """Take note of a scene that the daemon sent."""
        if scene.panes:
            self._left[scene.active] = _Left(scene.panes, scene.focused, scene.zoomed)
        if len(self._left) > len(scene.tabs):
            listed = {tab.id for tab in scene.tabs}
            self._left = {tab: left for tab, left in self._left.items() if tab in listed}

    def resized(self) -> None:
        """The room is another one: where panes will be in it is not known."""
        self._left = {tab: replace(left, fits=False) for tab, left in self._left.items()}

    def wishes(self) -> Iterator[Act]:
        """What makes another window show each tab as it was left here."""
        for tab, left in self._left.items():
            if left.zoomed or left.focused != left.panes[0].id:
                yield Act("select", tab)
                yield Act("focus", left.focused)
                if left.zoomed:
                    yield Act("zoom", left.focused)

    def foreseen(self, scene: Scene, tab: str, pane: str, known: Container[str]) -> Scene:
        """
        The daemon's last scene with the tab and the pane that are wished for, empty for none, as far as can be told.

        A tab is not shown before all its panes' screens are ``known``.
        """
        if tab and tab != scene.active:
            left = self._left.get(tab)
            if left is None or not left.fits or not all(box.id in known for box in left.panes):
                return scene
            if all(line.id != tab for line in scene.tabs):
                return scene
            scene = replace(scene, active=tab, panes=left.panes, focused=left.focused, zoomed=left.zoomed)
        if pane and not scene.zoomed and any(box.id == pane for box in scene.panes):
            scene = replace(scene, focused=pane)
        return scene
