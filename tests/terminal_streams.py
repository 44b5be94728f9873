"""Streams of bytes for terminals, and what a terminal shows, spelled out so that two can be compared."""

import base64
import gzip
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path

from hypothesis import strategies as st

from pitwall.terminal import Modes, Row, Terminal
from pitwall.terminal.sgr import DEFAULT_STYLE, Style

RECORDINGS = Path(__file__).parent / "recordings"

WORDS = [
    "error",
    "warning",
    "info",
    "build",
    "compile",
    "test",
    "module",
    "return",
    "request",
    "x",
    "of",
    "timeout",
]

FRAGMENTS = [
    b"\x1b", b"[", b"]", b"P", b"\\", b"\x07", b";", b":", b"?", b">", b"!", b"m", b"H", b"J", b"K", b"0", b"12",
    b"999999999", b"\r\n", b"\n", b"\r", b"\b", b"\t", b"\x18", b"\x1a", b"\x7f", b"\x00", b"\x0e", b"\x0f",
    "世".encode(), "e\u0301".encode(), b"\xe2\x80\x8d", "👨".encode(), "\U00100000".encode(), "─".encode(),
    b"\x9b", b"\xc2\x9b", b"\xc2\x9c", b"\xff", b"hello world", b"abcdefghijklmnopqrstuvwxyz" * 3,
    b"\x1b[3A", b"\x1b[2B", b"\x1b[4C", b"\x1b[2D", b"\x1b[2;3H", b"\x1b[5G", b"\x1b[3d", b"\x1b[K", b"\x1b[1K",
    b"\x1b[2K", b"\x1b[J", b"\x1b[1J", b"\x1b[2J", b"\x1b[3J", b"\x1b[?2K", b"\x1b[2@", b"\x1b[2P", b"\x1b[3X",
    b"\x1b[2L", b"\x1b[2M", b"\x1b[S", b"\x1b[2T", b"\x1b[4b", b"\x1bD", b"\x1bE", b"\x1bM", b"\x1b7", b"\x1b8",
    b"\x1b[s", b"\x1b[u", b"\x1bc", b"\x1b#8", b"\x1b[!p", b"\x1b[2;4r", b"\x1b[r", b"\x1bH", b"\x1b[g", b"\x1b[3g",
    b"\x1b[4h", b"\x1b[4l", b"\x1b[20h", b"\x1b[20l", b"\x1b[?6h", b"\x1b[?6l", b"\x1b[?7h", b"\x1b[?7l",
    b"\x1b[?25l", b"\x1b[?45h", b"\x1b[?47h", b"\x1b[?47l", b"\x1b[?1047h", b"\x1b[?1047l", b"\x1b[?1049h",
    b"\x1b[?1049l", b"\x1b[?1002;1006h", b"\x1b[?2026h", b"\x1b[?2026l", b"\x1b[>1u", b"\x1b[<u", b"\x1b[6n",
    b"\x1b[c", b"\x1b[?2026$p", b"\x1b(0", b"\x1b(B", b"\x1b)0", b"\x1bN", b'\x1b[1"q', b'\x1b[0"q', b"\x1b[m",
    b"\x1b[1;31m", b"\x1b[44m", b"\x1b[38;2;1;2;3m", b"\x1b[48:5:200m", b"\x1b[4:3m", b"\x1b[7m", b"\x1b[0m",
    b"\x1b]8;;http://x/\x07", b"\x1b]8;;\x07", b"\x1b]0;title\x07", b"\x1b]2;half", b"\x1b]7501;?\x07",
    b"\x1bPq#0~\x1b\\", b"\x1b_x\x1b\\", b"\x1b[1\r;2H", b"\x1b[3\x1b[2C", b"\x1b[?1;2c", b"\x1b[22t", b"\x1b[23t",
]  # fmt: skip
"""Pieces that mean something to a terminal, alone or put together wrongly."""


def random_stream(source: random.Random, pieces: int = 200) -> bytes:
    """Return fragments and stray bytes in any order."""
    return b"".join(
        source.choice(FRAGMENTS) if source.random() < 0.8 else bytes([source.randrange(256)])
        for _ in range(source.randrange(1, pieces))
    )


def streams() -> st.SearchStrategy[bytes]:
    """Fragments and stray bytes, for hypothesis to shrink."""
    return st.lists(st.sampled_from(FRAGMENTS) | st.binary(max_size=3), max_size=60).map(b"".join)


def sized(pieces: Iterator[str], size: int) -> bytes:
    """Return as many of the pieces, joined, as make about `size` bytes."""
    out: list[str] = []
    while size > 0:
        out.append(next(pieces))
        size -= len(out[-1].encode())
    return "".join(out).encode()


def sized_bytes(pieces: Iterator[bytes], size: int) -> bytes:
    """Return as many of the pieces, joined, as make at least `size` bytes, cut there."""
    out = bytearray()
    while len(out) < size:
        out += next(pieces)
    return bytes(out[:size])


def log(source: random.Random, size: int) -> bytes:
    """Return lines of plain ASCII, some of them long or empty."""
    lines = (" ".join(source.choices(WORDS, k=source.choice([0, 1, 4, 12, 60]))) + "\r\n" for _ in count())
    return sized(lines, size)


