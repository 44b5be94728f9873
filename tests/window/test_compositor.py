"""What the compositor writes turns one frame into the next, whatever both are."""

import copy
import itertools
import re
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from pitwall.terminal import Row as ShownRow
from pitwall.terminal import Terminal
from pitwall.terminal.sgr import Link, sgr_codes
from pitwall.window.cells import BLANK, PLAIN, Row, blank_row, cells_of, fitted, joined, place, write
from pitwall.window.colours import Depth
from pitwall.window.compositor import BRIDGE, Cells, Compositor, Frame, changed_spans

ROWS, COLS = 4, 20
LOOKS = [
    PLAIN,
    PLAIN,
    "1",
    "31",
    "38;5;200;48;5;17",
    "38;2;1;2;3",
    "4:3;58:2::9:8:7",
    "7",
    "44",
    "1|;http://a/b",
    "1|id=2f;http://a/b",
    "|id=30;http://a/b",
]
TEXTS = st.text(st.sampled_from("ab  ─é日本e\u0301🙂👩\u200d❤\ufe0f"), max_size=8)


@st.composite
def rows(draw: st.DrawFn, cols: int = COLS) -> Row:
    row = blank_row(cols)
    for _ in range(draw(st.integers(0, 4))):
        look = draw(st.sampled_from(LOOKS))
        write(row, draw(st.integers(0, cols - 1)), draw(TEXTS), look)
    return row


def cells() -> st.SearchStrategy[Cells]:
    """A row of one to three parts."""
    widths = st.sampled_from([(COLS,), (5, COLS - 5), (5, 1, COLS - 6), (COLS - 5, 5)])
    return widths.flatmap(lambda cols: st.tuples(*map(rows, cols)))


frames = st.builds(
    Frame,
    st.lists(cells(), min_size=ROWS, max_size=ROWS),
    st.one_of(st.none(), st.tuples(st.integers(0, ROWS - 1), st.integers(0, COLS - 1))),
    st.sampled_from([0, 2, 5]),
    anew=st.booleans(),
)


def link_of(link: Link) -> str:
    return f"|{link.identity and f'id={link.identity}'};{link.uri}"


def shown(row: ShownRow) -> tuple[list[str], list[str]]:
    """The cells of a terminal's row: text, and look unless it is blank."""
    chars: list[str] = []
    looks: list[str] = []
    for text, cells, style in row.spans():
        chars += fitted(cells_of(text), cells)
        link = link_of(style.link) if style.link is not None else ""
        looks += [";".join(sgr_codes(style)) + link] * cells
    return fitted(chars, COLS), (looks + [PLAIN] * COLS)[:COLS]


def as_written(chars: list[str]) -> list[str]:
    """The cells less what terminals take ill: joiners at their ends, and marks in the last column."""
    ends = [at + (2 if chars[at + 1 : at + 2] == [""] else 1) for at in range(len(chars))]
    return [
        char
        if len(char) < 2
        else unicodedata.normalize("NFC", char)[:1]
        if end == COLS
        else char.rstrip("\u200d")
        for char, end in zip(chars, ends, strict=True)
    ]


def assert_shows(terminal: Terminal, frame: Frame) -> None:
    look = terminal.look()
    for row, wanted in zip(look.rows, frame.rows, strict=True):
        whole = joined(wanted)
        assert shown(row) == (as_written(whole.chars), whole.looks)
    assert look.modes.cursor_visible == (frame.cursor is not None)
    if frame.cursor is not None:
        assert look.cursor == frame.cursor
        assert look.modes.cursor_shape.value == (frame.cursor_shape + 1) // 2 * 2
    assert not look.modes.synchronized


@given(st.lists(frames, min_size=1, max_size=6))
@settings(max_examples=150, deadline=None)
def test_painting_makes_the_terminal_show_the_frame(wanted: list[Frame]) -> None:
    terminal, compositor = Terminal(ROWS, COLS), Compositor()
    terminal.feed(b"\x1b[?7lleft over")
    for frame in wanted:
        terminal.feed(compositor.paint(frame))
        assert_shows(terminal, frame)
        assert compositor.paint(copy.deepcopy(frame)) == b""


@given(frames, frames)
@settings(max_examples=50, deadline=None)
def test_a_forgotten_terminal_is_painted_in_full(first: Frame, second: Frame) -> None:
    compositor = Compositor()
    compositor.paint(first)
    compositor.forget()
    terminal = Terminal(ROWS, COLS)
    terminal.feed(b"\x1b[?7l\x1b[41mwhat another program wrote\x1b[3;3H")
    terminal.feed(compositor.paint(second))
    assert_shows(terminal, second)


@given(rows(), rows())
def test_spans_cut_no_wide_character_and_leave_out_what_is_the_same(old: Row, new: Row) -> None:
    spans = changed_spans(old, new)
    for start, end in spans:
        assert "" not in (new.chars[start], old.chars[start])
        assert end == COLS or (new.chars[end] != "" and old.chars[end] != "")
    for (_, end), (start, _) in itertools.pairwise(spans):
        assert start - end > BRIDGE
    written = {at for start, end in spans for at in range(start, end)}
    for at in set(range(COLS)) - written:
        assert (old.chars[at], old.looks[at]) == (new.chars[at], new.looks[at])


