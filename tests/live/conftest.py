"""Real agents, each in a house with a daemon of its own; they reach nothing but the scripted model."""

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemons import House
from daemons import house as built
from liveagents import AGENTS, MAKERS, LiveAgent
from livemodel import Server
from windowclient import WindowClient


@pytest.fixture(autouse=True)
def offline() -> None:
    """Agents are started where there is no network but loopback, and nowhere else."""
    if AGENTS not in os.environ:
        pytest.skip("scripts/live says how the real agents are driven")
    if [name for _, name in socket.if_nameindex()] != ["lo"]:
        pytest.fail("there is a network here: run `scripts/live`, which starts these tests without any")


@pytest.fixture
def server(offline: None) -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def live_house(tmp_path: Path, offline: None) -> Iterator[House]:
    with built(tmp_path / "house") as house:
        yield house


@pytest.fixture
def live_agent(
    request: pytest.FixtureRequest, live_house: House, server: Server, monkeypatch: pytest.MonkeyPatch
) -> LiveAgent:
    """The agent that the test is parametrised with, by kind; whatever the house starts has its environment."""
    agent = MAKERS[request.param](live_house, server)
    if not agent.program.exists():
        pytest.skip(f"{agent.program} is not installed")
    for name, value in agent.environ.items():
        monkeypatch.setenv(name, value)
    return agent


@pytest.fixture
def window(live_house: House, live_agent: LiveAgent) -> Iterator[WindowClient]:
    """A window that nobody looks at: it presses keys, and a done stays shown. The daemon runs, with hooks in place."""
    live_agent.install_hooks(live_house)
    live_house.start()
    with WindowClient(live_house, size=(40, 120), focused=False) as window:
        yield window
