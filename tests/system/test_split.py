"""``pitwall split`` against a real daemon."""

import signal
from collections.abc import Iterator

import pytest
from daemonclient import Result
from daemons import House, Row
from fakeagents import install_rules


def split(house: House, *argv: str, **options: object) -> None:
    assert house.ask("split", *argv, **options) == Result(0, "", "")


def opened(house: House, tab: Row) -> list[Row]:
    """The panes that were opened in a tab, as their events have them, in order."""
    return [
        event["data"]
        for event in house.events()
        if event["type"] == "pane.opened" and event["data"]["tab"] == tab["id"]
    ]


def resized(house: House, pane: str, rows: int, cols: int) -> None:
    house.until("pane.resized", pane=pane, rows=rows, cols=cols)


def test_a_pane_goes_to_the_right_of_the_main_pane_of_the_tab(house: House) -> None:
    tab = house.new("--size", "24x81", "--", "sleep", "60")
    split(house, tab["id"], "--", "sleep", "61")
    first, second = opened(house, tab)
    assert (second["beside"], second.get("side", "right")) == (first["pane"], "right")
    assert (second["rows"], second["cols"]) == (24, 40)
    resized(house, first["pane"], 24, 40)
    assert len(house.ls()) == 1


def test_a_pane_goes_below_when_told_to(house: House) -> None:
    tab = house.new("--size", "25x80", "--", "sleep", "60")
    split(house, "--below", tab["id"])
    first, second = opened(house, tab)
    assert (second["side"], second["rows"], second["cols"]) == ("below", 12, 80)
    resized(house, first["pane"], 12, 80)


def test_from_within_a_pane_that_pane_is_split(house: House) -> None:
    tab = house.new("--size", "24x81", "--", "sleep", "60")
    split(house, tab["id"], "--", "sleep", "61")
    _, second = opened(house, tab)
    split(house, "--below", pane=second["pane"])
    assert opened(house, tab)[2]["beside"] == second["pane"]


def test_the_command_runs_in_the_callers_folder_and_environment_and_knows_its_pane(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    (house.work / "inner").mkdir()
    told = house.work / "told"
    tell = (
        f'echo "$WORD $(pwd) $PITWALL_PANE $PITWALL_TAB $PITWALL_SESSION" > {told}.new; mv {told}.new {told}'
    )
    split(house, tab["id"], "--", "sh", "-c", tell, cwd=house.work / "inner", env={"WORD": "blue"})
    pane = opened(house, tab)[1]["pane"]
    house.until("pane.exited", pane=pane)
    assert told.read_text() == f"blue {house.work}/inner {pane} {tab['id']} main\n"


def test_a_shell_pane_that_ends_closes_alone_and_its_room_goes_to_the_other(house: House) -> None:
    tab = house.new("--size", "24x81", "--", "sleep", "60")
    shell = house.script("brief-shell", "exit 0")
    split(house, tab["id"], env={"SHELL": str(shell)})
    first, second = opened(house, tab)
    house.until("pane.closed", pane=second["pane"])
    house.until("pane.resized", pane=first["pane"], rows=24, cols=81)
    assert [row["id"] for row in house.ls()] == [tab["id"]]


def test_a_tab_with_several_panes_is_killed_whole(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    split(house, tab["id"], "--", "sleep", "61")
    before = set(house.processes())
    assert house.ask("kill", "-f", tab["id"]).code == 0
    assert house.ls() == []
    assert len(before - set(house.processes())) == 2


def test_a_command_that_cannot_be_started_leaves_no_pane(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    result = house.ask("split", tab["id"], "--", "no-such-program")
    assert (result.code, result.out) == (1, "")
    assert "no program 'no-such-program'" in result.err
    broken = house.script("broken", "true", interpreter="/no/interpreter")
    assert house.ask("split", tab["id"], "--", str(broken)).code == 1
    assert house.row(tab) is not None
    house.until("pane.closed", pane=opened(house, tab)[-1]["pane"])


def test_what_has_no_room_is_not_split(house: House) -> None:
    tab = house.new("--size", "2x2", "--", "sleep", "60")
    result = house.ask("split", tab["id"])
    assert result == Result(
        1, "", "pitwall: there is no room to split that pane: close another, or make the window larger\n"
    )
    assert len(opened(house, tab)) == 1


def test_outside_of_any_pane_the_tab_must_be_named(house: House) -> None:
    house.new("--", "sleep", "60")
    assert "which tab?" in house.ask("split").err
    assert house.ask("split", "--right", "--below", "1").code == 2


@pytest.fixture
def restarting(own_house: House) -> Iterator[House]:
    install_rules(own_house)
    own_house.start()
    return own_house


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_shells_of_a_split_tab_come_back_in_their_places(restarting: House, end: signal.Signals) -> None:
    house = restarting
    shell = house.script("my-shell", 'echo "shell of $(stty size)"; exec sleep 60')
    tab = house.new("--size", "24x81", env={"SHELL": str(shell)})
    split(house, tab["id"], "--below", env={"SHELL": str(shell)})
    split(house, tab["id"], "--", "sleep", "60")
    panes = [pane["pane"] for pane in opened(house, tab)]
    resized(house, panes[0], 11, 40)
    house.signal(end)
    assert house.start() == []
    house.until_shows(tab, "shell of 11 40")
    since = house.seq()
    split(house, tab["id"], "--", "sleep", "60")
    assert [pane["pane"] for pane in opened(house, tab)[:3]] == panes
    fourth = opened(house, tab)[3]
    assert (fourth["beside"], fourth["rows"], fourth["cols"]) == (panes[0], 11, 20)
    house.until("pane.resized", since, pane=panes[0], rows=11, cols=19)
