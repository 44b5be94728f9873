"""``replay`` against the journals and the evidence of real daemons."""

import json
import shutil
import time
from datetime import datetime, timedelta

import pytest
from daemonclient import PATIENCE, Result
from daemons import House, Row
from fakeagents import FakeAgent, install_rules
from windowclient import WindowClient

from pitwall.journal.evidence import segments
from pitwall.wire.window import Act


def replayed(house: House, tab: Row, last: str = "working  turn") -> Result:
    """The tab's timeline, once it ends in what ``last`` says: evidence is on the disk a second or two later."""
    give_up = time.monotonic() + PATIENCE
    while True:
        result = house.run("replay", tab["id"])
        lines = [line for line in result.out.splitlines() if "after event" in line]
        if lines and f" {last} " in lines[-1]:
            return result
        assert time.monotonic() < give_up, result


def in_session(house: House, session: str, name: str) -> Row:
    """A tab of that session in which an agent works, with the evidence of it on disk."""
    with FakeAgent(house) as agent:
        tab = agent.open("-n", name, "-s", session)
        agent.works()
        replayed(house, tab)
    return tab


def panes(told: Result) -> set[str]:
    """The panes that lines of JSON are of."""
    assert told.code == 0, told
    return {json.loads(line)["pane"] for line in told.out.splitlines()}


@pytest.fixture
def working(agent: FakeAgent) -> FakeAgent:
    """An agent that works, in a tab called ``ag``, with the evidence of it on disk."""
    agent.open("-n", "ag")
    agent.works()
    replayed(agent.house, agent.tab)
    return agent


def test_a_copy_of_evidence_tells_the_same_whatever_it_is_called(house: House, working: FakeAgent) -> None:
    copy = house.work / "my-evidence"
    shutil.copy(segments(house.home / "journal" / "evidence")[-1], copy)
    told = house.run("replay", "./my-evidence", "--json")
    assert told.code == 0
    assert house.run("replay", working.tab["id"], "--json").out in told.out


def test_a_file_that_is_no_evidence_is_refused_in_plain_words(house: House) -> None:
    assert house.run("replay", "/etc/passwd") == Result(
        1,
        "",
        "pitwall: /etc/passwd is no file of evidence: name one of the journal's evidence folder, or a copy\n",
    )
    facts = next((house.home / "journal").glob("0*.cborseq"))
    assert "holds no evidence" in house.run("replay", str(facts)).err


def test_inside_a_pane_a_name_means_the_tab_of_its_session(house: House, working: FakeAgent) -> None:
    pane = house.pane(working.tab)["data"]["pane"]
    assert house.ask("session", "new", "-d", "used-last").code == 0
    other = house.pane(in_session(house, "used-last", "ag"))["data"]["pane"]
    assert panes(house.run("replay", "ag", "--json")) == {other}
    assert panes(house.run("replay", "ag", "--json", env={"PITWALL_PANE": pane})) == {pane}
    inside = {"PITWALL_PANE": pane}
    assert panes(house.run("replay", "-s", "used-last", "ag", "--json", env=inside)) == {other}
    gone = {"PITWALL_PANE": "f" * 16}
    assert panes(house.run("replay", "ag", "--json", env=gone)) == {other}, "a pane that is not known"


def test_a_file_in_the_folder_does_not_shadow_the_tab_of_its_name(house: House, working: FakeAgent) -> None:
    pane = house.pane(working.tab)["data"]["pane"]
    for name in ("ag", "1"):
        (house.work / name).write_text("mine")
        assert panes(house.run("replay", name, "--json")) == {pane}
        assert "spinner (working" in house.run("rules", "explain", name).out
        for command, refusal in (
            (("replay", f"./{name}"), "is no file of evidence"),
            (("rules", "explain", f"./{name}"), "holds no saved screen"),
        ):
            result = house.run(*command)
            assert (result.code, result.out) == (1, "")
            assert refusal in result.err


def test_a_file_of_a_name_that_no_tab_has_is_taken_and_the_refusal_says_so(house: House) -> None:
    (house.work / "mine").write_text("mine")
    for command in (("replay", "mine"), ("rules", "explain", "mine")):
        result = house.run(*command)
        assert result.code == 1
        assert result.err.endswith("; it was looked at because no tab is called so\n")
        assert 'no session is named "nosuch"' in house.run(*command, "-s", "nosuch").err


