"""Every cell of a row is in one part, whatever the boxes."""

from hypothesis import given
from hypothesis import strategies as st

from pitwall.window.cells import Row, blank_row, write
from pitwall.window.composition import Slot, composition
from pitwall.window.layout import laid_out
from pitwall.window.theme import DARK
from pitwall.wire.window import PaneBox

LAYOUT = laid_out(8, 70, sidebar=20)
ROOM = LAYOUT.panes
SIDEBAR = [blank_row(20) for _ in range(7)]


def box(name: str, top: int, left: int, rows: int, cols: int) -> PaneBox:
    return PaneBox(name, top, left, rows, cols, True, "")


def filled(text: str, cols: int) -> Row:
    row = blank_row(cols)
    write(row, 0, text)
    return row


def test_a_pane_that_has_all_the_room_fills_it_with_its_own_rows() -> None:
    rows = composition(LAYOUT, SIDEBAR, None, (box("a", 0, 0, ROOM.rows, ROOM.cols),), "a", DARK)
    beside, slot = rows[2]
    assert beside is SIDEBAR[2]
    assert isinstance(slot, Slot)
    shown = [blank_row(ROOM.cols) for _ in range(ROOM.rows)]
    assert slot.fill([shown]) is shown[2]


def test_the_lines_between_panes_are_parts_of_their_own() -> None:
    boxes = (box("right", 0, 25, ROOM.rows, 25), box("left", 0, 0, ROOM.rows, 24))
    _, left, line, right = composition(LAYOUT, SIDEBAR, None, boxes, "left", DARK)[0]
    assert (left, right) == (Slot(1, 0, 0, 24), Slot(0, 0, 0, 25))
    assert line == Row(["│"], [DARK.border_focused])


def test_a_row_that_is_too_long_or_too_short_is_cut_or_filled() -> None:
    slot = Slot(0, 0, 0, 4)
    assert slot.fill([[filled("abcdef", 6)]]).chars == list("abcd")
    assert slot.fill([[filled("ab", 2)]]).chars == list("ab  ")
    assert slot.fill([[]]).chars == list("    ")
    assert Slot(0, 0, 1, 4).fill([[filled("日本x", 6)]]).chars == [" ", "本", "", "x"]


boxes = st.builds(
    box,
    st.sampled_from("abc"),
    st.integers(0, 9),
    st.integers(0, 60),
    st.integers(0, 9),
    st.integers(0, 60),
)


@given(st.lists(boxes, max_size=4), st.booleans())
def test_the_parts_of_a_row_are_as_wide_as_the_terminal(boxes: list[PaneBox], narrow: bool) -> None:
    layout = laid_out(8, 40) if narrow else LAYOUT
    header = blank_row(40) if narrow else None
    rows = composition(layout, [] if narrow else SIDEBAR, header, tuple(boxes), "a", DARK)
    assert len(rows) == layout.rows
    panes = [[filled(f"row {row}", each.cols) for row in range(each.rows)] for each in boxes]
    for row in rows:
        parts = [part if isinstance(part, Row) else part.fill(panes) for part in row]
        assert sum(len(part.chars) for part in parts) == layout.cols
