"""The bundled rules read every saved screen as its head says, and nothing that only looks like one."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from pitwall.detect.anatomy import is_rule_line
from pitwall.detect.loader import bundled_folder, load
from pitwall.detect.reading import read
from pitwall.detect.rules import RuleFile
from pitwall.detect.saved import SavedScreen, parse
from pitwall.detect.screen import Screen, is_blank
from pitwall.terminal import Terminal

SCREENS = Path(__file__).parents[1] / "screens"
PATHS = sorted(SCREENS.glob("*/*.txt"))
KINDS = ("claude", "codex", "gemini", "pi")

Lines = tuple[str, ...]


@cache
def rules_of(kind: str) -> RuleFile:
    return load(bundled_folder(), SCREENS / "none").files[kind]


@cache
def saved(path: Path) -> SavedScreen:
    return parse(path.read_text("utf-8"))


def name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def those(*states: str) -> list[Path]:
    return [path for path in PATHS if path.parent.name in KINDS and saved(path).state in states]


def of_screens(*states: str) -> pytest.MarkDecorator:
    """Run the test for every saved screen of the four kinds with one of these states."""
    return pytest.mark.parametrize("path", those(*states), ids=name)


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_saved_screen_is_read_as_its_head_says(path: Path) -> None:
    assert saved(path).differences(rules_of(path.parent.name)) == ()


@pytest.mark.parametrize("kind", KINDS)
def test_every_rule_of_the_kind_decides_a_saved_screen(kind: str) -> None:
    decided = {saved(path).rule for path in PATHS if path.parent.name == kind}

    assert {rule.id for rule in rules_of(kind).rules} - decided == set()


@of_screens("blocked")
def test_a_question_is_told_with_every_dialog(path: Path) -> None:
    assert saved(path).hint


@of_screens("blocked", "working", "idle", "unknown")
def test_blank_rows_below_change_nothing(path: Path) -> None:
    screen = saved(path).screen
    taller = Screen((*screen.lines, "", "   "), screen.title)

    assert read(rules_of(path.parent.name), taller) == read(rules_of(path.parent.name), screen)


@of_screens("blocked")
def test_a_dialog_is_read_in_a_tab_that_is_just_tall_enough_for_it(path: Path) -> None:
    """The rows above the dialog scroll away one by one; trap 3: only what stands at the end counts."""
    screen, kind = saved(path).screen, path.parent.name
    for top in range(dialog_top(screen.lines)):
        assert read(rules_of(kind), Screen(screen.lines[top:], screen.title)).state == "blocked"


@of_screens("blocked")
def test_trap_7_the_cursor_may_be_on_any_option(path: Path) -> None:
    screen, kind = saved(path).screen, path.parent.name
    for lines in with_cursor_elsewhere(screen.lines):
        assert read(rules_of(kind), Screen(lines, screen.title)).state == "blocked", "\n".join(lines)


def wrapped_in_talk(path: Path) -> Iterator[tuple[str, Screen]]:
    """The screen's lines where they are no interface: scrolled up, quoted, typed into the prompt."""
    lines, kind = saved(path).screen.lines, path.parent.name
    for rest in RESTS[kind]():
        yield "scrolled up", Screen((*lines, "", *rest.after_talk, *rest.prompt), rest.title)
        quoted = tuple(f"    {line}" for line in lines)
        yield "quoted", Screen((*quoted, "", *rest.after_talk, *rest.prompt), rest.title)
        yield "typed", Screen((*rest.above, *rest.typed(lines)), rest.title)


@of_screens("blocked", "working", "unknown")
def test_trap_1_the_same_text_elsewhere_is_read_as_the_prompt_that_it_stands_above_or_in(path: Path) -> None:
    kind = path.parent.name
    for where, screen in wrapped_in_talk(path):
        reading = read(rules_of(kind), screen)
        assert reading.state == "idle", f"{where}: {reading.rule}\n" + "\n".join(screen.lines)


@of_screens("blocked")
def test_trap_3_a_dialog_that_is_over_is_not_live_while_the_prompt_is_still_to_be_painted(path: Path) -> None:
    lines, kind = saved(path).screen.lines, path.parent.name
    if kind == "pi":
        return  # its dialogs are told by the edges that its editor has too
    for rest in RESTS[kind]():
        reading = read(rules_of(kind), Screen((*lines, "", *rest.after_talk), rest.title))
        assert reading.state != "blocked", reading.rule


ONLY_THE_TITLE_TELLS = ("claude-working_typeahead_120", "gemini-working_title_only")
"""Nothing on these screens says work: a reply streams, and what is typed ahead hides the hint in the footer."""


@of_screens("working", "idle")
def test_D19_a_title_that_tells_nothing_or_something_old_hides_no_work(path: Path) -> None:
    screen, kind = saved(path).screen, path.parent.name
    if kind == "codex" or name(path) in ONLY_THE_TITLE_TELLS:
        return  # Codex shows nothing but its title while a reply streams
    for title in ("", "~/shop-api", {"claude": "✳ previous task"}.get(kind, "")):
        assert read(rules_of(kind), Screen(screen.lines, title)).state == saved(path).state


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_saved_screen_is_the_same_when_the_terminal_draws_it(path: Path) -> None:
    screen = saved(path).screen
    terminal = Terminal(len(screen.lines) + 1, 210)
    terminal.feed(
        "\r\n".join(screen.lines).encode() + b"\x1b[999;1H\x1b]2;" + screen.title.encode() + b"\x07"
    )

    sample = terminal.sample()

    assert [line.rstrip(" ") for line in sample.lines[:-1]] == [line.rstrip(" ") for line in screen.lines]
    assert sample.title == screen.title


