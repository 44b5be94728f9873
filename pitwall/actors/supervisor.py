"""
Supervision: an actor that ends by an exception is recorded, logged and started anew.

So one tab's odd bytes never end another tab. ``BaseException``s (cancellation, a stop) pass through.
"""

from collections.abc import Awaitable, Callable

import trio

from pitwall.actors.logs import log_of
from pitwall.events.ids import PaneId
from pitwall.events.runs import ActorFailed

CALM = 10.0
"""Seconds: an actor that lived this long before it failed is started anew at once."""
LONGEST_PAUSE = 5.0


async def supervise(
    actor: str,
    run: Callable[[], Awaitable[None]],
    report: Callable[[ActorFailed], Awaitable[None]],
    *,
    pane: PaneId | None = None,
) -> None:
    """Run an actor until it returns; after an exception report it, pause longer each time, and run it again."""
    pause = 0.0
    while True:
        began = trio.current_time()
        try:
            await run()
            return
        except Exception as failure:
            log_of(actor).error("actor failed", error=name_of(failure), pane=pane, where=where(failure))
            await report(ActorFailed(actor=actor, error=name_of(failure), pane=pane))
        pause = 0.0 if trio.current_time() - began > CALM else min(LONGEST_PAUSE, pause * 2 + 0.05)
        await trio.sleep(pause)


def first_of(failure: BaseException) -> BaseException:
    """The exception, or the first one in a group."""
    while isinstance(failure, BaseExceptionGroup):
        failure = failure.exceptions[0]
    return failure


def name_of(failure: BaseException) -> str:
    """The class of the exception, or of the first one in a group: its text may hold what must not be kept."""
    return type(first_of(failure)).__name__


def where(failure: BaseException) -> str:
    """The innermost place in the code, for whoever mends it."""
    trace = first_of(failure).__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    code = trace.tb_frame.f_code
    return f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}"
