"""
Notifications through the outer terminal, in the form it knows; and text for its clipboard (pure).

Sources: kitty's desktop notifications (OSC 99); OSC 777 of urxvt, taken over by foot, ghostty and WezTerm; OSC 9 of
iTerm2; OSC 52 of xterm; tmux's passthrough (DCS tmux).
"""

import base64
from collections.abc import Mapping

from pitwall.config import Notifications, Way

LONGEST = 200
"""Characters of a notification that are shown."""
LONGEST_COPY = 1 << 20
"""Bytes of copied text that are handed to the terminal."""


def way(environment: Mapping[str, str], wanted: Notifications, state: str) -> Way:
    """The way in which the user wants to hear of a tab that is in that state now."""
    level = wanted.level(state)
    if level == "off":
        return "none"
    if level == "bell":
        return "bell"
    return wanted.way if wanted.way != "auto" else known_way(environment)


def known_way(environment: Mapping[str, str]) -> Way:
    """The way that suits the outer terminal, as far as its environment tells; the bell for one that is not known."""
    term, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if environment.get("KITTY_WINDOW_ID") or "kitty" in term:
        return "osc99"
    if program in ("ghostty", "WezTerm") or any(
        name in term for name in ("foot", "ghostty", "wezterm", "rxvt")
    ):
        return "osc777"
    if program in ("iTerm.app", "WarpTerminal") or environment.get("WT_SESSION"):
        return "osc9"
    return "bell"


def notification(title: str, body: str, way: Way, *, tmux: bool = False) -> bytes:
    """The bytes that notify the user; the text loses its control characters."""
    title, body = _plain(title), _plain(body)
    if way == "osc99":
        sequence = f"\x1b]99;i=pitwall:d=0;{title}\x1b\\\x1b]99;i=pitwall:p=body;{body}\x1b\\"
    elif way == "osc777":
        sequence = f"\x1b]777;notify;{title.replace(';', ',')};{body.replace(';', ',')}\x1b\\"
    elif way == "osc9":
        # iTerm2 and others take a number behind OSC 9 for another command (ConEmu's progress).
        text = f"{title}: {body}" if body else title
        sequence = f"\x1b]9;{text}\x1b\\"
    else:
        return b"" if way == "none" else b"\a"
    return (_through_tmux(sequence) if tmux else sequence).encode("utf-8", "replace")


def clipboard(text: str) -> bytes:
    """The bytes that put text into the outer terminal's clipboard; tmux takes them itself."""
    data = text.encode("utf-8", "replace")[:LONGEST_COPY]
    return b"\x1b]52;c;" + base64.b64encode(data) + b"\x1b\\"


def _plain(text: str) -> str:
    line = " ".join(text.split())
    return "".join(character for character in line if character.isprintable())[:LONGEST]


def _through_tmux(sequence: str) -> str:
    parts = [part + "\x1b\\" for part in sequence.split("\x1b\\") if part]
    return "".join("\x1bPtmux;" + part.replace("\x1b", "\x1b\x1b") + "\x1b\\" for part in parts)
