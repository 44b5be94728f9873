import hashlib
import re
from typing import Any

import pytest
from detect_strategies import file_tables, toml
from hypothesis import given
from hypothesis import strategies as st

from pitwall.detect.regions import Region
from pitwall.detect.rulefile import CONDITION_KEYS, FILE_KEYS, RULE_KEYS, parse
from pitwall.detect.rules import RuleFile
from pitwall.errors import RuleFileRejected

DRIFT = r"""
id = "drift"
version = "2026.10.12"

# Hint shown for a blocked agent when its rule has no `detail`.
detail_line = ['(?i)^\s*(allow [^\n]*\?)\s*$']

[[rules]]
id = "approval"
state = "blocked"
priority = 900
region = "bottom_non_empty_lines(6)"
contains = ["allow", "(y/n)"]

[[rules]]
id = "spinner"
state = "working"
priority = 800
region = "bottom_non_empty_lines(3)"
line_regex = ['^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] ']

[[rules]]
id = "prompt"
state = "idle"
priority = 100
region = "bottom_lines(2)"
line_regex = ['^drift> ']
not = [ { contains = ["thinking"] } ]
"""

RULE = '[[rules]]\nid = "one"\nstate = "idle"\n'


def parsed(text: str | bytes) -> RuleFile:
    data = text.encode() if isinstance(text, str) else text
    return parse(data, kind="drift", path="/home/me/detect/drift.toml")


def refused(text: str | bytes) -> RuleFileRejected:
    with pytest.raises(RuleFileRejected) as caught:
        parsed(text)
    return caught.value


def test_the_specs_own_example_is_read_whole() -> None:
    file = parsed(DRIFT)

    assert (file.id, file.version, file.origin) == ("drift", "2026.10.12", "user")
    assert [(rule.id, rule.state, rule.priority, rule.line) for rule in file.rules] == [
        ("approval", "blocked", 900, 8),
        ("spinner", "working", 800, 15),
        ("prompt", "idle", 100, 22),
    ]
    assert file.rules[0].conditions.contains == ("allow", "(y/n)")
    assert file.rules[1].region == Region("bottom_non_empty_lines", 3)
    assert file.rules[2].conditions.none[0].contains == ("thinking",)


def test_a_file_knows_its_path_and_the_hash_of_its_bytes() -> None:
    file = parsed(DRIFT)

    assert file.path == "/home/me/detect/drift.toml"
    assert file.sha256 == hashlib.sha256(DRIFT.encode()).hexdigest()


def test_trap_55_the_kind_is_the_file_name_and_not_the_id_inside() -> None:
    assert parsed('id = "other"').kind == "drift"


@pytest.mark.parametrize("text", ["", "# nothing\n", "\ufeff", "rules = []", 'id = "x"'])
def test_a_file_without_rules_is_valid(text: str) -> None:
    assert parsed(text).rules == ()


def test_a_rule_has_the_specs_defaults() -> None:
    rule = parsed(RULE).rules[0]

    assert (rule.priority, rule.region, rule.detail, rule.detail_line) == (0, Region("screen"), None, ())


def test_R06_rules_of_equal_priority_keep_their_order() -> None:
    rules = [("a", 1), ("b", 5), ("c", 1), ("d", 5), ("e", -3), ("f", 0)]
    text = "".join(
        f'[[rules]]\nid = "{name}"\nstate = "idle"\npriority = {priority}\n' for name, priority in rules
    )

    assert [rule.id for rule in parsed(text).rules] == ["b", "d", "a", "c", "f", "e"]


def test_a_rule_without_hint_patterns_takes_the_files() -> None:
    rules = parsed(
        f"detail_line = ['a']\n{RULE}[[rules]]\nid='two'\nstate='idle'\ndetail_line=['b', 'c']"
    ).rules

    assert [[pattern.source for pattern in rule.detail_line] for rule in rules] == [["a"], ["b", "c"]]


def test_a_rules_own_empty_hint_list_means_no_hint() -> None:
    assert parsed(f"detail_line = ['a']\n{RULE}detail_line = []").rules[0].detail_line == ()


@pytest.mark.parametrize("text", [DRIFT.replace("\n", "\r\n"), "\ufeff" + DRIFT])
def test_windows_line_ends_and_a_byte_order_mark_change_nothing(text: str) -> None:
    assert parsed(DRIFT).rules == parsed(text).rules


def test_line_numbers_hold_with_windows_line_ends() -> None:
    assert refused("id = 'x'\r\n\r\nversion = 3\r\n").reason.startswith("line 3: version: must be a string")


def nested(levels: int) -> str:
    gate = '{ contains = ["deep"] }'
    for _ in range(levels - 1):
        gate = f"{{ all = [{gate}] }}"
    return f"{RULE}any = [{gate}]"


