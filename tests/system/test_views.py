"""``capture``, ``events`` and ``agent …`` against a real daemon: the ways to look at what is so."""

import json
import os
import signal

import pytest
from daemonclient import Result
from daemons import House
from fakeagents import FakeAgent


def prints(house: House, text: str, *flags: str):
    """A tab whose command printed the text, and has ended."""
    tab = house.new(*flags, "--", "printf", text)
    house.until_state(tab, "exited")
    return tab


# capture


def test_capture_prints_the_screen_as_text(house: House) -> None:
    prints(house, r"one\n\033[31mtwo\033[0m  \n\n  three")
    assert house.run("capture", "1") == Result(0, "one\ntwo\n\n  three\n", "")


def test_E01_capture_of_the_alternate_screen_and_back(house: House) -> None:
    prints(house, r"main\n\033[?1049h\033[2J\033[Halt\033[?1049l")
    assert house.ask("capture", "1").out == "main\n"


def test_capture_of_an_empty_screen_is_nothing(house: House) -> None:
    prints(house, "")
    assert house.ask("capture", "1") == Result(0, "", "")


def test_capture_has_the_rows_and_columns_of_the_tab(house: House) -> None:
    prints(house, "".join(rf"line {number}\n" for number in range(30)) + "x" * 25, "--size", "10x20")
    lines = house.ask("capture", "1").out.splitlines()
    assert lines == [*(f"line {number}" for number in range(22, 30)), "x" * 20, "x" * 5]


def test_S01_capture_prints_no_control_characters(house: House) -> None:
    prints(house, r"a\033]0;title\007b\033P+q544e\033\\c\302\233d\000e")
    assert house.ask("capture", "1").out.rstrip("\n").isprintable()


def test_E08_E13_capture_keeps_emoji_and_boxes(house: House) -> None:
    prints(house, r"⚠️ 1 hook\r\n\033(0lqk\033(Bx")
    assert house.ask("capture", "1").out.splitlines() == ["⚠️ 1 hook", "┌─┐x"]


def test_the_programs_question_is_answered_once(house: House) -> None:
    script = r"stty raw -echo; printf '\033[6n'; dd bs=1 count=6 2>/dev/null | od -An -c; stty sane; echo end"
    tab = house.new("--", "sh", "-c", script)
    screen = house.until_shows(tab, "end")
    assert "033   [   1   ;   1   R" in screen


# events


def test_events_are_all_that_happened_in_order(house: House) -> None:
    since = house.seq()
    tab = house.new("-n", "a", "--", "sh", "-c", "exit 3")
    house.until_state(tab, "exited")
    result = house.run("events", "--json", "--since", str(since))
    assert (result.code, result.err) == (0, "")
    events = [json.loads(line) for line in result.out.splitlines()]
    assert [event["seq"] for event in events] == list(range(since + 1, since + len(events) + 1))
    kinds = [event["type"] for event in events if event["type"] != "branch.changed"]
    assert kinds[:4] == ["session.opened", "tab.opened", "pane.opened", "pane.started"]
    assert kinds[-1] == "pane.exited"
    assert events[1]["data"] | {"session": ""} == {
        "tab": tab["id"],
        "session": "",
        "title": "a",
        "detached": False,
    }


def test_events_for_people_are_one_line_each(house: House) -> None:
    house.until_state(house.new("-n", "a\tb", "--", "true"), "exited")
    since = house.seq()
    house.ask("rename", "1", "new name")
    lines = house.run("events", "--since", str(since - 1)).out.splitlines()
    assert [line.isprintable() for line in lines] == [True] * len(lines)
    assert 'title="new name"' in lines[-1]


def test_follow_tells_what_happens_from_now_on(house: House) -> None:
    house.new("-n", "before", "--", "sleep", "60")
    with house.talk("events", "--follow", "--json") as stream:
        house.ls()
        lines = stream.lines()
        for name in ("one", "two", "three"):
            house.ask("rename", "1", name)
        seen = []
        while len(seen) < 3:
            event = json.loads(next(lines))
            if event["type"] == "tab.renamed":
                seen.append(event["data"]["title"])
    assert seen == ["one", "two", "three"]


def test_follow_ends_quietly_when_its_reader_goes(house: House) -> None:
    reader = house.popen("events", "--follow")
    house.until_served(reader)
    house.new("--", "true")
    assert reader.stdout is not None
    assert reader.stdout.readline()
    reader.send_signal(signal.SIGTERM)
    assert reader.wait() == -signal.SIGTERM


@pytest.mark.parametrize("number", ["-1", "x", "1" * 30, "1.5"])
def test_a_number_that_is_none_is_bad_usage(house: House, number: str) -> None:
    result = house.ask("events", f"--since={number}")
    assert (result.code, "is no event number" in result.err) == (2, True)


# agent


