"""``ls``, ``rename``, ``move``, ``group``, ``detach``, ``attach`` and ``kill`` against a real daemon (SEMANTICS 7)."""

import json
import os
import pty
import signal
import subprocess
import sys
import threading
import time

import pytest
from daemonclient import Result
from daemons import House
from procfs import wait_gone

KEYS = [
    "n",
    "id",
    "title",
    "group",
    "cwd",
    "branch",
    "agent",
    "state",
    "question",
    "exit_code",
    "panes",
    "detached",
]


def titles(house: House) -> list[str]:
    return [row["title"] for row in house.ls()]


def opened(house: House, *names: str) -> None:
    """Tabs of those names; a name that begins with ``-`` is a detached one's."""
    for name in names:
        flags = ("-d",) if name.startswith("-") else ()
        house.new(*flags, "-n", name.removeprefix("-"), "--", "sleep", "60")


# ls


def test_ls_json_has_every_key_in_the_order_of_the_contract(house: House) -> None:
    opened(house, "a", "-b")
    result = house.run("ls", "--json")
    assert (result.code, result.err) == (0, "")
    assert [list(row) for row in json.loads(result.out)] == [KEYS, KEYS]
    assert len(result.out.splitlines()) == 4, "each element stands on a line of its own"


def test_ls_is_a_table_for_people(house: House) -> None:
    opened(house, "api", "-漢字")
    house.ask("group", "api", "work")
    lines = house.run("ls").out.splitlines()
    assert lines[0].split() == ["#", "NAME", "STATE", "FOLDER", "GROUP"]
    assert lines[1].split() == ["1", "api", "running", "~", "work"]
    assert lines[2].split() == ["2", "漢字", "(detached)", "running", "~"]
    assert lines[0].index("STATE") == lines[1].index("running")


def test_ls_of_nothing_is_nothing(house: House) -> None:
    assert house.run("ls") == Result(0, "", "")
    assert house.run("ls", "--json") == Result(0, "[]\n", "")


def test_the_folder_is_the_live_one_and_the_branch_that_of_its_repository(house: House) -> None:
    inner = house.work / "repository"
    (inner / ".git").mkdir(parents=True)
    (inner / ".git" / "HEAD").write_text("ref: refs/heads/auth-review\n")
    tab = house.new("--", "sh", "-c", "cd repository && exec sleep 60")
    row = house.until_row(tab, lambda row: row["branch"] == "auth-review")
    assert row["cwd"] == str(inner)


def test_trap_45_repositories_that_hang_freeze_nobody(house: House) -> None:
    inner = house.work / "hanging"
    (inner / ".git").mkdir(parents=True)
    os.mkfifo(inner / ".git" / "HEAD")
    before = time.monotonic()
    try:
        for _ in range(45):  # more than trio has worker threads
            house.new("--", "sleep", "60", cwd=inner)
        shell = house.new("--", "sh", "-c", "set -m; sleep 0.2; sleep 60")
        house.until("job.started", name="sleep", pane=house.pane(shell)["data"]["pane"])
        assert house.ask("wait", house.new("--", "true")["id"], "--until", "exit").code == 0
        hung = [row["branch"] for row in house.ls()[:45]]
    finally:
        os.close(os.open(inner / ".git" / "HEAD", os.O_RDWR))
    assert hung == [""] * 45
    assert time.monotonic() - before < 20


# rename, move, group, detach, attach


