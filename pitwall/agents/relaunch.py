"""
The command line by which a pane's agent takes its conversation up again after a restart (SEMANTICS 8; pure).

It goes through the login shell, so that PATH and keys are as in a new terminal; the words are passed to the shell as
arguments, and never read by it.
"""

import posixpath
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pitwall.agents.definition import AgentDefinition
from pitwall.agents.launch import launch
from pitwall.agents.resume import resume_arguments, split_command

_JOB_CONTROL = frozenset({"bash", "zsh"})
"""Shells that run a command with job control when they are told to be interactive."""
_OTHER_SYNTAX = frozenset({"fish", "csh", "tcsh", "nu", "elvish", "xonsh", "pwsh", "osh", "ysh"})
"""Shells that a POSIX command text means something else to: ``/bin/sh`` takes their place."""

_RUN = 'exec "$0" "$@"'
_RUN_THEN_SHELL = 'shell=$0; "$@"; exec "$shell" -l'


@dataclass(frozen=True, slots=True)
class Ran:
    """
    What ran: the agent's command line, the absolute path of its program, and what is known of its conversation.

    ``program`` is empty for an agent that was typed in a shell: it is found on the PATH as it was then.
    """

    argv: tuple[str, ...]
    program: str
    conversation: str
    mode: str


def words(
    definition: AgentDefinition,
    ran: Ran,
    *,
    hook: str,
    read_settings: Callable[[str], str],
    new_id: Callable[[], str],
) -> tuple[str, ...] | None:
    """The words that resume the conversation; ``None`` for an agent that cannot, or a command not understood."""
    names = (definition.command, *definition.process_names, *definition.aliases)
    parts = split_command(ran.argv, names)
    if parts is None:
        return None
    start, arguments = parts
    resumed = resume_arguments(definition, arguments, session=ran.conversation, mode=ran.mode)
    if resumed is None:
        return None
    direct = len(start) == 1
    command = definition.command if direct else start[0]
    if not direct:
        return (ran.program or command, *start[1:], *resumed)
    launched = launch(
        definition, (command, *resumed), hook=hook, read_settings=read_settings, new_id=new_id
    ).argv
    return (ran.program or command, *launched[1:])


def through_shell(shell: str, argv: Sequence[str], *, then_shell: bool) -> tuple[str, tuple[str, ...]]:
    """
    Program and arguments that run ``argv`` from a login shell.

    ``then_shell``: with job control, and the shell itself is there when the command has ended.
    """
    name = posixpath.basename(shell)
    runner = "/bin/sh" if name in _OTHER_SYNTAX or not name else shell
    runner_name = posixpath.basename(runner)
    if not then_shell:
        return runner, (runner_name, "-lc", _RUN, *argv)
    flags = "-lic" if runner_name in _JOB_CONTROL else "-lc"
    return runner, (runner_name, flags, _RUN_THEN_SHELL, shell, *argv)
