"""What ``ls`` and ``session ls`` print: rows for scripts, tables for people (SEMANTICS 7)."""

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from pitwall.state.model import Session, State, Tab
from pitwall.state.tabstate import view
from pitwall.state.text import TITLE_LIMIT, display_width, plain
from pitwall.state.titles import title_of

Row: TypeAlias = Mapping[str, str | int | bool | None]
"""One tab or session as ``--json`` prints it: the keys are a contract, and so is their order."""

_GAP = "  "


def rows(state: State, session: Session) -> list[Row]:
    """The session's tabs in sidebar order, detached ones last."""
    return [row_of(state, tab, number) for number, tab in state.tabs_of(session)]


def row_of(state: State, tab: Tab, number: int) -> Row:
    """One open tab with its number."""
    shown = view(state, tab)
    return {
        "n": number,
        "id": tab.id,
        "title": title_of(state, tab),
        "group": plain(tab.group, TITLE_LIMIT),
        "cwd": shown.pane.cwd if shown.pane else "",
        "branch": shown.pane.branch if shown.pane else "",
        "agent": shown.agent,
        "state": shown.state,
        "question": shown.question,
        "exit_code": shown.exit_code,
        "panes": len(tab.panes),
        "detached": tab.detached,
    }


def session_rows(state: State) -> list[Row]:
    """All sessions in the order of their opening; ``current`` is the most recently used one."""
    latest = max((session.used for session in state.sessions.values()), default=0)
    return [
        {
            "name": plain(session.name, TITLE_LIMIT),
            "id": session.id,
            "tabs": len(session.tabs),
            "detached": len(session.detached),
            "current": session.used == latest,
        }
        for session in state.sessions.values()
    ]


def render_row(row: Row) -> str:
    """
    The row as one line of JSON that is fit for a terminal and for any parser.

    Control characters are escaped. A byte of a path that is no UTF-8 becomes U+FFFD, since a lone surrogate
    is no character that a parser need accept (RFC 8259, 8.2).
    """
    return escaped(json.dumps(row, ensure_ascii=False, separators=(",", ":")))


def escaped(written: str) -> str:
    """A JSON text with what a terminal would act on, or no parser need accept, written as JSON escapes."""
    return written if written.isprintable() else "".join(map(_escaped, written))


def render_json(listed: Sequence[Row]) -> str:
    """One array, each element on a line of its own; ``[]`` when empty."""
    return "[\n" + ",\n".join(map(render_row, listed)) + "\n]\n" if listed else "[]\n"


def render_table(listed: Sequence[Row], home: str) -> str:
    """The tabs for people, ``~`` for the ``home`` folder; nothing when empty."""
    return _table(
        ("#", "NAME", "STATE", "FOLDER", "GROUP"),
        [
            (
                str(row["n"]),
                f"{row['title']} (detached)" if row["detached"] else str(row["title"]),
                str(row["state"]) or "-",
                abbreviated(str(row["cwd"]), home),
                str(row["group"]),
            )
            for row in listed
        ],
    )


def render_session_table(listed: Sequence[Row]) -> str:
    """The sessions for people, ``*`` before the current one; nothing when empty."""
    return _table(
        ("", "NAME", "TABS"),
        [("*" if row["current"] else "", str(row["name"]), str(row["tabs"])) for row in listed],
    )


def render_agent_table(listed: Sequence[Row]) -> str:
    """The tabs that run agents for people, each with its question; nothing when empty."""
    return _table(
        ("#", "AGENT", "STATE", "NAME", "QUESTION"),
        [
            (
                str(row["n"]),
                str(row["agent"]),
                str(row["state"]) or "-",
                str(row["title"]),
                str(row["question"]),
            )
            for row in listed
        ],
    )


def abbreviated(folder: str, home: str) -> str:
    """The folder fit to print, with ``~`` for ``home``."""
    home = home.rstrip("/")
    if home and (folder == home or folder.startswith(home + "/")):
        folder = "~" + folder[len(home) :]
    return plain(folder, len(folder) + 1)


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Columns aligned by what terminals show; no head without lines."""
    cells = [heads, *lines]
    if len(cells) == 1:
        return ""
    widths = [max(map(display_width, column)) for column in zip(*cells, strict=True)]
    return "".join(
        _GAP.join(
            cell + " " * (width - display_width(cell)) for cell, width in zip(line, widths, strict=True)
        ).rstrip()
        + "\n"
        for line in cells
    )


def _escaped(character: str) -> str:
    """The character as it may stand in a JSON text that is shown by a terminal."""
    category = unicodedata.category(character)
    if category == "Cs":
        return "\N{REPLACEMENT CHARACTER}"
    if category in ("Cc", "Cf", "Zl", "Zp"):
        return json.dumps(character)[1:-1]
    return character
