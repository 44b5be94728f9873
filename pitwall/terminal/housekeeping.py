"""
Forgetting the styles and clusters that no row holds any more, so that no program can make a terminal grow.

Rows on a screen always keep theirs. Rows above it keep them while there are few enough; else the oldest lose them:
attributes become the default ones, clusters their first character.
"""

from collections.abc import Callable, Iterable

from pitwall.terminal.cells import DEFAULT
from pitwall.terminal.clusters import find_clusters
from pitwall.terminal.screen import Screen

MOST_IN_HISTORY = 8192
"""Styles, or clusters, kept for the rows above the screen, besides those on the screen."""


def tidy(screen: Screen) -> None:
    """Forget what is over, if it has become much; to be called between two runs of the stream's loop."""
    screen.grid.trim()
    if screen.table.full:
        collect_styles(screen)
    if screen.clusters.full:
        collect_clusters(screen)


def collect_styles(screen: Screen) -> None:
    """Number the styles in use anew."""
    style = screen.style
    used = {DEFAULT, screen.pen.attribute}
    for grid in (screen.main, screen.other):
        used.update(*grid.attributes[grid.base :])
    history = screen.main.attributes
    _keep_newest(history, screen.main.base, used, held=set, without=lambda row: "")
    table, translation = screen.table.renumbered(map(ord, used))
    for grid in (screen.main, screen.other):
        grid.attributes[:] = [row.translate(translation) if row else row for row in grid.attributes]
    screen.table = table
    screen.style = style


def collect_clusters(screen: Screen) -> None:
    """Number the clusters in use anew."""
    used: set[str] = set()
    for grid in (screen.main, screen.other):
        used.update(*map(find_clusters, grid.text[grid.base :]))
    first = {code: string[0] for code, string in screen.clusters.strings.items()}
    history = screen.main.text
    _keep_newest(
        history, screen.main.base, used, held=find_clusters, without=lambda row: row.translate(first)
    )
    clusters, translation = screen.clusters.renumbered(used)
    for grid in (screen.main, screen.other):
        grid.text[:] = [row if row.isascii() else row.translate(translation) for row in grid.text]
    screen.clusters = clusters


def _keep_newest(
    rows: list[str],
    count: int,
    used: set[str],
    *,
    held: Callable[[str], Iterable[str]],
    without: Callable[[str], str],
) -> None:
    """Add what the first `count` rows hold to `used`, newest first, and take it from those for which it is too much."""
    most = len(used) + MOST_IN_HISTORY
    for place in range(count - 1, -1, -1):
        if len(used) < most:
            used.update(held(rows[place]))
        else:
            rows[place] = without(rows[place])