def test_agent_status_says_which_signal_decided_and_why(agent: FakeAgent) -> None:
    agent.open("-n", "review")
    agent.shows("ask Run it?", "blocked")
    status = json.loads(agent.house.run("agent", "status", "review").out)
    assert list(status)[:10] == [
        "id",
        "name",
        "kind",
        "status",
        "state",
        "source",
        "detail",
        "running",
        "attached",
        "status_for_ms",
    ]
    assert (status["id"], status["name"], status["kind"]) == (agent.tab["id"], "review", "drift")
    assert (status["status"], status["source"], status["detail"]) == ("blocked", "screen", "Run it?")
    screen = status["screen"]
    assert screen["rules_file"] == str(agent.house.home / "detect" / "drift.toml")
    assert (screen["rule"], screen["state"]) == ("question", "blocked")
    assert screen["region"] == "bottom_non_empty_lines(2)"
    assert "? Run it?" in screen["region_text"]
    assert any("question" in line for line in status["explanation"])
    assert status["rejected_rule_files"] == []


def test_agent_status_says_why_earlier_rules_did_not_match(agent: FakeAgent) -> None:
    agent.open()
    agent.shows("idle", "idle")
    explanation = json.loads(agent.house.ask("agent", "status", "1").out)["explanation"]
    assert any("spinner" in line and "did not match" in line for line in explanation)
    assert any("prompt" in line and "matched" in line for line in explanation)


def test_agent_status_for_people_begins_with_what_it_is(agent: FakeAgent) -> None:
    agent.open("-n", "review")
    agent.shows("ask Run it?", "blocked")
    lines = agent.house.run("agent", "status", "review", "--human").out.splitlines()
    assert lines[0] == "review (drift) — blocked: Run it?  [from screen]"
    assert [line for line in lines if line.startswith("- ")]


def test_agent_status_for_people_says_that_the_process_has_ended(house: House) -> None:
    house.new("-n", "tests", "--", "true")
    house.until_state(house.ls()[0], "exited")
    said = house.run("agent", "status", "tests", "--human").out
    assert said.startswith("tests (no agent) — exited\n")
    assert "- its process has ended with code 0: no signal counts any more\n" in said


def test_agent_status_names_the_rules_of_an_agent_that_was_not_seen_yet(house: House) -> None:
    house.script("gemini", "exec sleep 60")
    house.new("-n", "early", "--", "gemini")
    status = json.loads(house.ask("agent", "status", "early").out)
    assert (status["kind"], status["screen"]["rules_file"].endswith("gemini.toml")) == ("gemini", True)
    assert "screen: not read; its rules are " in house.run("agent", "status", "early", "--human").out


def test_agent_status_of_a_tab_without_an_agent_says_so(house: House) -> None:
    house.new("--", "sleep", "60")
    status = json.loads(house.ask("agent", "status", "1").out)
    assert (status["kind"], status["status"]) == ("", "unknown")
    assert any(
        "no agent is recognised in its foreground (sleep runs)" in line for line in status["explanation"]
    )


def test_agent_list_lists_the_tabs_with_agents(agent: FakeAgent) -> None:
    agent.house.new("--", "sleep", "60")
    agent.open("-n", "review")
    agent.shows("ask Run it?", "blocked")
    lines = agent.house.run("agent", "list").out.splitlines()
    assert lines[0].split() == ["#", "AGENT", "STATE", "NAME", "QUESTION"]
    assert lines[1].split() == ["2", "drift", "blocked", "review", "Run", "it?"]
    assert len(lines) == 2
    assert [row["n"] for row in json.loads(agent.house.ask("agent", "list", "--json").out)] == [2]


def test_H01_an_agents_end_takes_its_status_with_it(agent: FakeAgent) -> None:
    agent.open()
    agent.shows("working", "working")
    os.kill(agent.house.pid(agent.tab), signal.SIGKILL)
    agent.house.until_state(agent.tab, "exited")
    status = json.loads(agent.house.ask("agent", "status", "1").out)
    assert (status["status"], status["running"]) == ("unknown", False)


# titles


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        (r"\033]0;fix the tests\007", "fix the tests"),
        (r"\033]2;⠋ fix the tests\033\\", "fix the tests"),
        (r"\033]0;✳ fix the tests\007", "fix the tests"),
        (r"\033]0;a\007\033[2Jb", "a"),
        (r"\033]0;a \x9b2J b\007", None),
        (r"\033]0;Drift\007", "drift"),
        (r"\033]0;" + "long " * 200 + r"\007", None),
    ],
    ids=["bel", "st", "trap_48", "bel-inside", "c1-inside", "own-name", "long"],
)
def test_S01_trap_48_trap_49_the_title_follows_the_agent(
    agent: FakeAgent, title: str, shown: str | None
) -> None:
    agent.open()
    agent.shows("idle", "idle")
    since = agent.house.seq()
    agent.order(f"print {title}")
    agent.shows("working", "working")
    agent.house.until("status.changed", since=since, status="working")
    row = agent.house.row(agent.tab)
    assert row["title"].isprintable()
    assert len(row["title"]) <= 200
    if shown is not None:
        assert row["title"].startswith(shown)
