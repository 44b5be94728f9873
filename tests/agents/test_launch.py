import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pitwall.agents.definition import AgentDefinition, parse
from pitwall.agents.definitions import bundled_folder, load
from pitwall.agents.installation import hook_command
from pitwall.agents.launch import (
    ARGUMENT_LIMIT,
    CLAUDE_EVENTS,
    Launch,
    is_ours,
    launch,
    settings_of,
    settings_reader,
)

DEFINITIONS = load(bundled_folder(), Path("absent")).definitions
HOOK = hook_command("/opt/bin/pitwall", "claude")
OURS = {"hooks": [{"type": "command", "command": HOOK, "timeout": 5}]}
ID = "0f0e4a12-1b1c-4c3d-9e8f-0123456789ab"
THEIR_ID = "11111111-1b1c-4c3d-9e8f-0123456789ab"


def no_file(path: str) -> str:
    raise FileNotFoundError(path)


def launched(
    *argv: str, hook: str = HOOK, read: Callable[[str], str] = no_file, kind: str = "claude"
) -> Launch:
    return launch(DEFINITIONS[kind], argv, hook=hook, read_settings=read, new_id=lambda: ID)


def settings(argv: tuple[str, ...]) -> dict[str, dict[str, list[object]]]:
    parsed: dict[str, dict[str, list[object]]] = json.loads(argv[argv.index("--settings") + 1])
    return parsed


def test_claude_starts_with_hooks_and_an_id_before_what_was_given() -> None:
    start = launched("/usr/bin/claude", "--model", "opus", "fix it")

    assert start.session == ID
    assert start.argv == (
        "/usr/bin/claude", "--session-id", ID, "--settings", settings_of(HOOK), "--model", "opus", "fix it",
    )  # fmt: skip
    assert settings(start.argv) == {"hooks": {event: [OURS] for event in CLAUDE_EVENTS}}


def test_without_a_hook_command_there_are_no_settings() -> None:
    assert launched("claude", hook="").argv == ("claude", "--session-id", ID)


@pytest.mark.parametrize("arguments", [["mcp", "list"], ["--verbose", "update"], ["doctor"]])
def test_a_subcommand_is_left_alone(arguments: list[str]) -> None:
    assert launched("claude", *arguments) == Launch(("claude", *arguments))


@pytest.mark.parametrize("argv", [["npx", "claude"], ["my-claude"], ["node", "claude"], []])
def test_a_wrapper_is_left_alone(argv: list[str]) -> None:
    assert launched(*argv) == Launch(tuple(argv))


@pytest.mark.parametrize(
    ("chosen", "session"),
    [
        (["--continue"], ""),
        (["-r"], ""),
        (["--resume", THEIR_ID], THEIR_ID),
        (["--session-id", THEIR_ID], THEIR_ID),
        (["--resume", THEIR_ID, "--fork-session"], ""),
    ],
)
def test_a_conversation_that_was_chosen_is_kept(chosen: list[str], session: str) -> None:
    start = launched("claude", *chosen)

    assert start == Launch(("claude", "--settings", settings_of(HOOK), *chosen), session)


@pytest.mark.parametrize(
    ("kind", "argv"),
    [
        ("gemini", ("gemini", "--session-id", ID, "hello")),
        ("copilot", ("copilot", f"--session-id={ID}", "hello")),
        ("codex", ("codex", "hello")),
        ("pi", ("pi", "hello")),
        ("aider", ("aider", "hello")),
    ],
)
def test_an_id_is_assigned_where_the_definition_says_so(kind: str, argv: tuple[str, ...]) -> None:
    assert launched(kind, "hello", kind=kind) == Launch(argv, ID if ID in str(argv) else "")


def test_a_new_conversation_gets_the_definitions_arguments() -> None:
    text = (
        b'id = "drift"\nnew_args = ["--fresh"]\nsession_options = ["-c, --continue"]\nsubcommands = ["login"]'
    )
    drift = parse(text, path="drift.toml")

    def start(*argv: str) -> tuple[str, ...]:
        return launch(drift, argv, hook=HOOK, read_settings=no_file, new_id=lambda: ID).argv

    assert start("drift", "hello") == ("drift", "--fresh", "hello")
    assert start("drift", "-c") == ("drift", "-c")
    assert start("drift", "login") == ("drift", "login")


