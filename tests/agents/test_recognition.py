"""An agent is recognised by what runs, through every common wrapper, and never by the text of arguments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import program

from pitwall.agents.program import Program
from pitwall.agents.recognition import (
    agent_of,
    expected_kind,
    is_helper,
    is_shell,
    recognise,
    stands_for_children,
)

KINDS: dict[str, tuple[str, ...]] = {
    "claude": ("claude",),
    "codex": ("codex", "codex-aarch64"),
    "gemini": (),
    "pi": (),
    "aider": (),
    "cursor": ("cursor-agent",),
}

NATIVE = [
    (program("claude"), "claude"),
    (program("/home/me/.local/bin/claude --resume x"), "claude"),
    (program("claude", executable="/home/me/.local/share/claude/versions/2.1.332", comm="claude"), "claude"),
    (program("claude", executable="/opt/versions/2.1.332", comm="MainThread"), "claude"),
    (program("codex-aarch64"), "codex"),
    (program("cursor-agent"), "cursor"),
    (program("", executable="/opt/bin/codex", comm="codex"), "codex"),
    (program("/opt/my tools/claude", executable="/opt/my tools/claude"), "claude"),
    (program("gemini", executable="", comm="gemini"), "gemini"),
]

INTERPRETED = [
    (program("node /usr/local/bin/gemini -m x"), "gemini"),
    (program("node --max-old-space-size=8192 /usr/lib/node_modules/pi/pi.js"), "pi"),
    (program("/usr/bin/node ./codex.mjs"), "codex"),
    (program("node cli.js", script="/opt/claude-code/cli.js", commands=("claude",)), "claude"),
    (program("node start", script="/opt/node_modules/@openai/codex/bin/codex.js"), "codex"),
    (program("node", executable="/usr/bin/node", comm="claude"), "claude"),
    (program("pi", executable="/usr/bin/node", comm="node-MainThread"), "pi"),
    (program("bun run /opt/claude.ts"), "claude"),
    (program("deno run -A gemini.ts"), "gemini"),
    (program("deno run -A npm:codex"), "codex"),
    (program("python3 /home/me/.local/bin/aider"), "aider"),
    (program("/home/me/venv/bin/python /home/me/venv/bin/aider", executable="/usr/bin/python3.11"), "aider"),
    (program("python3 -m aider --model x"), "aider"),
    (program("python3 -um aider.main"), "aider"),
    (program("sh /usr/local/bin/claude -c"), "claude"),
    (program("/bin/bash ./claude.sh"), "claude"),
    (program("sh /opt/codex", executable="/usr/bin/dash"), "codex"),
]

WRAPPED = [
    (program(".claude-wrapped"), "claude"),
    (program("..gemini-wrapped-wrapped"), "gemini"),
    (program(".codex-wrapped_"), "codex"),
    (program("node /nix/store/x/bin/.gemini-wrapped"), "gemini"),
    (
        program("'npm exec @openai/codex'", children=(program("sh -c codex", children=(program("codex"),)),)),
        "codex",
    ),
    (program("node /usr/bin/npx gemini", children=(program("node /x/.bin/gemini"),)), "gemini"),
    (program("uvx aider-chat", children=(program("python /x/bin/aider"),)), "aider"),
    (program("uv run aider", children=(program("python -m aider"),)), "aider"),
    (program("pipx run aider", children=(program("python /x/bin/aider"),)), "aider"),
    (program("bash -c 'claude; echo over'", children=(program("claude"),)), "claude"),
    (program("bash ./work", children=(program("tee log"), program("claude"))), "claude"),
    (program("sudo -u me claude", children=(program("claude"),)), "claude"),
]

NONE = [
    program("node"),
    program("bash"),
    program("-zsh"),
    program("python3"),
    program("node server.js --name gemini"),
    program("node server.js gemini"),
    program("node index.js", script="/opt/gemini/index.js", commands=("gemini-server",)),
    program("node -e gemini"),
    program("python3 -c claude aider"),
    program("python3 -m pytest claude"),
    program("python3 -m claude.tests"),
    program("bash -c claude"),
    program("sh -c 'grep claude x'", children=(program("grep claude x"),)),
    program("grep -r claude ."),
    program("vim codex.md"),
    program("vim claude"),
    program("less gemini"),
    program("man claude"),
    program("tail -f pi"),
    program("ssh host claude"),
    program("docker run -it claude"),
    program("env"),
    program("'npm exec @openai/codex'"),
    program("npx codex"),
    program("claude-monitor"),
    program("pip install aider"),
    program("busybox vi claude", executable="/bin/busybox"),
    program("vi claude", executable="/bin/busybox"),
    program("/home/claude/bin/tool"),
    program("make", children=(program("claude"),)),
]


@pytest.mark.parametrize(("found", "kind"), NATIVE + INTERPRETED + WRAPPED)
def test_trap_20_an_agent_is_what_runs(found: Program, kind: str) -> None:
    assert recognise(found, KINDS) == kind


@pytest.mark.parametrize("found", NONE, ids=lambda found: " ".join(found.argv))
def test_D45_arguments_make_no_agent(found: Program) -> None:
    assert recognise(found, KINDS) is None


@pytest.mark.parametrize(
    "line",
    [
        "codex app-server",
        "codex mcp-server",
        "codex -c model=x app-server",
        "codex --flag x app-server --port 1",
        "node /usr/bin/codex mcp-server",
        "node --inspect /usr/bin/codex app-server",
    ],
)
def test_trap_21_helper_servers_are_no_agents(line: str) -> None:
    assert recognise(program(line), KINDS) is None


@pytest.mark.parametrize(
    "line",
    [
        "codex 'explain app-server'",
        "codex -- app-server",
        "codex -- x app-server",
        "pi --name app-server",
        "codex",
        "codex app-servers",
    ],
)
def test_trap_21_a_word_that_is_no_subcommand_makes_no_helper(line: str) -> None:
    assert recognise(program(line), KINDS) is not None


def test_no_arguments_are_no_helper() -> None:
    assert not is_helper(())
    assert not is_helper(("app-server",))


@given(
    st.lists(st.sampled_from(["claude", "codex", "/usr/bin/pi", "gemini.js", "-m", "aider", "--", "-c", "x"]))
)
def test_D45_no_argument_of_a_plain_program_ever_counts(words: list[str]) -> None:
    found = Program(pid=1, began=1, executable="/bin/tool", comm="tool", argv=("tool", *words))

    assert recognise(found, KINDS) is None
    assert not stands_for_children(found)


@given(st.text(), st.text(), st.lists(st.text()), st.text(), st.lists(st.text()))
def test_any_program_is_judged_without_raising(
    executable: str, comm: str, argv: list[str], script: str, commands: list[str]
) -> None:
    found = Program(1, 1, executable, comm, tuple(argv), script, tuple(commands))

    assert recognise(found, KINDS) in {None, *KINDS}
    assert isinstance(found.name, str)
    stands_for_children(found)


@pytest.mark.parametrize(
    ("line", "stands"),
    [
        ("bash -c x", True),
        ("bash script", True),
        ("bash", False),
        ("-zsh", False),
        ("bash -l", False),
        ("npx x", True),
        ("node /usr/lib/node_modules/npm/bin/npx-cli.js x", True),
        ("'npm exec x'", True),
        ("node server.js", False),
        ("python3 tool.py", False),
        ("uv run x", True),
        ("vim", False),
        ("claude", False),
    ],
)
def test_only_wrappers_stand_for_what_they_run(line: str, stands: bool) -> None:
    assert stands_for_children(program(line)) is stands


@pytest.mark.parametrize(
    ("argv", "kind"),
    [
        (("/usr/local/bin/claude", "fix it"), "claude"),
        (("cursor-agent",), "cursor"),
        (("cursor",), None),
        (("pi",), "pi"),
        (("sleep", "claude"), None),
        (("/opt/claude/bin/tool",), None),
        (("env", "claude"), None),
        (("codex", "app-server"), None),
        (("codex", "exec", "app-server"), None),
        (("codex", "--", "app-server"), "codex"),
        ((), None),
    ],
)
def test_the_expected_kind_is_the_commands(argv: tuple[str, ...], kind: str | None) -> None:
    assert expected_kind(argv, KINDS) == kind


@pytest.mark.parametrize("name", ["bash", "-zsh", "/usr/bin/fish", "sh", "nu", "-/bin/dash"])
def test_trap_22_a_shell_is_a_shell_however_it_is_named(name: str) -> None:
    assert is_shell(name)


@pytest.mark.parametrize("name", ["sleep", "bash.sh", "ssh", "", "shell", "claude", "python3"])
def test_trap_22_anything_else_is_no_shell(name: str) -> None:
    assert not is_shell(name)


@pytest.mark.parametrize(
    ("line", "shell"),
    [("bash", True), ("bash -c 'sleep 60'", True), ("bash build.sh", False), ("sleep 60", False)],
)
def test_trap_22_a_program_at_a_shells_prompt_is_told_by_its_name(line: str, shell: bool) -> None:
    assert is_shell(program(line).name) is shell


def test_trap_19_the_agent_is_the_process_inside_and_not_the_wrapper_that_may_go_on() -> None:
    inside = program("codex")
    wrapper = program("'npm exec @openai/codex'", children=(program("sh -c codex", children=(inside,)),))
    assert agent_of(wrapper, KINDS) == ("codex", inside)
    assert agent_of(inside, KINDS) == ("codex", inside)
    assert agent_of(program("sh -c true"), KINDS) is None
