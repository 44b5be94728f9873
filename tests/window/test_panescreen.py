"""A pane's screen is what the updates add up to."""

import re
from dataclasses import replace

from pitwall.window.panescreen import PaneScreen
from pitwall.wire.window import Line, PaneModes, PaneUpdate, Style, TextRun


def update(*lines: Line, full: bool = False, rows: int = 3, cols: int = 6) -> PaneUpdate:
    styles = (Style(), Style("1", "http://a"), Style("", "http://a", "x"))
    return PaneUpdate("p", rows, cols, 1, 2, PaneModes(focus=True), full, styles, lines)


def shown(screen: PaneScreen) -> list[str]:
    return ["".join(row.chars) for row in screen.rows]


def test_rows_that_an_update_does_not_hold_stay() -> None:
    screen = PaneScreen()
    screen.update(update(Line(0, (TextRun("one", 3, 0),)), Line(1, (TextRun("two", 3, 0),)), full=True))
    screen.update(update(Line(1, (TextRun("2", 1, 1),))))
    assert shown(screen) == ["one   ", "2     ", "      "]
    assert screen.rows[1].looks == ["1|;http://a", "", "", "", "", ""]
    assert screen.cursor == (1, 2)
    assert screen.modes.focus


def test_a_full_update_keeps_nothing() -> None:
    screen = PaneScreen()
    screen.update(update(Line(0, (TextRun("one", 3, 0),)), full=True))
    screen.update(update(full=True))
    assert shown(screen) == ["      "] * 3


def test_another_size_cuts_and_fills_what_stays() -> None:
    screen = PaneScreen()
    screen.update(update(Line(0, (TextRun("a日本", 5, 0),)), full=True))
    screen.update(update(rows=2, cols=4))
    assert shown(screen) == ["a日 ", "    "]
    assert [len(row.looks) for row in screen.rows] == [4, 4]


def test_the_parts_of_a_link_share_a_name_in_their_pane_alone() -> None:
    lines = Line(0, (TextRun("see", 3, 0), TextRun("one", 3, 2))), Line(1, (TextRun("two", 3, 2),))
    one, other = PaneScreen(), PaneScreen()
    one.update(update(*lines))
    other.update(replace(update(*lines), pane="q"))
    first, second = one.rows[0].looks[3], one.rows[1].looks[0]
    assert first == second != other.rows[0].looks[3]
    assert re.fullmatch(r"\|id=[0-9a-f]{16};http://a", first)


def test_odd_updates_do_no_harm() -> None:
    screen = PaneScreen()
    screen.update(
        update(
            Line(9, ()),
            Line(-1, (TextRun("x", 1, 0),)),
            Line(0, (TextRun("wider than said", 4, 7),)),
            Line(1, (TextRun("x", -3, 0), TextRun("far too long", 12, 0))),
            full=True,
        )
    )
    assert shown(screen) == ["wide  ", "far to", "      "]
    assert all(len(row.chars) == len(row.looks) == 6 for row in screen.rows)
