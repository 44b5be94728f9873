"""Prompts take a line, a yes or a choice, and are given up with Escape."""

import pytest

from pitwall.window.input import InputSplitter
from pitwall.window.keys import keys
from pitwall.window.prompts import Choice, Prompt


def answer(prompt: Prompt, data: bytes) -> str | None:
    splitter = InputSplitter()
    for token in (*splitter.feed(data), *splitter.flush()):
        for key in keys(token):
            prompt.press(key)
    return prompt.answer if prompt.over else "not over"


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (b"\r", "old"), (b"er\r", "older"), (b"\x15new\r", "new"), (b"\x7f\x7fx\r", "ox"), (b"\x1b", None),
        (b"\x03", None), (b"\x01b\x1b[Cx\r", "boxld"), (b"\x1b[D\x1b[3~\r", "ol"), (b"\x17\r", ""),
        (b"\x01\x0b\r", ""), (b" two  \x17\r", "old "), ("ä日\r".encode(), "oldä日"), (b"x", "not over"),
    ],
)  # fmt: skip
def test_a_line_is_edited_as_in_a_shell(typed: bytes, text: str | None) -> None:
    assert answer(Prompt("rename", "new name:", text="old"), typed) == text


@pytest.mark.parametrize(
    ("typed", "said"), [(b"y", "yes"), (b"Y", "yes"), (b"n", None), (b"\r", None), (b"\x1b", None)]
)
def test_only_y_is_a_yes(typed: bytes, said: str | None) -> None:
    assert answer(Prompt("kill", "kill? [y/N]", kind="confirm"), typed) == said


CHOICES = (Choice("a", "1 web server"), Choice("b", "2 web tests"), Choice("c", "3 Docs"))


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        (b"\r", "a"), (b"web\x1b[B\r", "b"), (b"tests web\r", "b"), (b"docs\r", "c"), (b"nowhere\r", None),
        (b"\x1b[B\x1b[B\x1b[B\x1b[A\r", "b"), (b"\x0e\x0e\x10\r", "b"), (b"\x1b[Bw\r", "a"), (b"\x1b", None),
    ],
)  # fmt: skip
def test_a_list_is_narrowed_by_typing(typed: bytes, chosen: str | None) -> None:
    assert answer(Prompt("find", "tab:", kind="choice", choices=CHOICES), typed) == chosen


def test_pasted_text_becomes_one_line() -> None:
    prompt = Prompt("rename", "new name:")
    prompt.paste(b"two\nlines\x07 \xff")
    assert prompt.text == "two lines\ufffd" or prompt.text == "two lines \ufffd"
    confirm = Prompt("kill", "kill?", kind="confirm")
    confirm.paste(b"y")
    assert not confirm.over
