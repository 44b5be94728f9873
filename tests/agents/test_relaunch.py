"""The command line by which an agent takes its conversation up again."""

import pytest

from pitwall.agents.definitions import bundled_folder, load
from pitwall.agents.relaunch import Ran, through_shell, words

BOOK = load(bundled_folder(), bundled_folder() / "none of the user's")
ID = "b8920f3f-e140-434b-9ff1-893c2f873d9f"


def resumed(kind: str, *argv: str, program: str = "/opt/bin/agent", mode: str = "") -> tuple[str, ...] | None:
    return words(
        BOOK.definitions[kind],
        Ran(argv, program, ID, mode),
        hook="",
        read_settings=lambda path: "{}",
        new_id=lambda: "never used",
    )


def test_trap_36_the_prompt_is_not_sent_again_and_the_options_stay() -> None:
    assert resumed("claude", "claude", "--model", "opus", "fix the tests") == (
        "/opt/bin/agent", "--model", "opus", "--resume", ID,
    )  # fmt: skip
    assert resumed("codex", "codex", "fix the tests") == ("/opt/bin/agent", "resume", ID)
    assert resumed("pi", "pi", "fix the tests") == ("/opt/bin/agent", "--session", ID)


def test_trap_36_an_option_whose_value_is_missing_does_not_swallow_the_resume() -> None:
    assert resumed("claude", "claude", "--model") == ("/opt/bin/agent", "--resume", ID)


def test_trap_38_the_permission_mode_comes_back_unless_the_command_set_one() -> None:
    mode = resumed("claude", "claude", mode="plan")
    assert mode is not None
    assert mode[1:3] == ("--permission-mode", "plan")
    chosen = resumed("claude", "claude", "--permission-mode", "acceptEdits", mode="plan")
    assert chosen is not None
    assert chosen.count("--permission-mode") == 1
    assert "acceptEdits" in chosen


def test_an_agent_typed_in_a_shell_is_found_on_the_path_again() -> None:
    assert resumed("claude", "claude", program="") == ("claude", "--resume", ID)


def test_hooks_are_given_to_the_resumed_agent_too() -> None:
    given = words(
        BOOK.definitions["claude"],
        Ran(("claude",), "/opt/bin/claude", ID, ""),
        hook="pitwall hook claude",
        read_settings=lambda path: "{}",
        new_id=lambda: "never used",
    )
    assert given is not None
    assert given[0] == "/opt/bin/claude"
    assert "--settings" in given
    assert given[-2:] == ("--resume", ID)
    assert "never used" not in given


def test_a_command_that_is_not_understood_is_not_guessed_at() -> None:
    assert resumed("claude", "nice", "claude") is None
    assert resumed("claude") is None


@pytest.mark.parametrize("shell", ["/bin/bash", "/usr/bin/zsh"])
def test_trap_39_a_shell_pane_has_its_shell_back_when_the_agent_exits(shell: str) -> None:
    program, argv = through_shell(shell, ("claude", "--resume", ID), then_shell=True)
    assert program == shell
    assert argv[1] == "-lic"
    assert argv[2] == 'shell=$0; "$@"; exec "$shell" -l'
    assert argv[3:] == (shell, "claude", "--resume", ID)


def test_a_held_agent_takes_the_place_of_the_login_shell() -> None:
    program, argv = through_shell("/bin/bash", ("/opt/bin/claude", "a b", "$(rm -rf)"), then_shell=False)
    assert (program, argv) == (
        "/bin/bash", ("bash", "-lc", 'exec "$0" "$@"', "/opt/bin/claude", "a b", "$(rm -rf)"),
    )  # fmt: skip


@pytest.mark.parametrize("shell", ["/usr/bin/fish", "/bin/tcsh", ""])
def test_a_shell_with_another_syntax_is_not_given_this_one(shell: str) -> None:
    program, _ = through_shell(shell, ("claude",), then_shell=False)
    assert program == "/bin/sh"
