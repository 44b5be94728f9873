"""A daemon that may open few files: nobody waits without a word, and what runs goes on (ARCHITECTURE, actors)."""

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import pytest
from daemonclient import Conversation, Result
from daemons import House, Row
from procfs import open_files

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits another process: prlimit(2)")

LIMIT = 64


def limited(house: House, limit: int = LIMIT) -> None:
    """The daemon may have so many files open from now on."""
    pid = house.daemon_pid
    assert pid is not None
    _, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (limit, hard))


def until_refused(house: House, *command: str) -> tuple[Result, int]:
    """Say the command until it is refused: what it says then, and the number of the last event before."""
    for _ in range(LIMIT):
        seq = house.seq()
        result = house.ask(*command)
        if result.code != 0:
            return result, seq
    raise AssertionError("it was never refused")


@contextmanager
def crowd(house: House, tab: Row) -> Iterator[list[Conversation]]:
    """Clients that wait for a tab's end, as many as are served."""
    with ExitStack() as clients:
        waiting: list[Conversation] = []
        while house.run("ls").code == 0:
            waiting.append(clients.enter_context(house.talk("wait", tab["id"], "--until", "exit")))
            waiting[-1].until_token()
        yield waiting


def test_a_tab_for_which_no_descriptor_is_left_is_refused_with_advice(own_house: House) -> None:
    own_house.start()
    tab = own_house.new("--", "sleep", "600")
    limited(own_house)
    for command in (("new", "--", "sleep", "600"), ("new",), ("split", tab["id"], "--", "sleep", "600")):
        refused, seq = until_refused(own_house, *command)
        assert (refused.code, refused.out) == (1, "")
        assert refused.err.startswith("pitwall: cannot open a terminal: Too many open files; close some tabs")
        assert "ulimit -n" in refused.err
        said = [event["type"] for event in own_house.events(seq)]
        assert not {"tab.opened", "pane.opened", "pane.started"} & {*said}, "nothing is left half open"
    assert len(open_files(own_house.daemon_pid)) < LIMIT - 8
    # A start needs a few descriptors more for a moment than one tab gives back.
    for closed in own_house.ls()[:3]:
        assert own_house.ask("kill", "-f", closed["id"]).code == 0
    own_house.new("--", "true")
    assert own_house.failures() == []


def test_a_client_that_cannot_be_served_is_told_and_what_runs_goes_on(own_house: House) -> None:
    own_house.start()
    go = own_house.work / "go"
    os.mkfifo(go)
    tab = own_house.new("--", "sh", "-c", f"read word < {go}; exit 3")
    limited(own_house)
    until_refused(own_house, "new", "--", "sleep", "600")
    with crowd(own_house, tab) as waiting:
        for command in (("ls",), ("new", "--", "true"), ("wait", "1", "--until", "exit"), ("attach", "1")):
            told = own_house.run(*command)
            assert (told.code, told.out) == (1, "")
            assert told.err.startswith(
                "pitwall: the daemon has too many files open to answer: close some tabs"
            )
            assert told.err.count("\n") == 1
        assert own_house.run("hook", "claude", env={"PITWALL_PANE": "0" * 16}) == Result(0, "", "")
        with go.open("w") as word:
            word.write("go\n")
        assert {wait.result() for wait in waiting} == {Result(3, "exit 3\n", "")}
    assert own_house.run("ls").code == 0
    row = own_house.row(tab)
    assert row is not None
    assert row["exit_code"] == 3
    assert own_house.log().count("no room for clients") == 1, "it is logged once"
    assert own_house.failures() == []
    own_house.kill9()
    own_house.start()
    assert own_house.run("journal", "verify").code == 0
    row = own_house.row(tab)
    assert row is not None
    assert row["exit_code"] == 3


def test_a_daemon_with_more_files_allowed_serves_all_again(own_house: House) -> None:
    own_house.start()
    tab = own_house.new("--", "sleep", "600")
    limited(own_house)
    with crowd(own_house, tab):
        limited(own_house, 1024)
        assert own_house.run("ls").code == 0
        own_house.new("--", "true")


def test_a_daemon_that_may_open_too_few_files_to_start_says_so(own_house: House) -> None:
    few = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (10, 10))
    assert own_house.run("new", "--", "true", preexec_fn=few) == Result(
        1,
        "",
        "pitwall: the daemon did not start: Too many open files: "
        "allow more to be open (ulimit -n), or close some programs\n",
    )
