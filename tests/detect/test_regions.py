from collections.abc import Callable

import pytest
from detect_strategies import screens
from hypothesis import given
from hypothesis import strategies as st

from pitwall.detect.regions import Region, RegionText
from pitwall.detect.screen import Screen
from pitwall.errors import RuleFileRejected

CLAUDE = """\
● Done.

✻ Brewed for 3s

──────────────
❯ type here
  more
────── main ──
  ? for shortcuts

"""

CODEX = """\
› fix it
• Working
› next

  model · 90%
"""


def taken(region: str, text: str, title: str = "") -> str:
    return Region.parse(region).take(Screen.of(text, title))


@pytest.mark.parametrize(
    ("region", "text", "expected"),
    [
        ("screen", "a\n\nb\n  \n\u00a0\n", "a\n\nb"),
        ("whole_recent", "\na", "\na"),
        ("bottom_lines(2)", "a\nb\n\nc\n\n\n", "\nc"),
        ("bottom_lines(9)", "a\nb", "a\nb"),
        ("bottom_non_empty_lines(2)", "a\nb\n \n\nc\n\n", "b\n \n\nc"),
        ("bottom_non_empty_lines(9)", "\na\n\nb", "\na\n\nb"),
        ("top_non_empty_lines(2)", "\n \na\n\nb\nc", "\n \na\n\nb"),
        ("top_non_empty_lines(9)", "a\n\nb\n\n", "a\n\nb"),
        ("after_last_horizontal_rule", CLAUDE, "  ? for shortcuts"),
        ("after_last_horizontal_rule", "no rule", ""),
        ("after_last_horizontal_rule", "a\n────\n\n", ""),
        ("prompt_box_body", CLAUDE, "❯ type here\n  more"),
        ("prompt_box_body", "a\n────\nb", ""),
        ("prompt_box_body", "────\n────", ""),
        ("above_prompt_box", CLAUDE, "● Done.\n\n✻ Brewed for 3s\n"),
        ("above_prompt_box", "a\n────\nb", "a\n────\nb"),
        ("above_prompt_box", "────\n────", ""),
        ("above_prompt_box_bottom(1)", CLAUDE, "✻ Brewed for 3s"),
        ("above_prompt_box_bottom(2)", CLAUDE, "● Done.\n\n✻ Brewed for 3s"),
        ("above_prompt_box_bottom(1)", "a\nb\n\n", "b"),
        ("above_prompt_box_bottom(3)", "\n \n────\n────", ""),
        ("last_non_empty_above_prompt_box", CLAUDE, "✻ Brewed for 3s"),
        ("last_non_empty_above_prompt_box", "a\nb\n\n", "b"),
        ("last_non_empty_above_prompt_box", "────\n────", ""),
        ("after_last_prompt_marker", CODEX, "\n  model · 90%"),
        ("after_last_prompt_marker", "a\nb", "a\nb"),
        ("after_last_prompt_marker", "a\n›", ""),
        ("after_last_prompt_marker", "› a\n• b", "• b"),
        ("before_current_prompt_marker", CODEX, "› fix it\n• Working"),
        ("before_current_prompt_marker", "› a\n• b", "› a\n• b"),
        ("before_current_prompt_marker", "› a", ""),
        ("whole_recent_without_current_prompt_marker", CODEX, ""),
        ("whole_recent_without_current_prompt_marker", "› a\n✓ b\n\n", "› a\n✓ b"),
        ("current_prompt_line", CODEX, "› next"),
        ("current_prompt_line", "› a\n■ b", ""),
        ("current_prompt_line", "nothing", ""),
    ],
)
def test_a_region_is_whole_lines_of_the_screen(region: str, text: str, expected: str) -> None:
    assert expected == taken(region, text)


@pytest.mark.parametrize("region", ["title", "osc_title"])
def test_the_title_is_a_region_on_a_blank_screen_too(region: str) -> None:
    assert taken(region, "\n\n", "✳ name ") == "✳ name "


def test_R07_top_takes_the_first_and_bottom_the_last_occurrence() -> None:
    text = "\nmarker one\n\nfirst\nmiddle\nlast\n\nmarker two\n\n"

    assert taken("top_non_empty_lines(2)", text) == "\nmarker one\n\nfirst"
    assert taken("bottom_non_empty_lines(2)", text) == "last\n\nmarker two"


def test_D29_the_eighth_non_empty_line_from_the_bottom_counts_exactly() -> None:
    text = "older\n• Running eval (3m 19s • esc to interrupt)\n\ntip\n╭──╮\n│  │\n╰──╯\n\nprompt\nstatus\n status\n\n"

    assert taken("bottom_non_empty_lines(8)", text).startswith("• Running eval")
    assert taken("bottom_non_empty_lines(7)", text).startswith("tip")


def _kept(lines: list[str]) -> list[str]:
    while lines and lines[-1].strip() == "":
        lines = lines[:-1]
    return lines


def _is_rule(line: str) -> bool:
    text = line.strip()
    return bool(text) and (
        set(text) == {"─"} or (text[:3] == "───" and text.strip("─").strip()[:1].isalpha())
    )


def _rules(lines: list[str]) -> list[int]:
    return [index for index, line in enumerate(lines) if _is_rule(line)]


def _above_box(lines: list[str]) -> list[str]:
    return lines[: _rules(lines)[-2]] if len(_rules(lines)) > 1 else lines


def _prompts(lines: list[str]) -> list[int]:
    return [index for index, line in enumerate(lines) if line == "›" or line.startswith("› ")]


