"""Which agent a program is: by what runs, never by the text of its arguments (pure)."""

import posixpath
import re
from collections.abc import Collection, Mapping, Sequence

from pitwall.agents.program import Program, base_name

_SHELLS = frozenset(
    {"sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "ksh93", "fish", "csh", "tcsh"}
    | {"nu", "elvish", "xonsh", "pwsh", "osh", "ysh"}
)
_WRAPPERS = frozenset(
    {"npx", "npx-cli", "npm", "npm-cli", "pnpm", "pnpx", "yarn", "yarnpkg", "bunx", "uv", "uvx", "pipx"}
    | {"sudo", "doas", "timeout", "time"}
)
"""Programs that stand in the foreground for what they run."""
_HELPERS = frozenset({"app-server", "mcp-server"})
"""Arguments that make an agent a server for some editor, with nobody at its terminal."""
_EXTENSION = re.compile(r"\.(?:[mc]?[jt]s|[jt]sx|pyw?|pyc|pyz|sh|bash|zsh|fish)$")
_NIX_WRAPPED = re.compile(r"\.(?P<name>.+)-wrapped_*")
_MODULE_ENDINGS = frozenset({"__main__", "main", "cli"})


def recognise(program: Program, kinds: Mapping[str, Collection[str]]) -> str | None:
    """
    The agent kind that a program is, or ``None``.

    ``kinds`` maps each kind to the base names of its processes; none given means its own name. A wrapper
    (``npx``, a shell's script …) is what it runs. Helper servers of agents are no agents.
    """
    agent = agent_of(program, kinds)
    return agent[0] if agent is not None else None


def agent_of(program: Program, kinds: Mapping[str, Collection[str]]) -> tuple[str, Program] | None:
    """The kind that ``recognise`` finds, and the process that is the agent: not the wrapper, which may go on."""
    own_names = names(program)
    for kind, process_names in kinds.items():
        if any(name in own_names for name in process_names or (kind,)):
            return None if is_helper(program.argv) else (kind, program)
    if not stands_for_children(program):
        return None
    found = (agent_of(child, kinds) for child in program.children)
    return next((agent for agent in found if agent is not None), None)


def expected_kind(argv: Sequence[str], kinds: Mapping[str, Collection[str]]) -> str | None:
    """
    The kind whose command a command line starts with; ``kinds`` maps kinds to commands' base names.

    ``None`` for helper servers: they are no agents.
    """
    if not argv or is_helper(argv):
        return None
    command = base_name(argv[0])
    return next((kind for kind, commands in kinds.items() if command in (commands or (kind,))), None)


def names(program: Program) -> frozenset[str]:
    """Every base name a program goes by: its file's, argv[0]'s, the kernel's, its script's or module's."""
    found = {base_name(program.executable), program.first_name, base_name(program.comm)}
    runs = program.runs
    if runs.path:
        found |= {_stem(runs.path), _stem(program.script), *program.commands}
    elif runs.name:
        module, _, ending = runs.name.rpartition(".")
        found |= {runs.name, module if ending in _MODULE_ENDINGS else ""}
    return frozenset(found | {_unwrapped(name) for name in found}) - {""}


def stands_for_children(program: Program) -> bool:
    """Whether a program only stands there for what it runs: a wrapper, or a shell with a script."""
    own_names, runs = names(program), program.runs
    return bool(own_names & _WRAPPERS) or (bool(own_names & _SHELLS) and (runs.inline or bool(runs.path)))


def is_shell(name: str) -> bool:
    """Whether a program's name or path is a shell's; a login shell's leading ``-`` does not matter."""
    return base_name(name) in _SHELLS


def is_helper(argv: Sequence[str]) -> bool:
    """
    Whether an agent was started as a helper server.

    The word counts as a subcommand, so before ``--`` and not as the value of the option before it.
    """
    words = list(argv[1:])
    if "--" in words:
        del words[words.index("--") :]
    return any(
        word in _HELPERS and not before.startswith("-")
        for before, word in zip(["", *words], words, strict=False)
    )


def _stem(path: str) -> str:
    return _EXTENSION.sub("", posixpath.basename(path))


def _unwrapped(name: str) -> str:
    """The name that a Nix wrapper hides: ``.claude-wrapped`` runs for ``claude``."""
    match = _NIX_WRAPPED.fullmatch(name)
    return _unwrapped(match["name"]) if match else name
