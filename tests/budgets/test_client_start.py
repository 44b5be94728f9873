"""How long a command takes from its start to its exit, beside an interpreter that does nothing."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fakedaemon import Peer, client_environment, daemon

from pitwall.wire import frames

ROUNDS = 31

LIMIT = 1.6
"""
The promise is 1.3, measured by ``benchmarks/`` from a wheel on a quiet machine. This one only has to notice
a module that was not meant to be loaded: `socket` alone costs 0.7.
"""


def seconds(command: list[str], environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


@pytest.mark.slow
@pytest.mark.parametrize("argv", [["ls"], ["wait", "1", "--until", "done", "--timeout", "1m"]])
def test_an_answered_command_costs_little_more_than_an_interpreter(argv: list[str], tmp_path: Path) -> None:
    def script(peer: Peer) -> None:
        for _ in range(20):
            peer.send(frames.OUTPUT, b"1  tests  exited  ~/src\n")
        peer.exit(0)

    home = tmp_path / "h"
    home.mkdir()
    environment = client_environment(home)
    main = "import sys; from pitwall.cli.thin import main; sys.exit(main())"
    client: list[float] = []
    nothing: list[float] = []
    with daemon(home, script, again=True):
        for _ in range(ROUNDS):
            nothing.append(seconds([sys.executable, "-c", "pass"], environment))
            client.append(seconds([sys.executable, "-c", main, *argv], environment))

    ratio = statistics.median(client) / statistics.median(nothing)
    print(f"{argv[0]}: {ratio:.2f} x `python -c pass`")
    assert ratio < LIMIT
