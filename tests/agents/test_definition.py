import re
from pathlib import Path

import pytest

from pitwall.agents.definition import KEYS, AgentDefinition, parse
from pitwall.agents.options import Option
from pitwall.errors import RuleFileRejected

WHOLE = """\
id = "drift"
name = "Drift"
command = "drift-cli"
process_names = ["drift-cli", "driftd"]
aliases = ["remote-drift"]
new_args = ["--fresh"]
assign_session_id = ["--session-id", "{session_id}"]
resume_args = ["resume", "{options}", "--id={session_id}"]
hooks = "claude"
report = "drift-app"
subcommands = ["login"]
session_options = ["--last"]
resume_options = ["-m, --model <model>", "--add-dir <folders...>"]
permission_options = ["--mode"]

[permission_modes]
plan = ["--mode", "plan"]
default = []
"""


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(RuleFileRejected) as refused:
        parse(text.encode(), path="drift.toml")
    return refused.value.problems


def test_every_key_is_read() -> None:
    definition = parse(WHOLE.encode(), path="agents/x.toml", origin="bundled")

    assert definition == AgentDefinition(
        kind="drift",
        name="Drift",
        command="drift-cli",
        process_names=("drift-cli", "driftd"),
        aliases=("remote-drift",),
        new_args=("--fresh",),
        resume_args=("resume", "{options}", "--id={session_id}"),
        assign_session_id=("--session-id", "{session_id}"),
        hooks="claude",
        report="drift-app",
        subcommands=("login",),
        session_options=(Option(("--last",)),),
        resume_options=(Option(("-m", "--model"), "value"), Option(("--add-dir",), "list")),
        permission_options=("--mode",),
        permission_modes={"plan": ("--mode", "plan"), "default": ()},
        path="agents/x.toml",
        origin="bundled",
    )


def test_an_id_alone_is_a_definition() -> None:
    definition = parse(b'id = "drift"', path="x.toml")

    assert (definition.name, definition.command, definition.process_names) == ("drift", "drift", ("drift",))
    assert (definition.hooks, definition.resume_args, definition.assign_session_id) == ("none", (), ())


def test_a_commands_process_goes_by_its_name() -> None:
    assert parse(b'id = "drift"\ncommand = "dr"', path="x.toml").process_names == ("dr",)


@pytest.mark.parametrize("key", KEYS)
def test_trap_54_a_misspelled_key_is_refused_with_the_one_meant(key: str) -> None:
    (problem,) = problems(f'id = "drift"\n{key}x = 1')

    assert problem == f'line 2: {key}x: unknown key; did you mean "{key}"?'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", 'id: missing; name the agent kind, as in id = "drift"'),
        ("id = 1", 'line 1: id: must be a string, and is an integer; write id = "text"'),
        ('id = "../x"', 'line 1: id: "../x" is no agent kind; write the agent\'s program'),
        ('id = ""', 'line 1: id: "" is no agent kind'),
        ('id = "-rf"', 'line 1: id: "-rf" is no agent kind'),
        ('id = "d"\nname = "a\\u001b[2J"', "line 2: name: holds a control character; leave it out"),
        ('id = "d"\ncommand = "/usr/bin/d"', 'line 2: command: "/usr/bin/d" is no program\'s base name'),
        ('id = "d"\naliases = "x"', 'line 2: aliases: must be a list of strings, and is a string; write'),
        ('id = "d"\n"aliases" = ["x", 1]', "line 2: aliases[1]: must be a string, and is an integer"),
        ('id = "d"\naliases = [""]', 'line 2: aliases: "" is no program\'s base name'),
        ('id = "d"\nnew_args = ["\\u0000"]', "line 2: new_args[0]: holds a NUL, which no argument can"),
        ('id = "d"\nresume_args = ["--last"]', "line 2: resume_args: none of the arguments holds {session_id}"),
        ('id = "d"\nassign_session_id = ["--id"]', "line 2: assign_session_id: none of the arguments holds"),
        ('id = "d"\nhooks = "claud"', 'line 2: hooks: "claud" are no hooks that pitwall knows; did you mean "claude"?'),
        ('id = "d"\nresume_options = ["model"]', 'line 2: resume_options: "model" is no option; write it as help'),
        ('id = "d"\npermission_modes = 1', "line 2: permission_modes: must be a table, and is an integer"),
        ('id = "d"\n[permission_modes]\nplan = "x"', "line 2: permission_modes.plan: must be a list of strings"),
        ("id = ", "line 1: not valid TOML"),
        ('id = "d"\nx = ' + "[" * 5000, "tables or lists nest too deep"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_line_key_and_advice(text: str, problem: str) -> None:
    assert problems(text)[0].startswith(problem)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    assert len(problems('nmae = "x"\nhooks = 7\naliases = [1, 2]')) == 5


def test_bytes_that_are_not_utf8_are_refused() -> None:
    with pytest.raises(RuleFileRejected, match="line 2: byte 0xff is not UTF-8"):
        parse(b'id = "d"\n#\xff', path="x.toml")


@pytest.mark.parametrize("takes", ["[filter]", "<folders...>"])
@pytest.mark.parametrize("resume", ['["{session_id}"]', '["resume", "{options}", "{session_id}"]'])
def test_trap_36_a_session_id_that_an_option_could_take_is_refused(takes: str, resume: str) -> None:
    text = f'id = "d"\nresume_args = {resume}\nresume_options = ["--debug {takes}"]'

    assert "would be taken for a value of --debug" in problems(text)[0]


def test_a_session_id_behind_an_option_of_its_own_is_fine() -> None:
    text = b'id = "d"\nresume_args = ["--resume", "{session_id}"]\nresume_options = ["--debug [filter]"]'

    assert parse(text, path="x.toml").resume_options


DOCUMENT = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")


def test_the_document_has_every_key() -> None:
    table = DOCUMENT.partition("| key | type |")[2].partition("\n\n")[0]

    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == set(KEYS)


def test_the_documents_example_is_valid() -> None:
    example = DOCUMENT.partition("```toml\n")[2].partition("```")[0]

    assert parse(example.encode(), path="drift.toml").aliases == ("remote-drift",)
