from datetime import date

import pytest

from pitwall.advice import nearest, printable, quoted, toml_type


def test_what_cannot_be_printed_is_written_as_an_escape() -> None:
    assert printable("a\x1b[2J\nb\udcff") == "a\\x1b[2J\\nb\\udcff"


def test_printable_text_stays_as_it_is() -> None:
    assert printable("❯ 1. Yes é") == "❯ 1. Yes é"


def test_a_long_text_is_cut_where_it_is_quoted() -> None:
    assert quoted("x" * 100) == '"' + "x" * 59 + '…"'


def test_a_near_name_is_asked_for() -> None:
    assert nearest("Contians", ["contains", "regex"]) == 'did you mean "contains"?'


def test_a_far_name_is_answered_with_all_of_them() -> None:
    assert nearest("zzz", ["contains", "regex"]) == "write one of contains, regex"


def test_a_very_long_name_is_compared_quickly() -> None:
    assert nearest("contains" + "x" * 1_000_000, ["contains"]) == "write one of contains"


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (True, "a boolean"),
        (1, "an integer"),
        (1.5, "a float"),
        ("", "a string"),
        ([], "a list"),
        ({}, "a table"),
        (date(2026, 1, 1), "a date or time"),
    ],
)
def test_a_toml_value_has_a_name(value: object, name: str) -> None:
    assert name == toml_type(value)
