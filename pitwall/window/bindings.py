"""The window's commands: what they are called, what they do, and the keys behind the prefix that run them (pure)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Binding:
    """A command of the window, with the keys that run it unless configured otherwise."""

    command: str
    keys: tuple[str, ...]
    does: str
    """What the help says of it."""


BINDINGS = (
    Binding("help", ("?",), "show this help"),
    Binding("leave", ("d",), "leave; everything goes on"),
    Binding("new", ("c",), "open a new tab"),
    Binding("next", ("n",), "next tab"),
    Binding("previous", ("p",), "previous tab"),
    Binding("attention", ("a", "Space"), "go to the next tab that needs you"),
    Binding("last", ("l", "Tab"), "the tab shown before"),
    Binding("find", ("f", "w"), "find a tab by typing"),
    Binding("session", ("s",), "go to another session"),
    Binding("rename", (",",), "rename the tab"),
    Binding("move", (".",), "move the tab to another place"),
    Binding("group", ("g",), "put the tab into a group"),
    Binding("detach", ("D",), "hide the tab; it goes on"),
    Binding("kill", ("&", "k"), "close the tab and end what runs in it"),
    Binding("split-right", ("%", "|"), "split the pane, the new one on the right"),
    Binding("split-below", ('"', "-"), "split the pane, the new one below"),
    Binding("focus-left", ("Left",), "focus the pane on the left"),
    Binding("focus-right", ("Right",), "focus the pane on the right"),
    Binding("focus-up", ("Up",), "focus the pane above"),
    Binding("focus-down", ("Down",), "focus the pane below"),
    Binding("focus-next", ("o",), "focus the next pane"),
    Binding("grow-left", ("C-Left", "H"), "move the pane's border left"),
    Binding("grow-right", ("C-Right", "L"), "move the pane's border right"),
    Binding("grow-up", ("C-Up", "K"), "move the pane's border up"),
    Binding("grow-down", ("C-Down", "J"), "move the pane's border down"),
    Binding("zoom", ("z",), "give the pane all the room, or end that"),
    Binding("close", ("x",), "close the pane and end what runs in it"),
    Binding("copy", ("[",), "scroll back, search and copy"),
    Binding("search", ("/",), "search what scrolled by"),
    Binding("sidebar", ("b",), "hide or show the sidebar"),
    Binding("redraw", ("r",), "paint everything anew"),
)

COMMANDS: Mapping[str, Binding] = MappingProxyType({binding.command: binding for binding in BINDINGS})

DEFAULT_KEYS: Mapping[str, str] = MappingProxyType(
    {key: binding.command for binding in BINDINGS for key in binding.keys}
)
"""From a key to a command. Digits go to the tab of that number."""


def help_lines(keys: Mapping[str, str], prefix: str) -> list[tuple[str, str]]:
    """The help: keys and what they do, in the order of the table; commands without a key are left out."""
    lines = []
    for binding in BINDINGS:
        own = [key for key, command in keys.items() if command == binding.command]
        if own:
            lines.append((" or ".join(shown(key) for key in own), binding.does))
    lines.append(("0-9", "go to the tab of that number"))
    lines.append((shown(prefix), f"send {shown(prefix)} to the pane"))
    return lines


def shown(key: str) -> str:
    """A key's name as people write it."""
    for short, long in (("C-", "ctrl-"), ("M-", "alt-"), ("S-", "shift-")):
        if key.startswith(short) and len(key) > len(short):
            return long + shown(key[len(short) :])
    return key.lower() if len(key) > 1 else key
