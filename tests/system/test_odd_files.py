"""Pipes, sockets and the like where the daemon wants files: it starts at once, or says what to do (SEMANTICS 8)."""

import os
import stat
from pathlib import Path

import pytest
from daemons import House
from histories import segments
from oddfiles import put

QUICK = 20.0
"""Seconds: a busy machine starts a daemon in less, and one that waits for a pipe's other end never does."""


@pytest.fixture
def house(own_house: House) -> House:
    """A house with a tab that has exited, and without a daemon."""
    own_house.start()
    tab = own_house.new("-n", "kept", "--", "sh", "-c", "exit 5")
    own_house.until_state(tab, "exited")
    own_house.kill9()
    return own_house


def starts_and_works(house: House, path: Path, kind: str) -> str:
    """What a client that starts the daemon is told; all works then, and the next start finds nothing."""
    put(path, kind)
    started = house.run("daemon", "start", timeout=QUICK)
    assert (started.code, started.out) == (0, "the daemon runs\n")
    assert [row["title"] for row in house.ls()] == ["kept"]
    tab = house.new("--", "sh", "-c", "exit 7")
    assert house.ask("wait", tab["id"], "--until", "exit").code == 7
    return started.err


@pytest.mark.parametrize("kind", ["pipe", "folder"])
@pytest.mark.parametrize(
    "name",
    [
        "journal/0000009999.cborseq",
        "journal/0000000001.cborseq.new",
        "journal/lock",
        "journal/evidence/0000000001.cborseq",
        "journal/evidence/0000000002.cborseq.gz",
        "journal/evidence/0000000003.cborseq.new",
        "logs/daemon.log",
        "logs/daemon.log.1",
        "logs/daemon.err",
    ],
)
def test_what_is_no_file_of_the_daemons_is_put_aside_and_told(house: House, name: str, kind: str) -> None:
    path = house.home / name
    said = starts_and_works(house, path, kind)
    assert said.count("\n") == 1
    assert f"{path} was no plain file" in said
    stem = path.name.removesuffix(".cborseq")
    kept = [other for other in path.parent.iterdir() if other.name.startswith(f"{stem}.damaged-")]
    assert len(kept) == 1
    assert kept[0].name in said
    assert not stat.S_ISREG(kept[0].lstat().st_mode)
    house.kill9()
    assert house.start() == [], "it is said once"


def test_a_pipe_in_place_of_the_only_segment_is_an_empty_journal(house: House) -> None:
    segment = segments(house.home)[-1]
    put(segment, "pipe")
    assert house.run("ls", timeout=QUICK).code == 0
    assert [segment.name in line for line in house.start()] == [True]
    assert house.ls() == []
    assert house.run("journal", "verify", timeout=QUICK).code == 0


@pytest.mark.parametrize("kind", ["pipe", "socket"])
@pytest.mark.parametrize("name", ["config.toml", "detect/claude.toml", "agents/mine.toml"])
def test_what_is_no_file_of_the_users_is_told_and_not_used(house: House, name: str, kind: str) -> None:
    path = house.home / name
    said = starts_and_works(house, path, kind)
    assert f"{path}: " in said
    assert "plain file" in said
    assert os.path.lexists(path), "it is the user's"


@pytest.mark.parametrize("name", ["shims", "shims/claude", "shims/shell", "run/socket"])
def test_a_pipe_where_the_daemon_writes_for_others_stops_nothing(house: House, name: str) -> None:
    starts_and_works(house, house.home / name, "pipe")


@pytest.mark.parametrize("name", ["journal", "journal/evidence", "logs", "run", "run/start.lock"])
def test_a_pipe_that_the_daemon_cannot_do_with_is_named_with_what_to_do(house: House, name: str) -> None:
    put(house.home / name, "pipe")
    failed = house.run("new", "--", "true", timeout=QUICK)
    assert (failed.code, failed.out) == (1, "")
    assert str(house.home / name) in failed.err
    assert "out of the way" in failed.err
    assert house.run("ls", timeout=QUICK).code == 0


def test_without_a_daemon_ls_says_that_the_journal_cannot_be_read(house: House) -> None:
    put(house.home / "journal", "pipe")
    listed = house.run("ls", "--json", timeout=QUICK)
    assert (listed.code, listed.out) == (0, "[]\n")
    assert listed.err.startswith(f"pitwall: the journal cannot be read: {house.home / 'journal'}: ")


def test_logs_of_a_pipe_are_an_error(house: House) -> None:
    put(house.logs / "daemon.log", "pipe")
    failed = house.run("logs", timeout=QUICK)
    assert (failed.code, failed.out) == (1, "")
    assert "it is a pipe, and no plain file" in failed.err
