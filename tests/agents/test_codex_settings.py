import json
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest

from pitwall.agents.codex_settings import (
    EVENTS,
    has_any_hooks,
    has_hooks,
    has_notify,
    notifies_another,
    with_hooks,
    with_notify,
    without_hooks,
    without_notify,
)
from pitwall.agents.installation import hook_command
from pitwall.errors import SettingsRejected

PITWALL = "/home/dev/.local/bin/pitwall"
OURS = {"hooks": [{"type": "command", "command": hook_command(PITWALL, "codex"), "timeout": 5}]}
FOREIGN = {"matcher": "Bash", "hooks": [{"type": "command", "command": "say done", "timeout": 30}]}


def hooks(text: str) -> dict[str, list[object]]:
    held: dict[str, list[object]] = json.loads(text)["hooks"]
    return held


@pytest.mark.parametrize("text", ["", "  \n", "{}", "{ }", '{"hooks": {}}', '{"hooks": {"Stop": []}}'])
def test_all_events_get_a_hook(text: str) -> None:
    assert hooks(with_hooks(text, PITWALL)) == {event: [OURS] for event in EVENTS}


def test_H06_foreign_hooks_stay_before_pitwalls_and_in_order() -> None:
    text = json.dumps({"$schema": "x", "hooks": {"Stop": [FOREIGN], "Other": [FOREIGN]}}, indent=4)
    more = with_hooks(text, PITWALL)

    assert hooks(more)["Stop"] == [FOREIGN, OURS]
    assert hooks(more)["Other"] == [FOREIGN]
    assert list(json.loads(more)) == ["$schema", "hooks"]
    assert list(hooks(more))[:2] == ["Stop", "Other"]


@pytest.mark.parametrize("text", ["", "{}", json.dumps({"hooks": {"Stop": [FOREIGN]}}, indent=2)])
def test_H06_installing_twice_is_installing_once(text: str) -> None:
    once = with_hooks(text, PITWALL)

    assert with_hooks(once, PITWALL) == once


@pytest.mark.parametrize(
    "original", ["{}", '{"hooks": {"Stop": []}}', json.dumps({"hooks": {"Stop": [FOREIGN]}})]
)
def test_trap_50_hooks_of_an_installation_that_moved_are_replaced(original: str) -> None:
    moved = with_hooks(with_hooks(original, "/old/1.0/pitwall"), PITWALL, original)

    assert json.loads(moved) == json.loads(with_hooks(original, PITWALL))
    assert "/old/1.0" not in moved


@pytest.mark.parametrize(
    "text",
    [
        '{"hooks":{"Stop":[{"hooks":[]}]}}',
        '{\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{}\r\n\t\t]\r\n\t}\r\n}',
        '{"x": 1}',
        '{\n  "x": [1, {}],\n  "hooks": {\n    "Other": []\n  }\n}\n',
    ],
)
def test_removing_restores_every_byte_although_nothing_was_kept(text: str) -> None:
    assert without_hooks(with_hooks(text, PITWALL)) == text


@pytest.mark.parametrize(
    "text", ["{}", '{"hooks":{}}', '{"hooks":{"Stop":[]}}', '{"hooks":{"PreToolUse":[],"Stop":[],"A":[]}}']
)
def test_removing_keeps_the_empty_lists_that_were_there(text: str) -> None:
    more = with_hooks(text, PITWALL)

    assert without_hooks(more, text) == text
    assert json.loads(without_hooks(more)) in ({}, {"hooks": {"A": []}})


def test_a_hook_that_was_moved_into_a_foreign_group_is_removed_alone() -> None:
    mixed = {"hooks": [*FOREIGN["hooks"], *OURS["hooks"]]}
    text = json.dumps({"hooks": {"Stop": [mixed, OURS], "PreToolUse": [OURS, OURS]}})

    assert hooks(without_hooks(text)) == {"Stop": [{"hooks": FOREIGN["hooks"]}]}
    assert has_any_hooks(text)
    assert not has_any_hooks(without_hooks(text))


def test_what_was_added_meanwhile_stays() -> None:
    more = json.loads(with_hooks('{"hooks": {"Stop": []}}', PITWALL))
    more["hooks"]["Stop"].append(FOREIGN)
    more["new"] = 1

    left = without_hooks(json.dumps(more), '{"hooks": {"Stop": []}}')
    assert json.loads(left) == {"hooks": {"Stop": [FOREIGN]}, "new": 1}


