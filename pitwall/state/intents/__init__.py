"""
Intents: what a command or an actor asks the directory to make true, each with its pure decision.

An intent's ``decide`` takes the folded state and returns the facts that make it true, none when it is true
already; it raises a ``Refusal`` when it cannot be.
"""

from pitwall.state.intents.base import Answer, Intent
from pitwall.state.intents.opening import NewPane
from pitwall.state.intents.panes import ClosePane, EndPane, MoveBorder, Observe, SplitPane
from pitwall.state.intents.runs import BeginRun, ReportFailure, StopRun, Write
from pitwall.state.intents.sessions import CloseSession, RenameSession, UseSession
from pitwall.state.intents.tabs import (
    AttachTab,
    CloseTab,
    DetachTab,
    FailTab,
    GroupTab,
    MoveTab,
    OpenTab,
    RenameTab,
    SeeTab,
)

__all__ = [
    "Answer",
    "AttachTab",
    "BeginRun",
    "ClosePane",
    "CloseSession",
    "CloseTab",
    "DetachTab",
    "EndPane",
    "FailTab",
    "GroupTab",
    "Intent",
    "MoveBorder",
    "MoveTab",
    "NewPane",
    "Observe",
    "OpenTab",
    "RenameSession",
    "RenameTab",
    "ReportFailure",
    "SeeTab",
    "SplitPane",
    "StopRun",
    "UseSession",
    "Write",
]