def frame_of(*lines: str, cursor: tuple[int, int] | None = (0, 0)) -> Frame:
    painted = [blank_row(40) for _ in lines]
    for row, line in zip(painted, lines, strict=True):
        write(row, 0, line)
    return Frame([(row,) for row in painted], cursor)


def test_a_typed_character_costs_itself_alone() -> None:
    compositor = Compositor()
    compositor.paint(frame_of("$ l", "", cursor=(0, 3)))
    assert compositor.paint(frame_of("$ ls", "", cursor=(0, 4))) == b"s"


def test_a_spinner_costs_a_move_there_and_back() -> None:
    compositor = Compositor()
    compositor.paint(frame_of("⠋ working", "", "> ", cursor=(2, 2)))
    painted = compositor.paint(frame_of("⠙ working", "", "> ", cursor=(2, 2)))
    assert painted == "\x1b[1H⠙\x1b[3;3H".encode()


def test_blanks_are_erased_rather_than_written() -> None:
    compositor = Compositor()
    compositor.paint(frame_of("x" * 40, ""))
    assert compositor.paint(frame_of("", "")) == b"\x1b[K"


def test_of_other_panes_whole_parts_are_written_and_what_is_beside_them_is_not() -> None:
    compositor = Compositor()
    beside, old, new = blank_row(4), blank_row(8), blank_row(8)
    write(old, 0, "one two")
    write(new, 0, "ore two")
    compositor.paint(Frame([(beside, old)], (0, 0)))
    assert compositor.paint(Frame([(beside, new)], (0, 0), anew=True)) == b"\x1b[4Core two \r"
    compositor.paint(Frame([(beside, old)], (0, 0)))
    assert compositor.paint(Frame([(beside, new)], (0, 0))) == b"\x1b[5Cr\r"


def test_many_changes_are_one_synchronized_update_without_a_cursor() -> None:
    compositor = Compositor()
    compositor.paint(frame_of("", ""))
    painted = compositor.paint(frame_of("one", "two"))
    assert painted.startswith(b"\x1b[?2026h\x1b[?25l")
    assert painted.endswith(b"\x1b[?25h\x1b[?2026l")


def test_a_terminal_without_true_colour_gets_the_nearest_of_256() -> None:
    compositor = Compositor(Depth.INDEXED)
    row = blank_row(10)
    write(row, 0, "x", "1;38;2;255;0;0;4:3")
    assert b"\x1b[0;1;38;5;196;4mx" in compositor.paint(Frame([(row,)]))


def test_the_parts_of_one_link_are_written_with_its_name() -> None:
    link, painted = "|id=2f;http://a/b", [blank_row(10), blank_row(10)]
    write(painted[0], 7, "one", link)
    write(painted[1], 0, "two", link)
    write(painted[1], 3, "!")
    written = Compositor().paint(Frame([(row,) for row in painted]))
    assert written.count(b"\x1b]8;id=2f;http://a/b\x1b\\") == 1
    assert written.count(b"\x1b]8;;\x1b\\") == 1
    terminal = Terminal(2, 10)
    terminal.feed(written)
    links = [style.link for row in terminal.look().rows for _, _, style in row.spans() if style.link]
    assert links == [Link("http://a/b", "2f")] * 2


def test_text_placed_over_half_a_wide_character_leaves_a_blank() -> None:
    row = blank_row(6)
    write(row, 0, "日本")
    place(row, 1, ["x"], [PLAIN])
    assert row.chars == [BLANK, "x", "本", "", BLANK, BLANK]


def test_an_erasure_never_ends_within_a_wide_character_that_was_there() -> None:
    """The other half of it would take a neighbour along when it is overwritten (tmux 3.3a)."""
    compositor = Compositor()
    old, new = blank_row(8), blank_row(8)
    write(old, 2, "日本")
    write(new, 2, "o\u0308", "46")
    write(new, 3, "x", "45")
    compositor.paint(Frame([(old,)], (0, 0)))
    painted = compositor.paint(Frame([(new,)], (0, 0))).decode()
    assert re.findall(r"\x1b\[(\d*)X", painted) == ["4"]


def test_a_joiner_joins_nothing_that_is_written_next() -> None:
    row = Row(["👨\u200d", "", "👩", "", "x", " ", " ", " "], [""] * 8)
    assert "\u200d" not in Compositor().paint(Frame([(row,)])).decode()


def test_a_mark_in_the_last_column_does_not_go_to_the_character_before() -> None:
    for last, written in (("e\u0301", "é"), ("x\u0301", "x"), ("❤\ufe0f", "❤")):
        row = Row(["a", last], ["", ""])
        painted = Compositor().paint(Frame([(row,)])).decode()
        assert f"a{written}\x1b" in painted, painted


def test_cells_that_a_terminal_may_not_fill_are_blank_first() -> None:
    """Terminals disagree on how wide a flag is, or a family."""
    compositor = Compositor()
    old = Frame([(Row(["M"] * 8, [""] * 8),)], (0, 0))
    compositor.paint(old)
    flag = [*cells_of("🇩🇪"), *cells_of("z")]
    flag += ["M"] * (8 - len(flag))
    painted = compositor.paint(Frame([(Row(flag, [""] * 8),)], (0, 0))).decode()
    place = painted.index("🇩")
    assert re.search(r"\x1b\[[45]X$", painted[:place]), painted
