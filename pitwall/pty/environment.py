"""The environment a pane's program starts with (pure)."""

from collections.abc import Mapping

TERM = "xterm-256color"
COLORTERM = "truecolor"

_LEAKING_NAMES = frozenset({"TMUX", "TMUX_PANE", "STY", "CLAUDECODE"})
_LEAKING_PREFIXES = ("ZELLIJ", "CLAUDE_CODE_", "PITWALL_")


def leaks(name: str) -> bool:
    """Whether a variable tells of the terminal or agent that the caller runs in."""
    return name in _LEAKING_NAMES or name.startswith(_LEAKING_PREFIXES)


def child_environment(
    caller: Mapping[str, str], *, pane: str, tab: str, session: str, home: str, socket: str, cwd: str
) -> dict[str, str]:
    """
    The caller's environment less what must not leak, plus the pane's own variables (SEMANTICS 3).

    ``PWD`` follows ``cwd``: programs believe it where it names the folder they start in, and so keep the
    path as the user wrote it, symbolic links included. ``PITWALL_HOME`` is the daemon's data folder: what is done in a
    pane with its journal, rules or logs concerns the daemon that drives the pane.
    """
    kept = {name: value for name, value in caller.items() if not leaks(name)}
    kept.pop("OLDPWD", None)
    return kept | {
        "TERM": TERM,
        "COLORTERM": COLORTERM,
        "PWD": cwd,
        "PITWALL_PANE": pane,
        "PITWALL_TAB": tab,
        "PITWALL_SESSION": session,
        "PITWALL_HOME": home,
        "PITWALL_SOCKET": socket,
    }
