import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import SchemaError, SchemaValidator, ValidationError, core_schema

from pitwall.detect import regex
from pitwall.errors import BadPattern, RuleFileRejected

CASES = [
    line.split("\t")
    for line in (Path(__file__).parent / "regex_cases.txt").read_text("utf-8").splitlines()
    if not line.startswith("# ")
]


@pytest.mark.parametrize(("pattern", "text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_a_pattern_means_what_it_means_in_rust(pattern: str, text: str, expected: str) -> None:
    subject = ast.literal_eval(text)

    if expected == "ERR":
        with pytest.raises(BadPattern):
            regex.compile(pattern)
        return

    compiled = regex.compile(pattern)
    wanted = None if expected == "none" else ast.literal_eval(expected)
    assert wanted == compiled.whole_match(subject)
    assert (wanted is not None) == compiled.matches(subject)


def test_a_count_of_1001_is_not_too_large() -> None:
    assert regex.compile("x{1001}").whole_match("x" * 1001) == "x" * 1001


def test_the_first_group_wins_over_the_whole_match() -> None:
    assert regex.compile("a(b)c").first_group("abc") == "b"


def test_a_first_group_that_took_no_part_gives_the_whole_match() -> None:
    assert regex.compile("a(b)?c").first_group("ac") == "ac"


def test_a_first_group_that_matched_nothing_is_empty() -> None:
    assert regex.compile("a(b*)c").first_group("ac") == ""


def test_without_groups_the_first_group_is_the_whole_match() -> None:
    assert regex.compile("b.").first_group("abcd") == "bc"


def test_without_a_match_there_is_no_text() -> None:
    pattern = regex.compile("x(y)")

    assert pattern.first_group("abc") is None
    assert pattern.whole_match("abc") is None


@pytest.mark.parametrize("text", ["\ud800 ok", "ok \udcff", "\ud83d ok \ude00"])
def test_a_lone_surrogate_in_the_text_is_a_character_like_any_other(text: str) -> None:
    assert regex.compile("ok").matches(text)
    assert regex.compile("o(k)").first_group(text) == "k"
    assert regex.compile("o.").whole_match(text) == "ok"
    assert regex.compile(f"^.{{{len(text)}}}$").matches(text)


def test_a_pattern_with_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(BadPattern, match="half a surrogate pair"):
        regex.compile("\ud800")


def test_a_bad_pattern_is_told_with_the_engines_diagram_after_the_reason() -> None:
    with pytest.raises(BadPattern) as caught:
        regex.compile("ab(c")

    assert str(caught.value) == "not a valid regex: unclosed group\nregex parse error:\n    ab(c\n      ^"


def test_a_bad_pattern_is_a_reason_to_reject_a_rule_file() -> None:
    with pytest.raises(RuleFileRejected):
        regex.compile("(?=a)")


def test_the_diagram_of_a_bad_pattern_holds_no_control_characters() -> None:
    with pytest.raises(BadPattern) as caught:
        regex.compile("\x1b[2J(")

    assert all(line.isprintable() for line in str(caught.value).split("\n"))


@pytest.mark.parametrize("pattern", ["(.{1,300}){30}q", "(a{100}){100}", r"(\w{1,90} ){40}", "a{1000000}"])
def test_S05_a_pattern_too_large_to_be_quick_is_refused_with_advice(pattern: str) -> None:
    with pytest.raises(BadPattern, match="positions, and 2,048 are allowed: use `\\*` or `\\+`"):
        regex.compile(pattern)


def test_a_pattern_larger_than_the_engine_takes_is_refused() -> None:
    with pytest.raises(BadPattern, match="size limit"):
        regex.compile(r"(\w{50}){40}")


@pytest.mark.parametrize("pattern", [r"(a|aa)+$", r"(a*)*b", r"(a+)+c", r"(.*a){20}c", r"([a-z]+)*\d"])
def test_S05_a_pattern_that_backtracking_never_finishes_ends(pattern: str) -> None:
    """Over this text a backtracking engine needs more steps than can be taken; the test ends or hangs."""
    text = "\n".join(["a" * 5000 + "b"] * 40)

    assert regex.compile(pattern).matches(text) == (pattern == r"(a*)*b")


def test_patterns_are_equal_when_written_the_same() -> None:
    assert regex.compile("a+") == regex.compile("a+")
    assert regex.compile("a+") != regex.compile("a")
    assert regex.compile("a+").source == "a+"


ATOMS = st.sampled_from(
    [
        *("a", "b", "é", "─", ".", "^", "$", " ", "-", "]", "}", "{", "[", "(", ")", "\\"),
        *(
            r"\w",
            r"\d",
            r"\s",
            r"\b",
            r"\B",
            r"\A",
            r"\z",
            r"\pL",
            r"\p{Greek}",
            r"\x{41}",
            r"\n",
            r"\q",
            r"\1",
        ),
        *(
            "[ab]",
            "[^a]",
            "[a-c&&b]",
            "[[:alpha:]é]",
            "(?i)",
            "(?m)",
            "(?s)",
            "(?x)",
            "(?-u:",
            "(?:",
            "(?P<n>",
            "(?=",
        ),
        *("*", "+", "?", "{2}", "{1,2}", "{,2}", "{1,}", "*?", "|"),
    ]
)


@given(st.lists(ATOMS, max_size=8).map("".join), st.text("abcé─AB1 \n-", max_size=12))
def test_another_binding_of_the_same_engine_agrees_on_every_pattern(pattern: str, text: str) -> None:
    try:
        oracle = SchemaValidator(core_schema.str_schema(pattern=pattern, regex_engine="rust-regex"))
    except SchemaError:
        with pytest.raises(BadPattern):
            regex.compile(pattern)
        return
    try:
        oracle.validate_python(text)
        wanted = True
    except ValidationError:
        wanted = False

    compiled = regex.compile(pattern)
    assert wanted == compiled.matches(text)
    assert wanted == (compiled.whole_match(text) is not None)
    assert wanted == (compiled.first_group(text) is not None)
