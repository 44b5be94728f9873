"""The ways in which a daemon's run comes to its end."""

import dataclasses
import os
import signal
from collections.abc import Callable

from daemons import House
from histories import read_facts, rewrite

from pitwall.events.base import Fact
from pitwall.events.panes import PaneStarted
from pitwall.events.runs import RunStarted

End = Callable[[House], None]

OTHER_BOOT = "00000000-0000-4000-8000-000000000000"


def stop(house: House) -> None:
    """A clean stop, as an upgrade makes it."""
    house.signal(signal.SIGTERM)


def crash(house: House) -> None:
    """The daemon is gone from one instruction to the next."""
    house.kill9()


def reboot(house: House) -> None:
    """A crash, after which nothing runs and all that the journal tells of was in another boot of the machine."""
    house.kill9()
    for pid in house.processes():
        os.kill(pid, signal.SIGKILL)
    assert house.ended() == []
    rewrite(house.home, map(in_another_boot, read_facts(house.home)))


def in_another_boot(fact: Fact) -> Fact:
    """The fact as it would have been told before the machine was started the last time."""
    return dataclasses.replace(fact, boot=OTHER_BOOT) if isinstance(fact, PaneStarted | RunStarted) else fact


ENDS: tuple[End, ...] = (stop, crash, reboot)
