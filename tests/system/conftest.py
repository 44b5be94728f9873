"""Real daemons: one that a worker's tests share, each leaving it empty, and one of its own for a test that hurts it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from daemons import House
from daemons import house as built
from fakeagents import FakeAgent, install_rules


@pytest.fixture(scope="session")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with built(tmp_path_factory.mktemp("house")) as house:
        install_rules(house)
        house.start()
        yield house
        assert house.failures() == []


@pytest.fixture
def house(shared_house: House) -> Iterator[House]:
    """A house whose daemon runs and has no tab; it knows the rules of the kind ``drift``."""
    assert shared_house.ls() == []
    yield shared_house
    shared_house.clear()


@pytest.fixture
def agent(house: House) -> Iterator[FakeAgent]:
    """An agent of the kind ``drift``, not started yet."""
    with FakeAgent(house) as drift:
        yield drift


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A house of the test's own, without a daemon so far."""
    with built(tmp_path / "house") as house:
        yield house
