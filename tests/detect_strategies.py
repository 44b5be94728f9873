"""Hypothesis strategies for what the rule engine reads: screens, gates as plain tables, rule files."""

from hypothesis import strategies as st

from pitwall.detect.screen import Screen

LINES = st.sampled_from(
    [
        *("", "", "   ", "\u00a0", "\t"),
        *("a", "b", "  indented", "Allow it?", "trailing  "),
        *(
            "─",
            "  ──────  ",
            "──",
            "── x",
            "─── label ──",
            "───",
            "╭──────╮",
            "────┐",
            "━━━━",
            "----",
            "a ────",
        ),
        *("›", "› ", "› text", " › not at column 0", "›text", "› 1. Yes", "❯ "),
        *("• said", "■ stopped", "✗ failed", "✓ done", "  • indented mark"),
    ]
)

screens = st.builds(
    Screen,
    lines=st.lists(LINES, max_size=14).map(tuple),
    title=st.sampled_from(["", "✳ name", "two words"]),
)

_TEXTS = st.sampled_from(["a", "B", "ab", "", "É"])
_REGEXES = st.sampled_from(["a", "^b", "(?m)^b$", "a.b", "[^a]", r"\A\z", "(?i)ab"])


def _conditions(gates: st.SearchStrategy[list[dict[str, object]]]) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries(
        {},
        optional={
            "contains": st.lists(_TEXTS, max_size=2),
            "regex": st.lists(_REGEXES, max_size=2),
            "line_regex": st.lists(_REGEXES, max_size=2),
            "all": gates,
            "any": gates,
            "not": gates,
        },
    )


gate_tables = st.recursive(
    _conditions(st.just([])), lambda inner: _conditions(st.lists(inner, max_size=2)), max_leaves=6
)
"""Gates as the tables of a rule file: keys and lists."""

gate_texts = st.text("abBé \n", max_size=8)
"""Texts that such gates may hold for."""

rule_tables = st.builds(
    lambda required, optional, conditions: {**required, **optional, **conditions},
    st.fixed_dictionaries(
        {
            "id": st.text("abc-é\"' \\", max_size=6),
            "state": st.sampled_from(["working", "blocked", "idle", "unknown"]),
        }
    ),
    st.fixed_dictionaries(
        {},
        optional={
            "priority": st.integers(-(2**63), 2**63 - 1),
            "region": st.sampled_from(["screen", "osc_title", "bottom_lines(3)", " prompt_box_body "]),
            "detail": st.text(max_size=5).filter(lambda text: text.isprintable()),
            "detail_line": st.lists(_REGEXES, max_size=2),
        },
    ),
    gate_tables,
)

file_tables = st.fixed_dictionaries(
    {"rules": st.lists(rule_tables, max_size=4)},
    optional={
        "id": st.just("name"),
        "version": st.just("1"),
        "detail_line": st.lists(_REGEXES, max_size=2),
    },
)


def toml(table: dict[str, object]) -> str:
    """A rule file's table as TOML, its rules as ``[[rules]]`` tables."""
    rules = table.get("rules", [])
    lines = [f"{_key(key)} = {_value(value)}" for key, value in table.items() if key != "rules"]
    if not isinstance(rules, list) or not all(isinstance(rule, dict) for rule in rules):
        return "\n".join([f"rules = {_value(rules)}", *lines])
    for rule in rules:
        lines.append("[[rules]]")
        lines += [f"{_key(key)} = {_value(value)}" for key, value in rule.items()]
    return "\n".join(lines)


def _key(key: str) -> str:
    return key if key.isidentifier() and key.isascii() else _value(key)


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return (
                '"'
                + "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in value)
                + '"'
            )
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + "}"
        case _:
            return str(value)
