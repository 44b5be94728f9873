"""Whatever bytes a program writes: its own tab's actors do not fail, and no other tab is disturbed."""

import random
from pathlib import Path

import pytest
import terminal_streams
from daemons import House
from fakeagents import FakeAgent

PLAYER = r"""
import os, sys, termios, tty
tty.setraw(0)
for path in sorted(os.listdir(os.environ["STREAMS"])):
    with open(os.path.join(os.environ["STREAMS"], path), "rb") as file:
        data = file.read()
    while data:
        data = data[os.write(1, data):]
os.write(1, b"\x18\x1b\\\x1bcplayed to the end\r\n* working\r\n")
sys.stdin.buffer.read()
"""
"""Writes every stream to its terminal, in order, and then puts that in order again. Answers are not read."""


def streams(seed: int, count: int) -> list[bytes]:
    """Random bytes, random sequences, and stretches of what agents wrote with bytes changed, by turns."""
    source = random.Random(seed)
    recordings = terminal_streams.recordings()
    makers = (
        lambda: source.randbytes(source.randrange(2000)),
        lambda: terminal_streams.random_stream(source),
        lambda: terminal_streams.mutated(source, terminal_streams.recorded(source.choice(recordings))[2]),
    )
    return [makers[number % 3]() for number in range(count)]


def play(house: House, folder: Path, seed: int, count: int) -> None:
    print(f"seed {seed}")
    folder.mkdir()
    for number, data in enumerate(streams(seed, count)):
        (folder / f"{number:05}").write_bytes(data)
    since = house.seq()
    bystander = house.new("-n", "bystander", "--", "printf", r"quiet\nscreen")
    house.until_state(bystander, "exited")
    with FakeAgent(house) as agent:
        agent.open()
        agent.shows("ask Still here?", "blocked")
        house.python("drift", PLAYER)
        tab = house.new("--size", "24x80", "--", "drift", env={"STREAMS": str(folder)})
        house.until_shows(tab, "played to the end")
        house.until_state(tab, "working")
        assert agent.house.row(agent.tab)["question"] == "Still here?"
        agent.shows("working", "working")
    assert house.ask("capture", bystander["id"]).out == "quiet\nscreen\n"
    assert house.failures(since) == []
    assert all(row["title"].isprintable() and row["question"].isprintable() for row in house.ls())


def test_500_random_and_mutated_streams_raise_nothing_and_disturb_nobody(
    house: House, tmp_path: Path
) -> None:
    play(house, tmp_path / "streams", seed=random.SystemRandom().getrandbits(32), count=500)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_2000_random_and_mutated_streams_raise_nothing_and_disturb_nobody(
    house: House, tmp_path: Path, seed: int
) -> None:
    play(house, tmp_path / "streams", seed, count=2000)


@pytest.mark.parametrize("sequence", [r"\033[?996n", r"\033[?6n", r"\033[?1r", r"\033[?4m", r"\033[?3g"])
def test_E03_odd_sequences_are_survived_and_what_follows_is_shown(house: House, sequence: str) -> None:
    since = house.seq()
    tab = house.new("--", "printf", f"{sequence}ok")
    house.until_state(tab, "exited")
    assert house.ask("capture", tab["id"]).out.startswith("ok"), "an answer to it may be echoed behind that"
    assert house.failures(since) == []


def test_S05_a_rule_that_would_hang_other_engines_stalls_nobody(own_house: House) -> None:
    rules = own_house.home / "detect"
    rules.mkdir()
    (rules / "drift.toml").write_text(
        "[[rules]]\nid = 'bad'\nstate = 'working'\nregex = ['(a|aa)+$', '(a*)*$', 'b$']\n"
    )
    own_house.start()
    own_house.python("drift", "print(('a' * 5000 + 'b') * 3); input()")
    tab = own_house.new("--size", "100x1000", "--", "drift")
    own_house.until_row(tab, lambda row: row["agent"] == "drift")
    other = own_house.new("--", "sh", "-c", "exit 4")
    assert own_house.ask("wait", other["id"], "--until", "exit").code == 4
