"""Completions, in the shells themselves; one that is not installed is passed over."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pitwall.commands.completion_scripts import SCRIPTS
from pitwall.commands.completion_shapes import shapes
from pitwall.commands.table import COMMANDS

TABS = r"1\tapi\n2\tmy tab\n3\tapp\n"
SESSIONS = r"main\nother\n"
PITWALL = (
    f"""pitwall() {{ case $1 in __tabs) printf '{TABS}';; __sessions) printf '{SESSIONS}';; esac; }}\n"""
)

BASH = (
    PITWALL
    + """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_pitwall
printf '%s\\n' "${COMPREPLY[@]}"
"""
)
ZSH = (
    PITWALL
    + """
compdef() { :; }
_describe() { while [[ $1 == -* ]]; do shift; done; print -rl -- "${(@P)2}" }
_files() { print -r -- "files $*" }
_normal() { print -r -- "command ${words[*]}" }
source "$1"; shift
words=("$@") CURRENT=$#
_pitwall
"""
)
FISH = f"""
function pitwall
    switch $argv[1]
        case __tabs
            printf '{TABS}'
        case __sessions
            printf '{SESSIONS}'
    end
end
source $argv[1]
complete -C (string join ' ' -- $argv[2..])
"""
RUNNERS = {
    "bash": ["--norc", "-c", BASH, "bash"],
    "zsh": ["-f", "-c", ZSH, "zsh"],
    "fish": ["--no-config", "-c", FISH],
}
Complete = Callable[..., list[str]]


@pytest.fixture(params=list(SCRIPTS))
def shell(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    return name


@pytest.fixture
def complete(shell: str, tmp_path: Path) -> Complete:
    """The words offered for the last of those typed behind ``pitwall``, descriptions taken off."""
    script = tmp_path / "script"
    script.write_text(SCRIPTS[shell](shapes(COMMANDS)))

    def complete(*words: str) -> list[str]:
        done = subprocess.run(
            [shell, *RUNNERS[shell], str(script), "pitwall", *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
            stdin=subprocess.DEVNULL,
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
        )
        assert done.stderr == ""
        between = "\t" if shell == "fish" else ":"
        offered = [line.partition(between)[0] for line in done.stdout.splitlines() if line]
        # zsh itself picks those that begin as the word does.
        return [word for word in offered if word.startswith((words[-1], "files", "command"))]

    return complete


def test_commands(complete: Complete) -> None:
    assert {"new", "ls", "kill", "session", "config"} <= set(complete(""))
    assert not [word for word in complete("") if word.startswith("__")]
    assert complete("ki") == ["kill"]
    assert sorted(complete("session", "")) == ["attach", "kill", "ls", "new", "rename"]


def test_tabs_by_their_names(complete: Complete, shell: str) -> None:
    second = "2" if shell == "bash" else "my tab"  # bash is not trusted with words that need quotes
    assert sorted(complete("kill", "")) == sorted(["api", "app", second])
    assert complete("kill", "-f", "ap") == ["api", "app"]
    assert complete("-s", "main", "kill", "api"[:3]) == ["api"]
    assert complete("move", "api", "") == []


def test_sessions(complete: Complete) -> None:
    assert complete("-s", "") == ["main", "other"]
    assert complete("kill", "--session", "o") == ["other"]
    assert complete("session", "attach", "") == ["main", "other"]


def test_flags_and_their_values(complete: Complete) -> None:
    assert set(complete("capture", "--")) >= {"--ansi", "--svg", "--help"}
    assert sorted(complete("wait", "api", "--until", "")) == ["blocked", "done", "exit", "idle"]
    assert complete("new", "--name", "") == []
    assert sorted(complete("completion", "")) == ["bash", "fish", "zsh"]


def test_files(complete: Complete, shell: str, tmp_path: Path) -> None:
    (tmp_path / "rules-of-mine.toml").touch()
    offered = complete("rules", "check", "one", "two", "rules-of")
    assert offered == (["files "] if shell == "zsh" else ["rules-of-mine.toml"])


def test_what_follows_two_dashes_is_another_command(complete: Complete, shell: str) -> None:
    offered = complete("new", "-d", "--", "pri")
    assert offered == ["command pri"] if shell == "zsh" else "printf" in offered


def test_every_command_that_is_typed_has_a_shape() -> None:
    known = {shape.name: shape for shape in shapes(COMMANDS)}
    assert set(known) == {name for name in COMMANDS if name and not name.startswith("__")}
    assert known["new"].takes_command
    assert known["rules check"].repeats


def test_packages_have_a_script_that_writes_them_all(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "scripts" / "completions"
    subprocess.run([script, tmp_path], check=True)
    written = {
        str(path.relative_to(tmp_path)): path.read_text() for path in tmp_path.rglob("*") if path.is_file()
    }
    assert written == {
        "bash-completion/completions/pitwall": SCRIPTS["bash"](shapes(COMMANDS)),
        "zsh/site-functions/_pitwall": SCRIPTS["zsh"](shapes(COMMANDS)),
        "fish/vendor_completions.d/pitwall.fish": SCRIPTS["fish"](shapes(COMMANDS)),
    }
