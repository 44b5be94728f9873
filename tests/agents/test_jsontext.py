import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.agents.jsontext import MAX_LEVELS, Node, added, parse, removed
from pitwall.errors import SettingsRejected

NEW = {"command": 'it\'s "x"', "timeout": 5}

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)
containers = st.lists(values, min_size=1, max_size=3) | st.dictionaries(
    st.text(max_size=4).filter(lambda key: key != "new"), values, min_size=1, max_size=3
)
layouts = st.sampled_from([None, 1, 2, 4, "\t"])


def laid_out(value: object, indent: int | str | None, newline: str, around: str) -> str:
    separators = (",", ":") if indent is None else (",", ": ")
    text = json.dumps(value, indent=indent, separators=separators, ensure_ascii=False)
    return around + text.replace("\n", newline) + around


def walk(node: Node) -> list[Node]:
    return [node, *(each for item in node.items for each in walk(item))]


@given(values, layouts, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", " ", "\n", "\r\n\t"]))
def test_every_value_stands_where_the_node_says(
    value: object, indent: int, newline: str, around: str
) -> None:
    text = laid_out(value, indent, newline, around)
    root = parse(text)

    assert text[root.start : root.end] == text.strip(" \t\r\n")
    for node in walk(root):
        held = json.loads(text[node.start : node.end])
        assert isinstance(held, {"object": dict, "array": list}.get(node.kind, object))
        assert node.kind == "scalar" or len(held) == len(node.items)
        assert node.kind != "object" or list(held) == list(node.keys)


@given(containers, layouts, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", " ", "\n"]))
def test_what_is_added_last_is_there_and_removing_it_restores_every_byte(
    value: object, indent: int, newline: str, around: str
) -> None:
    text = laid_out(value, indent, newline, around)
    root = parse(text)
    more = added(text, root, NEW, "new" if root.kind == "object" else None)
    held = json.loads(more)

    assert (held["new"] if root.kind == "object" else held[-1]) == NEW
    assert removed(more, parse(more), len(root.items)) == text


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("[]", '[\n  {\n    "a": 1\n  }\n]'),
        ("[ \n]", '[\n  {\n    "a": 1\n  }\n]'),
        ("[1]", '[1,{"a":1}]'),
        ("[1, 2]", '[1, 2, {"a": 1}]'),
        ("[\n  1\n]\n", '[\n  1,\n  {\n    "a": 1\n  }\n]\n'),
        ("[\n\t1]", '[\n\t1,\n\t{\n\t\t"a": 1\n\t}]'),
        ("[\r\n    1\r\n]", '[\r\n    1,\r\n    {\r\n        "a": 1\r\n    }\r\n]'),
    ],
)
def test_an_item_is_added_in_the_style_around_it(text: str, more: str) -> None:
    assert added(text, parse(text), {"a": 1}) == more


def test_a_member_of_a_nested_object_is_indented_as_its_neighbours() -> None:
    text = '{\n    "a": {\n        "b": 1\n    },\n    "c": {}\n}'
    root = parse(text)

    assert added(text, root.items[0], True, "n") == text.replace('"b": 1', '"b": 1,\n        "n": true')
    assert added(text, root.items[1], True, "n") == text.replace("{}", '{\n        "n": true\n    }')


@pytest.mark.parametrize(("index", "less"), [(0, "[2,  3]"), (1, "[1,  3]"), (2, "[1, 2]")])
def test_any_item_can_be_removed(index: int, less: str) -> None:
    text = "[1, 2,  3]"

    assert removed(text, parse(text), index) == less


def test_numbers_are_never_read_as_numbers() -> None:
    text = "[1e999, 1.10, " + "9" * 5000 + "]"

    assert added(text, parse(text), 1) == text[:-1] + ", 1]"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: it is no JSON"),
        ('{\n"a": 1,\n}', "it is no JSON"),
        ('{\n"a": 1,\nb}', "line 3: it is no JSON"),
        ('{\n// hello\n"a": 1}', "line 2: it has a comment, which JSON does not allow"),
        ('{"a": 1 /* x */}', "line 1: it has a comment"),
        ("[NaN]", "it holds NaN, which JSON does not allow"),
        ("[-Infinity]", "it holds -Infinity"),
        ('{"a": 1,\n"a": 2}', 'line 2: the key "a" stands twice in one object; keep one'),
        ('[{"a": {"b": 1, "\\u0062": 2}}]', 'the key "b" stands twice'),
        ("[" * (MAX_LEVELS + 2) + "]" * (MAX_LEVELS + 2), "it nests deeper than 100 levels"),
        ("[" * 100_000 + "]" * 100_000, "it nests deeper than 100 levels"),
        ("[1] 2", "line 1: it is no JSON: Extra data"),
        ("\ufeff{}", "line 1: it is no JSON: Unexpected UTF-8 BOM"),
    ],
)
def test_what_is_no_json_is_rejected_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(SettingsRejected) as rejected:
        parse(text)

    assert reason in str(rejected.value)
