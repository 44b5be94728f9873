"""Who sent a message: the nearest agent above the process at the other end of a connection."""

from collections.abc import Collection, Mapping

from pitwall.agents.recognition import agent_of
from pitwall.pty import processes

_DEEPEST = 32
"""Processes between a hook and its agent that are looked at: shells and wrappers, a few at most."""


def agent_above(pid: int, kinds: Mapping[str, Collection[str]]) -> tuple[int, int] | None:
    """Pid and start time of the nearest process above ``pid`` that is an agent; reads the process table."""
    for _ in range(_DEEPEST):
        row = processes.process(pid)
        if row is None or row.parent <= 1:
            return None
        pid = row.parent
        program = processes.program(pid, depth=0)
        if program is not None and agent_of(program, kinds) is not None:
            return program.pid, program.began
    return None
