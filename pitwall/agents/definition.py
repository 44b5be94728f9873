"""Agent definitions: what pitwall knows of an agent kind beside its screen. Bytes in, a checked value out (pure)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, get_args

from pitwall.advice import nearest, printable, quoted, toml_type
from pitwall.agents.options import Option, option
from pitwall.errors import RuleFileRejected
from pitwall.userfiles import MAX_KIND_LENGTH, Origin, decoded, is_kind, toml_table

Hooks = Literal["none", "claude", "codex", "pi"]
"""Whose hooks the agent has: how pitwall gives them to it, and what they say."""

SESSION_ID = "{session_id}"
OPTIONS = "{options}"

KEYS = (
    "id",
    "name",
    "command",
    "process_names",
    "aliases",
    "new_args",
    "resume_args",
    "assign_session_id",
    "hooks",
    "report",
    "subcommands",
    "session_options",
    "resume_options",
    "permission_options",
    "permission_modes",
)


@dataclass(frozen=True, slots=True)
class AgentDefinition:
    """
    An agent kind (docs/agents.md has the keys one by one).

    Words of ``resume_args`` and ``assign_session_id`` may hold ``{session_id}``; ``{options}``, a word of its own in
    ``resume_args``, is where the options go that are kept: before everything if it is not there.
    """

    kind: str
    name: str
    command: str
    process_names: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    new_args: tuple[str, ...] = ()
    resume_args: tuple[str, ...] = ()
    assign_session_id: tuple[str, ...] = ()
    hooks: Hooks = "none"
    report: str = ""
    """The ``app`` that it calls itself in program status reports (OSC 7501)."""
    subcommands: tuple[str, ...] = ()
    """First words with which it holds no conversation."""
    session_options: tuple[Option, ...] = ()
    """Options that choose a conversation."""
    resume_options: tuple[Option, ...] = ()
    """Options that hold for the conversation when it is resumed."""
    permission_options: tuple[str, ...] = ()
    """Names of the options that set what it may do unasked."""
    permission_modes: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The arguments that bring back a permission mode, by the name that hooks report."""
    path: str = ""
    origin: Origin = "user"


def parse(data: bytes, *, path: str, origin: Origin = "user") -> AgentDefinition:
    """
    The definition with these bytes.

    Raises:
        RuleFileRejected: it is not valid; ``problems`` holds every reason, each with line and key.
    """
    text = decoded(data, path)
    table = toml_table(text, path, nesting_advice="a definition has one table, permission_modes")
    reader = _Reader(table, text)
    kind = reader.kind()
    command = reader.program("command") or kind
    definition = AgentDefinition(
        kind=kind,
        name=reader.text("name") or kind,
        command=command,
        process_names=reader.programs("process_names") or ((command,) if command else ()),
        aliases=reader.programs("aliases"),
        new_args=reader.texts("new_args"),
        resume_args=reader.templates("resume_args"),
        assign_session_id=reader.templates("assign_session_id"),
        hooks=reader.hooks(),
        report=reader.text("report"),
        subcommands=reader.texts("subcommands"),
        session_options=reader.options("session_options"),
        resume_options=reader.options("resume_options"),
        permission_options=reader.texts("permission_options"),
        permission_modes=reader.modes(),
        path=path,
        origin=origin,
    )
    reader.check_order(definition)
    reader.refuse_unknown()
    if reader.problems:
        raise RuleFileRejected(reader.problems[0], path=printable(path), problems=tuple(reader.problems))
    return definition


