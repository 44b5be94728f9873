"""
``drift``: a stand-in for a coding agent, which `pitwall demo` runs by this file's path.

Draws what such agents draw: a spinner while it thinks, a question with ``(y/n)`` under it, its prompt when it is
done. It takes no keys: the answer to its question is that the file ``$DRIFT_ANSWER`` appears.
"""

import os
import sys
import time
from collections.abc import Callable

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
FRAME_SECONDS = 0.1
THINKING_SECONDS = 3.0
QUESTION = "Allow drift to run make test?"
FORGET = "\x1b[3A\r\x1b[J"
"""Clears the question: three lines up, and what is below."""


def main() -> int:
    """One turn on the prompt that the arguments are; then at the prompt until the terminal goes away."""
    answer = os.environ["DRIFT_ANSWER"]
    say(f"drift 1.0 (a stand-in)\n\ndrift> {' '.join(sys.argv[1:])}\n\n")
    think("reading the tests", after(THINKING_SECONDS))
    say(f"{QUESTION}\n  (y/n)\n\n")
    while not os.path.exists(answer):
        time.sleep(FRAME_SECONDS)
    say(FORGET)
    think("running make test", after(THINKING_SECONDS))
    say("All 12 tests pass now.\n\ndrift> ")
    while sys.stdin.readline():
        say("drift> ")
    return 0


def say(text: str) -> None:
    """Write at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def after(seconds: float) -> Callable[[], bool]:
    """Whether that much time has passed since now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def think(what: str, over: Callable[[], bool]) -> None:
    """Turn the spinner until it is over, then take its line away."""
    frame = 0
    while not over():
        say(f"\r{FRAMES[frame % len(FRAMES)]} {what}")
        frame += 1
        time.sleep(FRAME_SECONDS)
    say("\r\x1b[K")


if __name__ == "__main__":
    sys.exit(main())
