"""The outer terminal's bytes come apart without a byte lost, however they were cut on the way."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.window.input import FocusChanged, InputSplitter, Mouse, Pasted, Plain, Sequence, Token

PIECES = [
    b"a", b"\x02", b"\xc3\xa4", b"\x1b", b"\x1b[A", b"\x1bOA", b"\x1bx", b"\x1b[<0;5;6M", b"\x1b[<35;1;1m",
    b"\x1b[200~", b"\x1b[201~", b"\x1b[I", b"\x1b[O", b"\x1b[98;5u", b"\x1b]11;rgb:0/0/0\x07", b"\x1b[", b"[",
    b"\x1bP1$r\x1b\\", b"\xff", b"\r", b"20", b"~",
]  # fmt: skip
STREAMS = st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join)


def split(*pieces: bytes) -> list[Token]:
    splitter = InputSplitter()
    tokens = [token for piece in pieces for token in splitter.feed(piece)]
    return tokens + splitter.flush()


def bytes_of(tokens: list[Token]) -> bytes:
    """The bytes again, paste brackets set anew."""
    out = b""
    for token in tokens:
        match token:
            case Plain(data) | Sequence(data):
                out += data
            case Pasted(data, first, last):
                out += b"\x1b[200~" * first + data + b"\x1b[201~" * last
            case FocusChanged(focused):
                out += b"\x1b[I" if focused else b"\x1b[O"
            case Mouse(code, row, col, pressed):
                out += f"\x1b[<{code};{col + 1};{row + 1}{'M' if pressed else 'm'}".encode()
    return out


@given(STREAMS)
def test_no_byte_is_lost_or_changed(data: bytes) -> None:
    got = bytes_of(split(data))
    # A paste that has begun and in which nothing has come yet has no token so far; a beginning of its end waits.
    waits = [b"\x1b[201~"[:size] for size in range(6)]
    assert any(data in (got + wait, got + b"\x1b[200~" + wait) for wait in waits)


@given(STREAMS, st.lists(st.integers(0, 60), max_size=6))
def test_cuts_on_the_way_change_nothing(data: bytes, cuts: list[int]) -> None:
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    pieces = [data[start:end] for start, end in itertools.pairwise(places)]
    assert merged(split(*pieces)) == merged(split(data))


def merged(tokens: list[Token]) -> list[Token]:
    """Tokens with neighbouring plain ones, and pieces of one paste, made one."""
    out: list[Token] = []
    for token in tokens:
        last = out[-1] if out else None
        if isinstance(token, Plain) and isinstance(last, Plain):
            out[-1] = Plain(last.data + token.data)
        elif isinstance(token, Pasted) and isinstance(last, Pasted) and not last.last and not token.first:
            out[-1] = Pasted(last.data + token.data, last.first, token.last)
        else:
            out.append(token)
    return [token for token in out if token != Pasted(b"", first=True)]


def test_a_paste_holds_whatever_bytes_and_is_told_from_keys() -> None:
    assert split(b"a\x1b[200~\x02 \x1b[A\x1b[201~b") == [
        Plain(b"a"),
        Pasted(b"\x02 \x1b[A", first=True, last=True),
        Plain(b"b"),
    ]


def test_the_end_of_a_paste_is_known_though_it_comes_in_pieces() -> None:
    assert merged(split(b"\x1b[200~text\x1b[2", b"01~", b"x")) == [
        Pasted(b"text", first=True, last=True),
        Plain(b"x"),
    ]


@pytest.mark.parametrize("begun", [b"\x1b", b"\x1b[", b"\x1b[<0;1", b"\x1bO", b"\x1b]11;"])
def test_what_has_only_begun_waits_and_is_let_go_when_nothing_follows(begun: bytes) -> None:
    splitter = InputSplitter()
    assert splitter.feed(begun) == []
    assert splitter.holding
    assert splitter.flush() == [Sequence(begun)]
    assert not splitter.holding


def test_a_sequence_that_never_ends_is_not_kept_for_ever() -> None:
    splitter = InputSplitter()
    splitter.feed(b"\x1b]" + b"x" * 5000)
    assert not splitter.holding


def test_mouse_cells_are_counted_from_0() -> None:
    assert split(b"\x1b[<64;3;9M") == [Mouse(64, 8, 2, pressed=True)]


def test_an_end_of_a_paste_that_comes_in_two_parts_ends_it_however_late_the_second_is() -> None:
    splitter = InputSplitter()
    assert splitter.feed(b"\x1b[200~hi\x1b[20") == [Pasted(b"hi", first=True)]
    assert not splitter.holding
    assert splitter.flush() == []
    assert splitter.feed(b"1~\x02") == [Pasted(b"", last=True), Plain(b"\x02")]
