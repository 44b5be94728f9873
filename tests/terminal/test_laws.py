"""What holds for every stream of bytes, whatever it means."""

import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from terminal_streams import (
    KINDS,
    chunks,
    log,
    mixture,
    mutated,
    random_stream,
    recorded,
    recordings,
    shown,
    streams,
)

from pitwall.terminal import Terminal
from pitwall.terminal.cells import TAIL
from pitwall.terminal.screen import Screen
from pitwall.terminal.sequences import call_for
from pitwall.terminal.stream import Stream, is_sgr
from pitwall.terminal.tokenizer import LONGEST_SEQUENCE


def look_at_everything(terminal: Terminal) -> None:
    sample = terminal.sample()
    look = terminal.look()
    screen, grid = terminal.screen, terminal.screen.grid
    assert len(sample.lines) == len(look.rows) == screen.lines
    assert len(grid.text) == len(grid.attributes) == grid.base + screen.lines
    assert 0 <= screen.cursor.y < screen.lines
    assert 0 <= screen.cursor.x <= screen.columns
    for text, attributes in zip(grid.text[grid.base :], grid.attributes[grid.base :], strict=True):
        assert len(text) <= screen.columns
        assert len(attributes) <= screen.columns
        assert not text.startswith(TAIL)
        assert TAIL * 2 not in text
    for row in look.rows:
        row.runs()
        row.ansi().encode()
    assert [terminal.history, terminal.text(), terminal.title, terminal.modes, screen.display, screen.dirty]
    terminal.take_reports()
    terminal.take_replies()


@given(streams(), st.integers(1, 9), st.integers(1, 12), st.sampled_from([0, 5]))
@settings(max_examples=300, deadline=None)
def test_no_bytes_raise_and_the_screen_keeps_its_shape(
    data: bytes, rows: int, cols: int, history: int
) -> None:
    terminal = Terminal(rows, cols, history=history)
    terminal.feed(data)
    look_at_everything(terminal)
    terminal.resize(cols, rows)
    terminal.feed(data)
    look_at_everything(terminal)


