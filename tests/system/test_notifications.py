"""The desktop tells of tabs while no window is attached."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemonclient import PATIENCE
from daemons import House
from fakeagents import FakeAgent, install_rules
from procfs import readable
from windowclient import WindowClient


class Desktop:
    """Stands for ``notify-send``: each notification is a line of a named pipe, title and text behind a tab."""

    def __init__(self, house: House) -> None:
        pipe = house.work / "desktop"
        os.mkfifo(pipe)
        self._pipe = os.open(pipe, os.O_RDWR)
        self._said = b""
        house.script("notify-send", f'printf "%s\\t%s\\n" "$3" "$4" > {pipe}')

    def shows(self) -> str:
        """The next notification, waited for."""
        while b"\n" not in self._said:
            assert readable(self._pipe, PATIENCE), "the desktop was not told of anything"
            self._said += os.read(self._pipe, 4096)
        line, _, self._said = self._said.partition(b"\n")
        return line.decode()

    def close(self) -> None:
        os.close(self._pipe)


@pytest.fixture
def house(own_house: House) -> House:
    install_rules(own_house)
    own_house.start()
    return own_house


@pytest.fixture
def desktop(own_house: House) -> Iterator[Desktop]:
    built = Desktop(own_house)
    yield built
    built.close()


@pytest.fixture
def agent(house: House) -> Iterator[FakeAgent]:
    with FakeAgent(house) as drift:
        drift.open("-n", "api")
        drift.works()
        yield drift


def test_an_agent_that_asks_and_a_command_that_fails(
    house: House, desktop: Desktop, agent: FakeAgent
) -> None:
    agent.shows("ask Run <b>rm</b>?", "blocked")
    assert desktop.shows() == "#1 api\tRun &lt;b&gt;rm&lt;/b&gt;?"
    go = house.work / "go"
    os.mkfifo(go)
    tab = house.new("-n", "tests", "--", "sh", "-c", f"read word < {go}; exit 3", "secret-argument")
    house.until_state(tab, "running")
    go.write_text("now\n")
    assert desktop.shows() == "#2 tests\tfailed: exit 3"


def test_what_a_window_is_told_of_the_desktop_is_not(
    house: House, desktop: Desktop, agent: FakeAgent
) -> None:
    other = house.new("--", "sleep", "60")
    with WindowClient(house, "attach", other["id"]) as window:
        agent.shows("ask Run rm?", "blocked")
        window.until(lambda: bool(window.notices), "a notice")
        connected = house.connections()
    while house.connections() >= connected:
        pass
    agent.order("exit 6")
    assert desktop.shows() == "#1 api\tfailed: exit 6"


def test_what_was_so_before_the_daemon_started_is_no_news(house: House, desktop: Desktop) -> None:
    config = Path(house.home, "config.toml")
    config.write_text("[notifications]\nfailed = 'off'\n")
    house.new("-n", "before", "--", "sh", "-c", "exit 3")
    house.until("pane.exited", code=3)
    house.kill9()
    config.unlink()
    house.start()
    go = house.work / "go"
    os.mkfifo(go)
    house.until_state(house.new("-n", "after", "--", "sh", "-c", f"read word < {go}; exit 4"), "running")
    go.write_text("now\n")
    assert desktop.shows() == "#2 after\tfailed: exit 4"


def test_levels_are_heeded_as_the_configuration_changes(
    house: House, desktop: Desktop, agent: FakeAgent
) -> None:
    config = Path(house.home, "config.toml")
    config.write_text("[notifications]\nblocked = 'bell'\ndone = 'off'\n")
    agent.shows("ask Run rm?", "blocked")
    agent.works()
    agent.shows("idle", "done")
    agent.order("exit 6")
    assert desktop.shows() == "#1 api\tfailed: exit 6"


def test_a_program_that_is_missing_or_fails_harms_nobody(house: House, agent: FakeAgent) -> None:
    house.script("notify-send", "exit 1")
    agent.shows("ask Run rm?", "blocked")
    agent.shows("working", "working")
    house.script("notify-send", "", interpreter="/no/interpreter")
    agent.order("exit 6")
    house.until_state(agent.tab, "exited")
    assert house.failures() == []


def test_a_configuration_that_is_wrong_is_told_at_the_start(own_house: House) -> None:
    Path(own_house.home, "config.toml").write_text("sidebar = 3\n")
    (warning,) = own_house.start()
    assert warning.endswith("config.toml: line 1: sidebar: 3 is out of range; write a number from 16 to 200")
    assert "sidebar: 3 is out of range" in own_house.ask("daemon", "status").out
