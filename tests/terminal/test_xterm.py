"""Small streams, and what xterm makes of them."""

import json
from pathlib import Path

import pytest
from xterm_cases import CASES, Case, Size

from pitwall.terminal import Terminal
from pitwall.terminal.modes import DECOM
from pitwall.terminal.sgr import FAINT

ANSWERS = Path(__file__).with_name("xterm_379.jsonl")
"""Random streams on a screen of 8 rows and 20 columns, and what xterm (patch 379) showed and replied."""


def trimmed(lines: tuple[str, ...] | list[str]) -> list[str]:
    rows = [line.rstrip(" ") for line in lines]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def cell(terminal: Terminal, y: int, x: int) -> dict[str, object]:
    screen = terminal.screen
    char = screen.buffer[y][x]
    style = screen.table.style(screen.row_attributes(y)[x : x + 1] or "\0")
    return {
        "fg": char.fg,
        "bg": char.bg,
        "bold": char.bold,
        "underline": char.underscore,
        "blink": char.blink,
        "faint": bool(style.flags & FAINT),
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_small_stream_does_what_it_does_in_xterm(case: Case) -> None:
    terminal = Terminal(case.size.rows, case.size.cols)
    for step in case.steps:
        if isinstance(step, Size):
            terminal.resize(step.rows, step.cols)
        else:
            terminal.feed(step.encode() if isinstance(step, str) else step)
    sample = terminal.sample()
    assert trimmed(sample.lines) == trimmed(case.rows)
    assert case.cursor in (None, sample.cursor)
    assert case.title in (None, sample.title)
    assert case.reply in (None, terminal.take_replies())
    for (y, x), wanted in case.cells.items():
        assert cell(terminal, y, x) | wanted == cell(terminal, y, x)


@pytest.mark.parametrize("line", ANSWERS.read_text("utf-8").splitlines())
def test_a_random_stream_ends_as_it_did_in_xterm(line: str) -> None:
    xterm = json.loads(line)
    terminal = Terminal(8, 20)
    # Whatever the stream left unfinished is ended as it was for xterm.
    terminal.feed(xterm["written"].encode() + b"\x18\x1b\\")
    sample, screen = terminal.sample(), terminal.screen
    origin = DECOM in screen.mode
    y, x = sample.cursor
    assert trimmed(sample.lines) == xterm["rows"]
    assert origin == xterm["origin"]
    assert [screen.top + 1, screen.bottom + 1] == xterm["margins"]
    assert [y + 1 - (screen.top if origin else 0), x + 1] == xterm["cursor"]
    assert terminal.take_replies().decode() == xterm["replied"]
