#!/usr/bin/env python3
"""
Cut a saved screen out of a recording: what the agent's terminal showed at one second, and how it is read today.

    python scripts/cut_screen.py tests/recordings/claude__ask__24x80.rec.jsonl.gz 10.3
    python scripts/cut_screen.py tests/recordings/claude__ask__24x80.rec.jsonl.gz 10.3 question_80

With a name, the file ``tests/screens/KIND/NAME.txt`` is written. Read it before it is committed: ``state``, ``rule``
and ``hint`` must say what is right, which is not always what the rules say today.
"""

import argparse
import sys
from base64 import b64decode
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from recordings import Recording, load, ms

from pitwall.detect.anatomy import Anatomy
from pitwall.detect.loader import bundled_folder
from pitwall.detect.loader import load as load_rules
from pitwall.detect.reading import NO_MATCH, read
from pitwall.detect.saved import NONE, SavedScreen, render
from pitwall.detect.screen import Screen
from pitwall.terminal import Terminal

ROOT = Path(__file__).resolve().parent.parent


def screen_at(recording: Recording, at: int) -> Screen:
    """What the terminal showed at that time, ms; the blank rows at its end left out."""
    terminal = Terminal(recording.rows, recording.cols)
    for when, record, fields in recording.records:
        if when > at:
            break
        if record == "o":
            terminal.feed(b64decode(str(fields["b"])))
            terminal.take_replies()
        elif record == "r":
            terminal.resize(int(str(fields["rows"])), int(str(fields["cols"])))
    sample = terminal.sample()
    screen = Screen(sample.lines, sample.title.rstrip())
    return Screen(Anatomy(screen).lines, screen.title)


def saved(recording: Recording, at: int) -> SavedScreen:
    """The screen at that time, expected to be read as it is today."""
    screen = screen_at(recording, at)
    rules = load_rules(bundled_folder(), bundled_folder() / "none").files.get(recording.kind)
    reading = NO_MATCH if rules is None else read(rules, screen)
    return SavedScreen(
        screen=screen,
        state=reading.state or NONE,
        rule=reading.rule or None,
        hint=reading.detail if reading.state == "blocked" else None,
        source=f"{recording.name} at {at / 1000:g} s",
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("recording", type=Path)
    parser.add_argument("second", type=float)
    parser.add_argument("name", nargs="?", help="write tests/screens/KIND/NAME.txt instead of printing")
    options = parser.parse_args()
    recording = load(options.recording)
    text = render(saved(recording, ms(options.second)))
    truth = [span for span in recording.truth if span.start <= ms(options.second) < span.end]
    print(*(f"the truth: {span.label} {span.detail}" for span in truth), file=sys.stderr)
    if options.name is None:
        print(text, end="")
        return
    folder = ROOT / "tests" / "screens" / recording.kind
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{options.name}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
