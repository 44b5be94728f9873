import pytest
from detect_strategies import file_tables, screens, toml
from hypothesis import given

from pitwall.detect.reading import NO_MATCH, Attempt, Reading, explain, read
from pitwall.detect.regions import Region
from pitwall.detect.rulefile import parse
from pitwall.detect.rules import RuleFile
from pitwall.detect.screen import Screen

DRIFT = r"""
detail_line = ['(?i)^\s*(allow [^\n]*\?)\s*$']

[[rules]]
id = "prompt"
state = "idle"
priority = 100
region = "bottom_lines(2)"
line_regex = ['^drift> ']
not = [ { contains = ["thinking"] } ]

[[rules]]
id = "spinner"
state = "working"
priority = 800
region = "bottom_non_empty_lines(3)"
line_regex = ['^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] ']

[[rules]]
id = "approval"
state = "blocked"
priority = 900
region = "bottom_non_empty_lines(6)"
contains = ["allow", "(y/n)"]
"""


def rules(text: str) -> RuleFile:
    return parse(text.encode(), kind="drift", path="drift.toml")


def reading(text: str, screen: str, title: str = "") -> Reading:
    return read(rules(text), Screen.of(screen, title))


def blocked(keys: str, file_keys: str = "") -> str:
    return f'{file_keys}\n[[rules]]\nid = "ask"\nstate = "blocked"\n{keys}'


def test_a_visible_question_beats_the_spinner_and_the_spinner_beats_the_prompt() -> None:
    assert reading(DRIFT, "⠋ busy\nAllow ls?\n(y/n)\ndrift> ").state == "blocked"
    assert reading(DRIFT, "⠋ busy\ndrift> ").state == "working"
    assert reading(DRIFT, "done\ndrift> ").state == "idle"


def test_a_reading_says_which_rule_looked_where_and_at_what() -> None:
    assert reading(DRIFT, "started\n\n  Allow rm -r build?  \n  [?] (y/n)\n\n") == Reading(
        state="blocked",
        rule="approval",
        region="bottom_non_empty_lines(6)",
        detail="Allow rm -r build?",
        matched_text="  Allow rm -r build?  ",
        region_text="started\n\n  Allow rm -r build?  \n  [?] (y/n)",
    )


@pytest.mark.parametrize("screen", ["", "\n\n", "something else"])
def test_a_screen_that_no_rule_matches_has_no_state(screen: str) -> None:
    assert reading(DRIFT, screen) == NO_MATCH
    assert NO_MATCH.state is None


def test_a_file_without_rules_reads_nothing() -> None:
    assert reading("", "drift> ") == NO_MATCH


def test_trap_24_a_blank_screen_matches_no_rule_that_asks_for_text() -> None:
    assert reading("[[rules]]\nid='p'\nstate='idle'\nline_regex=['']", "\n \n") == NO_MATCH


def test_R06_a_rule_without_conditions_always_matches() -> None:
    assert reading("[[rules]]\nid = 'any'\nstate = 'idle'", "").rule == "any"


def test_R06_of_rules_with_equal_priority_the_first_decides() -> None:
    text = "[[rules]]\nid = 'one'\nstate = 'idle'\n[[rules]]\nid = 'two'\nstate = 'working'"

    assert reading(text, "x").rule == "one"


def test_R06_an_unknown_rule_above_a_match_stops_there() -> None:
    text = """
[[rules]]
id = "viewer"
state = "unknown"
priority = 2
contains = ["transcript"]
[[rules]]
id = "busy"
state = "working"
priority = 1
"""
    assert reading(text, "Showing transcript").state == "unknown"
    assert reading(text, "anything else").state == "working"


def test_D29_a_users_rule_reads_a_line_eight_lines_from_the_bottom() -> None:
    text = r"""
[[rules]]
id = "timer"
state = "working"
region = "bottom_non_empty_lines(8)"
line_regex = ['^• .* \((\d+m )?\d+s • esc to interrupt\)$']
"""
    below = "\n\nTip: use /help\n╭─────╮\n│ > │\n╰─────╯\n~/project\nmodel · 40%\nready\n\n"
    timer = "• Running eval (3m 19s • esc to interrupt)"

    assert reading(text, timer + below).state == "working"
    assert reading(text, timer + "\n  one line more" + below) == NO_MATCH
    assert reading(text, "  quoted: " + timer + below) == NO_MATCH


def test_a_title_rule_reads_the_title_and_not_the_screen() -> None:
    text = "[[rules]]\nid = 't'\nstate = 'working'\nregion = 'title'\nregex = ['^◐ ']"

    assert reading(text, "", "◐ task").state == "working"
    assert reading(text, "◐ task", "✳ task") == NO_MATCH


