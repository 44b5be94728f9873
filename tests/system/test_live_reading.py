"""Real agents' screens, played into real tabs in real time: waited for as a script does, told again by replay."""

import gzip
import importlib
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest
from daemonclient import Result
from daemons import House

ROOT = Path(__file__).parents[2]
PLAYER = ROOT / "scripts" / "play" / "claude"

BASH = Result(2, "blocked: npm test --silent && touch .tested\n", "")
TRUST = Result(2, "blocked: Trust this folder?\n", "")
DONE = Result(0, "done\n", "")

EXPECTED = {
    "claude__bash-approve__40x120": [BASH, DONE],
    "claude__say__24x80": [DONE],
    "claude__adv-text__40x120": [DONE],
    "claude__trust__24x80": [TRUST, DONE],
}
"""What each ``wait --until done`` comes to, one after the other; the answers are in the recordings."""

PATIENCE = 60.0


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module("live_reading")


def waits(house: House, name: str) -> list[Result]:
    """Play a recording, and wait for done until that comes: again after each dialog, once that has gone."""
    recording = ROOT / "tests" / "recordings" / f"{name}.rec.jsonl.gz"
    with gzip.open(recording, "rt", encoding="utf-8") as lines:
        header = json.loads(next(lines))
    size = f"{header['rows']}x{header['cols']}"
    tab = house.new("-n", name, "--size", size, "--", sys.executable, str(PLAYER), str(recording))
    ended: list[Result] = []
    while not ended or ended[-1].code == 2:
        ended.append(house.run("wait", tab["id"], "--until", "done", timeout=PATIENCE))
        house.until_row(tab, lambda row: row["state"] != "blocked")
    return ended


@pytest.mark.slow
def test_a_wait_for_an_agent_ends_with_its_question_and_then_with_its_turn(house: House) -> None:
    with ThreadPoolExecutor(len(EXPECTED)) as scripts:
        ended = scripts.map(lambda name: waits(house, name), EXPECTED)
    assert dict(zip(EXPECTED, ended, strict=True)) == EXPECTED
    assert house.failures() == []


@pytest.mark.slow
def test_a_plan_that_waits_for_its_user_is_blocked_though_its_agent_reports_done(
    own_house: House, live: ModuleType
) -> None:
    own_house.start()
    recording = live.load(live.path_of("codex__plan__40x120"))
    tab, _ = live.Stage(own_house).open(recording)
    result = own_house.run("wait", tab["id"], "--until", "done", timeout=PATIENCE)
    assert result == Result(2, "blocked: Implement this plan?\n", "")


def test_what_is_told_of_an_agent_is_what_its_recording_says_and_what_replay_says(
    own_house: House, live: ModuleType
) -> None:
    _, problems = live.disagreements(own_house, ["codex__say__24x80"])
    assert problems == []


@pytest.mark.slow
def test_ten_agents_at_once_are_told_of_as_alone_and_so_does_replay_even_after_a_crash(
    own_house: House, live: ModuleType
) -> None:
    played, problems = live.disagreements(own_house, live.USUAL)
    assert problems == []
    assert len(played) == len(live.USUAL) > 10
