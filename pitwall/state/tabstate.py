"""What a tab shows: its main pane, and the state read off it (SEMANTICS 1 and 4)."""

from dataclasses import dataclass
from typing import Literal

from pitwall.state.model import Agent, Pane, State, Tab
from pitwall.state.text import QUESTION_LIMIT, plain

ShownState = Literal["working", "blocked", "done", "idle", "running", "exited", ""]
"""What ``ls`` and ``wait`` say of a tab; the empty one is an expected agent that was not seen yet."""

SHELLS = frozenset(
    (
        "ash",
        "bash",
        "csh",
        "dash",
        "elvish",
        "fish",
        "ksh",
        "mksh",
        "nu",
        "pwsh",
        "sh",
        "tcsh",
        "xonsh",
        "zsh",
    )
)
"""Programs that a pane opened with a command treats as it does its own shell."""


@dataclass(frozen=True, slots=True)
class TabView:
    """
    What a tab shows.

    ``agent`` is its kind or empty. ``exit_code`` is ``None`` while the process runs and when a restart lost
    it. ``pane`` is the main pane; ``None`` only where a damaged journal lost its opening.
    """

    state: ShownState
    question: str
    agent: str
    exit_code: int | None
    pane: Pane | None


def main_pane(state: State, tab: Tab) -> Pane | None:
    """
    The pane that speaks for the tab.

    The first live one running an agent, else the first live one, else the first exited one that ran an
    agent, else the first.
    """
    panes = tuple(state.panes_of(tab))
    live = tuple(pane for pane in panes if pane.live)
    ranked = (
        *(pane for pane in live if running_agent(pane)),
        *live,
        *(pane for pane in panes if pane.had_agent),
        *panes,
    )
    return ranked[0] if ranked else None


def view(state: State, tab: Tab) -> TabView:
    """What a tab shows; a closed one's panes keep their codes until it is forgotten."""
    pane = main_pane(state, tab)
    if pane is None:
        return TabView(state="", question="", agent="", exit_code=None, pane=None)
    shown = shown_state(pane)
    question = plain(pane.reading.detail, QUESTION_LIMIT) if shown == "blocked" else ""
    return TabView(shown, question, shown_agent(pane), pane.code if pane.exited else None, pane)


def shown_state(pane: Pane) -> ShownState:
    """The first line of SEMANTICS 4 that applies to the pane."""
    if pane.exited:
        return "exited"
    agent = running_agent(pane)
    status = pane.reading.status
    if status == "blocked" and (agent or not pane.agent):
        return "blocked"
    if is_awaited(pane):
        return ""
    if agent is None:
        return "working" if pane.job and is_shell(pane) else "running"
    return "running" if status == "unknown" else status


def shown_agent(pane: Pane) -> str:
    """The agent kind shown for the pane; a held pane that ended keeps its kind, a shell's left with it."""
    if pane.exited:
        return (pane.kind or pane.expected) if pane.held else ""
    agent = running_agent(pane)
    if agent:
        return agent.kind
    return pane.expected if is_awaited(pane) else ""


def running_agent(pane: Pane) -> Agent | None:
    """The agent in the pane's foreground: a suspended one does not count, though its status is kept."""
    return pane.agent if pane.agent and not pane.agent.suspended else None


def is_awaited(pane: Pane) -> bool:
    """Whether the pane's command is an agent's, and no agent was seen in it yet."""
    return bool(pane.expected and not pane.kind)


def is_shell(pane: Pane) -> bool:
    """Whether jobs are run in the pane: its own shell, or a shell that was given as its command."""
    return not pane.held or _base_name(pane.program) in SHELLS or _base_name(pane.argv[0]) in SHELLS


def _base_name(path: str) -> str:
    return path.rpartition("/")[2].removeprefix("-")
