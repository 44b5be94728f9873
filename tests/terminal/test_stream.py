"""The loop that carries out text and sequences."""

import pytest

from pitwall.terminal import Terminal, stream
from pitwall.terminal.stream import MOST_ACTS, act_for, is_sgr


def text_after(*pieces: bytes) -> str:
    terminal = Terminal(5, 20)
    for piece in pieces:
        terminal.feed(piece)
        terminal.advance()
    return terminal.text()


def test_malformed_utf_8_becomes_replacement_characters() -> None:
    assert text_after(b"a\xe4\xb8b") == "a\ufffdb"
    assert text_after(b"a\xffb\x80") == "a\ufffdb\ufffd"
    assert text_after(b"a\xe4\xb8\x1b[1;1HX") == "X\ufffd"


def test_a_character_may_come_in_pieces() -> None:
    assert text_after(*(bytes([byte]) for byte in "漢é🚀".encode())) == "漢é🚀"


def test_writing_over_a_row_keeps_what_is_not_written_over() -> None:
    assert text_after(b"abcdefgh\rAB\x1b[3CF\x1b[1mG") == "ABcdeFGh"


def test_writing_over_wide_characters_leaves_no_half() -> None:
    assert text_after("漢字漢字\x1b[2Gab\x1b[1mc".encode()) == " abc漢字"
    assert text_after("漢字漢字\x1b[2Gabcd".encode()) == " abcd 字"


def test_what_sequences_do_is_remembered_within_bounds() -> None:
    terminal = Terminal(5, 20)
    for number in range(MOST_ACTS + 10):
        terminal.feed(b"\x1b[%d;%dH" % (number % 100, number // 100))
    terminal.feed(b"\x1b[" + b"1" * 500 + b"A")
    terminal.feed(b"\x1b]0;some title\x07")
    terminal.sample()
    assert len(stream._acts) <= MOST_ACTS
    assert not any("title" in token or len(token) > 64 for token in stream._acts)


@pytest.mark.parametrize(
    ("token", "expected"),
    [("\x1b[m", True), ("\x1b[1;38:2:1m", True), ("\x1b[>4;1m", False), ("\x1b[1 m", False), ("m", False)],
)
def test_sgr_is_told_from_its_likes(token: str, expected: bool) -> None:
    assert is_sgr(token) is expected


def test_nothing_is_an_act_that_does_nothing() -> None:
    assert act_for("")[0] == act_for("\x18")[0] == stream.NOTHING