def test_a_folder_without_rules_for_what_is_recorded_is_refused(house: House, working: FakeAgent) -> None:
    tab = working.tab["id"]
    result = house.run("replay", tab, "--rules", str(house.home))
    assert (result.code, result.out) == (1, "")
    inside = str(house.home / "detect")
    assert "has no drift.toml" in result.err
    assert result.err.endswith(f"name {inside!r}\n")
    assert " working  turn " in house.run("replay", tab, "--rules", inside).out
    refused = house.run("replay", tab, "--rules", str(house.work), "--at", "0s")
    assert (refused.code, "name a folder with rules for it" in refused.err) == (1, True)


def moment(house: House, *argv: str) -> Row:
    """A moment that ``replay`` explains, of a tab with one pane."""
    told = house.run("replay", "--json", *argv)
    assert told.code == 0, told
    row: Row = json.loads(told.out)
    return row


def test_a_process_that_has_ended_is_not_shown_as_working(house: House, working: FakeAgent) -> None:
    tab, pane = working.tab["id"], house.pane(working.tab)["data"]["pane"]
    assert moment(house, tab, "--at", "0s")["status"] == "working"
    working.order("exit 4")
    ended = house.until("pane.exited", pane=pane)
    now = moment(house, tab, "--at", "0s")
    assert (now["status"], now["exit_code"], now["after"]) == ("exited", 4, ended["seq"])
    assert "with code 4." in house.run("replay", tab, "--at", "0s").out
    assert moment(house, tab, "--event", str(ended["seq"]))["status"] == "working", "what led to the end"
    house.new("--", "true")
    assert moment(house, tab, "--event", str(ended["seq"] + 1))["status"] == "exited"
    assert "exited         code 4" in house.run("replay", tab).out
    since = house.seq()
    assert house.ask("kill", "-f", tab).code == 0
    closed = house.until("tab.closed", since, tab=tab)
    now = moment(house, tab, "--at", "0s")
    assert (now["status"], now["exit_code"], now["after"]) == ("closed", 4, closed["seq"])


def test_an_agent_that_left_its_shell_is_not_shown_as_working(house: House, agent: FakeAgent) -> None:
    since = house.seq()
    agent.tab = house.new("--", "sh", "-c", "drift; read _", env=agent.environment)
    agent.works()
    agent.order("exit 0")
    house.until("agent.left", since)
    replayed(house, agent.tab, "unknown")
    said = house.run("replay", agent.tab["id"], "--at", "0s").out
    assert "agent: none" in said
    assert "- The agent left at " in said


def test_a_pane_that_was_closed_is_told_of_with_its_tab(house: House, working: FakeAgent) -> None:
    tab, pane = working.tab["id"], house.pane(working.tab)["data"]["pane"]
    assert house.ask("split", tab, "--", "sleep", "60").code == 0
    with WindowClient(house, "attach", tab) as window:
        window.say(Act("close", pane))
        house.until("pane.exited", pane=pane)
    now = moment(house, tab, "--at", "0s")
    assert (now["pane"], now["status"]) == (pane, "closed")


def test_an_agent_lost_in_a_crash_is_not_shown_as_working(own_house: House) -> None:
    install_rules(own_house)
    own_house.start()
    with FakeAgent(own_house) as agent:
        tab = agent.open()["id"]
        agent.works()
        replayed(own_house, agent.tab)
        own_house.kill9()
        between = datetime.now().isoformat()
        own_house.start()
    now = moment(own_house, tab, "--at", "0s")
    assert (now["status"], now["exit_code"]) == ("exited", None)
    assert "its exit code is unknown" in str(now["why"])
    assert "whether it still ran at this moment is not recorded" in str(
        moment(own_house, tab, "--at", between)["why"]
    )


def test_what_is_still_to_come_is_refused(house: House, working: FakeAgent) -> None:
    tab = working.tab["id"]
    tomorrow = (datetime.now() + timedelta(days=1)).isoformat()
    result = house.run("replay", tab, "--at", tomorrow)
    assert (result.code, result.out, "lies in the future" in result.err) == (1, "", True)
    last = house.seq()
    assert house.run("replay", tab, "--event", str(last)).code == 0
    result = house.run("replay", tab, "--event", str(last + 9))
    assert (result.code, result.out) == (1, "")
    assert f"nothing is recorded of event {last + 9}; what is here reaches up to event {last}" in result.err