def test_rename_takes_a_title_and_an_empty_one_gives_it_back_to_the_work(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    assert house.run("rename", "1", "a name") == Result(0, "", "")
    assert titles(house) == ["a name"]
    assert house.run("rename", "a name", "") == Result(0, "", "")
    assert titles(house) == ["sleep"]
    assert house.ask("rename", "its own", pane=house.pane(tab)["data"]["pane"]).code == 0
    assert titles(house) == ["its own"]
    wordy = house.ask("rename", "1", "two", "words")
    assert wordy.code == 2
    assert "usage: pitwall rename [-h] [-s SESSION] [TAB] NAME\n" in wordy.err


def test_move_gives_a_number_within_the_tabs_own_part(house: House) -> None:
    opened(house, "a", "b", "c", "-x", "-y")
    assert house.run("move", "c", "1") == Result(0, "", "")
    assert titles(house) == ["c", "a", "b", "x", "y"]
    assert house.ask("move", "y", "4").code == 0
    assert titles(house) == ["c", "a", "b", "y", "x"]
    refused = house.ask("move", "a", "4")
    assert refused == Result(
        1, "", "pitwall: cannot move a visible tab to #4: the visible tabs are #1 to #3\n"
    )
    assert "the detached tabs are #4 to #5" in house.ask("move", "x", "1").err
    assert house.ask("move", "a", "first").code == 2
    assert titles(house) == ["c", "a", "b", "y", "x"]


def test_group_puts_a_tab_into_a_group_and_takes_it_out(house: House) -> None:
    opened(house, "a")
    assert house.run("group", "a", "api") == Result(0, "", "")
    assert house.ls()[0]["group"] == "api"
    assert house.run("group", "a") == Result(0, "", "")
    assert house.ls()[0]["group"] == ""


def test_detach_hides_a_tab_whose_process_goes_on_and_attach_shows_it_last(house: House) -> None:
    opened(house, "a", "b")
    assert house.run("detach", "a") == Result(0, "", "")
    assert [(row["title"], row["detached"], row["state"]) for row in house.ls()] == [
        ("b", False, "running"),
        ("a", True, "running"),
    ]
    assert house.run("attach", "--no-window", "a") == Result(0, "", "")
    assert [(row["title"], row["detached"]) for row in house.ls()] == [("b", False), ("a", False)]
    assert house.ask("detach", "b").code == house.ask("detach", "b").code == 0


def test_attach_without_a_terminal_is_refused_and_changes_nothing(house: House) -> None:
    opened(house, "-a")
    refused = house.run("attach", "a")
    assert (refused.code, refused.out) == (1, "")
    assert "a window needs a terminal" in refused.err
    assert house.ls()[0]["detached"]


def test_a_terminal_that_shows_text_alone_has_no_window_but_all_else(house: House) -> None:
    opened(house, "-a")
    dumb = {"terminals": frozenset({0, 1, 2}), "env": {"TERM": "dumb"}}
    refused = house.ask("attach", "a", **dumb)
    assert (refused.code, "(TERM=dumb)" in refused.err) == (1, True)
    assert house.ls()[0]["detached"]
    assert house.ask("attach", "--no-window", "a", **dumb).code == 0
    assert not house.ls()[0]["detached"]
    assert house.ask("session", "new", "-d", "x", **dumb).out == "x\n"


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (("rename", "nobody", "x"), 'no tab of session "main" is named "nobody"'),
        (("rename", "3", "x"), 'there is no tab "3" in session "main", which has 2'),
        (("rename", "#0", "x"), 'there is no tab "#0"'),
        (("rename", "ap", "x"), '"ap" fits several tabs: #1, #2; name one by its number or id'),
        (("rename", "x"), "which tab?"),
        (("detach",), "which tab?"),
        (("move", "0123456789abcdef", "1"), "no tab of session"),
        (("group", ""), 'is named ""'),
        (("kill", "-f", "API"), 'is named "API"'),
        (("capture", "-s", "other", "1"), 'no session is named "other"'),
        (("group", "1", "x" * 201), "at most 200"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, tuple) else "",
)
def test_a_name_that_fits_none_or_several_is_an_error(house: House, argv: tuple[str, ...], says: str) -> None:
    opened(house, "api-1", "api-2")
    result = house.ask(*argv)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("pitwall: ")
    assert says in result.err
    assert titles(house) == ["api-1", "api-2"]


