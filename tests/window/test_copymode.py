"""Copy mode holds a pane still: what scrolled off and what is shown is one text to move in, search and copy from."""

import pytest

from pitwall.window.copymode import PAGE, CopyMode, found_columns
from pitwall.window.input import InputSplitter
from pitwall.window.keys import Key, keys
from pitwall.window.panescreen import PaneScreen
from pitwall.wire.window import HistoryPage, Line, PageAsked, PaneModes, PaneUpdate, Style, TextRun

HISTORY = [f"old line {number}" for number in range(500)]
SCREEN = ["first shown", "second shown", "$ last"]


def lines(texts: list[str]) -> tuple[Line, ...]:
    return tuple(Line(row, (TextRun(text, len(text), 0),)) for row, text in enumerate(texts))


def begun(history: list[str] = HISTORY) -> CopyMode:
    """Copy mode on a pane of 3 rows, the daemon having answered what was asked so far."""
    screen = PaneScreen()
    screen.update(PaneUpdate("p", 3, 20, 2, 2, PaneModes(), True, (Style(),), lines(SCREEN)))
    mode = CopyMode.of("p", screen)
    answer(mode, history)
    return mode


def answer(mode: CopyMode, history: list[str], most: int = PAGE) -> list[PageAsked]:
    """Answer what is asked until nothing is, in pages of `most` lines; what was asked."""
    asked: list[PageAsked] = []
    while asks := mode.asks():
        asked += asks
        for ask in asks:
            first = ask.first if ask.first >= 0 else max(0, len(history) + ask.first)
            taken = history[first : first + min(ask.count, most)]
            mode.take(HistoryPage("p", first, len(history), (Style(),), lines(taken)))
    return asked


def press(mode: CopyMode, data: bytes, history: list[str] = HISTORY) -> None:
    splitter = InputSplitter()
    for token in (*splitter.feed(data), *splitter.flush()):
        for key in keys(token):
            mode.press(key)
    answer(mode, history)


def shown(mode: CopyMode) -> list[str]:
    return ["".join(row.chars).rstrip() for row in mode.rows()]


def test_it_begins_with_what_the_pane_shows() -> None:
    mode = begun()
    assert shown(mode) == SCREEN
    assert mode.total == 500
    assert mode.cursor == (502, 2)


def test_scrolling_up_shows_what_scrolled_off() -> None:
    mode = begun()
    mode.scroll(-2)
    assert shown(mode) == ["old line 498", "old line 499", "first shown"]
    press(mode, b"g")
    assert shown(mode) == ["old line 0", "old line 1", "old line 2"]
    assert mode.cursor == (0, 0)
    press(mode, b"G")
    assert shown(mode) == SCREEN


def test_steps_up_before_the_daemon_has_answered_are_made_up_for() -> None:
    screen = PaneScreen()
    screen.update(PaneUpdate("p", 3, 20, 2, 2, PaneModes(), True, (Style(),), lines(SCREEN)))
    mode = CopyMode.of("p", screen)
    mode.scroll(-5)
    answer(mode, HISTORY)
    assert mode.top == 495


def test_pages_are_asked_for_once_and_only_near_what_is_shown() -> None:
    mode = begun()
    press(mode, b"k" * 10)
    assert answer(mode, HISTORY) == []
    assert len(mode.history) < 500


def test_pages_that_come_short_are_asked_for_to_their_end() -> None:
    mode = begun()
    mode.press(keys_of(b"g"))
    answer(mode, HISTORY, most=30)
    mode.search("nowhere")
    answer(mode, HISTORY, most=30)
    assert not mode.asks_all()
    assert not mode.searching


def keys_of(data: bytes) -> Key:
    return keys(InputSplitter().feed(data)[0])[0]


def test_a_search_backwards_looks_through_all_that_scrolled_off() -> None:
    mode = begun()
    press(mode, b"?")
    assert mode.asking_query
    mode.search("line 7")
    answer(mode, HISTORY)
    assert mode.text(mode.cursor[0]) == "old line 79"
    press(mode, b"n")
    assert mode.text(mode.cursor[0]) == "old line 78"
    press(mode, b"N")
    assert mode.text(mode.cursor[0]) == "old line 79"
    assert mode.matches(mode.cursor[0]) == [(4, 10)]


def test_a_search_goes_round_the_end() -> None:
    mode = begun()
    press(mode, b"/")
    mode.search("first")
    answer(mode, HISTORY)
    assert mode.cursor == (500, 0)


def test_capitals_matter_only_if_typed() -> None:
    assert found_columns(list("Ab aB ab"), "ab", fold=True) == [0, 3, 6]
    assert found_columns(list("Ab aB ab"), "aB", fold=False) == [3]
    assert found_columns(["日", "", "x"], "x", fold=True) == [2]


def test_marked_text_runs_from_the_mark_to_the_cursor() -> None:
    mode = begun()
    press(mode, b"kk0w v j$ y".replace(b" ", b""))
    assert mode.copied == "shown\nsecond shown"
    assert mode.over


def test_whole_lines_can_be_marked() -> None:
    mode = begun()
    press(mode, b"kVky")
    assert mode.copied == "first shown\nsecond shown\n"


def test_marking_upwards_into_what_scrolled_off() -> None:
    mode = begun()
    press(mode, b"kk$v\x1b[H" + b"kky")
    assert mode.copied == "old line 498\nold line 499\nfirst shown"


@pytest.mark.parametrize("key", [b"q", b"\x1b", b"\x03"])
def test_it_ends_without_copying(key: bytes) -> None:
    mode = begun()
    press(mode, key)
    assert mode.over
    assert not mode.copied


def test_escape_takes_back_the_mark_first() -> None:
    mode = begun()
    press(mode, b"v\x1b")
    assert mode.mark is None
    assert not mode.over


def test_a_pane_without_history() -> None:
    mode = begun([])
    press(mode, b"gk\x1b[5~", [])
    assert shown(mode) == SCREEN
    mode.search("nowhere")
    assert not mode.searching
    assert mode.missing


def test_the_cursor_never_stands_on_half_a_character() -> None:
    screen = PaneScreen()
    line = Line(0, (TextRun("a日b", 4, 0),))
    screen.update(PaneUpdate("p", 1, 6, 0, 0, PaneModes(), True, (Style(),), (line,)))
    mode = CopyMode.of("p", screen)
    answer(mode, [])
    columns = []
    for _ in range(4):
        columns.append(mode.cursor[1])
        press(mode, b"l", [])
    assert columns == [0, 1, 3, 4]
    press(mode, b"hh", [])
    assert mode.cursor[1] == 3
    press(mode, b"h", [])
    assert mode.cursor[1] == 1


def test_another_size_keeps_the_text() -> None:
    mode = begun()
    mode.resize(5, 10)
    assert [len(row.chars) for row in mode.rows()] == [10] * 5
    mode.resize(2, 30)
    assert len(shown(mode)) == 2
