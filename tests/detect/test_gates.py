import re

import pytest
from detect_strategies import gate_tables, gate_texts, toml
from hypothesis import assume, given

from pitwall.detect import regex
from pitwall.detect.gates import Gate, Unmet
from pitwall.detect.regions import RegionText
from pitwall.detect.rulefile import parse


def gate_of(table: dict[str, object]) -> Gate:
    source = toml({"rules": [{"id": "a", "state": "idle", **table}]})
    return parse(source.encode(), kind="k", path="k.toml").rules[0].conditions


def plainly_holds(table: dict[str, object], text: str) -> bool:
    """The meaning of a gate's table, read off the spec's table of rule keys."""

    def found(pattern: str, subject: str) -> bool:
        return re.search(pattern.replace(r"\z", r"\Z"), subject) is not None

    lines = text.split("\n") if text else []
    gates = {key: [plainly_holds(gate, text) for gate in table.get(key, [])] for key in ("all", "any", "not")}
    return (
        all(needle.lower() in text.lower() for needle in table.get("contains", []))
        and all(found(pattern, text) for pattern in table.get("regex", []))
        and all(any(found(pattern, line) for line in lines) for pattern in table.get("line_regex", []))
        and all(gates["all"])
        and (any(gates["any"]) or not gates["any"])
        and not any(gates["not"])
    )


@given(gate_tables, gate_texts)
def test_a_gate_holds_when_all_its_conditions_do(table: dict[str, object], text: str) -> None:
    assert plainly_holds(table, text) == gate_of(table).holds(RegionText(text))


@given(gate_tables, gate_texts)
def test_a_gate_that_does_not_hold_names_a_condition_that_is_not_met(
    table: dict[str, object], text: str
) -> None:
    unmet = gate_of(table).unmet(RegionText(text))
    assert (unmet is None) == plainly_holds(table, text)
    assume(unmet is not None and unmet.place)

    named = table
    *outer, last = unmet.place.split(".")
    for step in outer:
        key, index = re.fullmatch(r"(all)\[(\d+)\]", step).groups()
        named = named[key][int(index)]
    key, index = re.fullmatch(r"(\w+)(?:\[(\d+)\])?", last).groups()
    condition = {key: named[key] if index is None else [named[key][int(index)]]}
    assert not plainly_holds(condition, text)


@given(gate_tables, gate_texts)
def test_the_evidence_of_a_gate_that_holds_is_text_of_the_region(table: dict[str, object], text: str) -> None:
    gate = gate_of(table)
    assume(gate.holds(RegionText(text)))

    assert gate.evidence(RegionText(text)) in text


def pattern(source: str) -> regex.Pattern:
    return regex.compile(source)


def test_contains_ignores_case_beyond_ascii() -> None:
    assert Gate(contains=("ÀLLOW", "été")).holds(RegionText("àllow ÉTÉ"))


def test_an_empty_gate_holds_for_an_empty_region() -> None:
    assert Gate().holds(RegionText(""))


def test_an_empty_region_is_still_tested() -> None:
    assert Gate(regex=(pattern("^$"),)).holds(RegionText(""))
    assert not Gate(contains=("a",)).holds(RegionText(""))


def test_a_line_regex_never_matches_a_region_without_lines() -> None:
    assert not Gate(line_regex=(pattern(""),)).holds(RegionText(""))


def test_a_line_regex_sees_each_line_from_its_start_to_its_end() -> None:
    assert Gate(line_regex=(pattern("^b$"),)).holds(RegionText("a\nb\nc"))
    assert not Gate(regex=(pattern("^b$"),)).holds(RegionText("a\nb\nc"))


def test_each_line_regex_may_match_another_line() -> None:
    assert Gate(line_regex=(pattern("^b"), pattern("^a"))).holds(RegionText("a\nb"))


def test_the_end_of_text_is_the_very_end() -> None:
    assert not Gate(regex=(pattern("b$"),)).holds(RegionText("b\n"))


def test_an_empty_gate_under_not_never_lets_a_rule_match() -> None:
    gate = Gate(none=(Gate(),))

    assert gate.unmet(RegionText("anything")) == Unmet("not[0]", "this gate matches")


@pytest.mark.parametrize(
    ("gate", "expected"),
    [
        (Gate(contains=("hello", "Gone")), 'contains[1]: "Gone" is not there'),
        (Gate(regex=(pattern("x+"),)), "regex[0]: 'x+' matches nothing"),
        (Gate(line_regex=(pattern("^o"),)), "line_regex[0]: '^o' matches no line"),
        (Gate(any=(Gate(contains=("a",)), Gate(contains=("b",)))), "any: none of its 2 gates matches"),
        (Gate(none=(Gate(contains=("hell",)),)), "not[0]: this gate matches"),
        (
            Gate(all=(Gate(), Gate(all=(Gate(regex=(pattern("x"),)),)))),
            "all[1].all[0].regex[0]: 'x' matches nothing",
        ),
    ],
)
def test_an_unmet_condition_is_told_by_its_place_in_the_rule(gate: Gate, expected: str) -> None:
    assert expected == str(gate.unmet(RegionText("hello")))


@pytest.mark.parametrize(
    ("gate", "expected"),
    [
        (Gate(contains=("YES",), regex=(pattern("no"),)), "2. Yes"),
        (Gate(regex=(pattern(r"\d\. N\w"),)), "3. No"),
        (Gate(line_regex=(pattern("^Do"),)), "Do you agree?"),
        (Gate(any=(Gate(contains=("absent",)), Gate(contains=("agree",)))), "Do you agree?"),
        (Gate(all=(Gate(none=(Gate(contains=("absent",)),)), Gate(contains=("3.",)))), "3. No"),
        (Gate(none=(Gate(contains=("absent",)),)), ""),
        (Gate(), ""),
    ],
)
def test_the_evidence_is_what_the_first_condition_found(gate: Gate, expected: str) -> None:
    assert expected == gate.evidence(RegionText("Do you agree?\n2. Yes\n3. No"))


def test_the_first_condition_without_text_leaves_the_evidence_to_the_next() -> None:
    gate = Gate(contains=("a\nb",), line_regex=(pattern("b"),))

    assert gate.evidence(RegionText("a\nb")) == "b"
