"""What a program is called, and what its package says of it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import program

from pitwall.agents.program import base_name, package_commands

GEMINI = json.dumps(
    {"name": "@google/gemini-cli", "bin": {"gemini": "./bundle/gemini.js", "gem": "bundle/gemini.js"}}
)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("vim notes.md", "vim"),
        ("-bash", "bash"),
        ("/usr/local/bin/claude --resume x", "claude"),
        ("python3 train.py --fast", "train.py"),
        ("python3 -m pytest", "pytest"),
        ("bash build.sh", "build.sh"),
        ("bash -c 'sleep 60'", "bash"),
        ("'npm exec @openai/codex'", "npm"),
        ("'postgres: writer'", "postgres"),
    ],
)
def test_a_program_is_called_what_a_person_calls_it(line: str, name: str) -> None:
    assert program(line).name == name


def test_a_program_without_arguments_has_the_kernels_name() -> None:
    assert program("", executable="/opt/tool", comm="tool").name == "tool"


@pytest.mark.parametrize(
    ("path", "name"), [("/a/b", "b"), ("-zsh", "zsh"), ("/bin/-x", "x"), ("", ""), ("/", "")]
)
def test_a_base_name_has_neither_folder_nor_dash(path: str, name: str) -> None:
    assert base_name(path) == name


@pytest.mark.parametrize(
    ("manifest", "script", "commands"),
    [
        (GEMINI, "bundle/gemini.js", ("gemini", "gem")),
        (GEMINI, "bundle/server.js", ()),
        ('{"name": "@openai/codex", "bin": "bin/codex.js"}', "bin/codex.js", ("codex",)),
        ('{"name": "codex", "bin": "./bin//codex.js"}', "bin/codex.js", ("codex",)),
        ('{"bin": "cli.js"}', "cli.js", ()),
        ('{"name": 3, "bin": {"x": 4, "y": "cli.js"}}', "cli.js", ("y",)),
        ('{"name": "x"}', "cli.js", ()),
        ('["bin"]', "cli.js", ()),
        ("{", "cli.js", ()),
        ("[" * 100_000, "cli.js", ()),
    ],
)
def test_a_manifest_names_the_commands_of_a_file(
    manifest: str, script: str, commands: tuple[str, ...]
) -> None:
    assert package_commands(manifest, script) == commands


@given(st.none() | st.text() | st.dictionaries(st.text(), st.none() | st.integers() | st.text()))
def test_any_manifest_is_read_without_raising(table: object) -> None:
    known = {"x"} if isinstance(table, str) else set(table) if isinstance(table, dict) else set()

    assert set(package_commands(json.dumps({"name": "x", "bin": table}), "cli.js")) <= known
