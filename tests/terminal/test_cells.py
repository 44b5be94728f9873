"""Rows of cells as strings."""

from hypothesis import given
from hypothesis import strategies as st

from pitwall.terminal.cells import (
    DEFAULT,
    TAIL,
    cut,
    delete,
    delete_attributes,
    erase,
    insert,
    insert_attributes,
    overwrite,
    paint,
)

WIDE = "漢"

rows = st.lists(st.sampled_from(["a", "b", " ", WIDE + TAIL]), max_size=12).map("".join)
places = st.integers(0, 30)
counts = st.integers(1, 30)


def is_whole(text: str) -> bool:
    """Whether every wide character has its tail, and every tail its character."""
    return text.replace(WIDE + TAIL, "").count(WIDE) == text.replace(WIDE + TAIL, "").count(TAIL) == 0


def cell(text: str, place: int) -> str:
    return text[place : place + 1] or " "


@given(rows, places, rows.filter(bool))
def test_overwriting_changes_the_cells_named_and_leaves_no_half(row: str, start: int, new: str) -> None:
    result = overwrite(row, start, new)
    assert result[start : start + len(new)] == new
    assert is_whole(result)
    assert len(result) == max(len(row), start + len(new))


def test_overwriting_one_half_of_a_wide_character_blanks_the_other() -> None:
    assert overwrite(f"a{WIDE}{TAIL}b", 1, "x") == "ax b"
    assert overwrite(f"a{WIDE}{TAIL}b", 2, "x") == "a xb"


@given(rows, places, counts)
def test_erasing_leaves_blanks_and_no_half(row: str, start: int, count: int) -> None:
    result = erase(row, start, start + count)
    assert not result[start : start + count].strip(" ")
    assert is_whole(result)
    assert len(result) <= len(row)


@given(rows, places, counts, st.integers(1, 24))
def test_inserting_shifts_right_and_leaves_no_half(row: str, start: int, count: int, columns: int) -> None:
    row = cut(row, columns)
    result = insert(row, start, count, columns)
    assert len(result) <= columns
    assert is_whole(result)


@given(rows, places, counts)
def test_deleting_shifts_left_and_leaves_no_half(row: str, start: int, count: int) -> None:
    result = delete(row, start, count)
    assert len(result) == len(row) - len(row[start : start + count])
    assert is_whole(result)


def test_inserting_and_deleting_move_the_rest() -> None:
    assert insert("abcdef", 2, 2, 6) == "ab  cd"
    assert delete("abcdef", 2, 2) == "abef"


def test_cutting_through_a_wide_character_blanks_it() -> None:
    assert cut(f"ab{WIDE}{TAIL}", 3) == "ab "


attributes = st.text(alphabet="\0\1\2", max_size=12)


@given(attributes, places, counts, st.sampled_from("\0\1"))
def test_painting_sets_exactly_the_cells_named(row: str, start: int, count: int, attribute: str) -> None:
    result = paint(row, start, start + count, attribute)
    for place in range(60):
        expected = attribute if start <= place < start + count else row[place : place + 1] or DEFAULT
        assert (result[place : place + 1] or DEFAULT) == expected


def test_default_cells_at_a_rows_end_take_no_room() -> None:
    assert paint("\1\1\1", 1, 9, DEFAULT) == "\1"
    assert paint("", 3, 9, DEFAULT) == ""


def test_attributes_shift_with_their_cells() -> None:
    assert insert_attributes("\1\2", 1, 2, 4, "\3") == "\1\3\3\2"
    assert insert_attributes("\1\2", 1, 3, 4, "\3") == "\1\3\3\3"
    assert insert_attributes("\1", 2, 1, 4, "\3") == "\1\0\3"
    assert delete_attributes("\1\2\1", 0, 1, 4, "\3") == "\2\1\0\3"
    assert delete_attributes("\1\2\1", 0, 1, 4, DEFAULT) == "\2\1"
