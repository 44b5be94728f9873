"""Programs as recognition sees them, written as command lines."""

import shlex

from pitwall.agents.program import Program


def program(
    line: str,
    *,
    executable: str | None = None,
    comm: str | None = None,
    script: str = "",
    commands: tuple[str, ...] = (),
    children: tuple[Program, ...] = (),
) -> Program:
    """The program a command line runs; executable and comm follow from its first word if not given."""
    argv = tuple(shlex.split(line))
    first = argv[0] if argv else ""
    if executable is None:
        executable = (
            f"/usr/bin/{first.rpartition('/')[2].removeprefix('-')}" if " " not in first else "/usr/bin/node"
        )
    if comm is None:
        comm = executable.rpartition("/")[2][:15]
    return Program(
        pid=100,
        began=1,
        executable=executable,
        comm=comm,
        argv=argv,
        script=script,
        commands=commands,
        children=children,
    )