@pytest.mark.parametrize("seed", range(3))
def test_a_thousand_random_streams_raise_nothing(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(330):
        terminal = Terminal(source.randrange(1, 12), source.randrange(1, 30), history=source.choice([0, 7]))
        terminal.feed(random_stream(source))
        terminal.resize(source.randrange(1, 12), source.randrange(1, 30))
        look_at_everything(terminal)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_ten_thousand_random_streams_raise_nothing(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(1000):
        terminal = Terminal(source.randrange(1, 12), source.randrange(1, 30), history=source.choice([0, 7]))
        terminal.feed(random_stream(source))
        terminal.resize(source.randrange(1, 12), source.randrange(1, 30))
        look_at_everything(terminal)


def play_mutations(seed: int, count: int) -> None:
    source = random.Random(seed)
    originals = [recorded(path) for path in recordings()]
    for _ in range(count):
        rows, cols, data = source.choice(originals)
        terminal = Terminal(rows, cols, history=source.choice([0, 50]))
        terminal.feed(mutated(source, data))
        look_at_everything(terminal)


def test_mutated_recordings_raise_nothing() -> None:
    play_mutations(1, 150)


@pytest.mark.slow
def test_two_thousand_mutated_recordings_raise_nothing() -> None:
    play_mutations(2, 2000)


@given(streams(), st.randoms(use_true_random=False), st.sampled_from([0, 5]))
@settings(max_examples=200, deadline=None)
def test_any_chunking_gives_the_same_screen(data: bytes, source: random.Random, history: int) -> None:
    at_once, in_pieces, byte_by_byte = (Terminal(6, 15, history=history) for _ in range(3))
    at_once.feed(data)
    for piece in chunks(source, data, 9):
        in_pieces.feed(piece)
        in_pieces.advance()
    for byte in data:
        byte_by_byte.feed(bytes([byte]))
        byte_by_byte.advance()
    assert shown(in_pieces) == shown(at_once)
    assert shown(byte_by_byte) == shown(at_once)
    assert in_pieces.take_replies() == at_once.take_replies() == byte_by_byte.take_replies()
    assert in_pieces.take_reports() == at_once.take_reports() == byte_by_byte.take_reports()


@pytest.mark.parametrize("path", recordings()[::12], ids=lambda path: path.name.split(".")[0])
def test_a_recording_gives_the_same_screen_in_any_chunking(path: Path) -> None:
    rows, cols, data = recorded(path)
    at_once, in_pieces = (Terminal(rows, cols, history=100) for _ in range(2))
    at_once.feed(data)
    for piece in chunks(random.Random(1), data, 300):
        in_pieces.feed(piece)
        in_pieces.advance()
    assert shown(in_pieces) == shown(at_once)


def carry_out_slowly(stream: Stream, data: bytes) -> None:
    """Carry bytes out by the screen's methods alone, without any of the stream's haste."""
    screen = stream.listener
    pieces = stream.tokenizer.split(stream.utf8_decoder.decode(data))
    for text, token in zip(pieces[::2], pieces[1::2], strict=True):
        if text:
            screen.draw(text)
            screen.last_drawn = text[-1]
        if not token:
            continue
        if is_sgr(token):
            screen.pen = screen.table.after_sgr(screen.pen.attribute, token)
        elif token == "\r\n":
            screen.carriage_return()
            screen.linefeed()
        else:
            method, arguments = call_for(token)
            method(screen, *arguments)
        screen.last_drawn = ""
    screen.grid.trim()


@given(streams(), st.sampled_from([0, 5]))
@example("[\x1b\x9b".encode(), 0)
@example("[\x1b\x9b[b".encode(), 0)
@settings(max_examples=300, deadline=None)
def test_the_stream_does_in_haste_what_the_screens_methods_do(data: bytes, history: int) -> None:
    hasty, slow = Terminal(6, 15, history=history), Terminal(6, 15, history=history)
    hasty.feed(data)
    carry_out_slowly(Stream(slow.screen), data)
    assert shown(hasty) == shown(slow)


def compare_lazy_with_eager(seed: int, size: int) -> int:
    """Feed the same bytes to a lazy terminal that skips and to an eager one that does not; return how many."""
    source = random.Random(seed)
    rows, cols = source.choice([(5, 20), (24, 80), (50, 200)])
    history = source.choice([0, 0, 30, 300])
    eager, lazy = Terminal(rows, cols, history=history), Terminal(rows, cols, history=history)
    data = source.choice([*KINDS, mixture, mixture, mixture])(source, size)
    for piece in chunks(source, data, source.choice([64, 4096, 60000])):
        for start in range(0, len(piece), 4000):
            eager.feed(piece[start : start + 4000])
            eager.advance()
        lazy.feed(piece)
        if source.random() < 0.02:
            lazy.advance(source.randrange(1, 100000))
    assert shown(lazy) == shown(eager), f"seed {seed}"
    assert lazy.take_replies() == eager.take_replies()
    assert lazy.take_reports() == eager.take_reports()
    return len(data)


@pytest.mark.parametrize("seed", range(25))
def test_a_lazy_terminal_that_skips_shows_what_an_eager_one_shows(seed: int) -> None:
    compare_lazy_with_eager(seed, 60000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1040))
def test_a_lazy_terminal_that_skips_shows_what_an_eager_one_shows_at_length(seed: int) -> None:
    compare_lazy_with_eager(seed, 500000)


def test_a_flood_is_really_skipped() -> None:
    """Else the comparison above would compare nothing."""
    drawn: list[int] = []

    class Counting(Stream):
        def feed(self, data: bytes) -> None:  # type: ignore[override]
            drawn.append(len(data))
            super().feed(data)

    terminal = Terminal(24, 80)
    stream = Counting(terminal.screen)
    terminal._backlog._stream = stream
    data = log(random.Random(1), 200000)
    terminal.feed(data)
    terminal.sample()
    assert sum(drawn) < len(data) / 10
    assert isinstance(terminal.screen, Screen)


@pytest.mark.parametrize("length", [LONGEST_SEQUENCE, LONGEST_SEQUENCE + 1, LONGEST_SEQUENCE + 2, 3000])
@pytest.mark.parametrize("final", ["m", "C", "G"])
def test_where_a_long_sequence_is_cut_does_not_matter(length: int, final: str) -> None:
    sequence = "\x1b[" + "4".rjust(length - 3, "0") + final
    data = f"{sequence}x".encode()
    at_once = Terminal(3, 20)
    at_once.feed(data)
    short = length <= LONGEST_SEQUENCE + 1
    assert at_once.sample().cursor == (0, {"m": 1, "C": 5, "G": 4}[final] if short else 1)
    for cut in (1, 2, 100, length - 1):
        in_two = Terminal(3, 20)
        for piece in (data[:cut], data[cut:]):
            in_two.feed(piece)
            in_two.advance()
        assert shown(in_two) == shown(at_once)
