"""Text cut into text and control sequences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.terminal.tokenizer import CAN, LONGEST_SEQUENCE, LONGEST_STRING, Tokenizer


def tokens(*texts: str) -> list[str]:
    """Text and tokens, without the empty ones and with neighbouring text as one."""
    tokenizer = Tokenizer()
    out: list[str] = []
    for text in texts:
        pieces = tokenizer.split(text)
        assert len(pieces) % 2 == 0
        for plain, token in zip(pieces[::2], pieces[1::2], strict=True):
            if plain and out and out[-1].isprintable():
                out[-1] += plain
            elif plain:
                out.append(plain)
            if token not in ("", CAN):
                out.append(token)
    return out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ab", ["ab"]),
        ("a\r\nb\n", ["a", "\r\n", "b", "\n"]),
        ("a\x1b[1;31mb", ["a", "\x1b[1;31m", "b"]),
        ("\x1b[?25h\x1b[2 q\x1b[>0q", ["\x1b[?25h", "\x1b[2 q", "\x1b[>0q"]),
        ("\x1b]0;t\x07\x1b]2;u\x1b\\x", ["\x1b]0;t\x07", "\x1b]2;u\x1b\\", "x"]),
        ("\x1bPq#0\x07~\x1b\\x", ["\x1bPq#0\x07~\x1b\\", "x"]),
        ("\x1b_a\x1b\\\x1b^b\x1b\\", ["\x1b_a\x1b\\", "\x1b^b\x1b\\"]),
        ("\x1bXc\x1b\\\x1bkd\x1b\\", ["\x1bXc\x1b\\", "\x1bkd\x1b\\"]),
        ("\x1b(0\x1b#8\x1b7\x1bc", ["\x1b(0", "\x1b#8", "\x1b7", "\x1bc"]),
        ("\x9b1m\x85", ["\x9b", "1m", "\x85"]),
        ("\x1b]0;a\x9cb\x07", ["\x1b]0;a\x9cb\x07"]),
    ],
)  # fmt: skip
def test_whole_sequences_are_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[1\r;1mX", ["\r", "\x1b[1;1m", "X"]),
        ("\x1b[\n\b1C", ["\n", "\b", "\x1b[1C"]),
        ("\x1b[1\x7f2\x9bmX", ["\x1b[12m", "X"]),
        ("\x1b\r[1m", ["\r", "\x1b[1m"]),
        ("\x1b\r]0;t\x07", ["\r", "\x1b]0;t\x07"]),
        ("\x1b(\r0x", ["\r", "\x1b(0", "x"]),
    ],
)
def test_controls_inside_a_sequence_are_carried_out_first(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[12\x18X", ["X"]),
        ("\x1b[12\x1aX", ["X"]),
        ("\x1b[12\x1b[1;1HX", ["\x1b[1;1H", "X"]),
        ("\x1b\x1b[1mX", ["\x1b[1m", "X"]),
        ("\x1b]2;lost\x18X", ["X"]),
        ("\x1b]2;lost\x1b[1;1HX", ["\x1b[1;1H", "X"]),
        ("\x1bPlost\x18X", ["X"]),
        ("\x1bPtmux;\x1b\x1b]9;hi\x07\x1b\\x", ["\x1b]9;hi\x07", "\x1b\\", "x"]),
        ("\x1b[1漢mX", ["mX"]),
        ("\x1béX", ["X"]),
    ],
)
def test_an_aborted_sequence_leaves_nothing(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_a_sequence_in_a_wrong_order_is_swallowed_whole() -> None:
    assert tokens("\x1b[1!2pX")[-1] == "X"
    assert tokens("\x1b[1!2", "3pX")[-1] == "X"


def test_an_unfinished_sequence_waits_for_its_end() -> None:
    tokenizer = Tokenizer()
    assert tokenizer.split("a\x1b[3") == ["a", ""]
    assert not tokenizer.in_ground
    assert tokenizer.split("1mb") == ["", "\x1b[31m", "b", ""]
    assert tokenizer.in_ground


PARTS = ["\x1b", *"[]Pk\\0;m! \x07\r\x18\x9b\x9ca漢\x7f"]


@given(st.lists(st.sampled_from(PARTS), max_size=25).map("".join), st.data())
def test_where_text_is_cut_does_not_matter(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    assert tokens(text[:cut], text[cut:]) == tokens(text) == tokens(*text)


@pytest.mark.parametrize("start", ["\x1b]2;", "\x1bP", "\x1b_", "\x1bX", "\x1bk"])
def test_an_endless_string_is_swallowed_without_being_kept(start: str) -> None:
    tokenizer = Tokenizer()
    tokenizer.split(start)
    for _ in range(40):
        assert tokenizer.split("x" * 10000) == ["", ""]
        assert len(tokenizer._partial) <= LONGEST_STRING + 10000
    assert "".join(tokenizer.split("more\x1b\\seen")).endswith("seen")


@pytest.mark.parametrize(("start", "more"), [("\x1b[", "1"), ("\x1b", " "), ("\x1b[1", ";"), ("\x1b[1", "!")])
def test_an_endless_sequence_is_not_kept(start: str, more: str) -> None:
    tokenizer = Tokenizer()
    tokenizer.split(start)
    for _ in range(10):
        tokenizer.split(more * 5000)
        assert len(tokenizer._partial) <= LONGEST_SEQUENCE
    assert tokenizer.split("zseen")[-2] == "seen"


def test_many_broken_sequences_are_read_in_reasonable_time() -> None:
    assert tokens("\x1b" * 20000 + "[1\r" * 1000 + "m") != []
