"""
The sidebar: who needs the user, then all tabs by group (pure).

A tab takes a line, and a second one for its agent, branch or question where there is room for that. Each line knows
the tab it belongs to, so that a click finds it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pitwall.window import glyphs
from pitwall.window.cells import BLANK, PLAIN, Row, blank_row, width_of, write
from pitwall.window.theme import Theme
from pitwall.wire.window import Scene, TabLine

COUNTED = ("blocked", "working", "done")


@dataclass(frozen=True, slots=True)
class SidebarLine:
    """A line: its cells, and the id of the tab that it shows, empty for none."""

    row: Row
    tab: str = ""


def visible_tabs(scene: Scene) -> list[TabLine]:
    """The tabs that the sidebar lists, in their order; a detached one only while it is shown."""
    listed = [tab for tab in scene.tabs if not tab.detached or tab.id == scene.active]
    return sorted(listed, key=lambda tab: tab.number)


def needing(scene: Scene) -> list[TabLine]:
    """The tabs that need the user, the most urgent one first."""
    waiting = [tab for tab in visible_tabs(scene) if tab.attention is not None]
    return sorted(waiting, key=lambda tab: (tab.attention or 0, tab.number))


def sidebar(scene: Scene, rows: int, cols: int, theme: Theme, now: int) -> list[SidebarLine]:
    """
    Exactly `rows` lines of `cols` cells, of which the last is the border; `now` is wall-clock µs.

    Questions go first when not all fits, then the tabs farthest from the one that is shown.
    """
    inner = cols - 1
    if rows <= 0 or inner <= 0:
        return []
    painter = _Painter(scene, inner, theme, now)
    head = painter.head()
    body = painter.body(details=True)
    if len(head) + len(body) > rows:
        body = painter.body(details=False)
    lines = head + _around(body, scene.active, max(0, rows - len(head)))
    lines = lines[:rows]
    for line in lines:
        line.row.chars.append("│")
        line.row.looks.append(theme.border)
    return lines + [_empty(inner, theme.border)] * (rows - len(lines))


@lru_cache(maxsize=4)
def _empty(inner: int, border: str) -> SidebarLine:
    """A line for no tab; there is one of a kind, which tells by identity that nothing has changed."""
    return SidebarLine(Row([BLANK] * inner + ["│"], [PLAIN] * inner + [border]))


def _around(lines: Sequence[SidebarLine], active: str, room: int) -> list[SidebarLine]:
    """As many lines as there is room for, the shown tab's among them."""
    if len(lines) <= room:
        return list(lines)
    at = next((n for n in range(len(lines) - 1, -1, -1) if lines[n].tab == active), 0)
    start = max(0, min(at - room // 2, len(lines) - room))
    return list(lines[start : start + room])


def counts(tabs: Sequence[TabLine]) -> list[tuple[str, int]]:
    """How many tabs are in each of the states that matter; those that are in none are left out."""
    found = [(state, sum(tab.state == state for tab in tabs)) for state in COUNTED]
    return [(state, count) for state, count in found if count]


@dataclass(frozen=True, slots=True)
class _Painter:
    scene: Scene
    cols: int
    theme: Theme
    now: int

    def head(self) -> list[SidebarLine]:
        row = blank_row(self.cols)
        write(row, 1, self.scene.session, self.theme.heading, cols=max(0, self.cols - 2))
        lines = [SidebarLine(row)]
        found = counts(visible_tabs(self.scene))
        row = blank_row(self.cols)
        col = 1
        looks = {"blocked": self.theme.blocked, "working": self.theme.working, "done": self.theme.done}
        for state, count in found:
            col = write(row, col, f"{count} {state}", looks[state]) + 2
        if not found:
            tabs = len(visible_tabs(self.scene))
            write(row, 1, f"{tabs} tab{'' if tabs == 1 else 's'}", self.theme.faint)
        lines += [SidebarLine(row), SidebarLine(blank_row(self.cols))]
        return lines

    def body(self, *, details: bool) -> list[SidebarLine]:
        lines: list[SidebarLine] = []
        urgent = needing(self.scene)
        if urgent:
            lines.append(self._heading("needs you"))
            for tab in urgent:
                lines += self._tab(tab, details=details)
            lines.append(SidebarLine(blank_row(self.cols)))
        for group, tabs in _by_group(visible_tabs(self.scene)):
            if group or lines:
                lines.append(self._heading(group or "tabs"))
            for tab in tabs:
                lines += self._tab(tab, details=details and tab.attention is None)
        return lines

    def _heading(self, text: str) -> SidebarLine:
        row = blank_row(self.cols)
        col = write(row, 1, text, self.theme.faint, cols=min(width_of(text), max(0, self.cols - 2)))
        if col + 1 < self.cols:
            write(row, col + 1, "─" * (self.cols - col - 2), self.theme.border)
        return SidebarLine(row)

    def _tab(self, tab: TabLine, *, details: bool) -> list[SidebarLine]:
        number = f"{tab.number:>2}"
        old = glyphs.age(tab.since, self.now)
        row = blank_row(self.cols)
        col = write(row, 0, number, self.theme.faint) + 1
        col = write(row, col, glyphs.glyph(tab), glyphs.look(tab, self.theme)) + 1
        title_cols = self.cols - col - (len(old) + 1 if old else 0) - 1
        strong = glyphs.look(tab, self.theme) if tab.attention is not None else self.theme.text
        write(row, col, tab.title, strong, cols=max(0, title_cols))
        if old and title_cols > 0:
            write(row, self.cols - len(old) - 1, old, self.theme.faint)
        lines = [SidebarLine(row, tab.id)]
        detail = tab.question or " · ".join(filter(None, (tab.agent, tab.branch)))
        if details and detail:
            row = blank_row(self.cols)
            write(row, col, detail, self.theme.faint, cols=max(0, self.cols - col - 1))
            lines.append(SidebarLine(row, tab.id))
        if tab.id == self.scene.active:
            for line in lines:
                _tint(line.row, self.theme.active)
        return lines


def _by_group(tabs: Sequence[TabLine]) -> list[tuple[str, list[TabLine]]]:
    """Tabs by group, those without one first; groups in the order of their first tabs."""
    groups: dict[str, list[TabLine]] = {"": []}
    for tab in tabs:
        groups.setdefault(tab.group, []).append(tab)
    return [(group, members) for group, members in groups.items() if members]


def _tint(row: Row, look: str) -> None:
    row.looks[:] = [f"{own};{look}" if own else look for own in row.looks]


def compact(scene: Scene, cols: int, theme: Theme) -> list[tuple[str, str, str]]:
    """
    What a narrow terminal's header shows: pieces of text, each with its look and the tab it belongs to.

    The tabs that need the user come first, then the others by number, as many as fit.
    """
    urgent = needing(scene)
    rest = [tab for tab in visible_tabs(scene) if tab.attention is None]
    rest.sort(key=lambda tab: tab.id != scene.active)
    pieces: list[tuple[str, str, str]] = []
    room = cols
    for tab in [*urgent, *rest]:
        text = f" {tab.number}{glyphs.glyph(tab)}{_short(tab.title)} "
        if width_of(text) > room:
            break
        room -= width_of(text)
        shown = glyphs.look(tab, theme)
        pieces.append((text, f"{shown};{theme.active}" if tab.id == scene.active else shown, tab.id))
    return pieces


def _short(title: str) -> str:
    return title if len(title) <= 12 else title[:11] + "…"