def test_R04_gates_nest_8_levels() -> None:
    gate = parsed(nested(8)).rules[0].conditions.any[0]
    for _ in range(7):
        gate = gate.all[0]

    assert gate.contains == ("deep",)


def test_R04_gates_nested_9_levels_are_refused() -> None:
    reason = refused(nested(9)).reason

    assert reason.startswith('line 4: rule "one": any[0].all[0]')
    assert reason.endswith(": gates nest deeper than 8 levels; split the rule in two")


def test_gates_nested_without_end_are_refused() -> None:
    assert "nest" in refused(f"{RULE}any = " + "[{all = " * 5000 + "[]" + "}]" * 5000).reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # Keys that are not known, at every level.
        ("detail_lines = []", 'line 1: detail_lines: unknown key; did you mean "detail_line"?'),
        ('state = "idle"', 'line 1: state: unknown key; "state" belongs to a rule; move it below [[rules]]'),
        ("[other]", "line 1: other: unknown key; write one of id, version, detail_line, rules"),
        (RULE + "contians = []", 'line 4: rule "one": contians: unknown key; did you mean "contains"?'),
        (RULE + "Contains = []", 'line 4: rule "one": Contains: unknown key; did you mean "contains"?'),
        (RULE + 'version = "1"', 'line 4: rule "one": version: unknown key; '),
        (
            RULE + "any = [\n{ contians = [] },\n]",
            'line 5: rule "one": any[0].contians: unknown key; did you mean "con',
        ),
        (
            RULE + "not = [{ all = [{}, { id = 'x' }] }]",
            'line 4: rule "one": not[0].all[1].id: unknown key; "id" bel',
        ),
        (RULE + "any = [{ region = 'title' }]", '"region" belongs to the rule; a gate takes contains, regex'),
        (RULE + '"\\u001b[2J" = 1', 'line 1: rule "one": \\x1b[2J: unknown key'),
        # What a rule must have.
        ("[[rules]]\nstate = 'idle'", 'line 1: rule #1: id: missing; name the rule, as in id = "approval"'),
        (
            "[[rules]]\nid = 'a'",
            'line 1: rule "a": state: missing; write one of working, blocked, idle, unknown',
        ),
        (
            "[[rules]]\nid = 'a'\nstate = 'done'",
            'line 3: rule "a": state: "done" is no state of a rule; write "idle"',
        ),
        (
            "[[rules]]\nid = 'a'\nstate = 'Idle'",
            'line 3: rule "a": state: "Idle" is no state; did you mean "idle"?',
        ),
        (
            "[[rules]]\nid = 'a'\nstate = 'busy'",
            '"busy" is no state; write one of working, blocked, idle, unknown',
        ),
        # Types.
        ("id = 3", 'line 1: id: must be a string, and is an integer; write id = "text"'),
        (
            "detail_line = 'a'",
            "line 1: detail_line: must be a list of strings, and is a string; write detail_line = [",
        ),
        (
            "rules = 3",
            "line 1: rules: must be a list of tables, and is an integer; begin each rule with [[rules]]",
        ),
        ("[rules]\nid = 'a'", "line 1: rules: must be a list of tables, and is a table"),
        ("rules = [3]", "rule #1: must be a table, and is an integer"),
        ("[[rules]]\nid = 3\nstate = 'idle'", "line 2: rule #1: id: must be a string, and is an integer"),
        (RULE + "priority = true", 'line 4: rule "one": priority: must be an integer, and is a boolean'),
        (RULE + "priority = 9.0", 'line 4: rule "one": priority: must be an integer, and is a float'),
        (RULE + "priority = '9'", 'line 4: rule "one": priority: must be an integer, and is a string'),
        (
            RULE + "priority = 9223372036854775808",
            'line 4: rule "one": priority: larger than a 64-bit integer',
        ),
        (RULE + "region = 3", 'line 4: rule "one": region: must be a string, and is an integer'),
        (RULE + "detail = ['a']", 'line 4: rule "one": detail: must be a string, and is a list'),
        (
            RULE + "contains = 'a'",
            "contains: must be a list of strings, and is a string; write contains = ['text']",
        ),
        (
            RULE + "contains = ['a', 3]",
            'line 4: rule "one": contains[1]: must be a string, and is an integer',
        ),
        (
            RULE + "regex = [2026-01-01]",
            'line 4: rule "one": regex[0]: must be a string, and is a date or time',
        ),
        (
            RULE + "not = { contains = ['a'] }",
            'line 4: rule "one": not: must be a list of gates, and is a table',
        ),
        (
            RULE + "any = ['a']",
            'line 4: rule "one": any[0]: must be a gate, and is a string; write any = [ {',
        ),
        # Regexes and regions.
        (
            RULE + "regex = ['ok', 'a(']",
            'line 4: rule "one": regex[1]: not a valid regex: unclosed group\nregex parse',
        ),
        (
            RULE + "line_regex = ['(?=a)']",
            'line 4: rule "one": line_regex[0]: not a valid regex: look-around',
        ),
        (
            RULE + "detail_line = ['(a)\\1']",
            'line 4: rule "one": detail_line[0]: not a valid regex: backreferences',
        ),
        ("detail_line = ['[']", "line 1: detail_line[0]: not a valid regex: unclosed character class"),
        (
            RULE + "any = [{ regex = ['a{9999}'] }]",
            "any[0].regex[0]: the regex expands to about 9,999 positions",
        ),
        (
            RULE + "region = 'bottom'",
            'line 4: rule "one": region: there is no region "bottom"; did you mean "bottom_li',
        ),
        (
            RULE + "region = 'bottom_lines(0)'",
            'line 4: rule "one": region: "0" is no count for the region "bottom_lin',
        ),
        # What is no TOML at all.
        ("id = 'a'\nversion 3", "line 2: not valid TOML: Expected '=' after a key"),
        ("id = 'a'\nid = 'b'", "not valid TOML: Cannot overwrite a value"),
        (RULE + 'regex = ["\\d"]', "write regexes in single quotes, where backslashes stay"),
        ("priority = " + "9" * 5000, "not valid TOML: "),
        (b"id = 'a'\n# caf\xe9\n", "line 2: byte 0xe9 is not UTF-8; save the file as UTF-8"),
        ("id = 'a'".encode("utf-16"), "line 1: byte 0xff is not UTF-8"),
        (b"id = '\x00'", "not valid TOML: Found invalid character '\\x00' (column 7)"),
    ],
)
def test_trap_54_what_is_wrong_is_told_with_line_rule_key_and_advice(text: str | bytes, reason: str) -> None:
    error = refused(text)

    assert reason in error.reason
    assert str(error) == f"/home/me/detect/drift.toml: {error.reason}"