FOREIGN = {"hooks": [{"type": "command", "command": "notify-send done"}]}


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("inline", [False, True])
def test_settings_of_the_users_own_are_merged(inline: bool, joined: bool) -> None:
    own = json.dumps({"model": "opus", "hooks": {"Stop": [FOREIGN], "Other": [FOREIGN]}})
    given = own if inline else "mine.json"
    words = [f"--settings={given}"] if joined else ["--settings", given]
    argv = launched("claude", "-c", *words, "hello", read={"mine.json": own}.__getitem__).argv
    merged = json.loads(argv[2].partition("=")[2] if joined else argv[3])

    assert argv[:2] + argv[-1:] == ("claude", "-c", "hello")
    assert len(argv) == (4 if joined else 5)
    assert merged["model"] == "opus"
    assert merged["hooks"]["Stop"] == [FOREIGN, OURS]
    assert merged["hooks"]["Other"] == [FOREIGN]
    assert merged["hooks"]["PreToolUse"] == [OURS]


def test_of_two_settings_the_last_counts_and_is_merged() -> None:
    argv = launched("claude", "-c", "--settings", '{"a":1}', "--settings", '{"b":2}').argv

    assert argv[:5] == ("claude", "-c", "--settings", '{"a":1}', "--settings")
    assert json.loads(argv[5]).keys() == {"b", "hooks"}


def test_settings_behind_two_dashes_are_a_prompt() -> None:
    argv = launched("claude", "-c", "--", "--settings", "x").argv

    assert argv == ("claude", "--settings", settings_of(HOOK), "-c", "--", "--settings", "x")


def test_H06_merging_twice_is_merging_once() -> None:
    once = launched("claude", "-c", "--settings", json.dumps({"hooks": {"Stop": [FOREIGN]}})).argv

    assert launched(*once).argv == once


def test_trap_50_hooks_of_another_installation_are_replaced() -> None:
    old = settings_of(hook_command("/old/pitwall", "claude"))

    assert launched("claude", "-c", "--settings", old).argv == (
        "claude",
        "-c",
        "--settings",
        settings_of(HOOK),
    )


@pytest.mark.parametrize(
    "given",
    [
        "absent.json",
        "",
        "{",
        '{"a": 1} x',
        '{"hooks": []}',
        '{"hooks": {"Stop": {}}}',
        '{"a": NaN}',
        '{"a": 1e999}',
        '{"a": ' + "[" * 40_000 + "]" * 40_000 + "}",
        '{"a": ' + "1" * 5000 + "}",
        json.dumps({"long": "x" * ARGUMENT_LIMIT}),
    ],
    ids=range(11),
)
def test_settings_that_cannot_be_merged_are_left_to_claude(given: str) -> None:
    assert launched("claude", "-c", "--settings", given).argv == ("claude", "-c", "--settings", given)


def test_settings_whose_value_is_missing_are_left_to_claude() -> None:
    assert launched("claude", "-c", "--settings").argv == ("claude", "-c", "--settings")


@pytest.mark.parametrize("text", ['["a"]', "7", '"x"', ""])
def test_a_settings_file_that_is_no_object_is_left_to_claude(text: str) -> None:
    assert launched("claude", "-c", "--settings", "f", read=lambda path: text).argv[2:] == ("--settings", "f")


def test_numbers_and_odd_characters_survive_the_merging() -> None:
    own = '{"big": 123456789012345678901234567890, "small": 1e-300, "text": "é\\ud800\\u0007"}'
    argv = launched("claude", "-c", "--settings", own).argv
    merged = json.loads(argv[3])
    del merged["hooks"]

    assert merged == json.loads(own)
    assert argv[3].isascii()


def test_a_settings_file_is_read_from_the_folder_of_the_start(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_bytes(b"\xef\xbb\xbf{}")

    assert settings_reader(str(tmp_path))("s.json") == "{}"
    assert settings_reader("/")(str(tmp_path / "s.json")) == "{}"


def test_a_settings_file_that_never_ends_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    for path in ("pipe", "/dev/zero", "."):
        with pytest.raises(ValueError, match="it is "):
            settings_reader(str(tmp_path))(path)


@pytest.mark.parametrize(
    "group", [None, 1, [], {}, {"hooks": []}, {"hooks": [None]}, FOREIGN, {"hooks": [*OURS["hooks"], 1]}]
)
def test_another_group_of_hooks_is_not_pitwalls(group: object) -> None:
    assert not is_ours(group, "claude")  # type: ignore[arg-type]


def test_a_user_who_defines_claude_without_hooks_gets_none() -> None:
    plain = AgentDefinition("claude", "Claude", "claude", ("claude",))

    assert launch(plain, ["claude", "x"], hook=HOOK, read_settings=no_file, new_id=lambda: ID).argv == (
        "claude",
        "x",
    )
