"""The window over ssh: painted, typed in and resized from afar, and gone with its connection."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from daemons import House, Row
from outerterminal import OuterTerminal
from sshserver import AVAILABLE, SshServer

from pitwall.terminal import Modes

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="no sshd, ssh or ssh-keygen is installed")


@pytest.fixture
def server(house: House, tmp_path: Path) -> Iterator[SshServer]:
    """An sshd in whose sessions the house's programs are found."""
    own = house.environment(LC_ALL="C.UTF-8")
    environment = {name: value for name, value in own.items() if os.environ.get(name) != value}
    with SshServer(tmp_path / "ssh", environment) as server:
        yield server


@pytest.fixture
def tab(house: House) -> Row:
    """A tab with a shell in it."""
    return house.new("--", "sh", env={"PS1": "$ ", "ENV": ""})


@pytest.fixture
def outer() -> Iterator[OuterTerminal]:
    with OuterTerminal() as outer:
        yield outer


def connect(outer: OuterTerminal, server: SshServer, command: str) -> None:
    """Start a command that shows the window over a connection, and wait for the shell in it."""
    outer.start(server.ssh(command, "-tt"), env=os.environ | {"TERM": "xterm-256color"})
    outer.until_shows("│$", "1 tab")


def test_the_window_is_painted_typed_in_and_resized_over_ssh(
    house: House, server: SshServer, tab: Row, outer: OuterTerminal
) -> None:
    connect(outer, server, f"pitwall attach {tab['id']}")
    outer.until(lambda: outer.screen[-1].startswith(" 1 "), "the status bar")
    outer.press("echo from-$((40 + 2)); stty size\r")
    outer.until_shows("from-42", "23 70")
    outer.resize(30, 110)
    outer.until(lambda: outer.screen[-1].startswith(" 1 "), "the status bar in the last row")
    outer.press("clear; stty size\r")
    outer.until_shows("29 80")
    outer.press("\x02c")
    outer.until_shows("2 tabs")
    assert len(house.ls()) == 2


def test_leaving_over_ssh_gives_both_terminals_back(
    house: House, server: SshServer, tab: Row, outer: OuterTerminal
) -> None:
    before, after = house.work / "before", house.work / "after"
    connect(outer, server, f"stty -g >{before}; pitwall attach {tab['id']}; echo $?; stty -g >{after}")
    outer.press("\x02d")
    assert outer.until_left() == 0
    assert outer.terminal.modes == Modes()
    assert outer.cooked()
    assert outer.text().split() == ["[left", "main]", "0"]
    assert before.read_text() == after.read_text()


def kill_the_client(outer: OuterTerminal, server: SshServer) -> None:
    assert outer.client is not None
    outer.client.kill()
    outer.client.wait()


def cut_the_connection(outer: OuterTerminal, server: SshServer) -> None:
    server.cut()
    assert outer.until_left() == 255, "ssh says so of a connection that ended"
    assert outer.cooked()


def close_the_terminal(outer: OuterTerminal, server: SshServer) -> None:
    assert outer.client is not None
    outer.hang_up()
    outer.client.wait()


@pytest.mark.parametrize("end", [kill_the_client, cut_the_connection, close_the_terminal])
def test_a_connection_that_ends_takes_its_window_along_and_nothing_else(
    house: House,
    server: SshServer,
    tab: Row,
    outer: OuterTerminal,
    end: Callable[[OuterTerminal, SshServer], None],
) -> None:
    daemon, there = house.daemon_pid, house.processes()
    connect(outer, server, f"pitwall attach {tab['id']}")
    outer.press("echo st''ill here\r")
    outer.until_shows("still here")
    assert len(house.processes()) > len(there)
    assert server.sessions()
    end(outer, server)
    assert house.ended(but=there) == []
    assert house.daemon_pid == daemon
    assert sorted(house.processes()) == sorted(there)
    assert [(row["id"], row["exit_code"]) for row in house.ls()] == [(tab["id"], None)]
    with OuterTerminal() as again:
        connect(again, server, f"pitwall attach {tab['id']}")
        again.until_shows("still here")
        again.press("echo and wo''rks\r")
        again.until_shows("and works")
        again.press("\x02d")
        assert again.until_left() == 0
