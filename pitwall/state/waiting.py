"""
The judgement of ``wait``: what one state means to somebody who waits (SEMANTICS 6).

A ``Watch`` is all that a wait remembers between two states. It goes to the client as a token, and comes
back from it after a daemon restart: what the wait saw survives the daemon.
"""

import json
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from pitwall.errors import Refusal, UsageError
from pitwall.events.ids import PaneId, TabId, is_id
from pitwall.state.model import ClosedTab, Pane, State, Tab
from pitwall.state.tabstate import is_shell, main_pane, shown_state
from pitwall.state.text import QUESTION_LIMIT, plain

Until = Literal["done", "idle", "blocked", "exit"]
"""What a wait can wait for."""

UNTILS: tuple[Until, ...] = get_args(Until)

BLOCKED = 2
"""The exit code for an agent that became blocked while something else was waited for."""

ENDED = 3
"""The exit code for a process that ended, or an agent that left, while something else was waited for."""

LOST = "exit unknown"
"""What is printed where nobody can tell how the process ended."""

_Value: TypeAlias = "str | int | bool | list[_Value] | dict[str, _Value] | None"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a wait: a line for stdout, one for stderr (each empty if none), and the exit code."""

    out: str
    err: str
    code: int


@dataclass(frozen=True, slots=True)
class Watch:
    """
    What a wait remembers.

    ``pane`` is the one that spoke for the tab in the last state; once ``saw_agent``, the wait follows it
    by id. ``starts`` counts the processes that pane had by then. ``turns`` holds the turns that each pane had
    when the wait began. ``saw_turn``: a turn ran in a state, or between two of them.
    """

    tab: TabId
    until: Until
    pane: PaneId | None = None
    starts: int = 0
    saw_agent: bool = False
    saw_turn: bool = False
    turns: tuple[tuple[PaneId, int], ...] = ()

    def token(self) -> str:
        """The watch as one line of text."""
        return json.dumps(
            {
                "tab": self.tab,
                "until": self.until,
                "pane": self.pane,
                "starts": self.starts,
                "saw_agent": self.saw_agent,
                "saw_turn": self.saw_turn,
                "turns": dict(self.turns),
            }
        )

    @staticmethod
    def from_token(text: str) -> "Watch":
        """
        The watch that gave ``text``, of this version or another.

        Raises ``Refusal`` for any other text.
        """
        try:
            fields: _Value = json.loads(text)
        except (ValueError, RecursionError):
            fields = None
        watch = _loaded(fields) if isinstance(fields, dict) else None
        if watch is None:
            raise Refusal("the wait cannot be taken up again after the daemon's restart: start it anew")
        return watch


def parse_until(text: str) -> Until:
    """What ``--until`` names; raises ``UsageError``."""
    for until in UNTILS:
        if text == until:
            return until
    raise UsageError(f'--until "{plain(text, 40)}" is not known: write done, idle, blocked or exit')


def begin(state: State, tab: Tab, until: Until) -> Watch:
    """A wait that begins now; judge it against the same state first: what already shows counts."""
    return Watch(tab.id, until, turns=tuple((pane.id, pane.turns) for pane in state.panes_of(tab)))


def judge(watch: Watch, state: State) -> tuple[Watch, Verdict | None]:
    """What the wait remembers after this state, and its end, or ``None`` to wait for the next one."""
    closed = state.closed.get(watch.tab)
    tab = closed.tab if closed else state.tabs.get(watch.tab)
    if tab is None:
        return watch, Verdict("", "the tab was closed, long ago", 1)
    closing = _closing(closed)
    if closing:
        return watch, closing
    pane = _followed(watch, state, tab)
    if pane is None:
        return watch, None
    restarted = pane.id == watch.pane and 0 < watch.starts < pane.starts
    watch = _after_look(watch, pane)
    if pane.exited:
        # What ends while the daemon stops is judged by the next one, which may bring it back.
        return watch, None if state.stopping and pane.code is None else _ended(watch, pane)
    if closed:
        return watch, None
    return watch, _left(watch, pane, restarted) or _shown(watch, pane)


def _closing(closed: ClosedTab | None) -> Verdict | None:
    """Row 1: the tab was closed by somebody, or never came to be."""
    if closed and closed.why == "killed":
        return Verdict("", "the tab was closed", 1)
    if closed and closed.why == "failed":
        return Verdict("", "the tab closed: its command could not be started", 1)
    return None


def _followed(watch: Watch, state: State, tab: Tab) -> Pane | None:
    """The pane that this wait saw an agent in, else the tab's main pane."""
    if watch.saw_agent and watch.pane is not None and watch.pane in state.panes:
        return state.panes[watch.pane]
    return main_pane(state, tab)