@pytest.mark.parametrize("kind", KINDS)
def test_trap_24_a_blank_screen_is_no_state(kind: str) -> None:
    assert read(rules_of(kind), Screen(())).state is None
    assert read(rules_of(kind), Screen(("", "  ", ""))).state is None


# ---- The parts of screens.

EDGE = re.compile(r"[ │]*[▄▀╭╰]")

CURSOR = re.compile(r"^( *(?:│ )?)([❯›●→]) (?=\d+\. |Yes|No)")
OPTION = re.compile(r"^( *(?:│ )?)(  )(?=\d+\. |Yes|No)")


def dialog_top(lines: Lines) -> int:
    """The row that a dialog begins with: its box, its rule line, or its question."""
    last = len(lines) - 1
    while last > 0 and not CURSOR.match(lines[last]):
        last -= 1
    for row in range(last, -1, -1):
        if is_rule_line(lines[row]) or lines[row].lstrip().startswith(("╭", "▔")) or "?" in lines[row]:
            return row
    return 0


def with_cursor_elsewhere(lines: Lines) -> Iterator[Lines]:
    """The dialog with the cursor on each of its other options."""
    at = next((row for row in range(len(lines) - 1, -1, -1) if CURSOR.match(lines[row])), None)
    if at is None:
        return
    indent, mark = CURSOR.match(lines[at]).group(1, 2)  # type: ignore[union-attr]
    without = CURSOR.sub(lambda match: f"{match[1]}  ", lines[at])
    for row, line in enumerate(lines):
        other = OPTION.match(line)
        if other and other[1] == indent and abs(row - at) < 16:
            moved = list(lines)
            moved[at] = without
            moved[row] = OPTION.sub(lambda match: f"{match[1]}{mark} ", line)
            yield tuple(moved)


class Rest:
    """An agent at its prompt: ``prompt`` is the composer and what stands below it."""

    def __init__(self, path: Path, prompt: int, after_talk: Lines, typed: Callable[[Lines], Lines]) -> None:
        screen = saved(path).screen
        self.title = screen.title
        self.above, self.prompt = screen.lines[:prompt], screen.lines[prompt:]
        self.after_talk = after_talk
        self.typed = typed


def rests(kind: str) -> Iterator[tuple[Path, Lines]]:
    for path in sorted((SCREENS / kind).glob("rest*.txt")):
        yield path, saved(path).screen.lines


def last_row(lines: Lines, wanted: Callable[[str], bool], skip: int = 0) -> int:
    """The last row with such a line, or the one before that ``skip`` times."""
    rows = [row for row, line in enumerate(lines) if wanted(line)]
    return rows[-1 - skip]


def typeable(lines: Lines) -> Lines:
    """The screen's last lines as they can be typed: a box or rule line of the agent's own would end the prompt."""
    texts = [line for line in lines if not is_blank(line) and not is_rule_line(line) and not EDGE.match(line)]
    return tuple(texts[-10:])


def claude_rests() -> Iterator[Rest]:
    for path, lines in rests("claude"):
        top, bottom = last_row(lines, is_rule_line, 1), last_row(lines, is_rule_line)

        def typed(text: Lines, lines: Lines = lines, top: int = top, bottom: int = bottom) -> Lines:
            first, *more = typeable(text)
            body = (f"❯ {first}", *(f"  {line}" for line in more))
            return (lines[top], *body, *lines[bottom:])

        yield Rest(path, top, ("● That is what it prints.", "", "✻ Worked for 4s", ""), typed)


def codex_rests() -> Iterator[Rest]:
    for path, lines in rests("codex"):
        row = last_row(lines, lambda line: line.startswith("›"))

        def typed(text: Lines, lines: Lines = lines, row: int = row) -> Lines:
            first, *more = typeable(text)
            return (f"› As in: {first.strip()}", *(f"  {line}" for line in more), *lines[row + 1 :])

        yield Rest(path, row, ("• That is what it prints.", "", "  Worked for 2s • 12:05", ""), typed)


def gemini_rests() -> Iterator[Rest]:
    for path, lines in rests("gemini"):
        row = last_row(lines, is_rule_line)
        top = last_row(lines, lambda line: line.startswith("▄"))
        bottom = last_row(lines, lambda line: line.startswith("▀"))

        def typed(
            text: Lines, lines: Lines = lines, row: int = row, top: int = top, bottom: int = bottom
        ) -> Lines:
            first, *more = typeable(text)
            body = (f" > {first}", *(f"   {line}" for line in more))
            return (*lines[row : top + 1], *body, *lines[bottom:])

        yield Rest(path, row, ("✦ That is what it prints.", ""), typed)


def pi_rests() -> Iterator[Rest]:
    for path, lines in rests("pi"):
        top, bottom = last_row(lines, is_rule_line, 1), last_row(lines, is_rule_line)

        def typed(text: Lines, lines: Lines = lines, top: int = top, bottom: int = bottom) -> Lines:
            return (lines[top], *typeable(text), *lines[bottom:])

        yield Rest(path, top, (" That is what it prints.", ""), typed)


RESTS: dict[str, Callable[[], Iterator[Rest]]] = {
    "claude": claude_rests,
    "codex": codex_rests,
    "gemini": gemini_rests,
    "pi": pi_rests,
}
