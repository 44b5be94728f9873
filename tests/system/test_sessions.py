"""``pitwall session …`` against a real daemon (SEMANTICS 2 and 7)."""

import json

import pytest
from daemonclient import Result
from daemons import House


def names(house: House) -> list[str]:
    return [row["name"] for row in json.loads(house.ask("session", "ls", "--json").out)]


def test_the_first_session_is_main_and_the_next_ones_are_numbered(house: House) -> None:
    for expected in ("main", "2", "3"):
        result = house.ask("session", "new", "-d")
        assert (result.code, result.out, result.err) == (0, f"{expected}\n", "")
    assert names(house) == ["main", "2", "3"]


def test_a_session_begins_with_a_shell_in_the_folder_given(house: House) -> None:
    (house.work / "api").mkdir()
    assert house.run("session", "new", "-d", "api", "api").out == "api\n"
    rows = house.ls("-s", "api")
    assert [(row["cwd"], row["state"]) for row in rows] == [(f"{house.work}/api", "running")]


def test_a_session_is_picked_by_its_name_or_a_unique_prefix(house: House) -> None:
    for name in ("web", "work", "w"):
        house.ask("session", "new", "-d", name)
    assert house.ask("new", "-s", "we", "-n", "found", "--", "true").code == 0
    assert [row["title"] for row in house.ls("-s", "web")][1:] == ["found"]
    assert house.ask("ls", "-s", "w").code == 0, "an exact name is no prefix"
    assert house.ask("ls", "-s", "wo").code == 0
    assert house.ask("ls", "-s", "x").code == 1
    house.ask("session", "kill", "-f", "w")
    result = house.ask("ls", "-s", "w")
    assert result == Result(1, "", 'pitwall: "w" fits several sessions: web, work; write more of the name\n')


def test_flags_may_stand_before_the_command(house: House) -> None:
    house.ask("session", "new", "-d", "api")
    assert house.run("-s", "api", "new", "-n", "x", "--", "true").out == "#2\n"


def test_the_most_recently_used_session_is_the_one_meant(house: House) -> None:
    house.ask("session", "new", "-d", "a")
    house.ask("session", "new", "-d", "b")
    assert house.new("-n", "in b", "--", "true")["n"] == 2
    assert house.ask("new", "-s", "a", "--", "true").code == 0
    assert house.new("-n", "in a", "--", "true")["n"] == 3
    assert house.ask("new", "-s", "b", "--", "true").code == 0
    assert house.new("-n", "in b again", "--", "true")["n"] == 4


def test_an_id_is_found_in_any_session_unless_one_is_named(house: House) -> None:
    house.ask("session", "new", "-d", "a")
    tab = house.new("-n", "kept", "--", "sleep", "60")
    house.ask("session", "new", "-d", "b")
    assert house.ask("capture", "kept").code == 1
    assert house.ask("capture", tab["id"]).code == 0
    assert house.ask("capture", "-s", "a", tab["id"]).code == 0
    refused = house.ask("capture", "-s", "b", tab["id"])
    assert (refused.code, f'no tab of session "b" is named "{tab["id"]}"' in refused.err) == (1, True)


def test_what_a_stop_would_end_is_told_with_its_session_where_there_are_several(house: House) -> None:
    house.ask("session", "new", "-d", "a")
    house.new("-n", "one", "--", "sleep", "60")
    house.ask("session", "new", "-d", "b")
    refused = house.ask("daemon", "stop")
    assert refused.code == 1
    assert "#2 one of a (running), #1 " in refused.err
    assert " of b (" in refused.err


def test_renaming_a_session(house: House) -> None:
    house.ask("session", "new", "-d", "old")
    assert house.run("session", "rename", "old", "new") == Result(0, "", "")
    assert names(house) == ["new"]
    house.ask("session", "new", "-d", "other")
    taken = house.ask("session", "rename", "other", "new")
    assert (taken.code, "already" in taken.err) == (1, True)
    pane = house.pane(house.ls("-s", "new")[0])["data"]["pane"]
    assert house.ask("session", "rename", "by its pane", pane=pane).code == 0
    assert names(house) == ["by its pane", "other"]


def test_a_session_ends_with_its_last_tab(house: House) -> None:
    house.new("--", "sleep", "60")
    house.new("--", "sleep", "60")
    house.ask("kill", "-f", "1")
    assert names(house) == ["main"]
    house.ask("kill", "-f", "1")
    assert names(house) == []


def test_killing_a_session_ends_all_that_runs_in_it(house: House) -> None:
    house.ask("session", "new", "-d", "api")
    house.new("-s", "api", "--", "sh", "-c", "trap '' HUP; echo ready; while true; do sleep 0.1; done")
    house.new("-s", "api", "--", "sleep", "60")
    refused = house.run("session", "kill", "api")
    assert (refused.code, "still run; `pitwall session kill -f` ends them all" in refused.err) == (1, True)
    assert house.run("session", "kill", "-f", "api") == Result(0, "", "")
    assert names(house) == []
    assert [pid for pid in house.processes() if pid != house.daemon_pid] == []


@pytest.mark.parametrize("name", ["../../x", "a/b", "-rf", "7", "x" * 200, "ünï 漢字"])
def test_S09_odd_names_of_sessions_are_taken_literally(house: House, name: str) -> None:
    before = {path for path in house.home.rglob("*") if "journal" not in str(path)}
    house.new("--", "true")
    assert house.ask("session", "rename", "main", "--", name).code == 0
    assert names(house) == [name]
    assert {path for path in house.home.rglob("*") if "journal" not in str(path)} == before


@pytest.mark.parametrize("name", ["", " ", "\x1b\x07", "x" * 201])
def test_S09_names_that_say_nothing_or_too_much_are_refused(house: House, name: str) -> None:
    assert house.ask("session", "new", "-d", name).code == 1
    assert names(house) == []


def test_a_session_of_a_taken_name_is_refused_and_leaves_nothing(house: House) -> None:
    house.ask("session", "new", "-d", "api")
    result = house.ask("session", "new", "-d", "api")
    assert (result.code, result.out) == (1, "")
    assert "there is a session 'api' already" in result.err
    assert len(house.ls("-s", "api")) == 1


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (("session",), "`session` is not complete: it is followed by one of ls, new, attach, rename, kill"),
        (("session", "open"), "there is no `pitwall session open`"),
        (("sesion", "ls"), "did you mean `session`?"),
        (("frobnicate",), "there is no command 'frobnicate'"),
        (("new", "--frobnicate"), "unrecognized arguments: --frobnicate"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_is_no_command_is_bad_usage_with_advice(house: House, argv: tuple[str, ...], says: str) -> None:
    result = house.run(*argv)
    assert (result.code, result.out) == (2, "")
    assert says in result.err


def test_words_behind_two_dashes_are_no_flags(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    pane = house.pane(tab)["data"]["pane"]
    assert house.ask("rename", "--", "-rf", pane=pane).code == 0
    assert house.row(tab)["title"] == "-rf"
    assert house.ask("rename", "--", "-rf", "--session").code == 0
    assert house.row(tab)["title"] == "--session"
    refused = house.ask("rename", "--", "a", "b", "c")
    assert (refused.code, "\0" in refused.err) == (2, False)
