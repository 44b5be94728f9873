"""What an interpreter runs is read from its arguments as the interpreter reads them."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.agents.interpreters import Entry, entry


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("node /usr/bin/claude --resume x", "/usr/bin/claude"),
        ("node --max-old-space-size=8192 --import ./hook.mjs cli.js", "cli.js"),
        ("node -r dotenv/config -- cli.js", "cli.js"),
        ("nodejs cli.js", "cli.js"),
        ("node-22 cli.js", "cli.js"),
        ("bun run --preload x.ts cli.ts", "cli.ts"),
        ("bun cli.ts run", "cli.ts"),
        ("deno run -A --config deno.json main.ts", "main.ts"),
        ("deno main.ts", "main.ts"),
        ("python3.11 -I -X dev -W error tool.py -m x", "tool.py"),
        ("python -Xdev -Wignore tool.py", "tool.py"),
        ("python3 -uB tool", "tool"),
        ("pypy3 tool.py", "tool.py"),
        ("sh script arg", "script"),
        ("-bash -l script", "script"),
        ("bash -eo pipefail script", "script"),
        ("bash +x --rcfile rc script", "script"),
        ("zsh -f script", "script"),
        ("fish script", "script"),
    ],
)
def test_the_script_is_found_among_the_options(line: str, path: str) -> None:
    argv = tuple(shlex.split(line))

    assert entry(argv[0], argv) == Entry(path=path)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("python3 -m aider", "aider"),
        ("python3 -um aider --model x", "aider"),
        ("python3 -Imaider", "aider"),
        ("deno run -A npm:@google/gemini-cli@0.61", "gemini-cli"),
        ("deno run npm:cowsay@1/cowthink", "cowthink"),
        ("deno run npm:codex", "codex"),
    ],
)
def test_a_module_or_package_is_found_by_name(line: str, name: str) -> None:
    argv = tuple(shlex.split(line))

    assert entry(argv[0], argv) == Entry(name=name)


@pytest.mark.parametrize(
    "line",
    [
        "sh -c claude",
        "bash -lc claude codex",
        "bash -ec claude",
        "python -c x claude",
        "python -Ic x",
        "node -e x y",
        "node --eval x",
        "bun -p x",
        "deno eval x",
    ],
)
def test_a_program_text_is_no_file(line: str) -> None:
    argv = tuple(shlex.split(line))

    assert entry(argv[0], argv) == Entry(inline=True)


@pytest.mark.parametrize(
    "line",
    [
        "node",
        "bash",
        "-zsh",
        "python3 -i",
        "python3 -",
        "node --",
        "python3 -m",
        "bash -o vi",
        "vim claude",
        "grep -r claude .",
        "ssh host claude",
        "nodemon cli.js",
        "pythonic x.py",
        "bunzip2 x",
    ],
)
def test_no_script_is_nothing(line: str) -> None:
    argv = tuple(shlex.split(line))

    assert entry(argv[0], argv) == Entry()


def test_a_link_to_a_shell_is_known_by_its_first_argument() -> None:
    assert entry("busybox", ("sh", "script")) == Entry(path="script")
    assert entry("busybox", ("vi", "claude")) == Entry()
    assert entry("dash", ("sh", "script")) == Entry(path="script")


def test_no_arguments_are_nothing() -> None:
    assert entry("node", ()) == Entry()


@given(st.sampled_from(["node", "bun", "deno", "python3", "sh"]), st.lists(st.text()))
def test_any_arguments_are_read_without_raising(interpreter: str, words: list[str]) -> None:
    found = entry(interpreter, (interpreter, *words))

    assert not (found.path and found.name)
    assert not found.path or found.path in words
