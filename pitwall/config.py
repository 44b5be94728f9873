"""
``config.toml`` in the data folder: what can be configured, and what it is when nothing is.

What is wrong in the file is left as it is by default and told, with its line; the rest counts. Every part of pitwall
reads the file by itself, and reads it again when its stamp has changed.
"""

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar, get_args

from pitwall.advice import nearest, printable, quoted, toml_type
from pitwall.errors import ConfigRejected, RuleFileRejected
from pitwall.userfiles import decoded, read, toml_table, unreadable

ThemeName = Literal["dark", "light"]
Level = Literal["desktop", "bell", "off"]
"""How much is made of a notice: a desktop notification, the terminal's bell alone, or nothing."""
Way = Literal["auto", "osc9", "osc99", "osc777", "bell", "none"]
"""How a window has its terminal notify; ``auto``: as the terminal is known to understand."""

THEMES: tuple[ThemeName, ...] = get_args(ThemeName)
LEVELS: tuple[Level, ...] = get_args(Level)
WAYS: tuple[Way, ...] = get_args(Way)
MIB = 1 << 20

WINDOW_COMMANDS = (
    "help", "leave", "new", "next", "previous", "attention", "last", "find", "session", "rename", "move", "group",
    "detach", "kill", "split-right", "split-below", "focus-left", "focus-right", "focus-up", "focus-down",
    "focus-next", "grow-left", "grow-right", "grow-up", "grow-down", "zoom", "close", "copy", "search", "sidebar",
    "redraw",
)  # fmt: skip
"""What keys behind the prefix can do."""

PAINTED = (
    "heading", "text", "faint", "active", "border", "border_focused", "status", "status_prefix", "status_error",
    "overlay", "overlay_key", "selected", "found", "blocked", "working", "done", "idle", "running", "exited",
    "failed",
)  # fmt: skip
"""What a window paints in colours of its own."""

