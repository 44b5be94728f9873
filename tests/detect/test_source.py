import pytest

from pitwall.detect.source import Source

TEXT = """\
id = "x"
detail_line = ['^ask']

# a comment
[[rules]]
id = "one"
contains = ["a"]
any = [
  { contains = ["b"] },
  { contians = ["c"] },
]

[[ "rules" ]]
id = "two"
'contains' = ["a"]
[[rules.any]]
contains = ["d"]
"""


def source(text: str = TEXT, rules: int = 2) -> Source:
    return Source(text, rules)


def test_a_rule_is_found_by_its_header() -> None:
    assert (source().rule(0), source().rule(1)) == (5, 13)


@pytest.mark.parametrize(
    ("rule", "key", "line"),
    [
        (None, "id", 1),
        (None, "detail_line", 2),
        (0, "id", 6),
        (0, "any", 8),
        (1, "contains", 15),
        (1, "any", 16),
    ],
)
def test_a_key_is_found_where_it_is_set(rule: int | None, key: str, line: int) -> None:
    assert line == source().find(rule, key)


def test_a_needle_on_one_line_is_more_exact_than_the_key() -> None:
    assert source().find(0, "any", "contians") == 10


def test_a_needle_on_several_lines_says_nothing() -> None:
    assert source().find(0, "any", "contains") == 8


def test_a_needle_is_looked_for_in_its_own_rule() -> None:
    assert source().find(0, "any", '"d"') == 8


def test_a_key_that_is_not_found_leaves_the_rules_header() -> None:
    assert source().find(0, "state") == 5


def test_a_key_of_the_file_that_is_not_found_has_no_line() -> None:
    assert source().find(None, "state") is None


@pytest.mark.parametrize(
    ("text", "rules"), [("rules = [{id = 'a'}]", 1), ("[[rules]]\nid = '''\n[[rules]]\n'''", 1)]
)
def test_where_a_line_would_be_a_guess_there_is_none(text: str, rules: int) -> None:
    assert source(text, rules).rule(0) is None
    assert source(text, rules).find(0, "id") is None


def test_a_key_with_regex_characters_is_looked_for_as_it_stands() -> None:
    assert source('[[rules]]\n"a.*(" = 1', 1).find(0, "a.*(") == 2
