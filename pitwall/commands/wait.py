"""``pitwall wait``: block until a tab reaches a state (SEMANTICS 6)."""

import argparse

from pitwall import durations
from pitwall.commands.call import Call
from pitwall.commands.command import Command, session_flag
from pitwall.errors import UsageError
from pitwall.state.waiting import Watch, begin, judge, parse_until


def grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tab", metavar="TAB", help="its number, id, title, or a unique prefix of the title")
    parser.add_argument("--until", required=True, metavar="STATE", help="done, idle, blocked or exit")
    parser.add_argument(
        "--timeout", metavar="DURATION", help="give up after that long: 90s, 10m, 1h30m; default: never"
    )
    session_flag(parser)


async def run(call: Call) -> int:
    given = call.arguments
    if given.timeout is not None:
        try:
            durations.parse(given.timeout)  # the client keeps the time itself, also while nobody answers it
        except ValueError as error:
            raise UsageError(f"--timeout: {error}") from error
    until = parse_until(given.until)
    watch = _resumed(call) or begin(call.state, call.tab(given.tab), until)
    token = ""
    with call.house.directory.watch() as states:
        while True:
            watch, verdict = judge(watch, await states.take())
            if verdict is not None:
                if verdict.out:
                    await call.write(f"{verdict.out}\n")
                if verdict.err:
                    await call.warn(f"pitwall: {verdict.err}\n")
                return verdict.code
            if watch.token() != token:
                token = watch.token()
                await call.token(token.encode())


def _resumed(call: Call) -> Watch | None:
    """The wait as it stood when its connection to an earlier run of the daemon was lost."""
    if not call.hello.resume:
        return None
    return Watch.from_token(call.hello.resume.decode("utf-8", "replace"))


COMMAND = Command(
    name="wait",
    summary="Wait until a tab's agent or command reaches a state, and print the state it saw.",
    need="required",
    grammar=grammar,
    run=run,
    any_version=True,
    examples="""exit codes:
  0    the state was reached
  2    the agent needs you: prints `blocked: QUESTION`
  3    the process ended while waiting for something else: prints `exit CODE`, or `exit unknown` after a restart
  124  the timeout passed
  1    an error: no such tab, no daemon, the tab was closed

With `--until exit`, and `--until done` on a tab that never showed an agent, the exit code is the command's own.

examples:
  pitwall wait tests --until exit --timeout 15m
  pitwall wait 3 --until done && notify-send "the review is ready\"""",
)
