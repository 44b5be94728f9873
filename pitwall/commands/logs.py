"""``pitwall logs``: the daemon's log, for tuning rules and finding faults."""

import argparse
import json
import os
import time
from collections.abc import Generator, Iterator
from datetime import datetime
from typing import TextIO

from pitwall import paths
from pitwall.commands.command import Command
from pitwall.errors import NoPlainFile, Refusal
from pitwall.plainfiles import open_plain
from pitwall.state.listing import escaped

LOG_FILE = "daemon.log"
LOOK_SECONDS = 0.2


def grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-f", "--follow", action="store_true", help="go on with what is written from now on")
    parser.add_argument("--detect", action="store_true", help="only the decisions of the detectors")
    parser.add_argument("--json", action="store_true", help="the lines as they are in the file")


def run_offline(arguments: argparse.Namespace) -> int:
    path = os.path.join(paths.log_folder(paths.data_folder()), LOG_FILE)
    for line in _lines(path, follow=arguments.follow):
        text = _shown(line, only_detector=arguments.detect, raw=arguments.json)
        if text:
            print(text, flush=arguments.follow)
    return 0


def _lines(path: str, *, follow: bool) -> Iterator[str]:
    """The file's whole lines; followed through its rotation."""
    try:
        file = _open(path)
    except NoPlainFile:
        raise
    except OSError as error:
        raise Refusal(f"there is no log yet at {path}: {error.strerror}") from error
    while True:
        with file:
            successor = yield from _lines_of(file, path, follow)
        if successor is None:
            return
        file = successor


def _lines_of(file: TextIO, path: str, follow: bool) -> Generator[str, None, TextIO | None]:
    """One file's whole lines; returns the file that took its place, once this one is read to its end."""
    rest = ""
    successor = None
    while True:
        for piece in file:
            rest += piece
            if rest.endswith("\n"):
                yield rest
                rest = ""
        if successor is not None or not follow:
            return successor
        time.sleep(LOOK_SECONDS)
        successor = _successor(file, path)


def _successor(file: TextIO, path: str) -> TextIO | None:
    try:
        return None if os.stat(path).st_ino == os.fstat(file.fileno()).st_ino else _open(path)
    except OSError:
        return None  # it was moved away, and the next one is not there yet


def _open(path: str) -> TextIO:
    return open(open_plain(path, os.O_RDONLY), encoding="utf-8", errors="replace")


def _shown(line: str, *, only_detector: bool, raw: bool) -> str:
    try:
        fields = json.loads(line)
    except ValueError:
        return escaped(line.rstrip("\n")) if not only_detector else ""
    if only_detector and fields.get("actor") != "detector":
        return ""
    if raw:
        return escaped(line.rstrip("\n"))
    moment, level, actor, event = (fields.pop(key, "") for key in ("timestamp", "level", "actor", "event"))
    clock = _local(str(moment))
    rest = "  ".join(f"{key}={value}" for key, value in fields.items() if key != "exception")
    return escaped(f"{clock}  {level:<7}  {actor:<10}  {event}  {rest}".rstrip())


def _local(moment: str) -> str:
    """The log's UTC time as `events` and `replay` write it: the clock on the user's wall."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
    except ValueError:
        return moment


COMMAND = Command(
    name="logs",
    summary="Print the daemon's log: names, counts and times, never a screen, a key or an argument.",
    need="none",
    grammar=grammar,
    run_offline=run_offline,
    examples="example:\n  pitwall logs -f --detect    each decision of the rules as it is made",
)
