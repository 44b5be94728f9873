"""The process table reads what Linux writes, for processes of every kind."""

import os
import subprocess
import sys

import pytest

from pitwall.pty import linux

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture
def own() -> int:
    return os.getpid()


def test_a_process_is_what_the_kernel_says(own: int) -> None:
    row = linux.process(own)

    assert row is not None
    assert (row.parent, row.group, row.session) == (os.getppid(), os.getpgrp(), os.getsid(0))
    assert not row.ended


def test_no_such_process_is_none() -> None:
    gone = subprocess.Popen(["/bin/true"])
    gone.wait()

    assert linux.process(gone.pid) is None
    assert linux.argv(gone.pid) == ()
    assert linux.cwd(gone.pid) == ""
    assert linux.executable(gone.pid) == ""
    assert linux.children(gone.pid) == ()


def test_the_table_holds_this_process_and_the_first(own: int) -> None:
    table = linux.table()

    assert table[own] == linux.process(own)
    assert 1 in table


def test_a_zombie_has_ended() -> None:
    zombie = subprocess.Popen(["/bin/true"])
    os.waitid(os.P_PID, zombie.pid, os.WEXITED | os.WNOWAIT)
    row = linux.process(zombie.pid)
    zombie.wait()

    assert row is not None
    assert row.ended


def test_children_are_found_with_and_without_the_kernels_list(
    own: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {*linux.children(own)}
    child = subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE)
    try:
        assert {*linux.children(own)} - before == {child.pid}
        listed = os.listdir

        def without_threads(path: str) -> list[str]:
            if path.endswith("/task"):
                raise FileNotFoundError
            return listed(path)

        monkeypatch.setattr(os, "listdir", without_threads)
        assert {*linux.children(own)} - before == {child.pid}
    finally:
        child.communicate()


def test_arguments_are_kept_apart() -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", "print(flush=True); input()", "", "a b", b"\xff"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert child.stdout is not None
        child.stdout.readline()
        assert linux.argv(child.pid)[2:] == ("print(flush=True); input()", "", "a b", "\udcff")
    finally:
        child.communicate()


def test_output_to_a_file_or_pipe_is_no_terminal() -> None:
    master, slave = os.openpty()
    whole = subprocess.Popen(["/bin/sleep", "1000"], stdin=slave, stdout=slave)
    half = subprocess.Popen(["/bin/sleep", "1000"], stdin=slave, stdout=subprocess.PIPE)
    try:
        assert linux.uses_terminal(whole.pid)
        assert not linux.uses_terminal(half.pid)
    finally:
        for child in (whole, half):
            child.kill()
            child.communicate()
        os.close(master)
        os.close(slave)
