"""Facts about tabs: what the user sees as one line of the sidebar."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from pitwall.events.base import Fact
from pitwall.events.ids import SessionId, TabId

Closing = Literal["killed", "ended", "failed"]
"""Why a tab closed: somebody asked for it, its process ended, or its command could not be started."""


@dataclass(frozen=True, slots=True)
class TabOpened(Fact):
    """A tab was opened, last of its part of the session; an empty ``title`` follows the work."""

    TYPE: ClassVar[str] = "tab.opened"
    tab: TabId
    session: SessionId
    title: str
    detached: bool
    group: str = ""


@dataclass(frozen=True, slots=True)
class TabClosed(Fact):
    """The tab is gone from every list; ``killed`` is written before any process is signalled."""

    TYPE: ClassVar[str] = "tab.closed"
    tab: TabId
    why: Closing


@dataclass(frozen=True, slots=True)
class TabRenamed(Fact):
    """The user chose a title; an empty one returns to the automatic title."""

    TYPE: ClassVar[str] = "tab.renamed"
    tab: TabId
    title: str


@dataclass(frozen=True, slots=True)
class TabMoved(Fact):
    """The tab took place ``place`` (from 0) in its part of the session, visible or detached."""

    TYPE: ClassVar[str] = "tab.moved"
    LAZY: ClassVar[bool] = True
    tab: TabId
    place: int


@dataclass(frozen=True, slots=True)
class TabGrouped(Fact):
    """The tab went into a group; an empty one takes it out."""

    TYPE: ClassVar[str] = "tab.grouped"
    tab: TabId
    group: str


@dataclass(frozen=True, slots=True)
class TabDetached(Fact):
    """The tab left the sidebar; its process goes on."""

    TYPE: ClassVar[str] = "tab.detached"
    tab: TabId


@dataclass(frozen=True, slots=True)
class TabAttached(Fact):
    """The tab came (back) to the sidebar, last of the visible ones."""

    TYPE: ClassVar[str] = "tab.attached"
    tab: TabId


@dataclass(frozen=True, slots=True)
class TabSeen(Fact):
    """The user looked at the tab: a done that shows becomes idle (SEMANTICS 5)."""

    TYPE: ClassVar[str] = "tab.seen"
    LAZY: ClassVar[bool] = True
    tab: TabId


@dataclass(frozen=True, slots=True)
class TabForgotten(Fact):
    """A tab that closed long ago left the state; its history stays while the segments do."""

    TYPE: ClassVar[str] = "tab.forgotten"
    tab: TabId
