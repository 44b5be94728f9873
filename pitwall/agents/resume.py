"""The command line that takes a conversation up again after a restart (SEMANTICS 8; pure)."""

import posixpath
from collections.abc import Collection, Iterable, Sequence

from pitwall.agents.definition import OPTIONS, SESSION_ID, AgentDefinition
from pitwall.agents.interpreters import entry
from pitwall.agents.options import Part
from pitwall.agents.program import base_name
from pitwall.agents.recognition import is_shell
from pitwall.agents.sessions import cut


def resume_arguments(
    definition: AgentDefinition, arguments: Sequence[str], *, session: str, mode: str = ""
) -> tuple[str, ...] | None:
    """
    The arguments that resume ``session``; ``None`` for an agent that cannot.

    ``arguments`` are those that the conversation's agent ran with. Options that hold for a conversation are kept;
    prompts, whatever follows ``--``, choices of a session, modes that print or run once, options that are not
    known, and those whose value is missing are dropped: nothing is said or done a second time. ``mode`` is the
    permission mode last reported, brought back unless the arguments set one themselves.
    """
    if not definition.resume_args or not session:
        return None
    kept = [part for part in cut(definition, arguments) if _is_kept(definition, part)]
    options = [word for part in kept for word in part.words]
    if not any(_sets_permissions(definition, part) for part in kept):
        options += definition.permission_modes.get(mode, ())
    template = (
        definition.resume_args if OPTIONS in definition.resume_args else (OPTIONS, *definition.resume_args)
    )
    words: list[str] = []
    for word in template:
        words += options if word == OPTIONS else [word.replace(SESSION_ID, session)]
    return tuple(words)


def split_command(
    argv: Sequence[str], names: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """
    An agent's command line in two: the words that start it, and its own arguments.

    ``names`` are the base names that the agent goes by. The first part is one word, or an interpreter with its
    options and the script. ``None`` for a wrapper, whose arguments are not the agent's.
    """
    if not argv:
        return None
    if base_name(argv[0]) in names:
        return tuple(argv[:1]), tuple(argv[1:])
    runs = entry(base_name(argv[0]), tuple(argv))
    script = runs.path or runs.name
    if not script or script not in argv or not (_goes_by(script, names) or not is_shell(argv[0])):
        return None
    end = list(argv).index(script) + 1
    return tuple(argv[:end]), tuple(argv[end:])


def _is_kept(definition: AgentDefinition, part: Part) -> bool:
    return part.option in definition.resume_options and part.complete


def _sets_permissions(definition: AgentDefinition, part: Part) -> bool:
    """Whether an option sets what the agent may do unasked; ``--config=sandbox`` is --config with such a value."""
    names = part.option.names if part.option is not None else ()
    return any(
        name in names and (not value or any(given.startswith(value) for given in part.values))
        for name, _, value in _named(definition.permission_options)
    )


def _named(written: Iterable[str]) -> list[tuple[str, str, str]]:
    return [option.partition("=") for option in written]


def _goes_by(script: str, names: Collection[str]) -> bool:
    return posixpath.basename(script) in names or posixpath.splitext(posixpath.basename(script))[0] in names
