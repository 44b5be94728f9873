import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import is_plain, wild_texts

from pitwall.state.text import display_width, plain, strip_spinner


@given(wild_texts(), st.integers(1, 300))
def test_plain_text_is_one_printable_line_within_its_limit(text: str, limit: int) -> None:
    shown = plain(text, limit)
    assert len(shown) <= limit
    assert is_plain(shown)
    assert not any(unicodedata.bidirectional(character) in _TURNING for character in shown)


_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(wild_texts(), st.integers(1, 300))
def test_plain_text_stays_as_it_is(text: str, limit: int) -> None:
    assert plain(plain(text, limit), limit) == plain(text, limit)


def test_S01_a_hostile_title_keeps_its_words_alone() -> None:
    assert plain("a\x07\x1b[2J b\x9b31m\nc" + "x" * 10_000, 20) == "a[2J b31m cxxxxxxxx…"


def test_S08_a_question_of_5000_characters_has_159_and_an_ellipsis() -> None:
    shown = plain("\x1b[31mRun " + "y" * 5000 + "\udcff", 160)
    assert len(shown) == 160
    assert shown.startswith("[31mRun yyy")
    assert shown.endswith("y…")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb\tc", "a b c"),
        ("  a  b  ", "a b"),
        ("a\u202eb\u2066c\u200fd", "abcd"),
        ("caf\udce9", "caf\N{REPLACEMENT CHARACTER}"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("\x00", ""),
        ("a\u2028b", "a b"),
        ("a\x7fb\x85c", "ab c"),
    ],
)
def test_what_is_taken_out_and_what_is_kept(text: str, shown: str) -> None:
    assert plain(text, 50) == shown


@pytest.mark.parametrize(
    "spinner",
    ["✳ ", "⠐ ", "⠂ ", "◐ ", "◑︎ ", "✦  ", "[ . ] ", "[ ! ] ", "· ", "* ", "  ", "✋  ", "⠋⠙ ✻ ", "◇"],
)
def test_trap_49_a_frame_of_a_spinner_is_no_change_of_the_title(spinner: str) -> None:
    assert strip_spinner(spinner + "Fix auth") == "Fix auth"


@pytest.mark.parametrize("title", ["*scratch*", "·config", "[!important] a", "a ✳ b", "π - api", "~/api"])
def test_what_is_no_spinner_stays(title: str) -> None:
    assert strip_spinner(title) == title


@given(wild_texts())
def test_stripping_twice_is_stripping_once(title: str) -> None:
    assert strip_spinner(strip_spinner(title)) == strip_spinner(title)


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("漢字", 4), ("e\u0301", 1), ("", 0), ("✳", 1), ("👩", 2), ("\u200d", 0)]
)
def test_width_counts_columns(text: str, width: int) -> None:
    assert display_width(text) == width
