"""A tab that floods: others go on, the daemon does not grow, and the tab itself is still read."""

import os
from pathlib import Path

import pytest
from daemons import House
from fakeagents import FakeAgent

COLOURS = """\
import itertools, os
for number in itertools.count():
    cells = (f"\\x1b[38;2;{number % 256};{cell};{number // 256 % 256}mé" for cell in range(80))
    os.write(1, ("".join(cells) + "\\r\\n").encode())
    if number % 1000 == 999:
        open(os.environ["COUNT"], "a").write("x")
"""
"""Output that is as slow to draw as any; each thousand lines is noted."""

BUSY = """\
import os
while True:
    os.write(1, b"\\x1b[35mlines and lines\\x1b[m\\r\\n" * 200 + "* working é\\r\\n".encode())
"""
"""An agent that never pauses."""


def memory(pid: int) -> int:
    """Resident bytes (proc(5))."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_another_tab_is_read_while_one_floods(house: House, agent: FakeAgent) -> None:
    house.new("-d", "--", "yes", "a line of a log that nobody reads")
    agent.open()
    agent.works()
    agent.shows("ask Go on?", "blocked")
    agent.shows("idle", "done")


def test_an_agent_that_floods_is_read_meanwhile(house: House) -> None:
    house.python("drift", BUSY)
    tab = house.new("-d", "--", "drift")
    house.until_state(tab, "working")
    assert "lines and lines" in house.ask("capture", tab["id"]).out


@pytest.mark.slow
def test_the_daemon_holds_no_more_than_it_must_of_output_that_is_slow_to_draw(
    house: House, tmp_path: Path
) -> None:
    assert house.daemon_pid is not None
    house.python("colours", COLOURS)
    count = tmp_path / "count"
    count.touch()
    before = memory(house.daemon_pid)
    tab = house.new("-d", "--", "colours", env={"COUNT": str(count)})
    while count.stat().st_size < 4:
        house.ask("capture", tab["id"])
    assert memory(house.daemon_pid) - before < 100 << 20