def test_a_tab_is_named_by_id_number_title_or_prefix(house: House) -> None:
    opened(house, "alpha", "beta")
    identity = house.ls()[1]["id"]
    for number, word in enumerate((identity, "2", "#2", "beta", "b"), start=1):
        assert house.ask("group", word, str(number)).code == 0
        assert [row["group"] for row in house.ls()] == ["", str(number)]


# kill


def test_kill_ends_all_that_runs_in_the_tab_whatever_it_does_against_it(house: House) -> None:
    tab = house.new(
        "--",
        "sh",
        "-c",
        "trap '' HUP TERM INT; setsid sleep 61 & sleep 62 & echo ready; while true; do sleep 0.1; done",
    )
    house.until_shows(tab, "ready")
    assert house.run("kill", "-f", "1") == Result(0, "", "")
    assert house.ls() == []
    left = [pid for pid in house.processes() if pid != house.daemon_pid]
    assert left == [], "they are gone when kill is done"


def test_kill_also_ends_a_stopped_process(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    pid = house.pid(tab)
    os.kill(pid, signal.SIGSTOP)
    assert house.ask("kill", "-f", "1").code == 0
    assert wait_gone(pid, 0)


def test_kill_is_told_before_anything_is_signalled(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    pane = house.pane(tab)["data"]["pane"]
    house.ask("kill", "-f", "1")
    closed = house.until("tab.closed", tab=tab["id"])
    exited = house.until("pane.exited", pane=pane)
    assert closed["data"]["why"] == "killed"
    assert closed["seq"] < exited["seq"]
    assert exited["data"]["code"] == -1


def test_a_held_command_that_exited_is_killed_without_force(house: House) -> None:
    tab = house.new("--", "true")
    house.until_state(tab, "exited")
    assert house.run("kill", "1") == Result(0, "", "")
    assert house.ls() == []


def test_without_a_terminal_kill_refuses_what_still_runs(house: House) -> None:
    opened(house, "api")
    result = house.run("kill", "api")
    assert result == Result(
        1, "", "pitwall: #1 api (running) still runs; `pitwall kill -f` ends it all the same\n"
    )
    assert titles(house) == ["api"]


@pytest.mark.parametrize(
    ("answer", "killed"), [("y", True), ("Yes", True), ("n", False), ("", False), ("yy", False)]
)
def test_at_a_terminal_kill_asks_first(house: House, answer: str, killed: bool) -> None:
    opened(house, "api")
    result = house.ask("kill", "api", terminals=frozenset({0}), answer=answer)
    assert result == Result(0, "", "kill api? [y/N] ")
    assert (titles(house) == []) == killed


def test_a_real_terminal_is_asked_and_its_answer_taken(house: House) -> None:
    opened(house, "api")
    ours, theirs = pty.openpty()
    client = subprocess.Popen(
        [sys.executable, "-P", "-m", "pitwall.cli.thin", "kill", "api"],
        env=house.environment(),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    said = b""
    while b"[y/N] " not in said:
        said += os.read(ours, 1000)
    os.write(ours, b"y\n")
    assert client.wait() == 0
    os.close(ours)
    assert house.ls() == []


def test_two_kills_of_one_tab_at_once_both_come_to_an_end(house: House) -> None:
    tab = house.new("--", "sh", "-c", "trap '' HUP; echo ready; while true; do sleep 0.1; done")
    house.until_shows(tab, "ready")
    results: list[Result] = []
    kills = [house.talk("kill", "-f", tab["id"]) for _ in range(5)]
    readers = [threading.Thread(target=lambda kill=kill: results.append(kill.result())) for kill in kills]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert sorted(result.code for result in results)[0] == 0
    assert {result.code for result in results} <= {0, 1}
    assert house.ls() == []


def test_a_tab_whose_shell_exits_closes_and_the_numbers_close_up(house: House) -> None:
    first = house.new()
    second = house.new("-n", "stays", "--", "sleep", "60")
    os.kill(house.pid(first), signal.SIGHUP)
    house.until("tab.closed", tab=first["id"], why="ended")
    assert house.row(second)["n"] == 1