def test_everything_wrong_is_told_at_once() -> None:
    error = refused(
        "verson = '1'\n[[rules]]\nstate = 'x'\npriority = 'y'\n[[rules]]\nid = 'b'\nstate = 'idle'\nany = 3"
    )

    assert [problem.partition(";")[0] for problem in error.problems] == [
        "line 2: rule #1: id: missing",
        'line 3: rule #1: state: "x" is no state',
        "line 4: rule #1: priority: must be an integer, and is a string",
        'line 8: rule "b": any: must be a list of gates, and is an integer',
        "line 1: verson: unknown key",
    ]


@given(file_tables)
def test_every_valid_file_is_read_as_it_was_written(table: dict[str, Any]) -> None:
    file = parsed(toml(table))

    written = sorted(table["rules"], key=lambda rule: -rule.get("priority", 0))
    assert [rule["id"] for rule in written] == [rule.id for rule in file.rules]
    assert [rule["state"] for rule in written] == [rule.state for rule in file.rules]
    assert [rule.get("detail") for rule in written] == [rule.detail for rule in file.rules]
    for rule, wanted in zip(file.rules, written, strict=True):
        assert wanted.get("contains", []) == list(rule.conditions.contains)
        patterns = wanted.get("detail_line", table.get("detail_line", []))
        assert patterns == [pattern.source for pattern in rule.detail_line]


WRONG_VALUES = st.sampled_from(
    [3, True, "done", "(", ["("], [3], [[]], [{"nokey": 1}], {"a": 1}, "bottom_lines(0)"]
)
KEYS = st.sampled_from(sorted({*FILE_KEYS, *RULE_KEYS, *CONDITION_KEYS, "contians", "Regex", ""} - {"rules"}))


def problems_of(text: str | bytes) -> tuple[str, ...]:
    try:
        parsed(text)
    except RuleFileRejected as error:
        return error.problems
    return ()


@given(file_tables, st.data())
def test_a_file_with_one_thing_changed_is_read_or_refused_by_the_name_of_the_place(
    table: dict[str, Any], data: st.DataObject
) -> None:
    rule = data.draw(st.sampled_from([None, *range(len(table["rules"]))]))
    key = data.draw(KEYS)
    (table if rule is None else table["rules"][rule])[key] = data.draw(WRONG_VALUES)

    for problem in problems_of(toml(table)):
        place = re.match(r'(line \d+: )?(rule (".*?"|#\d+): )?', problem)
        assert place is not None
        assert problem.removeprefix(place[0]).startswith(key)
        assert (place[2] is not None) == (rule is not None)


@given(st.binary(max_size=60) | st.text("[]rules=\"'{}\n.#1a", max_size=40).map(str.encode))
def test_any_bytes_at_all_are_read_or_refused(data: bytes) -> None:
    for problem in problems_of(data):
        assert all(line.isprintable() for line in problem.split("\n"))
