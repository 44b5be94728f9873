"""Which session and which tab a word means (SEMANTICS 2)."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from pitwall.errors import AmbiguousName, NoSuchSession, NoSuchTab, Refusal
from pitwall.events.ids import PaneId, TabId
from pitwall.state.model import Session, State, Tab
from pitwall.state.text import TITLE_LIMIT, plain
from pitwall.state.titles import title_of

_MESSAGE_LIMIT = 60
_LISTED = 10

Named = TypeVar("Named")


def check_name(name: str, what: str) -> str:
    """
    ``name`` as it is kept: one line without controls; empty when nothing is left of it.

    ``what`` names the kind of thing, for the message. Any other text is a good name, a number or ``../x``
    too: names are labels, never paths. Raises ``Refusal`` where it is longer than ``TITLE_LIMIT``.
    """
    kept = plain(name, len(name) + 1)
    if len(kept) > TITLE_LIMIT:
        raise Refusal(
            f"the {what} {_quoted(name)} has {len(kept)} characters: choose one of at most {TITLE_LIMIT}"
        )
    return kept


def check_session_name(name: str) -> str:
    """The name as it is kept; raises ``Refusal`` for one that is empty or too long."""
    kept = check_name(name, "session name")
    if not kept:
        raise Refusal("a session needs a name: give one that is not empty")
    return kept


def current_session(state: State, caller_pane: PaneId | None) -> Session | None:
    """The session of the calling pane, else the most recently used one; ``None`` where there is none."""
    called_from = state.session_of_pane(caller_pane) if caller_pane else None
    return called_from or max(state.sessions.values(), key=lambda session: session.used, default=None)


def find_session(state: State, name: str | None, caller_pane: PaneId | None) -> Session:
    """
    The session called ``name``, exactly or by a unique prefix; without a name the current one.

    Raises ``NoSuchSession`` and ``AmbiguousName``.
    """
    if name is None:
        current = current_session(state, caller_pane)
        if current is None:
            raise NoSuchSession("there are no sessions: `pitwall new` opens one")
        return current
    fitting = all_named(name, state.sessions.values(), lambda session: session.name)
    if not fitting:
        raise NoSuchSession(
            f"no session is named {_quoted(name)}: `pitwall session ls` lists them, `session new -d` makes one"
        )
    if len(fitting) > 1:
        names = _listed(plain(session.name, _MESSAGE_LIMIT) for session in fitting)
        raise AmbiguousName(f"{_quoted(name)} fits several sessions: {names}; write more of the name")
    return fitting[0]


def find_tab(
    state: State,
    session: Session,
    word: str | None,
    caller_pane: PaneId | None,
    *,
    elsewhere: bool = False,
) -> Tab:
    """
    The tab of ``session`` that ``word`` means: its id, number, title or a unique prefix of that.

    With ``elsewhere`` also the id of another session's tab. Without a word, the calling pane's tab. Raises
    ``NoSuchTab`` and ``AmbiguousName``.
    """
    if word is None:
        return _calling_tab(state, session, caller_pane)
    if word in session.tabs or (elsewhere and word in state.tabs):
        return state.tabs[TabId(word)]
    number = _number(word)
    if number is not None:
        if not 1 <= number <= len(session.tabs):
            raise NoSuchTab(
                f"there is no tab {_quoted(word)} in session {_quoted(session.name)}, which has"
                f" {len(session.tabs)}: `pitwall ls` lists them"
            )
        return state.tabs[session.tabs[number - 1]]
    fitting = all_named(word, state.tabs_of(session), lambda numbered: title_of(state, numbered[1]))
    if not fitting:
        raise NoSuchTab(
            f"no tab of session {_quoted(session.name)} is named {_quoted(word)}: `pitwall ls` lists them"
        )
    if len(fitting) > 1:
        numbers = _listed(f"#{number}" for number, _ in fitting)
        raise AmbiguousName(f"{_quoted(word)} fits several tabs: {numbers}; name one by its number or id")
    return fitting[0][1]


def _calling_tab(state: State, session: Session, caller_pane: PaneId | None) -> Tab:
    pane = state.panes.get(caller_pane) if caller_pane else None
    tab = state.tabs.get(pane.tab) if pane else None
    if tab is None:
        raise NoSuchTab("which tab? Name one, since this is no pane of pitwall: `pitwall ls` lists them")
    if tab.session != session.id:
        raise NoSuchTab(
            f"this pane is not in session {_quoted(session.name)}: name one of that session's tabs"
        )
    return tab


def _number(word: str) -> int | None:
    """The number that ``3`` or ``#3`` is; longer ones than any list is long are past its end."""
    digits = word.removeprefix("#")
    if not (digits.isascii() and digits.isdecimal()):
        return None
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= 9 else 10**9


def all_named(word: str, things: Iterable[Named], name_of: Callable[[Named], str]) -> list[Named]:
    """Those named exactly ``word``, else those whose name starts with it."""
    if not word.strip():
        return []
    named = [(name_of(thing), thing) for thing in things]
    shown = plain(word, TITLE_LIMIT)
    exact = [thing for name, thing in named if name in (word, shown)]
    return exact or [thing for name, thing in named if name.startswith(word)]


def _listed(items: Iterable[str]) -> str:
    listed = list(items)
    more = f" and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
    return ", ".join(listed[:_LISTED]) + more


def _quoted(word: str) -> str:
    return f'"{plain(word, _MESSAGE_LIMIT)}"'
