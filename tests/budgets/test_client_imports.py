"""What a command costs before it does anything: the modules that the thin client loads, by name."""

import subprocess
import sys
from pathlib import Path

import pytest

import pitwall

SOURCE = str(Path(pitwall.__path__[0]).parent)

CLIENT = {
    "pitwall",
    "pitwall.cli",
    "pitwall.cli.connection",
    "pitwall.cli.stdio",
    "pitwall.cli.talk",
    "pitwall.cli.thin",
    "pitwall.paths",
    "pitwall.version",
}

STDLIB = {"_socket"}

LOADED_ANYWAY = {"time", "_signal"}
"""Built into the interpreter, and loaded at its start by some versions and not by others."""


def run(statement: str) -> "subprocess.CompletedProcess[str]":
    """A bare interpreter's run of the statement; its stderr holds a line for each module, by ``-X importtime``."""
    finding_pitwall = f"import sys; sys.path.append({SOURCE!r}); "
    command = [sys.executable, "-I", "-S", "-X", "importtime", "-c", finding_pitwall + statement]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)


def loaded(done: "subprocess.CompletedProcess[str]") -> set[str]:
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


def beyond_python(done: "subprocess.CompletedProcess[str]") -> set[str]:
    return loaded(done) - loaded(run("import os")) - LOADED_ANYWAY


@pytest.mark.parametrize(
    ("module", "more"),
    [
        ("pitwall.cli.thin", set()),
        ("pitwall.cli.waiting", {"pitwall.cli.waiting"}),
        ("pitwall.cli.hook", {"pitwall.cli.hook"}),
        ("pitwall.durations", {"pitwall.durations"}),
    ],
)
def test_the_client_loads_these_modules_and_no_others(module: str, more: set[str]) -> None:
    assert beyond_python(run(f"import pitwall.cli.thin, {module}")) == CLIENT | STDLIB | more


def test_a_command_that_ran_has_loaded_no_more(tmp_path: Path) -> None:
    """Not even one that fails: the slow modules are for help and for starting a daemon."""
    done = run(
        f"import os; os.environ['PITWALL_HOME'] = {str(tmp_path)!r}; "
        "from pitwall.cli import thin; thin.run(['kill', '1'], 0)"
    )

    assert done.returncode == 1
    assert "pitwall: no daemon runs" in done.stderr
    assert beyond_python(done) == CLIENT | STDLIB
