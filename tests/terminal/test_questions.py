"""Questions found in bytes that are not parsed yet."""

import pytest

from pitwall.terminal.questions import QuestionFinder

QUESTIONS = [
    b"\x1b[c", b"\x1b[>c", b"\x1b[=c", b"\x1b[5n", b"\x1b[6n", b"\x1b[?996n", b"\x1b[?2026$p", b"\x1b[4$p",
    b"\x1b[>q", b"\x1b[>0q", b"\x1b[?u", b"\x1b[18t", b"\x1b[?4m", b"\x1b[x", b"\x1bZ", b"\x1bP$qm\x1b\\",
    b"\x1bP+q544e\x1b\\", b"\x1b]4;1;?\x07", b"\x1b]10;?\x07", b"\x1b]11;?\x1b\\", b"\x1b]12;?\x07", b"\x1b]19;?\x07",
    b"\x1b]7501;?\x07",
]  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_found_whole_or_in_pieces(question: bytes) -> None:
    assert QuestionFinder()(b"text " + question + b" text")
    for cut in range(len(question) + 1):
        finder = QuestionFinder()
        assert finder(b"text" + question[:cut]) | finder(question[cut:] + b"text")
    finder = QuestionFinder()
    assert any(finder(bytes([byte])) for byte in question)


@pytest.mark.parametrize(
    "data",
    [b"", b"plain", b"\x1b[31mred\x1b[m", b"\x1b[2J\x1b[H\x1b[?25h", b"\x1b]0;t?\x07", "é · ✳".encode()],
)
def test_ordinary_output_asks_nothing(data: bytes) -> None:
    assert not QuestionFinder()(data)


def test_a_question_is_found_once() -> None:
    finder = QuestionFinder()
    assert finder(b"\x1b[c")
    assert not finder(b"x")
