"""
Readings a second of one 40x120 screen, against lower-casing it and looking for plain texts in it.

The baseline does the least that any rule engine must: one ``str.lower()`` of the screen and one ``in`` for each
condition of the rule file. Run it as ``python benchmarks/rules.py [RULEFILE]``.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pitwall.detect.gates import Gate
from pitwall.detect.reading import read
from pitwall.detect.rulefile import parse
from pitwall.detect.rules import RuleFile
from pitwall.detect.screen import Screen

RULES = r"""
detail_line = ['^\s*(Do you want to [^\n]*\?)', '^ (\S.*\?)$']

[[rules]]
id = "title-working"
state = "working"
priority = 900
region = "title"
regex = ['^[◐◑◒◓⠂⠐] ']

[[rules]]
id = "transcript"
state = "unknown"
priority = 880
region = "bottom_non_empty_lines(3)"
contains = ["showing detailed transcript"]

[[rules]]
id = "dialog"
state = "blocked"
priority = 860
region = "after_last_horizontal_rule"
contains = ["esc to cancel"]
any = [ { contains = ["enter to confirm"] }, { contains = ["enter to select"], regex = ['[↑↓]'] } ]

[[rules]]
id = "permission"
state = "blocked"
priority = 850
region = "bottom_non_empty_lines(30)"
line_regex = ['^\s*❯?\s*1\. Yes', '^\s*❯?\s*\d\. No']
regex = ['Do you want to (proceed|make this edit|create)\b']

[[rules]]
id = "form"
state = "blocked"
priority = 840
region = "bottom_non_empty_lines(12)"
line_regex = ['requests your input$', '^\s*❯?\s*Accept\s+Decline']

[[rules]]
id = "spinner"
state = "working"
priority = 700
region = "above_prompt_box_bottom(3)"
line_regex = ['^[*·✢✳✶✻✽] \S.*…( \(\d+[ms].*)?$']

[[rules]]
id = "footer"
state = "working"
priority = 690
region = "after_last_horizontal_rule"
contains = ["esc to interrupt"]

[[rules]]
id = "background"
state = "working"
priority = 680
region = "last_non_empty_above_prompt_box"
regex = ['Waiting for \d+ background agents? to finish']

[[rules]]
id = "legacy"
state = "blocked"
priority = 500
region = "bottom_non_empty_lines(10)"
any = [
    { contains = ["waiting for permission"] },
    { contains = ["tab to amend"] },
    { contains = ["review your answers"] },
]
not = [ { contains = ["? for shortcuts"] } ]

[[rules]]
id = "prompt"
state = "idle"
priority = 100
region = "prompt_box_body"
line_regex = ['^❯']
"""

REPLY = "● I looked at the failing test: the parser drops the last row when the screen is resized — see src/grid.rs."


def screen() -> Screen:
    """An idle agent's screen: a long answer, the prompt box, a footer; every rule but the last fails."""
    body = [REPLY, "  ⎿  Read 120 lines (ctrl+o to expand)", "", "  1. Keep the row", "  2. Cut it"] * 6
    box = ["─" * 120, "❯\u00a0Try “fix the tests”", "─" * 120, "  ⏵⏵ accept edits on (shift+tab to cycle)"]
    return Screen((*body, "", "✻ Brewed for 2m 12s", "", *box, "", "", ""), "✳ Fix the parser")


def conditions(gate: Gate) -> int:
    """How many texts and patterns a gate asks for, nested ones included."""
    inner = sum(conditions(each) for each in (*gate.all, *gate.any, *gate.none))
    return len(gate.contains) + len(gate.regex) + len(gate.line_regex) + inner


def microseconds(function: Callable[[], object]) -> float:
    """The best of seven measurements, each of about 50 ms."""
    start = time.perf_counter()
    function()
    rounds = max(1, int(0.05 / max(time.perf_counter() - start, 1e-7)))
    best = float("inf")
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(rounds):
            function()
        best = min(best, (time.perf_counter() - start) / rounds)
    return best * 1e6


def rule_file() -> RuleFile:
    """The file named on the command line, else the rules above."""
    path = sys.argv[1] if len(sys.argv) > 1 else ""
    data = Path(path).read_bytes() if path else RULES.encode()
    return parse(data, kind="benchmark", path=path or "benchmark.toml", origin="bundled")


def main() -> None:
    """Print one line of numbers."""
    rules, shown = rule_file(), screen()
    text = "\n".join(shown.lines)
    asked = sum(conditions(rule.conditions) for rule in rules.rules)

    def baseline() -> None:
        lowered = text.lower()
        for _ in range(asked):
            _ = "not on this screen" in lowered

    reading, plain = microseconds(lambda: read(rules, shown)), microseconds(baseline)
    print(
        f"{len(rules.rules)} rules, {asked} conditions, {len(text)} characters: "
        f"{1e6 / reading:,.0f} readings/s, {reading:.0f} µs each; "
        f"{reading / plain:.1f}x of lower() and in ({plain:.0f} µs)"
    )


if __name__ == "__main__":
    main()
