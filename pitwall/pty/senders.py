"""Who sent a message: the nearest agent above the process at the other end of a connection."""

from collections.abc import Collection, Mapping

from pitwall.agents.program import Program
from pitwall.agents.recognition import agent_of
from pitwall.pty import processes

_DEEPEST = 32
"""Processes between a hook and its agent that are looked at: shells and wrappers, a few at most."""


def agent_above(pid: int, kinds: Mapping[str, Collection[str]]) -> tuple[int, int] | None:
    """
    Pid and start time of the nearest process above ``pid`` that is an agent; reads the process table.

    An agent that an npm package's script runs goes by the script, which is what the terminal's foreground shows.
    """
    for _ in range(_DEEPEST):
        row = processes.process(pid)
        if row is None or row.parent <= 1:
            return None
        pid = row.parent
        program = processes.program(pid, depth=0)
        kind = _kind(program, kinds)
        if program is not None and kind is not None:
            program = _launched(program, kind, kinds)
            return program.pid, program.began
    return None


def _launched(program: Program, kind: str, kinds: Mapping[str, Collection[str]]) -> Program:
    """
    The outermost process that the agent is: a launcher has the same name, group and terminal as what it runs.

    A nested agent, which is run by the agent's tools, is given a group of its own, or no terminal.
    """
    for _ in range(_DEEPEST):
        row = processes.process(program.pid)
        above = processes.process(row.parent) if row is not None else None
        if row is None or above is None or above.group != row.group:
            return program
        launcher = processes.program(above.pid, depth=0)
        if launcher is None or _kind(launcher, kinds) != kind or not processes.uses_terminal(program.pid):
            return program
        program = launcher
    return program


def _kind(program: Program | None, kinds: Mapping[str, Collection[str]]) -> str | None:
    found = agent_of(program, kinds) if program is not None else None
    return found[0] if found is not None else None
