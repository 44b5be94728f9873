import pytest

from pitwall.detect.anatomy import Anatomy, is_prompt_line, is_rule_line
from pitwall.detect.screen import Screen


@pytest.mark.parametrize(
    "line",
    ["─", "──", "────────", "  ────  ", "─── label", "───label", "──── a ────", "──── 80% ─", "\u00a0──"],
)
def test_a_rule_line_is_dashes_or_three_dashes_and_a_label(line: str) -> None:
    assert is_rule_line(line)


@pytest.mark.parametrize(
    "line",
    [
        *("", "   ", "━━━━", "════", "----", "____", "⎯⎯⎯⎯", "— — —"),
        *("── label", "─ x", "a ────", "│ ────", "label ────"),
        *("╭────╮", "╰────╯", "┌────", "├────┤", "────╮", "────┤", "───┼───", "─── ┐", "────━━"),
    ],
)
def test_other_lines_boxes_and_short_dashes_are_no_rule_lines(line: str) -> None:
    assert not is_rule_line(line)


@pytest.mark.parametrize("line", ["›", "› ", "› text", "› 1. Yes"])
def test_a_prompt_line_is_the_mark_alone_or_with_a_space(line: str) -> None:
    assert is_prompt_line(line)


@pytest.mark.parametrize("line", ["", " ›", "  › text", "›text", "›\u00a0text", "❯ text", "> text", "a ›"])
def test_trap_01_a_mark_elsewhere_is_no_prompt_line(line: str) -> None:
    assert not is_prompt_line(line)


def test_the_composer_is_the_last_prompt_line() -> None:
    anatomy = Anatomy(Screen.of("› first\n• said\n› second\n  status"))

    assert anatomy.composer == anatomy.last_prompt == 2


@pytest.mark.parametrize("mark", ["•", "■", "✗", "✓"])
def test_a_prompt_line_above_more_transcript_is_no_composer(mark: str) -> None:
    anatomy = Anatomy(Screen.of(f"› asked\n\n{mark} answered"))

    assert anatomy.last_prompt == 0
    assert anatomy.composer is None


def test_an_indented_mark_below_the_composer_is_part_of_it() -> None:
    assert Anatomy(Screen.of("› text\n  • item")).composer == 0


def test_the_prompt_box_lies_between_the_last_two_rule_lines() -> None:
    assert Anatomy(Screen.of("───\nold\n───\nabove\n─── label\n❯ \n───\nfooter")).prompt_box == (4, 6)


def test_one_rule_line_makes_no_prompt_box() -> None:
    anatomy = Anatomy(Screen.of("a\n───\nb"))

    assert anatomy.prompt_box is None
    assert anatomy.above_prompt_box == ("a", "───", "b")
