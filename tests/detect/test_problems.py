import pytest

from pitwall.detect.problems import Place, Problems
from pitwall.detect.source import Source
from pitwall.errors import RuleFileRejected


def test_a_place_is_written_as_the_rule_and_the_path_of_its_key() -> None:
    place = Place(0, '"approval"').of("any").item(2).of("regex").item(0)

    assert str(place) == 'rule "approval": any[2].regex[0]'
    assert (place.root, place.leaf) == ("any", "regex")


def test_a_key_of_the_file_is_written_alone() -> None:
    assert str(Place().of("version")) == "version"


def test_a_place_is_safe_to_print() -> None:
    assert str(Place().of("a\x1bb")) == "a\\x1bb"


def test_without_problems_nothing_is_raised() -> None:
    Problems("k.toml", Source("", 0)).raise_any()


def test_all_problems_are_raised_at_once_the_first_as_the_reason() -> None:
    problems = Problems("k.toml", Source("a = 1\nb = 2", 0))
    problems.add(Place().of("a"), "no")
    problems.add(Place().of("b"), "nor this")

    with pytest.raises(RuleFileRejected) as caught:
        problems.raise_any()
    assert str(caught.value) == "k.toml: line 1: a: no"
    assert caught.value.problems == ("line 1: a: no", "line 2: b: nor this")
