"""A start from a snapshot shows what a start from all facts shows, to everybody and in everything."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemonclient import Result
from daemons import House
from endings import stop
from fakeagents import FakeAgent, install_rules
from histories import folder_of, rewrite

from pitwall.events.base import Fact
from pitwall.events.ids import PaneId, SessionId, TabId
from pitwall.events.panes import JobEnded, JobStarted, PaneExited, PaneOpened, PaneStarted
from pitwall.events.sessions import SessionOpened
from pitwall.events.tabs import TabOpened
from pitwall.journal.snapshots import snapshot_name

MAIN, OTHER = ("-s", "main"), ("-s", "other")
RESTORING = ("run.started", "pane.exited", "pane.closed", "pane.opened", "pane.started", "tab.closed")


def snapshots(house: House) -> list[Path]:
    return sorted(folder_of(house.home).glob("snapshot-*"))


def folded(house: House) -> int:
    """How many facts the last start had to fold."""
    lines = [json.loads(line) for line in (house.logs / "daemon.log").read_text().splitlines()]
    return int([line["folded"] for line in lines if line["event"] == "journal read"][-1])


@pytest.fixture
def house(own_house: House) -> House:
    """A house in which much has happened, and whose daemon has stopped."""
    install_rules(own_house)
    own_house.start()
    folder = own_house.work / "caf\udce9"
    folder.mkdir()
    for code in (0, 3):
        tab = own_house.new("-n", f"exit {code}", "--", "sh", "-c", f"exit {code}")
        own_house.until_state(tab, "exited")
    own_house.new("-n", "ran", "--", "sleep", "60")
    own_house.new("-n", "hidden", "-d", "--", "sleep", "60", cwd=folder)
    own_house.new("-n", "shell")
    assert own_house.ask("split", "shell").code == 0
    assert own_house.ask("group", "ran", "work").code == 0
    gone = own_house.new("-n", "gone", "--", "sleep", "60")
    assert own_house.ask("kill", "-f", gone["id"]).code == 0
    assert own_house.ask("move", "ran", "1").code == 0
    assert own_house.ask("session", "new", "-d", "other").code == 0
    own_house.new("-n", "elsewhere", "-s", "other", "--", "true")
    with FakeAgent(own_house) as agent:
        agent.open()
        agent.works()
        agent.shows("idle", "done")
        agent.shows("ask really?", "blocked")
        own_house.ask("rename", agent.tab["id"], "agent")
        stop(own_house)
    return own_house


def seen(house: House, until: int) -> dict[str, object]:
    """What a daemon that has just been started shows, and what is told of the past without one."""
    events = house.events()
    shown: dict[str, object] = {
        "sessions": house.ask("session", "ls", "--json"),
        "agents": house.ask("agent", "list", "--json", *OTHER),
        "events": [event for event in events if event["seq"] <= until],
        "since": [event for event in house.events(until // 2) if event["seq"] <= until],
        "after": sorted(
            (event["type"], str(event["data"].get("tab")))
            for event in events
            if event["seq"] > until and event["type"] in RESTORING
        ),
        "replay": house.run("replay", "agent", *OTHER),
    }
    for session in (MAIN, OTHER):
        shown[f"ls {session}"] = rows = [{**row, "branch": ""} for row in house.ls(*session)]
        for row in rows:
            if row["state"] == "exited":
                tab = row["id"]
                shown[f"wait {tab}"] = house.ask("wait", *session, tab, "--until", "exit")
                shown[f"capture {tab}"] = house.ask("capture", *session, tab)
    return shown


def test_a_start_with_a_snapshot_shows_what_one_without_it_shows(house: House) -> None:
    (kept,) = snapshots(house)
    until = int(kept.stem.partition("-")[2])
    saved = house.work / "saved"
    shutil.copytree(folder_of(house.home), saved)
    house.start()
    assert folded(house) == 0
    with_one = seen(house, until)
    house.kill9()
    house.ended()
    shutil.rmtree(folder_of(house.home))
    shutil.copytree(saved, folder_of(house.home))
    kept.unlink()
    house.start()
    assert folded(house) == until
    assert seen(house, until) == with_one
    assert sum(name.startswith("capture") for name in with_one) == 6
    assert {result.code for result in with_one.values() if isinstance(result, Result)} == {0, 3}
    assert len(house.ask("agent", "list", *OTHER).out.splitlines()) == 2


def test_the_snapshot_of_a_stop_is_no_news_to_verify_dump_and_stats(house: House) -> None:
    (kept,) = snapshots(house)
    assert kept.stat().st_mode & 0o777 == 0o600
    verified = house.run("journal", "verify")
    assert verified.code == 0
    assert f"{kept.name}: whole: " in verified.out
    dump, stats = house.run("journal", "dump"), house.run("journal", "stats")
    kept.unlink()
    assert house.run("journal", "dump") == dump
    assert house.run("journal", "stats") == stats


def test_a_bad_snapshot_is_told_by_verify_and_by_nothing_else(house: House) -> None:
    (kept,) = snapshots(house)
    data = kept.read_bytes()
    kept.write_bytes(data[:100] + bytes([data[100] ^ 1]) + data[101:])
    verified = house.run("journal", "verify")
    assert verified.code == 1
    assert f"{kept.name}: damaged: " in verified.out
    assert house.start() == []
    assert folded(house) == int(kept.stem.partition("-")[2])
    assert house.ls(*MAIN)[0]["title"] == "ran"


def test_facts_behind_the_snapshot_are_folded_after_a_crash(house: House) -> None:
    house.start()
    tab = house.new("-n", "later", "--", "sh", "-c", "exit 9")
    house.until_state(tab, "exited")
    before = house.ls()
    seq = house.seq()
    (kept,) = snapshots(house)
    house.kill9()
    house.start()
    assert folded(house) == seq - int(kept.stem.partition("-")[2])
    assert [row["title"] for row in house.ls()] == [row["title"] for row in before]
    assert house.row(tab) == {**tab, "state": "exited", "exit_code": 9, "branch": house.row(tab)["branch"]}  # type: ignore[index]
    stop(house)
    assert len(snapshots(house)) == 2
    house.start()
    stop(house)
    assert len(snapshots(house)) == 2


def many_facts(count: int) -> Iterator[Fact]:
    session, tab, pane = SessionId("1" * 16), TabId("2" * 16), PaneId("3" * 16)
    yield SessionOpened(session=session, name="main")
    yield TabOpened(tab=tab, session=session, title="busy", detached=False)
    yield PaneOpened(pane=pane, tab=tab, argv=("make",), program="/bin/sh", cwd="/", rows=24, cols=80)  # type: ignore[arg-type]
    yield PaneStarted(pane=pane, tab=tab, pid=1, began=1, boot="an earlier one")
    for _ in range(count // 2 - 2):
        yield JobStarted(pane=pane, name="make")
        yield JobEnded(pane=pane)
    yield PaneExited(pane=pane, code=5)


def test_a_start_that_had_to_fold_many_facts_spares_the_next_one_that(own_house: House) -> None:
    rewrite(own_house.home, many_facts(11_000))
    own_house.start()
    assert folded(own_house) == 11_001
    assert [path.name for path in snapshots(own_house)] == [snapshot_name(11_001)]
    own_house.kill9()
    own_house.start()
    assert folded(own_house) < 10
    assert [(row["title"], row["exit_code"]) for row in own_house.ls()] == [("busy", 5)]


def test_a_start_that_had_few_facts_to_fold_writes_none(own_house: House) -> None:
    rewrite(own_house.home, many_facts(100))
    own_house.start()
    assert snapshots(own_house) == []


def test_a_snapshot_that_cannot_be_written_is_logged_and_no_matter(own_house: House) -> None:
    own_house.start()
    own_house.new("-n", "kept", "--", "true")
    seq = own_house.seq()
    for ahead in range(seq, seq + 40):
        (folder_of(own_house.home) / f"{snapshot_name(ahead)}.new").mkdir()
    stop(own_house)
    assert snapshots(own_house) != []
    assert own_house.log().count('"no snapshot"') == 1
    for path in snapshots(own_house):
        path.rmdir()
    assert own_house.start() == []
    assert [row["title"] for row in own_house.ls()] == ["kept"]
