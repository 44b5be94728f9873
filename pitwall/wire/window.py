"""
What a window and the daemon say to each other, once its command was accepted: CBOR in frames (pure).

The daemon lays out the panes for the room that the window has for them, and sends what changed of their screens;
the window paints, and sends keys and wishes. A style is what SGR makes it: the window passes it on and need not know
what it means.

==  ==================  =====================================================================
S   daemon → window     :class:`Scene`: the sidebar's tabs, and where the active tab's panes are
U   daemon → window     :class:`PaneUpdate`: rows of a pane that changed, its cursor and modes
P   daemon → window     :class:`HistoryPage`: rows that scrolled off a pane
N   daemon → window     :class:`Notice`: something to tell the user of
M   daemon → window     :class:`Message`: a line for the status bar
B   daemon → window     :class:`Again`: the daemon is about to stop and to come back
G   window → daemon     :class:`Geometry`: the room for panes, and whether the user looks at it
K   window → daemon     :class:`Keys`: bytes for a pane
C   window → daemon     :class:`Run`: a command, as if typed behind ``pitwall``
T   window → daemon     :class:`Act`: what to show, and how
Y   window → daemon     :class:`PageAsked`: rows that scrolled off are wanted
==  ==================  =====================================================================
"""

from dataclasses import dataclass
from typing import Literal

import cbor2

from pitwall.errors import FrameError
from pitwall.wire import frames, records

SCENE, UPDATE, PAGE, NOTICE, MESSAGE, AGAIN = b"S", b"U", b"P", b"N", b"M", b"B"
GEOMETRY, KEYS, RUN, ACT, PAGE_ASKED = b"G", b"K", b"C", b"T", b"Y"


@dataclass(frozen=True, slots=True)
class TabLine:
    """
    A tab in the sidebar.

    ``attention`` is its place among those that need the user, from 0; ``None`` for none. ``since`` is the
    wall-clock µs at which its state became so.
    """

    id: str
    number: int
    title: str
    group: str
    state: str
    agent: str
    question: str
    branch: str
    detached: bool
    attention: int | None
    since: int
    exit_code: int | None


@dataclass(frozen=True, slots=True)
class PaneBox:
    """Where a pane is in the room for panes, in cells from its top left corner."""

    id: str
    top: int
    left: int
    rows: int
    cols: int
    live: bool
    title: str


@dataclass(frozen=True, slots=True)
class Scene:
    """
    All but the panes' screens.

    ``degraded``: the disk refuses the journal. ``answered``: how many of the window's commands and wishes
    (:class:`Run`, :class:`Act`) this comes after. ``kept``: panes that are not shown, but of whose screens later
    updates go on; the window forgets all others.
    """

    session: str
    sessions: tuple[str, ...]
    tabs: tuple[TabLine, ...]
    active: str
    panes: tuple[PaneBox, ...]
    focused: str
    zoomed: bool
    degraded: bool = False
    kept: tuple[str, ...] = ()
    answered: int = 0


@dataclass(frozen=True, slots=True)
class Style:
    """
    How a run looks: SGR codes such as ``1;38;5;2``, and a link's address; both empty by default.

    ``link_id`` is by what the pane's program ties the parts of one link together; empty where it does not.
    """

    sgr: str = ""
    link: str = ""
    link_id: str = ""


@dataclass(frozen=True, slots=True)
class TextRun:
    """Cells of one style: their text, how many they are, and the style's place in the update's list."""

    text: str
    cells: int
    style: int


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a pane, from 0, and its runs; cells behind the last run are blank."""

    row: int
    runs: tuple[TextRun, ...]


@dataclass(frozen=True, slots=True)
class PaneModes:
    """What the program has switched on, which the window mirrors to its own terminal while the pane is focused."""

    application_cursor: bool = False
    application_keypad: bool = False
    bracketed_paste: bool = False
    focus: bool = False
    mouse: int = 0
    mouse_encoding: int = 0
    alternate: bool = False
    kitty_keyboard: int = 0
    cursor_visible: bool = True
    cursor_shape: int = 0


@dataclass(frozen=True, slots=True)
class PaneUpdate:
    """What changed of a pane's screen; ``full``: all of it, whatever was there before."""

    pane: str
    rows: int
    cols: int
    cursor_row: int
    cursor_col: int
    modes: PaneModes
    full: bool
    styles: tuple[Style, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Rows that scrolled off: ``lines`` counts from ``first``, 0 being the oldest of ``total``."""

    pane: str
    first: int
    total: int
    styles: tuple[Style, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something happened in a tab that the user is not looking at."""

    tab: str
    number: int
    title: str
    state: str
    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """A line for the status bar; ``code`` is the exit code of the command that it came from."""

    text: str
    code: int = 0


@dataclass(frozen=True, slots=True)
class Again:
    """The daemon stops and comes back: connect to it anew once this connection has ended."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """The room for panes in cells, and whether the window has the user's focus."""

    rows: int
    cols: int
    focused: bool


@dataclass(frozen=True, slots=True)
class Keys:
    """Input for a pane, byte for byte; without a pane for the one that has the focus when the keys arrive."""

    pane: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Run:
    """A command line behind ``pitwall``; what it prints comes back as a message."""

    argv: tuple[str, ...]


Deed = Literal["select", "focus", "zoom", "grow", "close", "session"]


@dataclass(frozen=True, slots=True)
class Act:
    """
    Show another tab (``select``), focus a pane, zoom it or not, close it, go to another session by name.

    Without a target ``zoom`` is for the focused pane, whichever that is by then.
    ``grow`` moves the border of a pane by ``rows`` and ``cols``, negative to shrink it.
    """

    deed: Deed
    target: str
    rows: int = 0
    cols: int = 0


@dataclass(frozen=True, slots=True)
class PageAsked:
    """``count`` rows from ``first`` on are wanted of what scrolled off; negative counts from the newest."""

    pane: str
    first: int
    count: int


ToWindow = Scene | PaneUpdate | HistoryPage | Notice | Message | Again
ToDaemon = Geometry | Keys | Run | Act | PageAsked
Said = ToWindow | ToDaemon

_KINDS: dict[type, bytes] = {
    Scene: SCENE,
    PaneUpdate: UPDATE,
    HistoryPage: PAGE,
    Notice: NOTICE,
    Message: MESSAGE,
    Again: AGAIN,
    Geometry: GEOMETRY,
    Keys: KEYS,
    Run: RUN,
    Act: ACT,
    PageAsked: PAGE_ASKED,
}
_CLASSES = {kind: said for said, kind in _KINDS.items()}


def encode(said: Said) -> bytes:
    """The frame that says it; raises ``FrameError`` if it is longer than a frame may be."""
    return frames.encode(_KINDS[type(said)], cbor2.dumps(records.dump(said)))


def decode(kind: bytes, payload: bytes) -> Said | None:
    """What a frame says; ``None`` for a kind that is none of these; raises ``FrameError`` for odd content."""
    said = _CLASSES.get(kind)
    if said is None:
        return None
    try:
        value: object = cbor2.loads(payload)
    except Exception as error:
        raise FrameError("a window's frame is no CBOR") from error
    loaded: Said = records.load(said, value)
    return loaded
