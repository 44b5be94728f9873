import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.detect import regex
from pitwall.detect.hints import hint, shortened, without_controls


def hint_of(patterns: list[str], text: str) -> str:
    return hint([regex.compile(pattern) for pattern in patterns], text.split("\n"))


def test_the_lowest_line_wins_over_the_first_pattern() -> None:
    assert hint_of(["^first.*", "^second.*"], "first\nsecond\nother") == "second"


def test_within_a_line_the_first_pattern_wins() -> None:
    assert hint_of(["o.*", "t.*"], "two") == "o"


def test_group_1_wins_over_the_whole_match() -> None:
    assert hint_of([r"^Run (.*)\?$"], "Run make test?") == "make test"


def test_a_group_1_that_took_no_part_gives_the_whole_match() -> None:
    assert hint_of([r"^Run(?: (\w+))?"], "Run?") == "Run"


def test_a_hint_is_trimmed_and_a_blank_one_passed_over() -> None:
    assert hint_of([r"^>(.*)$"], "> here \u00a0\n>   \n>") == "here"


def test_only_the_last_30_non_empty_lines_are_searched() -> None:
    below = ["x", "", " "] * 29

    assert hint_of(["ask"], "\n".join(["ask", *below])) == "ask"
    assert hint_of(["ask"], "\n".join(["ask", "x", *below])) == ""


def test_without_patterns_there_is_no_hint() -> None:
    assert hint_of([], "anything") == ""


@pytest.mark.parametrize(
    ("length", "expected"), [(160, "a" * 160), (161, "a" * 159 + "…"), (5000, "a" * 159 + "…")]
)
def test_S08_a_hint_has_160_characters_at_most(length: int, expected: str) -> None:
    assert expected == hint_of(["a+"], "a" * length)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\x1b[31mb", "a[31mb"),
        ("a\tb\x0bc\x85d\u2028e", "a b c d e"),
        ("\x07bell\x7f", "bell"),
        ("\x9b2J", "2J"),
        ("a\ud800b", "a\ufffdb"),
        ("file\u202egnp.exe\u202c", "filegnp.exe"),
        ("👩\u200d💻 é\u0301", "👩\u200d💻 é\u0301"),
    ],
)
def test_S08_a_hint_never_holds_control_characters(text: str, expected: str) -> None:
    assert expected == without_controls(text)


@given(st.text() | st.text(st.characters(categories=["Cc", "Cs", "Zl", "Zp", "Cf", "Zs", "Ll"])))
def test_S08_any_text_at_all_becomes_a_hint_that_is_safe_to_print(text: str) -> None:
    safe = shortened(without_controls(text))

    assert len(safe) <= 160
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in safe)
    assert safe == safe.strip()


@given(st.text(st.characters(exclude_categories=["C", "Z"]), max_size=160))
def test_a_short_printable_text_is_its_own_hint(text: str) -> None:
    assert text == shortened(without_controls(text))
