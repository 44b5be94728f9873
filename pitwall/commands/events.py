"""``pitwall events``: the event stream, which everything that pitwall shows is the fold of."""

import argparse
import json
from collections.abc import Mapping, Sequence
from datetime import datetime

import trio

from pitwall.commands.call import Call
from pitwall.commands.command import Command
from pitwall.errors import UsageError
from pitwall.events.base import Recorded
from pitwall.events.codec import encode
from pitwall.events.values import Value
from pitwall.journal.verify import read
from pitwall.state.listing import escaped


def grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-f", "--follow", action="store_true", help="go on with what happens from now on")
    parser.add_argument("--since", metavar="N", help="only what came after event number N")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


async def run(call: Call) -> int:
    given = call.arguments
    since = _number(given.since) if given.since is not None else None
    if since is None:
        since = call.state.seq if given.follow else 0
    render = json_line if given.json else text_line
    with call.house.directory.watch() as states:
        while True:
            state = await states.take()
            for recorded in await _after(call, since, state.seq):
                await call.write(render(recorded) + "\n")
            since = max(since, state.seq)
            if not given.follow:
                return 0


async def _after(call: Call, since: int, until: int) -> Sequence[tuple[int, int, str, Value]]:
    """The committed events after ``since``, from memory or, where they are older, from the disk."""
    recent = call.house.directory.recent(since)
    if recent is not None:
        return [_stored(recorded) for recorded in recent if recorded.seq <= until]
    return await trio.to_thread.run_sync(_from_disk, call, since, until)


def _from_disk(call: Call, since: int, until: int) -> Sequence[tuple[int, int, str, Value]]:
    entries = read(call.house.journal, since=since)
    return [(entry.seq, entry.at, entry.type, entry.data) for entry in entries if entry.seq <= until]


def _stored(recorded: Recorded) -> tuple[int, int, str, Value]:
    kind, data = encode(recorded.fact)
    return recorded.seq, recorded.at, kind, data


def json_line(event: tuple[int, int, str, Value]) -> str:
    """The event as one line of JSON, safe to print."""
    seq, at, kind, data = event
    return escaped(
        json.dumps({"seq": seq, "at": at, "type": kind, "data": readable(data)}, ensure_ascii=False)
    )


def text_line(event: tuple[int, int, str, Value]) -> str:
    """The event as one line for people, safe to print."""
    seq, at, kind, data = event
    clock = datetime.fromtimestamp(at / 1_000_000).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
    items = data.items() if isinstance(data, Mapping) else ()
    fields = "  ".join(f"{key}={json.dumps(readable(value), ensure_ascii=False)}" for key, value in items)
    return escaped(f"{seq:>6}  {clock}  {kind:<16}  {fields}".rstrip())


def readable(value: Value) -> "Readable":
    """The value with ids and other bytes as hex or text."""
    if isinstance(value, bytes):
        return value.hex() if len(value) == 8 else value.decode("utf-8", "replace")
    if isinstance(value, Mapping):
        return {key: readable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [readable(item) for item in value]
    assert value is None or isinstance(value, (bool, int, str))
    return value


Readable = dict[str, "Readable"] | list["Readable"] | str | int | bool | None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise UsageError(f"--since: {text!r} is no event number")
    return int(text)


COMMAND = Command(
    name="events",
    summary="Print the events that all of pitwall's states are the sum of, oldest first.",
    need="required",
    grammar=grammar,
    run=run,
    examples="""examples:
  pitwall events --follow                          what happens from now on
  pitwall events --since 1200 --json | jq .type    what came after event 1200""",
)
