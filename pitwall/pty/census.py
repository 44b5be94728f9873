"""The whole process table, read beside the loop and shared by all who ask at the same time."""

from collections.abc import Callable
from typing import TypeVar

import trio

from pitwall.pty import processes
from pitwall.pty.process import Process

_Value = TypeVar("_Value")


class _Reading:
    """One reading of the table, for everybody who asked before it began."""

    def __init__(self) -> None:
        self.table: dict[int, Process] | None = None


_next_reading: trio.lowlevel.RunVar[_Reading] = trio.lowlevel.RunVar("next reading")
_turn: trio.lowlevel.RunVar[trio.Lock] = trio.lowlevel.RunVar("turn")


async def census() -> dict[int, Process]:
    """
    Every process there is, by pid; never read before the call.

    Reading takes milliseconds, in a thread. A hundred panes that end at once need two readings, not a hundred.
    """
    turn = _own(_turn, trio.Lock)
    reading = _own(_next_reading, _Reading)
    async with turn:
        if reading.table is None:
            _next_reading.set(_Reading())
            reading.table = await trio.to_thread.run_sync(processes.table)
    return reading.table


def _own(variable: trio.lowlevel.RunVar[_Value], make: Callable[[], _Value]) -> _Value:
    """The run's own value of a variable."""
    try:
        return variable.get()
    except LookupError:
        value = make()
        variable.set(value)
        return value
