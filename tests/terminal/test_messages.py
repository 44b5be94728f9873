"""The texts inside OSC 7501 and OSC 99."""

from base64 import b64encode

import pytest

from pitwall.terminal.messages import MOST_OPEN_NOTIFICATIONS, NotificationParts, program_status
from pitwall.terminal.reports import Notification, ProgramStatus


def message(text: bytes) -> str:
    status = program_status(f"state=working:msg={b64encode(text).decode()}")
    assert status is not None
    return status.message


def test_fields_come_in_any_order() -> None:
    assert program_status("app=a:kind=question:state=blocked") == ProgramStatus("blocked", "a", "question")


@pytest.mark.parametrize("text", ["", "app=a", "state=", "state=\x1b[2J", "state=" + "x" * 100, "nonsense"])
def test_a_status_without_a_proper_state_is_none(text: str) -> None:
    assert program_status(text) is None


def test_other_words_that_are_not_proper_are_left_out() -> None:
    assert program_status("state=idle:app=a b:kind=\x07") == ProgramStatus("idle")


def test_S08_a_message_is_short_and_free_of_controls() -> None:
    assert message(b"answer: \x1b[31mred\x9b\xff") == "answer: [31mred\ufffd\ufffd"
    assert message(b"x" * 5000) == "x" * 159 + "…"
    assert message("é".encode()) == "é"


def test_the_words_of_a_message_of_several_lines_stay_apart() -> None:
    assert message(b"approve Bash: npm test\r\nand\tmore\n") == "approve Bash: npm test and more"


def test_a_message_that_is_not_base64_is_empty() -> None:
    assert program_status("state=idle:msg=%%%") == ProgramStatus("idle")
    assert program_status("state=idle:msg=aGk") == ProgramStatus("idle", message="hi")


def test_a_notification_in_base64() -> None:
    assert NotificationParts().add("e=1;aGk=") == Notification(99, "hi")


def test_parts_of_several_notifications_do_not_mix() -> None:
    parts = NotificationParts()
    assert parts.add("i=1:d=0;a") is None
    assert parts.add("i=2:d=0;b") is None
    assert parts.add("i=1:p=body;c") == Notification(99, "a", "c")
    assert parts.add("i=2:p=body;d") == Notification(99, "b", "d")


def test_parts_that_never_end_are_bounded() -> None:
    parts = NotificationParts()
    for number in range(1000):
        parts.add(f"i={number}:d=0;{'x' * 5000}")
        parts.add(f"i=same:d=0;{'x' * 5000}")
    assert len(parts._open) <= MOST_OPEN_NOTIFICATIONS
    assert (
        sum(len(title) + len(body) for title, body in parts._open.values()) <= 1024 * MOST_OPEN_NOTIFICATIONS
    )
