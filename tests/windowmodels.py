"""Windows for tests: a model with tabs and panes, and what it is told."""

from collections.abc import Sequence

from windowdaemon import scene, tab, update

from pitwall.window.cells import joined
from pitwall.window.compositor import Frame
from pitwall.window.control import typed
from pitwall.window.input import InputSplitter
from pitwall.window.model import Model
from pitwall.window.painting import Painter
from pitwall.window.settings import Settings
from pitwall.wire.window import PaneBox, PaneModes, TabLine, ToDaemon

SIDE_BY_SIDE = (
    PaneBox("p1", 0, 0, 23, 34, True, "left"),
    PaneBox("p2", 0, 35, 23, 35, True, "right"),
)
TABS = (
    tab(1, "one"),
    tab(2, "two", "blocked", attention=0, question="May I?"),
    tab(3, "three", group="back"),
)


def window(
    *lines: str,
    tabs: Sequence[TabLine] = TABS,
    panes: tuple[PaneBox, ...] = (PaneBox("p1", 0, 0, 23, 70, True, ""),),
    modes: PaneModes | None = None,
    rows: int = 24,
    cols: int = 100,
    **more: object,
) -> Model:
    """A model whose panes show `lines`."""
    model = Model(rows, cols, Settings())
    model.take(scene(*tabs, panes=panes, **more))
    for box in panes:
        model.take(update(*lines, pane=box.id, rows=box.rows, cols=box.cols, modes=modes))
    model.outbox.clear()
    return model


def press(model: Model, data: bytes) -> list[ToDaemon]:
    """Type bytes; what the window says to the daemon for it."""
    splitter = InputSplitter()
    for token in (*splitter.feed(data), *splitter.flush()):
        typed(model, token)
    said = list(model.outbox)
    model.outbox.clear()
    return said


def frame(model: Model, now: int) -> Frame:
    """What is to be shown, made anew."""
    return Painter().frame(model, now)


def texts(painted: Frame) -> list[str]:
    """The text of the rows of a frame."""
    return ["".join(joined(row).chars).rstrip() for row in painted.rows]
