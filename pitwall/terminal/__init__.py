"""The terminal emulator: bytes in, screen out, replies out. Built on pyte; pure."""

from pitwall.terminal.attributes import Attributes, Underline
from pitwall.terminal.look import Look, Row, Run, Sample
from pitwall.terminal.modes import CursorShape, Modes, MouseEncoding, MouseTracking
from pitwall.terminal.terminal import Terminal

__all__ = [
    "Attributes",
    "CursorShape",
    "Look",
    "Modes",
    "MouseEncoding",
    "MouseTracking",
    "Row",
    "Run",
    "Sample",
    "Terminal",
    "Underline",
]