KEY_NAMES = (
    "Up", "Down", "Left", "Right", "Home", "End", "PageUp", "PageDown", "Insert", "Delete", "Enter", "Escape",
    "Tab", "Backspace", "Space", *(f"F{number}" for number in range(1, 13)),
)  # fmt: skip
_KEY = re.compile(
    rf"(?:(?:ctrl|control|c|alt|meta|m|shift|s)-)*(?:.|{'|'.join(KEY_NAMES)})", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Notifications:
    """What a user who looks elsewhere is told of, by what became of a tab."""

    way: Way = "auto"
    blocked: Level = "desktop"
    done: Level = "desktop"
    failed: Level = "desktop"

    def level(self, state: str) -> Level:
        """The level for a tab that is in that state now; one that exited has failed."""
        levels: Mapping[str, Level] = {"blocked": self.blocked, "done": self.done, "exited": self.failed}
        return levels.get(state, "off")


@dataclass(frozen=True, slots=True)
class Config:
    """
    All of it.

    ``prefix`` and ``keys`` have keys as people write them; ``keys`` changes the default ones, a key that leads to
    ``""`` does nothing. ``colours`` has SGR codes for some of ``PAINTED``. ``sidebar`` is in columns. ``evidence`` is
    how many bytes of the past are kept. ``shims``: agents typed in shells are started with their hooks.
    """

    prefix: str = "ctrl-b"
    theme: ThemeName = "dark"
    sidebar: int = 30
    keys: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    notifications: Notifications = field(default_factory=Notifications)
    evidence: int = 1024 * MIB
    shims: bool = True


@dataclass(frozen=True, slots=True)
class Loaded:
    """A configuration, and what of its file is wrong, each in one line that begins with its place."""

    config: Config
    problems: tuple[str, ...] = ()


def load(path: str) -> Loaded:
    """What the file says; all is as by default where there is none, or none that can be read."""
    try:
        data = read(Path(path), "configuration")
    except FileNotFoundError:
        return Loaded(Config())
    except OSError as error:
        return Loaded(Config(), (unreadable(error, "user", "settings"),))
    except RuleFileRejected as error:
        return Loaded(Config(), (error.reason,))
    try:
        return parse(decoded(data, path))
    except RuleFileRejected as error:
        return Loaded(Config(), (error.reason,))


def stamp(path: str) -> tuple[int, int, int] | None:
    """What changes when the file does; ``None`` where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def parse(text: str) -> Loaded:
    """The configuration in a file's text."""
    try:
        table = toml_table(text, "", nesting_advice="a configuration has tables one deep")
    except RuleFileRejected as error:
        return Loaded(Config(), (error.reason,))
    reader = _Reader(text.split("\n"))
    top = reader.section("", table, ("prefix", "theme", "sidebar", *_SECTIONS))
    notes = reader.section("notifications", table, ("way", "blocked", "done", "failed"))
    evidence = reader.section("evidence", table, ("budget_mib",))
    agents = reader.section("agents", table, ("shims",))
    default = Config()

    def level(state: str) -> Level:
        return reader.value(notes, "notifications", state, _one_of(LEVELS), "desktop")

    config = Config(
        prefix=reader.value(top, "", "prefix", _key, default.prefix),
        theme=reader.value(top, "", "theme", _one_of(THEMES), default.theme),
        sidebar=reader.value(top, "", "sidebar", _number(16, 200), default.sidebar),
        keys=reader.pairs("keys", table, None, _command),
        colours=reader.pairs("colours", table, PAINTED, sgr_of),
        notifications=Notifications(
            way=reader.value(notes, "notifications", "way", _one_of(WAYS), "auto"),
            blocked=level("blocked"),
            done=level("done"),
            failed=level("failed"),
        ),
        evidence=MIB * reader.value(evidence, "evidence", "budget_mib", _number(1, 1 << 20), 1024),
        shims=reader.value(agents, "agents", "shims", _boolean, default.shims),
    )
    return Loaded(config, tuple(reader.problems))


_SECTIONS = ("keys", "colours", "notifications", "evidence", "agents")
Value = TypeVar("Value")
Word = TypeVar("Word", bound=str)


class _Reader:
    """Takes values out of tables, and notes what is wrong with them."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self.problems: list[str] = []

    def section(
        self, name: str, table: Mapping[str, object], known: Collection[str] | None
    ) -> dict[str, object]:
        """A table of the file, the top one without a name; keys that are not known are noted and left out."""
        found = table.get(name, {}) if name else table
        if not isinstance(found, dict):
            self._note("", name, f"{name} is {toml_type(found)}; write a table: [{name}]")
            return {}
        taken: dict[str, object] = {}
        for key, value in found.items():
            if known is None or key in known:
                taken[key] = value
            else:
                where = f"in [{name}] " if name else ""
                self._note(
                    name, key, f"there is no {quoted(key)} {where}to be configured; {nearest(key, known)}"
                )
        return taken

    def value(
        self,
        table: Mapping[str, object],
        section: str,
        key: str,
        take: Callable[[object], Value],
        default: Value,
    ) -> Value:
        """A value of a table; what is none is noted, and the default taken."""
        if key not in table:
            return default
        try:
            return take(table[key])
        except ConfigRejected as error:
            self._note(section, key, f"{key}: {error}")
            return default

    def pairs(
        self,
        section: str,
        table: Mapping[str, object],
        known: Collection[str] | None,
        take: Callable[[object], str],
    ) -> dict[str, str]:
        """A table of words; without known ones its keys are those of a keyboard."""
        taken: dict[str, str] = {}
        for key, value in self.section(section, table, known).items():
            try:
                taken[_key(key) if known is None else key] = take(value)
            except ConfigRejected as error:
                self._note(section, key, f"{printable(key)}: {error}")
        return taken

    def _note(self, section: str, key: str, problem: str) -> None:
        line = self._line_of(section, key)
        self.problems.append(f"line {line}: {problem}" if line else problem)

    def _line_of(self, section: str, key: str) -> int | None:
        """The line that sets a key, as far as it can be told without a parser of one's own."""
        name = f"[\"']?{re.escape(key)}[\"']?"
        assignment = re.compile(
            rf"\s*(?:{name}\s*[.=]|\[+\s*{name}\s*\]|{re.escape(section)}\s*\.\s*{name}\s*=)"
        )
        at = [number for number, where in self._sections() if where == section]
        hits = [number for number in at if assignment.match(self._lines[number - 1])]
        loose = [number for number, line in enumerate(self._lines, 1) if assignment.match(line)]
        return next(iter(hits or loose), None)

    def _sections(self) -> Iterator[tuple[int, str]]:
        """Each line's number, and the table that it stands in."""
        section = ""
        for number, line in enumerate(self._lines, 1):
            header = re.match(r"\s*\[\[?\s*[\"']?([\w-]+)", line)
            if header:
                yield number, ""
                section = header[1]
            else:
                yield number, section


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ConfigRejected(f"this is {toml_type(value)}; write a string, in quotes")
    return value


def _one_of(words: tuple[Word, ...]) -> Callable[[object], Word]:
    def take(value: object) -> Word:
        text = _text(value)
        for word in words:
            if word == text:
                return word
        raise ConfigRejected(f"{quoted(text)} is no choice; {nearest(text, words)}")

    return take


def _number(least: int, most: int) -> Callable[[object], int]:
    def take(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise ConfigRejected(f"this is {toml_type(value)}; write a number from {least} to {most}")
        if not least <= value <= most:
            raise ConfigRejected(f"{value} is out of range; write a number from {least} to {most}")
        return value

    return take


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise ConfigRejected(f"this is {toml_type(value)}; write true or false")
    return value


def _key(value: object) -> str:
    key = _text(value)
    if not _KEY.fullmatch(key.strip() or key):
        raise ConfigRejected(f"{quoted(key)} is no key; write ctrl-b, alt-x, F5, PageUp or one character")
    return key


def _command(value: object) -> str:
    command = _text(value)
    if command and command not in WINDOW_COMMANDS:
        raise ConfigRejected(
            f"{quoted(command)} is no command of the window; {nearest(command, WINDOW_COMMANDS)}"
        )
    return command


_ATTRIBUTES = {"bold": "1", "faint": "2", "italic": "3", "underline": "4", "reverse": "7", "strike": "9"}
_COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_TRUE_COLOUR = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", re.IGNORECASE)


def sgr_of(value: object) -> str:
    """
    The SGR codes of a look such as ``bold #ff8800 on 236``: attributes, a colour, and one behind ``on``.

    Raises ``ConfigRejected``.
    """
    words = iter(_text(value).split())
    codes = []
    for word in words:
        if word in _ATTRIBUTES:
            codes.append(_ATTRIBUTES[word])
        elif word == "on":
            codes.append(_colour(next(words, ""), background=True))
        else:
            codes.append(_colour(word, background=False))
    return ";".join(codes)


def _colour(word: str, *, background: bool) -> str:
    plain, kind = (40, 48) if background else (30, 38)
    name = word.removeprefix("bright-")
    if name in _COLOURS:
        return str(plain + _COLOURS.index(name) + (60 if name != word else 0))
    if word == "default":
        return str(plain + 9)
    if word.isascii() and word.isdecimal() and int(word[:4]) <= 255:
        return f"{kind};5;{int(word)}"
    exact = _TRUE_COLOUR.fullmatch(word)
    if exact:
        return f"{kind};2;{';'.join(str(int(part, 16)) for part in exact.groups())}"
    raise ConfigRejected(
        f"{quoted(word)} is no colour; write one such as red, bright-blue, 208 or #ff8800, "
        f"with {', '.join(_ATTRIBUTES)} before it, and `on` before that of the background"
    )
