"""Text into cells."""

import pytest

from pitwall.terminal import Terminal


def screen_after(text: str, rows: int = 3, cols: int = 10) -> list[str]:
    terminal = Terminal(rows, cols)
    terminal.feed(text.encode())
    return [line.rstrip(" ") for line in terminal.sample().lines]


def test_text_wraps_when_the_next_character_comes() -> None:
    assert screen_after("abcdefghij") == ["abcdefghij", "", ""]
    assert screen_after("abcdefghijk") == ["abcdefghij", "k", ""]


def test_long_text_scrolls_the_screen() -> None:
    assert screen_after("0123456789" * 3 + "xyz") == ["0123456789", "0123456789", "xyz"]


def test_without_autowrap_all_the_rest_lands_in_the_last_column() -> None:
    assert screen_after("\x1b[?7labcdefghijKLM") == ["abcdefghiM", "", ""]


def test_a_wrap_that_was_pending_without_autowrap_comes_with_it() -> None:
    assert screen_after("\x1b[?7labcdefghij\x1b[?7hk") == ["abcdefghij", "k", ""]


def test_a_tab_leaves_a_pending_wrap() -> None:
    assert screen_after("abcdefghij\tk") == ["abcdefghij", "k", ""]


def test_a_wide_character_that_does_not_fit_wraps_and_leaves_the_last_cell() -> None:
    assert screen_after("\x1b[10Gx\rabcdefghi漢") == ["abcdefghix", "漢", ""]


def test_a_wide_character_that_does_not_fit_without_autowrap_is_not_drawn() -> None:
    assert screen_after("\x1b[?7labcdefghi漢") == ["abcdefghi", "", ""]


def test_a_screen_of_one_column_shows_something_for_a_wide_character() -> None:
    assert screen_after("漢", cols=1) == ["\ufffd", "", ""]


def test_E02_overwriting_half_a_wide_character_leaves_a_blank() -> None:
    assert screen_after("漢字\ra") == ["a 字", "", ""]
    assert screen_after("漢字\x1b[2Gb") == [" b字", "", ""]
    assert screen_after("漢字x\r\x1b[P") == [" 字x", "", ""]
    assert screen_after("a漢b\x1b[3G\x1b[@") == ["a   b", "", ""]


@pytest.mark.parametrize(
    "text", ["⚠️ 1 hook needs review", "👨‍👩‍👧 done", "a\u200bb\u2060c", "한\u1161x", "e\u0301\u0302x"]
)
def test_E08_text_after_marks_and_joiners_is_kept(text: str) -> None:
    assert screen_after(text, cols=30)[0] == text


def test_E17_emoji_of_all_kinds_leave_the_text_after_them() -> None:
    text = "README 👨👩👧👦 🧑💻 ✅ ⚡ 漢字 café é 🏳️🌈 🚀"
    assert screen_after(text, cols=80)[0] == text
    assert screen_after(f"{text}\r{text}\r\n{text}\r\n\r\nend", cols=80)[1:] == ["", "end"]


def test_a_mark_joins_the_wide_character_before_it() -> None:
    assert screen_after("漢\u3099x") == ["漢\u3099x", "", ""]


def test_a_mark_after_a_full_row_joins_its_last_cell() -> None:
    assert screen_after("abcdefghie\u0301x") == ["abcdefghie\u0301", "x", ""]


def test_a_mark_without_a_character_before_it_is_dropped() -> None:
    assert screen_after("\u0301x") == ["x", "", ""]


def test_a_mark_after_a_gap_joins_a_blank() -> None:
    assert screen_after("\x1b[3G\u0301x") == [" \u0020\u0301x", "", ""]


def test_code_points_of_plane_16_are_replaced() -> None:
    assert screen_after("a\U00100000\U0010fffdb") == ["a\ufffd\ufffdb", "", ""]


def test_private_use_characters_of_other_planes_stay() -> None:
    assert screen_after("\ue0b0\U000f0001") == ["\ue0b0\U000f0001", "", ""]


def test_insert_mode_shifts_the_rest_of_the_row() -> None:
    assert screen_after("abcdefghij\r\x1b[4hXY") == ["XYabcdefgh", "", ""]


def test_repeating_takes_only_what_came_just_before() -> None:
    assert screen_after("A\x1b[3b") == ["AAAA", "", ""]
    assert screen_after("A\x1b[m\x1b[3b") == ["A", "", ""]
    assert screen_after("A\x1b[2b\x1b[2b") == ["AAA", "", ""]
    assert screen_after("漢\x1b[b") == ["漢漢", "", ""]


def test_repeating_a_billion_times_fills_the_screen_once() -> None:
    assert screen_after("A\x1b[999999999b", 2, 5) == ["AAAAA", "A"]


def test_E13_line_drawing_is_drawn() -> None:
    assert screen_after("\x1b(0lqk\x1b(B x") == ["┌─┐ x", "", ""]


def test_a_single_shift_holds_for_one_character() -> None:
    assert screen_after("\x1b*0\x1bNqq") == ["─q", "", ""]


def test_alignment_fills_the_screen_and_homes() -> None:
    assert screen_after("\x1b[2;3r\x1b[3;3H\x1b#8x", cols=4) == ["xEEE", "EEEE", "EEEE"]


def test_characters_are_inserted_deleted_and_erased() -> None:
    assert screen_after("abcdefghij\x1b[3G\x1b[2@") == ["ab  cdefgh", "", ""]
    assert screen_after("abcdefghij\x1b[3G\x1b[2P") == ["abefghij", "", ""]
    assert screen_after("abcdefghij\x1b[3G\x1b[2X") == ["ab  efghij", "", ""]
    assert screen_after("abcdefghij\x1b[3G\x1b[99X") == ["ab", "", ""]
