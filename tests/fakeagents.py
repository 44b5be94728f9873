"""Stand-ins for coding agents: programs of their name that draw what the test tells them to, and do nothing else."""

import os
from pathlib import Path
from typing import Any, Self

from daemons import House, Row

RULES = """\
detail_line = ['^\\? (.+)$']

[[rules]]
id = "question"
state = "blocked"
priority = 900
region = "bottom_non_empty_lines(2)"
line_regex = ['^\\? ']

[[rules]]
id = "spinner"
state = "working"
priority = 800
region = "bottom_non_empty_lines(2)"
line_regex = ['^\\* working']

[[rules]]
id = "prompt"
state = "idle"
priority = 100
region = "bottom_non_empty_lines(1)"
line_regex = ['^drift> ?$']
"""
"""How the stand-ins' screens are read."""

_PROGRAM = """\
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
SCREENS = {
    "working": "* working",
    "idle": "drift> ",
    "blank": "",
    "odd": "nothing that a rule knows",
}
def draw(text):
    sys.stdout.write("\\x1b[2J\\x1b[3J\\x1b[H" + text)
    sys.stdout.flush()
for order in open(os.environ["ORDERS"]):
    word, _, rest = order.rstrip("\\n").partition(" ")
    if word == "exit":
        sys.exit(int(rest))
    elif word == "die":
        os.kill(os.getpid(), int(rest))
    elif word == "ask":
        draw("? " + rest + "\\r\\n")
    elif word == "print":
        sys.stdout.write(rest.encode("latin-1", "backslashreplace").decode("unicode_escape"))
        sys.stdout.flush()
    elif word == "bytes":
        sys.stdout.buffer.write(bytes.fromhex(rest))
        sys.stdout.buffer.flush()
    else:
        draw(SCREENS[word])
"""


class FakeAgent:
    """One agent in a tab, told what to do through a named pipe: its orders are read in turn, none is lost."""

    def __init__(self, house: House, kind: str = "drift") -> None:
        self.house = house
        self.kind = kind
        self.program = house.python(kind, _PROGRAM)
        self._pipe = house.work / f"orders-{len(os.listdir(house.work))}"
        os.mkfifo(self._pipe)
        self._orders = os.open(self._pipe, os.O_RDWR)
        self.tab: Row = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._orders)

    def open(self, *flags: str, arguments: tuple[str, ...] = (), **options: Any) -> Row:
        """Start it in a tab of its own."""
        env = self.environment | options.pop("env", {})
        self.tab = self.house.new(*flags, "--", self.kind, *arguments, env=env, **options)
        return self.tab

    @property
    def environment(self) -> dict[str, str]:
        """What its program needs."""
        return {"ORDERS": str(self._pipe)}

    def order(self, *orders: str) -> None:
        """
        Tell it what to do.

        It draws ``working``, ``idle``, ``blank``, ``odd`` or ``ask TEXT``; writes ``print TEXT`` with escapes as
        in Python's strings, or ``bytes HEX``; ends by ``exit N`` or ``die N``.
        """
        os.write(self._orders, "".join(f"{order}\n" for order in orders).encode())

    def shows(self, order: str, state: str) -> Row:
        """Have it draw something, and see it read as that state."""
        self.order(order)
        return self.house.until_state(self.tab, state)

    def works(self) -> None:
        """Have it draw that it works, and see that read as a turn: for long enough, as nobody types to it."""
        since = self.house.seq()
        self.order("working")
        self.house.until("status.changed", since, pane=self.house.pane(self.tab)["data"]["pane"], turn=True)


def install_rules(house: House, kind: str = "drift", rules: str = RULES) -> None:
    """Give the house rules for a kind; they are read when its daemon starts."""
    folder = house.home / "detect"
    folder.mkdir(exist_ok=True)
    Path(folder, f"{kind}.toml").write_text(rules)
