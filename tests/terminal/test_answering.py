"""What the terminal answers."""

import pytest

from pitwall.terminal import Terminal
from pitwall.terminal.base import MOST_UNTAKEN_REPLIES
from pitwall.version import VERSION


def answer(data: bytes) -> bytes:
    terminal = Terminal(5, 10)
    terminal.feed(data)
    return terminal.take_replies()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (b"\x1b[c", b"\x1b[?62;22c"),
        (b"\x1b[0c", b"\x1b[?62;22c"),
        (b"\x1bZ", b"\x1b[?62;22c"),
        (b"\x1b[1c\x1b[?1;2c", b""),
        (b"\x1b[=c", b"\x1bP!|00000000\x1b\\"),
        (b"\x1b[>q", f"\x1bP>|pitwall({VERSION})\x1b\\".encode()),
        (b"\x1b[5n", b"\x1b[0n"),
        (b"ab\x1b[6n", b"\x1b[1;3R"),
        (b"ab\x1b[?6n", b"\x1b[?1;3;1R"),
        (b"0123456789\x1b[6n", b"\x1b[1;10R"),
        (b"\x1b[2;4r\x1b[?6h\x1b[2;2H\x1b[6n", b"\x1b[2;2R"),
        (b"\x1b[?996n", b"\x1b[?997;1n"),
        (b"\x1b[?15n", b"\x1b[?13n"),
        (b"\x1b[?62n", b"\x1b[0000*{"),
        (b"\x1b[99n\x1b[?1234n", b""),
        (b"\x1b[4$p", b"\x1b[4;2$y"),
        (b"\x1b[4h\x1b[4$p", b"\x1b[4;1$y"),
        (b"\x1b[99$p", b"\x1b[99;0$y"),
        (b"\x1b[1$p", b"\x1b[1;4$y"),
        (b"\x1b[12$p", b"\x1b[12;1$y"),
        (b"\x1b[?7$p", b"\x1b[?7;1$y"),
        (b"\x1b[?2026$p", b"\x1b[?2026;2$y"),
        (b"\x1b[?1049h\x1b[?47$p", b"\x1b[?47;1$y"),
        (b"\x1b[?4242$p", b"\x1b[?4242;0$y"),
        (b"\x1b[x", b"\x1b[2;1;1;128;128;1;0x"),
        (b"\x1b[1x", b"\x1b[3;1;1;128;128;1;0x"),
        (b"\x1b[>5u\x1b[?u", b"\x1b[?5u"),
        (b"\x1b[>4;1m\x1b[?4m", b"\x1b[>4;1m"),
        (b"\x1b[18t", b"\x1b[8;5;10t"),
        (b"\x1b[19t", b"\x1b[9;5;10t"),
        (b"\x1b[14t\x1b[16t", b""),
        (b"\x1bP$qr\x1b\\", b"\x1bP1$r1;5r\x1b\\"),
        (b"\x1b[1;38:2::1:2:3;4:3m\x1bP$qm\x1b\\", b"\x1bP1$r0;1;4:3;38;2;1;2;3m\x1b\\"),
        (b"\x1b[5 q\x1bP$q q\x1b\\", b"\x1bP1$r5 q\x1b\\"),
        (b'\x1b[1"q\x1bP$q"q\x1b\\', b'\x1bP1$r1"q\x1b\\'),
        (b"\x1bP$qs\x1b\\", b"\x1bP1$r1;10s\x1b\\"),
        (b"\x1bP$qt\x1b\\", b"\x1bP1$r24t\x1b\\"),
        (b"\x1bP$q*|\x1b\\", b"\x1bP1$r5*|\x1b\\"),
        (b"\x1bP$qz\x1b\\", b"\x1bP0$r\x1b\\"),
        (b"\x1bP+q544e\x1b\\", b"\x1bP1+r544E=787465726D2D323536636F6C6F72\x1b\\"),
        (b"\x1bP+q7a7a;zz\x1b\\", b"\x1bP0+r\x1b\\\x1bP0+r\x1b\\"),
    ],
)
def test_questions_have_their_answers(question: bytes, expected: bytes) -> None:
    assert answer(question) == expected


def test_the_second_attributes_are_numbers() -> None:
    assert answer(b"\x1b[>c").startswith(b"\x1b[>1;")


@pytest.mark.parametrize(
    "attack",
    [
        b"\x1b]2;rm -rf\r\x07\x1b[21t",
        b"\x1b]1;evil\x07\x1b[20t",
        b"\x1b]2;evil\x07\x1b[22t\x1b[23t\x1b[21t",
        b"\x05",
    ],
)
def test_no_title_is_ever_answered(attack: bytes) -> None:
    assert answer(attack) == b""


def test_every_answer_is_given_once() -> None:
    terminal = Terminal(5, 10)
    terminal.feed(b"\x1b[5n")
    assert terminal.take_replies() == b"\x1b[0n"
    assert terminal.take_replies() == b""


def test_answers_that_nobody_takes_are_bounded() -> None:
    assert len(answer(b"\x1b[c" * 100000)) < MOST_UNTAKEN_REPLIES + 100


def test_titles_are_kept_on_a_bounded_stack() -> None:
    terminal = Terminal(5, 10)
    terminal.feed(b"\x1b]0;one\x07\x1b[22;0t\x1b]0;two\x07\x1b[23;0t")
    assert terminal.title == "one"
    terminal.feed(b"\x1b[22t" * 1000)
    terminal.sample()
    assert len(terminal.screen.titles) == 10


def test_a_stack_for_the_icon_name_leaves_the_title() -> None:
    terminal = Terminal(5, 10)
    terminal.feed(b"\x1b]0;one\x07\x1b[22;1t\x1b]0;two\x07\x1b[23;1t")
    assert terminal.title == "two"
    assert terminal.screen.icon_name == "one"
