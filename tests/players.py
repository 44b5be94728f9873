"""Recordings of agents, played in a pane: a program of the agent's name that writes what it is given, and no more."""

import base64
import gzip
import json
import socket
from dataclasses import dataclass
from functools import cache
from itertools import count, pairwise
from typing import IO

from closing import Closing
from daemonclient import PATIENCE
from daemons import House
from terminal_streams import RECORDINGS

from pitwall.terminal.screen import Screen
from pitwall.terminal.stream import Stream

_PROGRAM = """\
import os, socket, tty
tty.setraw(0)
with socket.socket(socket.AF_UNIX) as told:
    told.connect(os.environ["PLAYER"])
    orders = told.makefile("rwb")
    while length := orders.read(4):
        left = orders.read(int.from_bytes(length, "big")) + b"\\x1b[5n"
        while left:
            left = left[os.write(1, left):]
        answers = b""
        while b"\\x1b[0n" not in answers:
            answers += os.read(0, 4096)
        size = os.get_terminal_size(1)
        orders.write(f"{size.lines} {size.columns}\\n".encode())
        orders.flush()
"""


_numbers = count(1)


class Player(Closing):
    """
    A program of an agent's name in some terminal: it writes the bytes that it is given.

    Behind them it asks for the terminal's status (DSR 5, ECMA-48), so that what it has played the terminal has taken.
    """

    def __init__(self, house: House, kind: str) -> None:
        self.program = str(house.python(kind, _PROGRAM))
        self._path = str(house.home / f"player-{next(_numbers)}")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self._path)
        self._listener.listen()
        self._listener.settimeout(PATIENCE)
        self._connection: socket.socket | None = None
        self._answers: IO[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What its program needs."""
        return {"PLAYER": self._path}

    def play(self, data: bytes) -> tuple[int, int]:
        """Have it write bytes, and wait until its terminal has taken them; the size of that, rows and columns."""
        if self._connection is None or self._answers is None:
            self._connection, _ = self._listener.accept()
            self._connection.settimeout(PATIENCE)
            self._answers = self._connection.makefile("rb")
        self._connection.sendall(len(data).to_bytes(4, "big") + data)
        rows, cols = self._answers.readline().split()
        return int(rows), int(cols)

    def close(self) -> None:
        if self._answers is not None:
            self._answers.close()
        if self._connection is not None:
            self._connection.close()
        self._listener.close()


@dataclass(frozen=True, slots=True)
class Stretch:
    """What an agent wrote in a terminal of a size until it paused, or until the size was another one."""

    rows: int
    cols: int
    data: bytes


@cache
def stretches(name: str, most: int = 6) -> tuple[Stretch, ...]:
    """What the agent of a recording wrote, cut into a few stretches: at changes of size, and at its longest pauses."""
    with gzip.open(RECORDINGS / f"{name}.rec.jsonl.gz", "rt") as lines:
        header, *events = map(json.loads, lines)
    rows, cols = header["rows"], header["cols"]
    outputs = [event for event in events if event["k"] == "o"]
    stream = Stream(Screen(cols, rows, 0))
    pauses = []
    for output, later in pairwise(outputs):
        stream.feed(base64.b64decode(output["b"]))
        if stream.at_rest:  # what is half written is not to be torn apart
            pauses.append((later["t"] - output["t"], output["t"]))
    ends = {at for _, at in sorted(pauses)[1 - most :]} | {outputs[-1]["t"]}
    found, data = [], b""
    for event in events:
        if event["k"] == "o":
            data += base64.b64decode(event["b"])
        if event["k"] == "r" or (event["k"] == "o" and event["t"] in ends):
            found.append(Stretch(rows, cols, data))
            data = b""
        if event["k"] == "r":
            rows, cols = event["rows"], event["cols"]
    return tuple(found)


def recording_names() -> list[str]:
    """All recordings, by their paths without what their files' names end with."""
    paths = sorted(RECORDINGS.rglob("*.rec.jsonl.gz"))
    return [str(path.relative_to(RECORDINGS)).removesuffix(".rec.jsonl.gz") for path in paths]
