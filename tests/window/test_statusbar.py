"""The status bar says what is asked, what happened or where one is, in that order."""

import pytest
from windowmodels import press, window

from pitwall.window.statusbar import statusbar


def bar(keys: bytes = b"", cols: int = 80, **more: object) -> tuple[str, int | None]:
    model = window(**more)
    press(model, keys)
    row, cursor = statusbar(model, cols)
    return "".join(row.chars).rstrip(), cursor


@pytest.mark.parametrize(
    ("keys", "text", "cursor"),
    [
        (b"", " 1 one", None),
        (b"\x02", " ctrl-b …", None),
        (b"\x02,", " new name: one", 14),
        (b"\x02,\x1b[D", " new name: one", 13),
        (b"\x02&", " kill one? [y/N]", 17),
        (b"\x02[", " copy: the newest lines", None),
        (b"\x02Q", " nothing is bound to Q", None),
    ],
)
def test_what_the_bar_begins_with(keys: bytes, text: str, cursor: int | None) -> None:
    shown, at = bar(keys)
    assert shown.startswith(text)
    assert at == cursor


def test_the_question_of_the_shown_tab_stands_beside_its_title() -> None:
    assert bar(active=2)[0].startswith(" 2 two May I?")


def test_a_zoomed_pane_is_told() -> None:
    assert "zoomed · main" in bar(zoomed=True)[0]


@pytest.mark.parametrize("cols", [1, 2, 5, 20, 40])
def test_a_long_line_scrolls_so_that_its_cursor_is_seen(cols: int) -> None:
    model = window()
    press(model, b"\x02,\x15" + b"x" * 200 + b"END")
    row, cursor = statusbar(model, cols)
    assert cursor is not None
    assert 0 <= cursor < cols
    assert len(row.chars) == cols
    if cols == 40:
        assert "".join(row.chars).rstrip().endswith("xEND")