def test_a_fixed_hint_is_shown_whole_and_printable() -> None:
    assert (
        reading(blocked('detail = "Trust\\u001b[31m this\\tfolder?"'), "").detail == "Trust[31m this folder?"
    )
    assert len(reading(blocked(f'detail = "{"x" * 300}"'), "").detail) == 300


def test_a_fixed_hint_wins_over_patterns() -> None:
    assert reading(blocked("detail = 'fixed'\ndetail_line = ['.+']"), "line").detail == "fixed"


def test_a_rules_own_patterns_win_over_the_files() -> None:
    text = blocked("detail_line = ['^b.*']", "detail_line = ['^a.*']")

    assert reading(text, "beta\nalpha").detail == "beta"


def test_a_rules_own_empty_list_means_no_hint() -> None:
    assert reading(blocked("detail_line = []", "detail_line = ['.+']"), "line").detail == ""


def test_a_hint_is_looked_for_on_the_whole_screen_whatever_the_region() -> None:
    text = blocked("region = 'bottom_lines(1)'\ncontains = ['y/n']", "detail_line = ['^Delete .*']")

    assert reading(text, "Delete it?\n\n(y/n)").detail == "Delete it?"


@pytest.mark.parametrize("state", ["working", "idle", "unknown"])
def test_only_a_blocked_agent_has_a_hint(state: str) -> None:
    assert reading(f"[[rules]]\nid = 'a'\nstate = '{state}'\ndetail = 'x'", "").detail == ""


def test_S08_the_hint_of_a_hostile_question_is_short_and_printable() -> None:
    text = blocked("contains = ['allow']\ndetail_line = ['(?i)^(allow .*)$']")
    detail = reading(text, "Allow \x1b]0;x\x07\x9b2J\udcff" + "y" * 5000).detail

    assert len(detail) == 160
    assert detail.isprintable()
    assert detail.startswith("Allow ]0;x2J\ufffdyyy")


def test_S05_a_hostile_rule_is_read_over_a_hostile_screen() -> None:
    """A backtracking engine would not come back from this."""
    text = "[[rules]]\nid = 'a'\nstate = 'working'\nregex = ['(a|aa)+$']\nline_regex = ['^(a+)+$']"

    assert reading(text, "\n".join(["a" * 5000 + "b"] * 50)) == NO_MATCH


def test_explain_tells_of_every_rule_in_order_what_failed_first() -> None:
    attempts = explain(rules(DRIFT), Screen.of("thinking\ndrift> "))

    assert attempts == (
        Attempt(
            rule="approval",
            state="blocked",
            priority=900,
            region="bottom_non_empty_lines(6)",
            region_text="thinking\ndrift> ",
            matched=False,
            unmet='contains[0]: "allow" is not there',
        ),
        Attempt(
            rule="spinner",
            state="working",
            priority=800,
            region="bottom_non_empty_lines(3)",
            region_text="thinking\ndrift> ",
            matched=False,
            unmet="line_regex[0]: '^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] ' matches no line",
        ),
        Attempt(
            rule="prompt",
            state="idle",
            priority=100,
            region="bottom_lines(2)",
            region_text="thinking\ndrift> ",
            matched=False,
            unmet="not[0]: this gate matches",
        ),
    )


@given(file_tables, screens)
def test_the_first_rule_that_explain_calls_matched_is_the_one_that_read_decides_by(
    table: dict[str, object], screen: Screen
) -> None:
    file = rules(toml(table))
    result = read(file, screen)
    attempts = explain(file, screen)

    matched = [attempt for attempt in attempts if attempt.matched]
    assert len(attempts) == len(file.rules)
    assert (result.state is None) == (matched == [])
    if matched:
        first = matched[0]
        assert (result.state, result.rule) == (first.state, first.rule)
        assert (result.region, result.region_text) == (first.region, first.region_text)


def test_each_region_of_a_screen_is_cut_once(monkeypatch: pytest.MonkeyPatch) -> None:
    cuts: list[str] = []
    cut = Region.cut
    monkeypatch.setattr(Region, "cut", lambda self, anatomy: cuts.append(str(self)) or cut(self, anatomy))
    text = "".join(
        f"[[rules]]\nid = '{n}'\nstate = 'idle'\nregion = '{region}'\ncontains = ['absent']\n"
        for n, region in enumerate(["screen", "bottom_lines(2)"] * 5)
    )

    assert reading(text, "x\ny") == NO_MATCH
    assert sorted(cuts) == ["bottom_lines(2)", "screen"]
