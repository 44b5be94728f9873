"""The process table reads what macOS's tools print; their output is given here, the tools are not run."""

import os
import time

import pytest

from pitwall.pty import macos

OWN = os.getpid()
PS = f"{OWN:5} 1 {os.getpgrp()} S+ Mon Nov 30 13:48:02 2026     /opt/my tools/claude\n"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What each tool prints."""
    outputs: dict[str, str] = {}
    monkeypatch.setattr(macos, "_run", lambda tool, *arguments: outputs.get(tool, ""))
    return outputs


def test_a_row_of_ps_is_a_process(said: dict[str, str]) -> None:
    said["ps"] = PS
    row = macos.process(OWN)

    assert row is not None
    assert (row.pid, row.parent, row.group, row.session) == (OWN, 1, os.getpgrp(), os.getsid(0))
    assert row.began == time.mktime((2026, 11, 30, 13, 48, 2, 0, 0, -1))
    assert row.comm == "claude"
    assert not row.ended
    assert macos.table() == {OWN: row}
    assert macos.children(1) == (OWN,)


def test_zombies_have_ended_and_odd_rows_are_left_out(said: dict[str, str]) -> None:
    said["ps"] = PS.replace("S+", "Z+") + "1 0 1 Ss some other date entirely here x\n"

    assert [row.ended for row in macos.table().values()] == [True]


def test_nothing_said_is_nothing_known(said: dict[str, str]) -> None:
    assert macos.process(OWN) is None
    assert macos.argv(OWN) == ()
    assert macos.cwd(OWN) == ""


def test_the_folder_is_the_line_of_lsof_with_the_name(said: dict[str, str]) -> None:
    said["lsof"] = f"p{OWN}\nfcwd\nn/Users/me/my src\n"

    assert macos.cwd(OWN) == "/Users/me/my src"


def test_variables_are_compared_whole(said: dict[str, str]) -> None:
    said["ps"] = "sleep 1000 HOME=/Users/me PITWALL_PANE=abc TERM=xterm\n"

    assert macos.started_with(OWN, "PITWALL_PANE", "abc")
    assert not macos.started_with(OWN, "PITWALL_PANE", "ab")


def test_tools_that_are_not_there_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(macos, "_PATH", "/no/such/folder")

    assert macos.executable(OWN) == ""
