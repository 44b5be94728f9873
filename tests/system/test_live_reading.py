"""Real agents' screens, played into real tabs in real time, and waited for as a script does."""

import gzip
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

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