def colour_log(source: random.Random, size: int) -> bytes:
    """Return lines of coloured words."""

    def word() -> str:
        colour = source.choice(
            ["1;31", "4", "0", "44", "38;5;99", f"38;2;{source.randrange(256)};1;2", "7", "39"]
        )
        end = source.choice(["\x1b[0m", "\x1b[m", ""]) + source.choice([" ", " ", "\t", "\r\n"])
        return f"\x1b[{colour}m{source.choice(WORDS)}{end}"

    return sized((word() for _ in count()), size)


def wide_log(source: random.Random, size: int) -> bytes:
    """Return lines of wide, accented and joined characters."""
    letters = "漢字かな한국어🚀✅éñ─█▌👨\u200d👩\u0301\ufe0f abc"
    return sized(("".join(source.choices(letters, k=source.randrange(60))) + "\r\n" for _ in count()), size)


def frames(source: random.Random, size: int) -> bytes:
    """Return whole screens drawn anew, and boxes redrawn in place, as agents do."""

    def frame() -> str:
        if source.random() < 0.5:
            return "".join(
                f"\x1b[{y};1H\x1b[3{y % 8}m{source.choice(WORDS)}\x1b[39m {y}\x1b[K"
                for y in range(1, source.randrange(4, 12))
            )
        height = source.randrange(6)
        erased = "\x1b[2K\x1b[1A" * height + "\x1b[2K\x1b[G"
        box = f"╭{'─' * 20}╮\x1b[22m\r\n│ > {source.choice(WORDS)}\x1b[7m \x1b[27m│\r\n╰{'─' * 20}╯\r\n"
        return f"{erased}\x1b[2m{box}"

    def modes() -> str:
        odd = ["\x1b[?2026h", "\x1b[?2026l", "\x1b]0;✳ t\x07", "\x1b[?1049h", "\x1b[?1049l"]
        return source.choice(odd) if source.random() < 0.3 else ""

    return sized((frame() + modes() for _ in count()), size)


def recordings() -> list[Path]:
    """Return the recordings, in order of their names."""
    return sorted(RECORDINGS.glob("*.rec.jsonl.gz"))


@cache
def recorded(path: Path) -> tuple[int, int, bytes]:
    """Return a recording's rows, columns and all that the agent wrote."""
    with gzip.open(path, "rt") as lines:
        header, *events = map(json.loads, lines)
    written = [base64.b64decode(event["b"]) for event in events if event["k"] == "o"]
    return header["rows"], header["cols"], b"".join(written)


def replay(source: random.Random, size: int) -> bytes:
    """Return what agents wrote, one after the other, beginning anywhere."""
    return sized_bytes((recorded(source.choice(recordings()))[2] for _ in count()), size)


KINDS: list[Callable[[random.Random, int], bytes]] = [log, colour_log, wide_log, frames, replay]


def mixture(source: random.Random, size: int) -> bytes:
    """Return stretches of all kinds of output, and of chaos."""
    out = bytearray()
    while len(out) < size:
        kind = source.choice([*KINDS, lambda source, _: random_stream(source, 30)])
        out += kind(source, source.choice([100, 2000, size // 3])) + source.choice([b"\r\n", b"", b"\x1b[m"])
    return bytes(out)


def chunks(source: random.Random, data: bytes, largest: int) -> Iterator[bytes]:
    """Yield `data` in pieces of random sizes."""
    start = 0
    while start < len(data):
        end = start + source.randrange(1, largest + 1)
        yield data[start:end]
        start = end


def mutated(source: random.Random, data: bytes) -> bytes:
    """Return a stretch of `data` with bytes changed, dropped and doubled."""
    start = source.randrange(max(1, len(data) - 4000))
    out = bytearray(data[start : start + 4000])
    for _ in range(source.randrange(1, 40)):
        place = source.randrange(max(1, len(out)))
        match source.randrange(4):
            case 0:
                out[place : place + 1] = bytes([source.randrange(256)])
            case 1:
                del out[place : place + source.randrange(1, 6)]
            case 2:
                out[place:place] = out[place : place + source.randrange(1, 30)]
            case _:
                out[place:place] = source.choice(FRAGMENTS)
    return bytes(out)


Cells = list[list[tuple[str, int, Style]]]


def cells(rows: tuple[Row, ...]) -> Cells:
    """Return rows as texts, widths and styles; blank default cells at a row's end do not count."""
    out: Cells = []
    for row in rows:
        spans = list(row.spans())
        while spans and not spans[-1][0].strip(" ") and spans[-1][2] == DEFAULT_STYLE:
            spans.pop()
        if spans and spans[-1][2] == DEFAULT_STYLE:
            text, width, style = spans[-1]
            spans[-1] = text.rstrip(" "), width - len(text) + len(text.rstrip(" ")), style
        out.append(spans)
    return out


def shown(terminal: Terminal) -> tuple[Cells, tuple[int, int], Modes, str, Cells, object]:
    """Return all that can be seen of a terminal: cells, cursor, modes, title, history, and what is saved."""
    look = terminal.look()
    screen = terminal.screen
    hidden = (
        screen.cursor.x, screen.saved_cursors, screen.top, screen.bottom, sorted(screen.mode), screen.titles,
        sorted(screen.tabstops), screen.style, screen.charset, screen.keyboards, screen.colours, screen.last_drawn,
    )  # fmt: skip
    return cells(look.rows), look.cursor, look.modes, look.title, cells(terminal.history), hidden
