"""
Saved screens: a screen in a text file, with what the rules must say of it.

A head of ``key: value`` lines, a line ``---``, and the screen's lines as they are. The keys: ``state`` (working,
blocked, idle, unknown, or none where no rule may match), ``rule`` (the one that decides), ``hint``, ``title``, and
``from`` (where the screen comes from). The kind is the name of the file's folder.
"""

from dataclasses import dataclass

from pitwall.detect.reading import Reading, read
from pitwall.detect.rules import STATES, RuleFile
from pitwall.detect.screen import Screen

NONE = "none"
DIVIDER = "---"
KEYS = ("state", "rule", "hint", "title", "from")


class NoSavedScreen(ValueError):
    """A text is no saved screen; the message says why."""


@dataclass(frozen=True, slots=True)
class SavedScreen:
    """A screen and what is expected of it; ``rule`` and ``hint`` are ``None`` where nothing is said of them."""

    screen: Screen
    state: str
    rule: str | None = None
    hint: str | None = None
    source: str = ""

    def differences(self, rules: RuleFile) -> tuple[str, ...]:
        """In what the rules' reading is not as expected; empty when it is."""
        return tuple(_differences(self, read(rules, self.screen)))


def _differences(saved: SavedScreen, reading: Reading) -> list[str]:
    found = []
    state = reading.state or NONE
    if state != saved.state:
        found.append(
            f"reads {state}{f' by rule {reading.rule}' if reading.rule else ''}, expected {saved.state}"
        )
    elif saved.rule is not None and reading.rule != saved.rule:
        found.append(f"rule {reading.rule or NONE} decides, expected {saved.rule}")
    if saved.hint is not None and reading.detail != saved.hint:
        found.append(f"the hint is {reading.detail!r}, expected {saved.hint!r}")
    return found


def parse(text: str) -> SavedScreen:
    """The saved screen that ``text`` holds; raises ``NoSavedScreen``."""
    lines = text.split("\n")
    if DIVIDER not in lines:
        raise NoSavedScreen(f"there is no line {DIVIDER!r} between the head and the screen")
    at = lines.index(DIVIDER)
    head = dict(_head(lines[:at]))
    state = head.get("state", "")
    if state not in (*STATES, NONE):
        raise NoSavedScreen(f"state: {state!r} is none of {', '.join((*STATES, NONE))}")
    rows = lines[at + 1 :]
    if rows and not rows[-1]:
        rows.pop()
    return SavedScreen(
        screen=Screen(tuple(rows), head.get("title", "")),
        state=state,
        rule=head.get("rule"),
        hint=head.get("hint"),
        source=head.get("from", ""),
    )


def render(saved: SavedScreen) -> str:
    """The text that ``parse`` takes."""
    head = [f"state: {saved.state}"]
    if saved.rule is not None:
        head.append(f"rule: {saved.rule}")
    if saved.hint is not None:
        head.append(f"hint: {saved.hint}")
    head += [f"title: {saved.screen.title}", f"from: {saved.source}", DIVIDER]
    return "\n".join([*head, *saved.screen.lines]) + "\n"


def _head(lines: list[str]) -> list[tuple[str, str]]:
    pairs = []
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        if not colon or key.strip() not in KEYS:
            raise NoSavedScreen(f"{line!r} is no line of the head: its keys are {', '.join(KEYS)}")
        pairs.append((key.strip(), value.removeprefix(" ")))
    return pairs
