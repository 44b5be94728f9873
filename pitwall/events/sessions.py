"""Facts about sessions: named lists of tabs."""

from dataclasses import dataclass
from typing import ClassVar

from pitwall.events.base import Fact
from pitwall.events.ids import SessionId


@dataclass(frozen=True, slots=True)
class SessionOpened(Fact):
    """A session began; its first tab follows."""

    TYPE: ClassVar[str] = "session.opened"
    session: SessionId
    name: str


@dataclass(frozen=True, slots=True)
class SessionRenamed(Fact):
    """A session got another name."""

    TYPE: ClassVar[str] = "session.renamed"
    session: SessionId
    name: str


@dataclass(frozen=True, slots=True)
class SessionUsed(Fact):
    """A command acted on the session: it is now the most recently used one."""

    TYPE: ClassVar[str] = "session.used"
    LAZY: ClassVar[bool] = True
    session: SessionId


@dataclass(frozen=True, slots=True)
class SessionClosed(Fact):
    """The session's last tab closed, and the session with it."""

    TYPE: ClassVar[str] = "session.closed"
    session: SessionId