def _composer(lines: list[str]) -> list[int]:
    return [
        at for at in _prompts(lines)[-1:] if not any(line[:1] in "•■✗✓" for line in lines[at + 1 :] if line)
    ]


def _from_nth_last(lines: list[str], count: int) -> list[str]:
    filled = [index for index, line in enumerate(lines) if line.strip()]
    return lines[filled[-count] :] if len(filled) >= count else lines


def _to_nth(lines: list[str], count: int) -> list[str]:
    filled = [index for index, line in enumerate(lines) if line.strip()]
    return lines[: filled[count - 1] + 1] if len(filled) >= count else lines


MODEL: dict[str, Callable[[list[str], int], list[str]]] = {
    "screen": lambda lines, _: lines,
    "whole_recent": lambda lines, _: lines,
    "bottom_lines": lambda lines, n: list(reversed(list(reversed(lines))[:n])),
    "bottom_non_empty_lines": _from_nth_last,
    "top_non_empty_lines": _to_nth,
    "after_last_horizontal_rule": lambda lines, _: lines[_rules(lines)[-1] + 1 :] if _rules(lines) else [],
    "prompt_box_body": lambda lines, _: (
        lines[_rules(lines)[-2] + 1 : _rules(lines)[-1]] if len(_rules(lines)) > 1 else []
    ),
    "above_prompt_box": lambda lines, _: _above_box(lines),
    "above_prompt_box_bottom": lambda lines, n: _from_nth_last(_kept(_above_box(lines)), n),
    "last_non_empty_above_prompt_box": lambda lines, _: _kept(_above_box(lines))[-1:],
    "after_last_prompt_marker": lambda lines, _: (
        lines[_prompts(lines)[-1] + 1 :] if _prompts(lines) else lines
    ),
    "before_current_prompt_marker": lambda lines, _: (
        lines[: _composer(lines)[0]] if _composer(lines) else lines
    ),
    "whole_recent_without_current_prompt_marker": lambda lines, _: [] if _composer(lines) else lines,
    "current_prompt_line": lambda lines, _: [lines[at] for at in _composer(lines)],
}

COUNTED = ("bottom_lines", "bottom_non_empty_lines", "top_non_empty_lines", "above_prompt_box_bottom")


@pytest.mark.parametrize("name", MODEL)
@given(screen=screens, count=st.integers(1, 16))
def test_every_region_is_what_a_plain_reading_of_its_definition_gives(
    name: str, screen: Screen, count: int
) -> None:
    region = Region.parse(f"{name}({count})" if name in COUNTED else name)

    assert "\n".join(MODEL[name](_kept(list(screen.lines)), count)) == region.take(screen)


@pytest.mark.parametrize(
    ("written", "name", "count"),
    [
        ("screen", "screen", None),
        ("  title ", "title", None),
        ("bottom_lines(1)", "bottom_lines", 1),
        (" bottom_lines ( 65535 ) ", "bottom_lines", 65535),
    ],
)
def test_spaces_around_a_name_or_a_count_are_ignored(written: str, name: str, count: int | None) -> None:
    assert Region(name, count) == Region.parse(written)


@pytest.mark.parametrize(
    "count", ["0", "-1", "+1", "01", "65536", "123456", "1.0", "1e3", "0x1", "٣", "N", "1 2", ""]
)
def test_a_count_that_is_no_plain_number_from_1_to_65535_is_refused(count: str) -> None:
    with pytest.raises(
        RuleFileRejected, match='is no count for the region "bottom_lines"; write plain digits from 1'
    ):
        Region.parse(f"bottom_lines({count})")


@pytest.mark.parametrize("written", ["screen(1)", "title()", "prompt_box_body( 3 )"])
def test_a_count_where_none_belongs_is_refused(written: str) -> None:
    with pytest.raises(RuleFileRejected, match="takes no count; write region = "):
        Region.parse(written)


def test_a_missing_count_is_refused_with_an_example() -> None:
    with pytest.raises(RuleFileRejected, match=r'needs a count, as in region = "bottom_lines\(5\)"'):
        Region.parse("bottom_lines")


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("botom_lines(3)", r'no region "botom_lines\(3\)"; did you mean "bottom_lines\(N\)"\?'),
        ("Title", 'did you mean "title"'),
        ("", "write one of screen, whole_recent, title"),
        ("everything", "write one of screen"),
        ("bottom_lines(3", 'did you mean "bottom_lines'),
        ("bottom_lines(3))", "there is no region"),
        ("bottom_lines(3) x", "there is no region"),
        ("\x1b[2J", r'no region "\\x1b\[2J"'),
    ],
)
def test_an_unknown_region_is_refused_with_the_nearest_name(written: str, advice: str) -> None:
    with pytest.raises(RuleFileRejected, match=advice):
        Region.parse(written)


@pytest.mark.parametrize("written", ["osc_title", "bottom_lines(12)"])
def test_a_region_is_shown_as_it_was_written(written: str) -> None:
    assert written == str(Region.parse(f" {written} "))


def test_a_region_without_lines_has_no_lines_to_match() -> None:
    assert list(RegionText("").lines) == []


def test_a_region_is_split_into_lines_at_newlines_only() -> None:
    assert list(RegionText("A\r\u2028b\n\nC").lines) == ["A\r\u2028b", "", "C"]


def test_a_region_in_lower_case_is_the_whole_of_it() -> None:
    assert RegionText("ÀB\nc").lowered == "àb\nc"
