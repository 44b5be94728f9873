"""A tab's title: the one the user chose, else one that follows the work (SEMANTICS 3)."""

import re

from pitwall.state.model import Pane, State, Tab
from pitwall.state.tabstate import main_pane, shown_agent
from pitwall.state.text import TITLE_LIMIT, plain, strip_spinner

_NAMES = {
    "claude": ("claude code",),
    "codex": ("openai codex",),
    "copilot": ("github copilot",),
    "cursor": ("cursor agent",),
    "gemini": ("gemini cli",),
    "opencode": ("opencode", "oc"),
    "pi": ("π", "pi"),
    "qwen": ("qwen code",),
}
"""What agents call themselves in window titles (AGENTS.md); any other goes by its kind."""

_STATES = ("action required", "ready", "working", "thinking")
"""What agents say of their state in window titles: the state is shown elsewhere."""

_WORD = re.compile(r"\w+")
_STATE_PREFIX = re.compile(r"^action required\s*\|\s*", re.IGNORECASE)


def title_of(state: State, tab: Tab) -> str:
    """
    The title to show, fit to print: never empty.

    Chosen, else the agent's window title where that says more than its own name or the folder, else the
    name of what runs, else the folder.
    """
    chosen = plain(tab.title, TITLE_LIMIT)
    if chosen:
        return chosen
    pane = main_pane(state, tab)
    return (pane and _automatic(pane)) or "tab"


def _automatic(pane: Pane) -> str:
    agent = shown_agent(pane)
    folder = plain(base_name(pane.cwd), TITLE_LIMIT) or "/"
    if agent:
        title = strip_spinner(plain(pane.title, TITLE_LIMIT))
        title = strip_spinner(_STATE_PREFIX.sub("", title))
        return title if _says_more(title, agent, folder) else agent
    return plain(pane.job or _command(pane), TITLE_LIMIT) or folder


def _command(pane: Pane) -> str:
    """The base name of the pane's command, never its arguments; empty for a shell pane."""
    return base_name(pane.argv[0]) or base_name(pane.program) if pane.held else ""


def base_name(path: str) -> str:
    """The last part of a path."""
    return path.rstrip("/").rpartition("/")[2]


def _says_more(title: str, agent: str, folder: str) -> bool:
    """Whether ``title`` has a word that is not of the agent's name, the folder or the agent's state."""
    if title.startswith("/") and " " not in title:
        return False  # a slash command or a path is no name for the work
    known = _words(" ".join((folder, *_NAMES.get(agent, (agent,)), *_STATES)))
    return not _words(title) <= known


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