def test_hooks_are_there_when_all_of_this_installations_are() -> None:
    text = with_hooks("", PITWALL)
    fewer = json.loads(text)
    del fewer["hooks"]["Stop"]

    assert has_hooks(text, PITWALL)
    assert not has_hooks(text, "/other/pitwall")
    assert not has_hooks(json.dumps(fewer), PITWALL)
    assert has_any_hooks(json.dumps(fewer))
    assert not has_any_hooks("")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", 'it is no JSON object; Codex reads {"hooks": {…}} from it'),
        ("7", "it is no JSON object"),
        ('{"hooks": []}', '"hooks" is no object'),
        ('{"hooks": {"Stop": {}}}', 'the hooks of "Stop" are no list'),
        ('{"hooks": {}, "hooks": {}}', 'the key "hooks" stands twice'),
        ('{"a": 1} // x', "it has a comment"),
    ],
)
def test_a_shape_that_codex_does_not_read_is_rejected(text: str, reason: str) -> None:
    for attempt in (
        lambda: with_hooks(text, PITWALL),
        lambda: without_hooks(text),
        lambda: has_any_hooks(text),
    ):
        with pytest.raises(SettingsRejected) as rejected:
            attempt()
        assert reason in str(rejected.value)


TOML = '# my settings\nmodel = "o5"\n\n[tui]\nx = """\nnotify = 1\n"""\n'


@pytest.mark.parametrize(
    "text", ["", TOML, TOML.replace("\n", "\r\n"), "model = 'x'", "[a]\nnotify = ['x']", "x = nan\n"]
)
def test_notify_is_the_first_line_and_goes_without_a_trace(text: str) -> None:
    more = with_notify(text, PITWALL)

    assert tomllib.loads(more)["notify"][:2] == ["sh", "-c"]
    assert more.endswith(text)
    assert has_notify(more)
    assert not notifies_another(more)
    assert with_notify(more, PITWALL) == more
    assert without_notify(more) == text


def test_line_ends_of_the_file_are_used() -> None:
    assert with_notify("a = 1\r\n", PITWALL).split("\r\n")[1:] == ["a = 1", ""]


@pytest.mark.parametrize("text", ["notify = ['say']\n" + TOML, "'notify' = 7", "notify.x = 1"])
def test_another_program_to_notify_is_left_alone(text: str) -> None:
    assert with_notify(text, PITWALL) == text
    assert without_notify(text) == text
    assert notifies_another(text)


def test_trap_50_notify_of_an_installation_that_moved_is_replaced() -> None:
    assert with_notify(with_notify(TOML, "/old/pitwall"), PITWALL) == with_notify(TOML, PITWALL)


@pytest.mark.parametrize("text", ["a = ", "a = 1\na = 2", "x = " + "[" * 5000, "x = " + "1" * 5000])
def test_what_is_no_toml_is_rejected(text: str) -> None:
    for attempt in (lambda: with_notify(text, PITWALL), lambda: without_notify(text)):
        with pytest.raises(SettingsRejected, match="TOML"):
            attempt()


def test_notify_hands_the_report_to_pitwalls_hook(tmp_path: Path) -> None:
    """The report is the last argument; it may hold anything."""
    pitwall = tmp_path / 'it\'s "here"' / "pitwall"
    pitwall.parent.mkdir()
    pitwall.write_text(
        f'#!/bin/sh\necho "$@" > {shlex.quote(str(tmp_path / "argv"))}\ncat > {shlex.quote(str(tmp_path / "in"))}\n'
    )
    pitwall.chmod(0o755)
    argv = tomllib.loads(with_notify("", str(pitwall)))["notify"]
    report = '{"a": "$HOME `x` \\n %s \' é"}'
    environ = {"PATH": "/usr/bin:/bin"}

    subprocess.run([*argv, report], env=environ, check=True)
    assert not (tmp_path / "in").exists()
    subprocess.run([*argv, report], env=environ | {"PITWALL_PANE": "1"}, check=True)
    assert (tmp_path / "in").read_text() == report
    assert (tmp_path / "argv").read_text() == "hook codex\n"
