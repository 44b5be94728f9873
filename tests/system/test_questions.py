"""What a program asks its terminal is answered once, whoever watches."""

import contextlib
import os
from pathlib import Path

import pytest
from daemons import House
from windowclient import WindowClient

ASKING = """\
import os, sys, tty
tty.setraw(0)
def until(mark):
    said = b""
    while not said.endswith(mark):
        said += os.read(0, 1)
    return said
os.write(1, b"ready\\r\\n")
open(os.environ["GO"]).read()
said = b""
for number in range(40):
    question = b"x" * number + b"\\x1b[6n"
    half = len(question) - number % 4
    os.write(1, question[:half])
    os.write(1, question[half:])
    if number % 2:
        os.write(1, b"y" * 3000)
os.write(1, b"\\x1b[c")
said = until(b"c")
os.write(1, b"\\x1b[?6n")
said += until(b"R")
os.write(1, b"\\x1b[2J\\x1b[H%d places, %d devices" % (said.count(b"R"), said.count(b"c")))
until(b"q")
"""
"""Asks 40 times for the cursor's place amid other output, then for the device, then for the place once more."""


@pytest.mark.parametrize("windows", [0, 1, 2])
def test_each_question_is_answered_once(house: House, windows: int, tmp_path: Path) -> None:
    house.python("asking", ASKING)
    go = tmp_path / "go"
    os.mkfifo(go)
    tab = house.new(*(() if windows else ("-d",)), "--size", "24x80", "--", "asking", env={"GO": str(go)})
    house.until_shows(tab, "ready")
    with contextlib.ExitStack() as attached:
        clients = [attached.enter_context(WindowClient(house, "attach", "1")) for _ in range(windows)]
        for client in clients:
            client.until_shows("ready")
        go.write_text("go")
        assert "41 places, 1 devices" in house.until_shows(tab, "devices")
        for client in clients:
            client.until_shows("41 places, 1 devices")
