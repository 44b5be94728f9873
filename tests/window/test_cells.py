"""Cells hold text as the emulator would place it, and never half of a wide character."""

from hypothesis import given
from hypothesis import strategies as st

from pitwall.terminal import Terminal
from pitwall.window.cells import (
    BLANK,
    PLAIN,
    TAIL,
    blank_row,
    cells_of,
    fitted,
    link_name,
    look_of,
    place,
    width_of,
    write,
)

TEXTS = st.text(st.sampled_from("abc é日本🙂e\u0301👩\u200d❤\ufe0f\x07\x1b\u200b"), max_size=12)


@given(TEXTS)
def test_text_takes_the_cells_that_the_emulator_gives_it(text: str) -> None:
    plain = "".join(character for character in text if character.isprintable() or ord(character) > 0xA0)
    terminal = Terminal(1, 80)
    terminal.feed(b"|" + plain.encode())
    assert terminal.look().cursor == (0, width_of("|" + text))


@given(TEXTS, st.integers(0, 10))
def test_fitted_cells_are_as_many_as_there_is_room_and_all_whole(text: str, cols: int) -> None:
    for ellipsis in (False, True):
        cells = fitted(cells_of(text), cols, ellipsis=ellipsis)
        assert len(cells) == cols
        assert whole(cells)


@given(TEXTS, TEXTS, st.integers(-6, 8), st.integers(-6, 8))
def test_writing_over_a_row_keeps_its_width_and_its_characters_whole(
    first: str, second: str, one: int, other: int
) -> None:
    row = blank_row(8)
    write(row, one, first, "1")
    write(row, other, second, "2")
    assert len(row.chars) == len(row.looks) == 8
    assert whole(row.chars)


def whole(cells: list[str]) -> bool:
    """Whether every wide character has its second cell, and no second cell is without one."""
    wide = [len(cells_of(cell)) == 2 for cell in cells]
    return all((cell == TAIL) == (at > 0 and wide[at - 1]) for at, cell in enumerate(cells)) and not (
        wide and wide[-1]
    )


def test_control_characters_take_no_cell_and_are_not_kept() -> None:
    assert cells_of("a\x1b[2J\x07b\x9b") == ["a", "[", "2", "J", "b"]


def test_a_mark_joins_the_wide_character_before_it() -> None:
    assert cells_of("日\u0301") == ["日\u0301", TAIL]


def test_a_link_cannot_end_its_own_sequence() -> None:
    assert look_of("1", "http://a/\x1b\\\x07b") == "1|;http://a/\\b"
    assert look_of("1", "http://a/\x1b\\\x07b", "1f") == "1|id=1f;http://a/\\b"
    assert look_of("1", "") == look_of("1", "", "1f") == "1"


@given(st.text(), st.text())
def test_a_links_name_is_short_and_ends_neither_its_parameter_nor_its_sequence(
    pane: str, link_id: str
) -> None:
    name = link_name(pane, link_id)
    assert len(name) == (16 if link_id else 0)
    assert set(name) <= set("0123456789abcdef")


def test_a_links_name_is_the_same_in_one_pane_and_another_in_another() -> None:
    assert link_name("p", "1") == link_name("p", "1")
    assert len({link_name(pane, link_id) for pane in ("p", "q") for link_id in ("", "1", "2")}) == 5


def test_what_is_cut_at_the_left_leaves_a_blank_for_half_a_character() -> None:
    row = blank_row(4)
    place(row, -1, ["日", TAIL, "x"], [PLAIN] * 3)
    assert row.chars == [BLANK, "x", BLANK, BLANK]
