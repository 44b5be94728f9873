"""A hook is of the agent it was sent from, whatever launched that; never of one further out."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from pitwall.agents.program import Program
from pitwall.pty import processes
from pitwall.pty.process import Process
from pitwall.pty.senders import agent_above

KINDS: Mapping[str, tuple[str, ...]] = {"claude": (), "codex": ()}


@dataclass(frozen=True)
class Row:
    """A process of a made-up table; it began at ten times its pid."""

    command: str
    parent: int
    group: int
    terminal: bool = True
    script: str = ""


def given(monkeypatch: pytest.MonkeyPatch, table: Mapping[int, Row]) -> None:
    """Have the process table be this one."""

    def process(pid: int) -> Process | None:
        row = table.get(pid)
        return Process(pid, row.parent, row.group, 2, 10 * pid, row.command) if row else None

    def program(pid: int, *, depth: int) -> Program | None:
        row = table.get(pid)
        if row is None:
            return None
        argv = (row.command, row.script) if row.script else (row.command,)
        return Program(pid, 10 * pid, f"/usr/bin/{row.command}", row.command, argv, row.script)

    monkeypatch.setattr(processes, "process", process)
    monkeypatch.setattr(processes, "program", program)
    monkeypatch.setattr(processes, "uses_terminal", lambda pid: table[pid].terminal)


SHELL = Row("bash", parent=1, group=2)


def test_a_hook_is_of_the_nearest_agent_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, {2: SHELL, 3: Row("claude", 2, 3), 4: Row("sh", 3, 3), 5: Row("pitwall", 4, 3)})
    assert agent_above(5, KINDS) == (3, 30)


def test_without_an_agent_above_it_a_hook_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, {2: SHELL, 5: Row("pitwall", 2, 5)})
    assert agent_above(5, KINDS) is None


def test_an_agent_that_its_packages_script_runs_goes_by_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Row("node", 2, 3, script="/opt/node_modules/@openai/codex/bin/codex.js")
    given(monkeypatch, {2: SHELL, 3: script, 4: Row("codex", 3, 3), 5: Row("pitwall", 4, 5)})
    assert agent_above(5, KINDS) == (3, 30)


@pytest.mark.parametrize(
    "nested",
    [Row("codex", 3, 4), Row("codex", 3, 3, terminal=False), Row("claude", 3, 3)],
    ids=["own group", "no terminal", "another kind"],
)
def test_H08_a_nested_agents_hook_is_its_own(monkeypatch: pytest.MonkeyPatch, nested: Row) -> None:
    given(monkeypatch, {2: SHELL, 3: Row("codex", 2, 3), 4: nested, 5: Row("pitwall", 4, 4)})
    assert agent_above(5, KINDS) == (4, 40)


def test_a_nested_agent_behind_a_shell_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {
        2: SHELL,
        3: Row("codex", 2, 3),
        4: Row("sh", 3, 3),
        5: Row("codex", 4, 3),
        6: Row("pitwall", 5, 3),
    }
    given(monkeypatch, table)
    assert agent_above(6, KINDS) == (5, 50)