class _Reader:
    """Reads typed values from the file's table; what is wrong becomes a problem and an empty value."""

    def __init__(self, table: Mapping[str, object], text: str) -> None:
        self._table = table
        self._lines = text.split("\n")
        self.problems: list[str] = []

    def _add(self, key: str, message: str, where: str = "") -> None:
        assignment = re.compile(rf"\s*\[?\s*[\"']?{re.escape(key)}[\"']?\s*[\]=.]")
        line = next((n for n, line in enumerate(self._lines, 1) if assignment.match(line)), None)
        self.problems.append(f"{f'line {line}: ' if line else ''}{printable(where or key)}: {message}")

    def _wrong_type(self, key: str, value: object, wanted: str, example: str, where: str = "") -> None:
        self._add(key, f"must be {wanted}, and is {toml_type(value)}; {example}", where)

    def kind(self) -> str:
        if "id" not in self._table:
            self._add("id", 'missing; name the agent kind, as in id = "drift"')
            return ""
        kind = self.text("id")
        if isinstance(self._table["id"], str) and (not is_kind(kind) or "/" in kind):
            self._add(
                "id",
                f"{quoted(kind)} is no agent kind; write the agent's program, at most {MAX_KIND_LENGTH} printable"
                " characters without / and no leading dash",
            )
        return kind

    def text(self, key: str) -> str:
        value = self._table.get(key, "")
        if isinstance(value, str):
            if value.isprintable():
                return value
            self._add(key, "holds a control character; leave it out")
            return ""
        self._wrong_type(key, value, "a string", f'write {key} = "text"')
        return ""

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._table.get(key, [])
        example = f'write {key} = ["text"]'
        if not isinstance(value, list):
            self._wrong_type(key, value, "a list of strings", example)
            return ()
        return self._strings(key, value, example, key)

    def _strings(self, key: str, items: list[object], example: str, where: str) -> tuple[str, ...]:
        found = []
        for index, item in enumerate(items):
            if not isinstance(item, str):
                self._wrong_type(key, item, "a string", example, f"{where}[{index}]")
            elif "\0" in item:
                self._add(key, "holds a NUL, which no argument can; leave it out", f"{where}[{index}]")
            else:
                found.append(item)
        return tuple(found)

    def program(self, key: str) -> str:
        name = self.text(key)
        return name if not name or self._is_program(key, name) else ""

    def programs(self, key: str) -> tuple[str, ...]:
        return tuple(name for name in self.texts(key) if self._is_program(key, name))

    def _is_program(self, key: str, name: str) -> bool:
        if name and "/" not in name and name.isprintable():
            return True
        self._add(key, f"{quoted(name)} is no program's base name; write it without its folder")
        return False

    def templates(self, key: str) -> tuple[str, ...]:
        words = self.texts(key)
        if words and not any(SESSION_ID in word for word in words):
            self._add(key, f"none of the arguments holds {SESSION_ID}; write it where the session's id goes")
        return words

    def hooks(self) -> Hooks:
        written = self.text("hooks") or "none"
        kinds: tuple[Hooks, ...] = get_args(Hooks)
        for kind in kinds:
            if kind == written:
                return kind
        self._add("hooks", f"{quoted(written)} are no hooks that pitwall knows; {nearest(written, kinds)}")
        return "none"

    def options(self, key: str) -> tuple[Option, ...]:
        found = []
        for written in self.texts(key):
            parsed = option(written)
            if parsed is None:
                self._add(
                    key, f'{quoted(written)} is no option; write it as help texts do, "-m, --model <model>"'
                )
            else:
                found.append(parsed)
        return tuple(found)

    def modes(self) -> Mapping[str, tuple[str, ...]]:
        key = "permission_modes"
        value = self._table.get(key, {})
        example = f'below [{key}] write plan = ["--mode", "plan"]'
        if not isinstance(value, dict):
            self._wrong_type(key, value, "a table", example)
            return MappingProxyType({})
        found = {}
        for mode, arguments in value.items():
            where = f"{key}.{mode}"
            if isinstance(arguments, list):
                found[mode] = self._strings(key, arguments, example, where)
            else:
                self._wrong_type(key, arguments, "a list of strings", example, where)
        return MappingProxyType(found)

    def check_order(self, definition: AgentDefinition) -> None:
        """Refuse a session's id that an option before it could take for its value."""
        words = definition.resume_args
        after = words[words.index(OPTIONS) + 1] if OPTIONS in words[:-1] else words[0] if words else "-"
        greedy = [each for each in definition.resume_options if each.takes in ("maybe", "list")]
        if greedy and not after.startswith("-"):
            self._add(
                "resume_args",
                f"{quoted(after)} would be taken for a value of {greedy[0].names[-1]}; put an option between",
            )

    def refuse_unknown(self) -> None:
        for key in self._table:
            if key not in KEYS:
                self._add(key, f"unknown key; {nearest(key, KEYS)}")
