"""The frame holds everything, and nothing beyond its place."""

from hypothesis import given, settings
from hypothesis import strategies as st
from windowdaemon import scene, tab, update
from windowmodels import SIDE_BY_SIDE, TABS, frame, press, texts, window

from pitwall.window.cells import joined
from pitwall.window.model import Model
from pitwall.window.painting import Painter, sidebar_tab_at
from pitwall.window.settings import Settings
from pitwall.wire.window import HistoryPage, Message, PaneBox, PaneModes


def test_sidebar_panes_border_and_status_stand_side_by_side() -> None:
    shown = texts(frame(window("hello", panes=SIDE_BY_SIDE), 0))
    assert shown[0].startswith(" main")
    assert shown[0][29:].startswith("│hello")
    assert shown[0][64:].startswith("│hello")
    assert shown[23].startswith(" 1 one")
    assert shown[23].endswith("main · ctrl-b ? help")


def test_the_cursor_is_the_focused_panes() -> None:
    model = window(panes=SIDE_BY_SIDE, focused="p2")
    model.take(update(pane="p2", rows=23, cols=35, cursor=(3, 4), modes=PaneModes(cursor_shape=5)))
    painted = frame(model, 0)
    assert painted.cursor == (3, 30 + 35 + 4)
    assert painted.cursor_shape == 5
    model.take(update(pane="p2", rows=23, cols=35, modes=PaneModes(cursor_visible=False)))
    assert frame(model, 0).cursor is None


def test_copy_mode_shows_what_scrolled_off_and_marks_it() -> None:
    model = window("now", panes=(PaneBox("p1", 0, 0, 23, 70, True, ""),))
    press(model, b"\x02[")
    model.take(HistoryPage("p1", 0, 0, (), ()))
    press(model, b"Vj")
    painted = frame(model, 0)
    assert joined(painted.rows[0]).looks[30] == model.settings.theme.selected
    assert joined(painted.rows[3]).looks[30] != model.settings.theme.selected
    assert texts(painted)[23].startswith(" copy: the newest lines")


def test_what_a_command_said_stands_in_the_status_bar_until_the_next_key() -> None:
    model = window()
    model.take(Message("no such\ttab\x1b[2J\nat all", 1))
    shown = frame(model, 0)
    assert texts(shown)[23].startswith(" no such")
    assert "\x1b" not in texts(shown)[23]
    assert shown.rows[23][0].looks[0] == model.settings.theme.status_error
    press(model, b"x")
    assert texts(frame(model, 0))[23].startswith(" 1 one")


def test_a_refusing_disk_is_said_all_the_time() -> None:
    assert "nothing is recorded" in texts(frame(window(degraded=True), 0))[23]


def test_a_click_finds_the_tab_that_is_painted_there() -> None:
    model = window()
    shown = texts(frame(model, 0))
    for row, line in enumerate(shown[:23]):
        if line[:29].strip().startswith("3 "):
            assert sidebar_tab_at(model, row, 4) == f"{3:016x}"


@given(
    st.integers(1, 40),
    st.integers(1, 120),
    st.lists(
        st.builds(
            PaneBox,
            st.sampled_from(["p1", "p2", "p3"]),
            st.integers(0, 50),
            st.integers(0, 130),
            st.integers(0, 50),
            st.integers(0, 130),
            st.booleans(),
            st.just(""),
        ),
        max_size=3,
    ),
    st.sampled_from([b"", b"\x02", b"\x02?", b"\x02f", b"\x02,", b"\x02[", b"\x02&"]),
)
@settings(max_examples=100, deadline=None)
def test_whatever_the_sizes_the_frame_is_as_large_as_the_terminal(
    rows: int, cols: int, boxes: list[PaneBox], keys: bytes
) -> None:
    """The daemon's boxes are for another size for a moment, whenever the terminal is resized."""
    model = Model(rows, cols, Settings())
    model.take(scene(*TABS, tab(4, "日本" * 30), panes=tuple(boxes) or SIDE_BY_SIDE))
    for box in model.scene.panes:
        model.take(update("日本語" * 9, "x", pane=box.id, rows=7, cols=54))
    press(model, keys)
    painted = frame(model, 0)
    assert len(painted.rows) == rows
    assert all(len(row.chars) == len(row.looks) == cols for row in map(joined, painted.rows))
    if painted.cursor is not None:
        assert 0 <= painted.cursor[0] < rows
        assert 0 <= painted.cursor[1] < cols


@given(
    st.lists(
        st.sampled_from(["say", "scene", "\x02?", "q", "\x02[", "\x02b", "\x02f", "\x1b", "notice"]),
        max_size=12,
    )
)
@settings(max_examples=60, deadline=None)
def test_a_painter_that_keeps_rows_paints_what_a_new_one_does(steps: list[str]) -> None:
    model, painter = window("hello", panes=SIDE_BY_SIDE), Painter()
    for number, step in enumerate(steps):
        if step == "say":
            model.take(update(f"line {number}", pane="p2", rows=23, cols=35))
        elif step == "scene":
            model.take(scene(*TABS, panes=SIDE_BY_SIDE[: 1 + number % 2], focused="p1"))
        elif step == "notice":
            model.take(Message(f"said {number}"))
        else:
            press(model, step.encode())
        kept, new = painter.frame(model, 0), frame(model, 0)
        assert kept == new
