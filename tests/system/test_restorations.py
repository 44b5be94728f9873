"""What comes back after a stop, a crash and a reboot (SEMANTICS 8): one house each, looked at from all sides."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from daemonclient import Result
from daemons import House, Row
from daemons import house as built
from endings import ENDS, End

SHELL = 'cd "${GO:-.}"; echo "shell of $(stty size)"; exec sleep 60'
MAIN = ("-s", "main")


@dataclass
class Restored:
    """A house whose daemon was started again, and what was so before."""

    house: House
    before: dict[str, Row]
    """The tabs of the session ``main`` by title."""
    sessions: str
    shell_pid: int
    said: list[str]

    def now(self, title: str) -> Row:
        """The tab that had that title."""
        row = self.house.row(self.before[title], *MAIN)
        assert row is not None
        return row


@pytest.fixture(scope="module", params=ENDS)
def restored(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Restored]:
    end: End = request.param
    with built(tmp_path_factory.mktemp("restored")) as house:
        house.start()
        populate(house)
        before = {row["title"]: row for row in house.ls(*MAIN)}
        sessions = house.ask("session", "ls", "--json").out
        shell_pid = house.pid(before["shell"])
        end(house)
        said = house.start()
        yield Restored(house, before, sessions, shell_pid, said)


def populate(house: House) -> None:
    """One tab of each kind, moved about, and a second session."""
    house.until_state(house.new("-n", "good", "--", "sh", "-c", "echo secret-output; exit 0"), "exited")
    house.until_state(house.new("-n", "bad", "--", "sh", "-c", "exit 7"), "exited")
    ran = house.work / "ran"
    house.until_shows(
        house.new("-n", "running", "--", "sh", "-c", f"echo once | tee -a {ran}; exec sleep 60"), "once"
    )
    (house.work / "inner").mkdir()
    shell = house.script("my-shell", SHELL)
    tab = house.new("-n", "shell", "--size", "33x101", env={"SHELL": str(shell), "GO": "inner"})
    house.until_row(tab, lambda row: row["cwd"].endswith("/inner"))
    left = house.new(env={"SHELL": str(house.script("short-shell", "exit 0"))})
    house.until("tab.closed", tab=left["id"], why="ended")
    assert house.ask("session", "new", "-d", "other").code == 0
    for command in (
        ("move", *MAIN, "shell", "1"),
        ("detach", *MAIN, "good"),
        ("group", *MAIN, "bad", "api"),
        ("rename", *MAIN, "bad", "bad ünï"),
        ("session", "rename", "other", "second"),
    ):
        assert house.ask(*command).code == 0


def test_nothing_is_said_of_it(restored: Restored) -> None:
    assert restored.said == []


def test_trap_37_a_command_that_had_exited_keeps_its_code(restored: Restored) -> None:
    for title, code in (("good", 0), ("bad ünï", 7)):
        row = restored.now(title)
        assert (row["state"], row["exit_code"]) == ("exited", code)
        assert restored.house.ask("wait", *MAIN, row["id"], "--until", "exit") == Result(
            code, f"exit {code}\n", ""
        )


def test_a_notice_stands_for_the_screen(restored: Restored) -> None:
    screen = restored.house.ask("capture", *MAIN, "bad ünï").out
    assert screen == "pitwall: sh exited with 7 before a daemon restart, which kept no screen\n"


def test_trap_35_a_command_that_ran_is_not_run_again_and_its_code_is_unknown(restored: Restored) -> None:
    row = restored.now("running")
    assert (row["state"], row["exit_code"]) == ("exited", None)
    for until in ("exit", "done", "idle", "blocked"):
        result = restored.house.ask("wait", *MAIN, row["id"], "--until", until)
        assert (result.code, result.out) == (3, "exit unknown\n")
    assert (restored.house.work / "ran").read_text() == "once\n"
    screen = restored.house.ask("capture", *MAIN, row["id"]).out
    assert screen == "pitwall: a daemon restart ended sh; its exit code is lost, and it was not run again\n"


def test_trap_40_a_shell_comes_back_in_its_folder_and_size(restored: Restored) -> None:
    row = restored.now("shell")
    assert (row["state"], row["exit_code"]) == ("running", None)
    screen = restored.house.until_shows(row, "shell of 33 101", *MAIN)
    assert screen.startswith("pitwall: a daemon restart ended the shell that was here; this is a new one\n")
    pid = restored.house.pid(row)
    assert pid != restored.shell_pid
    assert Path(os.readlink(f"/proc/{pid}/cwd")) == restored.house.work / "inner"


def test_a_shell_that_had_exited_by_itself_does_not_come_back(restored: Restored) -> None:
    assert {row["title"] for row in restored.house.ls(*MAIN)} == {"shell", "bad ünï", "running", "good"}


def test_order_titles_groups_sessions_and_detached_tabs_are_as_they_were(restored: Restored) -> None:
    rows = restored.house.ls(*MAIN)
    assert [(row["title"], row["group"], row["detached"]) for row in rows] == [
        ("shell", "", False),
        ("bad ünï", "api", False),
        ("running", "", False),
        ("good", "", True),
    ]
    assert [row["id"] for row in rows] == [restored.before[row["title"]]["id"] for row in rows]
    assert restored.house.ask("session", "ls", "--json").out == restored.sessions
