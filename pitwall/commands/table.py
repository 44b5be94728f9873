"""Every command of pitwall, by name."""

from collections.abc import Mapping

from pitwall.commands import (
    agent,
    agent_kinds,
    attach,
    capture,
    completion,
    config,
    daemon,
    demo,
    detach,
    events,
    group,
    hook,
    hooks,
    journal,
    kill,
    logs,
    ls,
    move,
    new,
    rename,
    replay,
    rules,
    rules_check,
    session,
    skill,
    split,
    wait,
)
from pitwall.commands.command import Command

COMMANDS: Mapping[str, Command] = {
    command.name: command
    for command in (
        new.COMMAND,
        split.COMMAND,
        wait.COMMAND,
        ls.COMMAND,
        attach.WINDOW,
        attach.COMMAND,
        detach.COMMAND,
        rename.COMMAND,
        move.COMMAND,
        group.COMMAND,
        kill.COMMAND,
        capture.COMMAND,
        events.COMMAND,
        *agent.COMMANDS,
        agent_kinds.COMMAND,
        hook.COMMAND,
        *session.COMMANDS,
        *daemon.COMMANDS,
        *journal.COMMANDS,
        replay.COMMAND,
        *rules.COMMANDS,
        *rules_check.COMMANDS,
        *config.COMMANDS,
        *completion.COMMANDS,
        *hooks.COMMANDS,
        *skill.COMMANDS,
        logs.COMMAND,
        demo.COMMAND,
    )
}
"""In the order of ``pitwall --help``."""