def _after_look(watch: Watch, pane: Pane) -> Watch:
    before = dict(watch.turns).get(pane.id, 0)
    return replace(
        watch,
        pane=pane.id,
        starts=pane.starts,
        saw_agent=watch.saw_agent or pane.agent is not None,
        saw_turn=watch.saw_turn or pane.reading.turn or pane.turns > before,
    )


def _ended(watch: Watch, pane: Pane) -> Verdict:
    """Row 2: the process ended."""
    if pane.code is None:
        return Verdict(LOST, "a daemon restart stopped the process: its exit code is lost", ENDED)
    ran_agent = pane.had_agent or watch.saw_agent
    wanted = watch.until == "exit" or (watch.until == "done" and not ran_agent)
    code = (pane.code if pane.code >= 0 else 1) if wanted else ENDED
    return Verdict(f"exit {pane.code}", "", code)


def _left(watch: Watch, pane: Pane, restarted: bool) -> Verdict | None:
    """
    Row 3: the agent is gone and a shell is left, or a daemon restart put a new shell in the place of one.

    A held pane that a restart relaunched goes on as if it had never ended.
    """
    shell_lost = restarted and not pane.held and not pane.resumed
    agent_left = bool(pane.kind) and pane.agent is None and is_shell(pane)
    if shell_lost and watch.until in ("exit", "done"):
        return Verdict(LOST, "a daemon restart ended the shell that was waited for", ENDED)
    if not (shell_lost or agent_left) or watch.until == "exit":
        return None
    if watch.until == "done" or watch.saw_agent:
        return Verdict(LOST, "the agent is gone, how it ended is not known; its pane is a shell now", ENDED)
    return None


def _shown(watch: Watch, pane: Pane) -> Verdict | None:
    """Rows 4 to 6: what the pane shows is what was wanted, or blocked, or neither."""
    shown = shown_state(pane)
    taken = {watch.until}
    if watch.until == "idle":
        taken = {"idle", "done"}
    elif watch.until == "done" and watch.saw_turn:
        taken = {"done", "idle"}
    if shown in taken:
        return Verdict(shown, "", 0)
    if shown == "blocked":
        return Verdict(f"blocked: {plain(pane.reading.detail, QUESTION_LIMIT)}".rstrip(), "", BLOCKED)
    return None


def _loaded(fields: dict[str, _Value]) -> Watch | None:
    """The watch that ``fields`` tell of; what is missing or unfit there takes its default."""
    tab, until, pane, starts = (fields.get(name) for name in ("tab", "until", "pane", "starts"))
    turns = fields.get("turns")
    if not (isinstance(tab, str) and is_id(tab)) or until not in UNTILS:
        return None
    return Watch(
        tab=TabId(tab),
        until=until,
        pane=PaneId(pane) if isinstance(pane, str) and is_id(pane) else None,
        starts=starts if isinstance(starts, int) else 0,
        saw_agent=fields.get("saw_agent") is True,
        saw_turn=fields.get("saw_turn") is True,
        turns=tuple(
            (PaneId(key), count)
            for key, count in (turns.items() if isinstance(turns, dict) else ())
            if is_id(key) and isinstance(count, int)
        ),
    )
