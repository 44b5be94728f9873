"""The child has its caller's environment, but knows nothing of the terminal that its caller sits in."""

from hypothesis import given
from hypothesis import strategies as st

from pitwall.pty.environment import child_environment, leaks

OWN = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "PWD": "/src",
    "PITWALL_PANE": "p1",
    "PITWALL_TAB": "t1",
    "PITWALL_SESSION": "main",
    "PITWALL_HOME": "/data",
    "PITWALL_SOCKET": "/run/pitwall/socket",
}


def made_from(caller: dict[str, str]) -> dict[str, str]:
    return child_environment(
        caller, pane="p1", tab="t1", session="main", home="/data", socket="/run/pitwall/socket", cwd="/src"
    )


def test_the_panes_own_variables_are_set() -> None:
    assert made_from({}) == OWN


def test_trap_53_variables_of_a_surrounding_multiplexer_agent_or_pane_do_not_leak() -> None:
    leaking = (
        "TMUX TMUX_PANE ZELLIJ ZELLIJ_SESSION_NAME STY CLAUDECODE CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_SSE_PORT "
        "PITWALL_PANE PITWALL_HOME OLDPWD"
    )

    assert made_from(dict.fromkeys(leaking.split(), "outer")) == OWN


def test_what_only_looks_alike_is_kept() -> None:
    kept = {"TMUX_TMPDIR": "/t", "STYLE": "x", "CLAUDE_CONFIG_DIR": "/c", "PITWALLS": "2", "MY_TMUX": "1"}

    assert made_from(kept) == OWN | kept


def test_the_terminal_of_the_caller_is_not_the_childs() -> None:
    assert made_from({"TERM": "dumb", "COLORTERM": "", "PWD": "/elsewhere"}) == OWN


@given(st.dictionaries(st.text(min_size=1), st.text()))
def test_everything_else_is_the_callers(caller: dict[str, str]) -> None:
    made = made_from(caller)

    for name, value in caller.items():
        if name not in OWN and name != "OLDPWD":
            assert made.get(name) == (None if leaks(name) else value)
