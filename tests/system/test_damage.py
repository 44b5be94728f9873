"""A daemon whose journal was damaged: it starts, says so, and keeps what can be kept (SEMANTICS 8, TRAPS 41)."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from daemons import PATIENCE, House
from endings import stop
from histories import begin_segment, folder_of, segments, write_newer_format

from pitwall.journal.verify import verify

Damage = Callable[[Path], None]


def torn_tail(segment: Path) -> None:
    os.truncate(segment, segment.stat().st_size - 3)


def garbage_behind(segment: Path) -> None:
    with segment.open("ab") as file:
        file.write(b"\xff" * 100)


def flipped_bit(segment: Path) -> None:
    """One bit of the fact that the last tab was opened, with several facts behind it."""
    data = bytearray(segment.read_bytes())
    data[data.rindex(b"tab.opened")] ^= 1
    segment.write_bytes(data)


@pytest.fixture
def house(own_house: House) -> House:
    """A house with two tabs whose commands have exited, and without a daemon."""
    own_house.start()
    for code in (5, 6):
        tab = own_house.new("--", "sh", "-c", f"exit {code}")
        own_house.until_state(tab, "exited")
    own_house.kill9()
    return own_house


@pytest.mark.parametrize("damage", [torn_tail, garbage_behind, flipped_bit])
def test_S10_trap_41_a_damaged_journal_is_cut_kept_aside_and_spoken_of(house: House, damage: Damage) -> None:
    segment = segments(house.home)[-1]
    damage(segment)
    warnings = house.start()
    assert len(warnings) == 1
    assert warnings[0].startswith("pitwall: ")
    assert segment.name.partition(".")[0] in warnings[0]
    assert [path for path in folder_of(house.home).iterdir() if path.name.startswith(f"{segment.stem}.")]
    assert warnings[0] in house.ask("daemon", "status").out
    assert house.ls()[0]["exit_code"] == 5, "what stood before the damage is as it was"
    tab = house.new("--", "sh", "-c", "exit 7")
    assert house.ask("wait", tab["id"], "--until", "exit").code == 7
    before = house.ls()
    house.kill9()
    assert house.start() == [], "it is said once"
    assert house.ls() == before


def test_damage_in_what_a_snapshot_spared_the_start_is_told_once_the_daemon_is_at_work(house: House) -> None:
    house.start()
    stop(house)
    begin_segment(house.home)
    spared, _ = segments(house.home)
    flipped_bit(spared)
    assert house.start() == []
    rows = house.ls()
    assert [row["exit_code"] for row in rows] == [5, 6]
    give_up = time.monotonic() + PATIENCE
    while f"the journal's {spared.name} is damaged behind entry" not in house.ask("daemon", "status").out:
        assert time.monotonic() < give_up, house.log()
        os.sched_yield()
    assert f"{spared.name} is damaged" in house.log()
    assert house.ls() == rows


def test_a_torn_exit_leaves_the_tab_with_its_code_unknown(house: House) -> None:
    torn_tail(segments(house.home)[-1])
    house.start()
    assert [(row["state"], row["exit_code"]) for row in house.ls()] == [("exited", 5), ("exited", None)]


def test_trap_41_a_journal_of_a_newer_format_is_left_untouched(house: House) -> None:
    write_newer_format(house.home)
    before = {path: path.read_bytes() for path in segments(house.home)}
    warnings = house.start()
    assert len(warnings) == 1
    assert "pitwall 9.0" in warnings[0]
    assert house.ls() == []
    house.new("-n", "beside", "--", "true")
    house.kill9()
    assert house.start() == warnings
    assert [row["title"] for row in house.ls()] == ["beside"]
    assert {path: path.read_bytes() for path in segments(house.home)} == before


def test_an_empty_journal_folder_is_a_new_one(house: House) -> None:
    for path in folder_of(house.home).iterdir():
        if path.is_file():
            path.unlink()
    assert house.start() == []
    assert house.ls() == []


def test_a_folder_that_cannot_be_written_is_an_error_that_says_which(own_house: House) -> None:
    folder = folder_of(own_house.home)
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("not a folder")
    result = own_house.run("new", "--", "true")
    assert (result.code, result.out) == (1, "")
    assert str(folder) in result.err


def test_S10_a_second_daemon_is_refused_and_the_first_goes_on(house: House) -> None:
    house.start()
    with pytest.raises(AssertionError, match="another pitwall daemon writes the journal"):
        house.start()
    assert len(house.ls()) == 2


def test_what_verify_says_of_a_journal_after_a_crash(house: House) -> None:
    result = house.run("journal", "verify")
    assert result.code == 0
    assert verify(folder_of(house.home)).whole
    flipped_bit(segments(house.home)[-1])
    assert house.run("journal", "verify").code == 1
