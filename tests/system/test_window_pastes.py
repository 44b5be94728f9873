"""Pastes of any size reach programs that read, and those that do not hold up nobody."""

import hashlib
import shutil
import time
from pathlib import Path

import pytest
from daemonclient import PATIENCE
from daemons import House, Row
from windowclient import WindowClient

from pitwall.wire.window import Keys

START, END = b"\x1b[200~", b"\x1b[201~"
MOST = 32 * 1024
READER = """
import hashlib, os, sys, time, tty
seconds, size, pause, total = (float(word) for word in sys.argv[1:])
tty.setraw(0)
print("ready", end="\\r\\n", flush=True)
seen, count, begun = hashlib.sha256(), 0, time.monotonic()
while count < total:
    if time.monotonic() > begun + seconds:
        size, pause = 1 << 20, 0
    data = os.read(0, int(size)) if size else b""
    seen.update(data)
    count += len(data)
    time.sleep(pause)
print(seen.hexdigest()[:32], end="\\r\\n", flush=True)
time.sleep(1000)
"""


def lines(size: int) -> bytes:
    """Text of that many bytes, no two lines of which are alike."""
    return b"".join(b"%9d abcdefghijklmnopqrstuvwxyz\n" % n for n in range(size // 37 + 1))[:size]


def paste(window: WindowClient, data: bytes, pane: str = "") -> None:
    """Say it as a window does, in pieces."""
    for at in range(0, len(data), MOST):
        window.say(Keys(pane or window.scene.focused, data[at : at + MOST]))


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def until_holds(path: Path, data: bytes) -> None:
    give_up = time.monotonic() + PATIENCE
    while not path.exists() or path.read_bytes() != data:
        assert time.monotonic() < give_up, f"{path.stat().st_size if path.exists() else 0} of {len(data)}"
        time.sleep(0.02)


@pytest.fixture
def reader(house: House) -> str:
    return str(house.python("reader", READER))


@pytest.fixture
def deaf(house: House) -> Row:
    """A tab whose program reads nothing."""
    return house.new("--", "sh", "-c", "stty raw -echo; echo ready; exec sleep 1000")


def test_a_cooked_program_gets_five_megabytes(house: House) -> None:
    house.new("--", "sh", "-c", "stty -echo; echo ready; cat > pasted; echo done; exec cat")
    data = lines(5_000_000 // 37 * 37)
    with WindowClient(house, "attach", "1") as window:
        window.until_shows("ready")
        paste(window, data + b"\x04")
        window.until_shows("done")
        assert (house.work / "pasted").read_bytes() == data
        assert window.messages == []


@pytest.mark.parametrize(
    ("seconds", "size", "pause"),
    [(100, 65536, 0.002), (1, 0, 1), (7, 100, 0.5)],
    ids=["slow", "late", "a line at a time"],
)
def test_a_raw_program_gets_all_at_its_own_pace(
    house: House, reader: str, seconds: float, size: int, pause: float
) -> None:
    data = START + lines(5_000_000) + END + b"key"
    house.new("--", reader, *(str(word) for word in (seconds, size, pause, len(data))))
    with WindowClient(house, "attach", "1") as window:
        window.until_shows("ready")
        paste(window, data[:-3])
        window.type("key")
        window.until_shows(digest(data))
        assert window.messages == []


def test_a_program_that_reads_nothing_holds_up_no_other(house: House, deaf: Row) -> None:
    other = house.new("--", "sh", "-c", "echo other; exec cat")
    with WindowClient(house, "attach", deaf["id"]) as window:
        window.until_shows("ready")
        paste(window, START + lines(5_000_000) + END)
        window.act("select", other["id"])
        window.until_scene(lambda scene: scene.active == other["id"])
        window.until_shows("other")
        window.type("hello\r")
        window.until_shows("hello\nhello")
        assert window.messages == []


def test_more_than_may_wait_goes_on_once_it_is_lost(house: House, deaf: Row) -> None:
    other = house.new("--", "sh", "-c", "echo other; exec cat")
    with WindowClient(house, "attach", deaf["id"]) as window:
        window.until_shows("ready")
        paste(window, START + lines(30_000_000) + END)
        window.act("select", other["id"])
        window.until_shows("other", window.until_scene(lambda scene: scene.active == other["id"]).focused)
        window.until(lambda: bool(window.messages), "a message")
        assert [message.text[-17:] for message in window.messages] == [" 29.0 MB are lost"]


def test_the_tab_can_be_killed_while_a_paste_waits(house: House, deaf: Row) -> None:
    house.new("--", "sh", "-c", "echo other; exec cat")
    with WindowClient(house, "attach", deaf["id"]) as window:
        window.until_shows("ready")
        paste(window, START + lines(5_000_000) + END)
        window.run("kill", "-f", deaf["id"])
        window.until_scene(lambda scene: len(scene.tabs) == 1)
        window.until_shows("other")
        window.type("hello\r")
        window.until_shows("hello\nhello")


def test_a_program_that_ends_in_the_midst_leaves_the_window_usable(house: House) -> None:
    house.new("--", "sh", "-c", "stty raw -echo; echo ready; head -c 2000000 > part")
    other = house.new("--", "sh", "-c", "echo other; exec cat")
    with WindowClient(house, "attach", "1") as window:
        window.until_shows("ready")
        paste(window, lines(5_000_000))
        window.until_scene(lambda scene: scene.tabs[0].state == "exited")
        until_holds(house.work / "part", lines(2_000_000))
        window.act("select", other["id"])
        window.until_shows("other", window.until_scene(lambda scene: scene.active == other["id"]).focused)
        window.type("hello\r")
        window.until_shows("hello\nhello")
        assert window.messages == []


def test_a_window_that_goes_in_the_midst_leaves_no_paste_open(house: House) -> None:
    tab = house.new("--", "sh", "-c", "stty raw -echo; echo ready; sleep 1; exec cat > pasted")
    since = house.seq()
    data = START + lines(3_000_000)
    window = WindowClient(house, "attach", "1")
    window.until_shows("ready")
    paste(window, data)
    window.close()
    until_holds(house.work / "pasted", data + END)
    assert house.row(tab) is not None
    assert house.failures(since) == []


@pytest.mark.skipif(shutil.which("vim") is None, reason="vim is not installed")
def test_vim_takes_two_megabytes_and_ends_its_paste(house: House) -> None:
    data = lines(2_000_000 // 37 * 37)
    house.new("--", "vim", "-u", "NONE", "-i", "NONE", "-n", "--cmd", "set nocp showmode", "pasted")
    with WindowClient(house, "attach", "1") as window:
        window.until(lambda: window.modes[window.scene.focused].bracketed_paste, "vim")
        window.type("i")
        window.until_shows("-- INSERT --")
        paste(window, START + data + END)
        window.until_shows(f"{len(data) // 37 - 1:9} abc")
        window.until(
            lambda: window.text().endswith("-- INSERT --") or "-- INSERT -- " in window.text(), "its end"
        )
        window.type("\x1b")
        window.until(lambda: "-- INSERT" not in window.text(), "normal mode")
        window.type(":w\r")
        until_holds(house.work / "pasted", data + b"\n")
