"""Bytes in; a screen, replies and reports out."""

import pytest
from terminal_streams import recorded, recordings

from pitwall.terminal import Terminal
from pitwall.terminal.reports import ProgramStatus
from pitwall.terminal.terminal import BACKLOG


def test_a_line_loses_its_trailing_spaces_but_not_its_no_break_spaces() -> None:
    terminal = Terminal(3, 20)
    terminal.feed("❯\u00a0  \r\nx".encode())
    assert terminal.sample().lines == ("❯\u00a0", "x", "")


def test_the_cursors_line_keeps_its_spaces_up_to_the_cursor() -> None:
    terminal = Terminal(3, 20)
    terminal.feed(b"a  \r\ndrift> ")
    assert terminal.sample().lines == ("a", "drift> ", "")
    terminal.feed(b"\x1b[1;3H")
    assert terminal.sample().lines == ("a ", "drift>", "")
    terminal.feed(b"\x1b[3;5H")
    assert terminal.sample().lines == ("a", "drift>", "    ")


def test_the_cursors_line_is_measured_in_cells() -> None:
    terminal = Terminal(1, 20)
    terminal.feed("漢e\u0301  ".encode() + b"\x1b[1;5H")
    assert terminal.sample().lines == ("漢e\u0301 ",)


def test_a_wide_character_is_in_a_line_once() -> None:
    terminal = Terminal(1, 20)
    terminal.feed("a漢字b".encode())
    assert terminal.sample().lines == ("a漢字b",)


def test_a_sample_of_an_unchanged_screen_is_the_same_object() -> None:
    terminal = Terminal(3, 20)
    terminal.feed(b"a\r\nb")
    sample = terminal.sample()
    assert terminal.sample() is sample
    terminal.feed(b"\x1b[m")
    assert terminal.sample() is sample


def test_unchanged_lines_of_a_sample_are_the_same_objects() -> None:
    terminal = Terminal(3, 20)
    terminal.feed(b"some text   \r\nb")
    before = terminal.sample()
    terminal.feed(b"c")
    after = terminal.sample()
    assert after.lines[0] is before.lines[0]
    assert after.lines[1] == "bc"


def test_a_sample_tells_of_a_synchronized_update() -> None:
    terminal = Terminal(3, 20)
    terminal.feed(b"\x1b[?2026hhalf")
    assert terminal.sample().synchronizing
    terminal.feed(b"\x1b[?2026l")
    assert not terminal.sample().synchronizing


def test_a_question_is_answered_at_once_and_other_bytes_wait() -> None:
    terminal = Terminal(3, 20)
    terminal.feed(b"abc")
    assert (terminal.pending, terminal.due) == (3, False)
    terminal.feed(b"\x1b[6n")
    assert terminal.pending == 0
    assert terminal.take_replies() == b"\x1b[1;4R"


def test_a_question_in_two_pieces_is_answered_at_once() -> None:
    terminal = Terminal(3, 20)
    terminal.feed(b"abc\x1b[")
    terminal.feed(b"6n")
    assert terminal.take_replies() == b"\x1b[1;4R"


def test_too_many_bytes_do_not_wait() -> None:
    terminal = Terminal(3, 20)
    terminal.feed(b"x" * BACKLOG)
    assert terminal.pending == BACKLOG
    terminal.feed(b"x")
    assert terminal.pending == 0


def test_bytes_can_be_taken_without_parsing_even_when_it_is_due() -> None:
    terminal = Terminal(3, 20)
    terminal.append(b"\x1b[6n" + b"x" * 10000)
    assert terminal.due
    assert terminal.advance(5000)
    assert terminal.take_replies() == b"\x1b[1;1R"
    assert not terminal.advance()
    assert not terminal.due


def test_a_resize_comes_after_all_that_was_fed_before() -> None:
    terminal = Terminal(3, 5)
    terminal.feed(b"abcdefg")
    terminal.resize(3, 20)
    assert terminal.text() == "abcde\nfg"


def test_no_size_is_too_small() -> None:
    terminal = Terminal(0, -1)
    terminal.feed("a漢b\r\n".encode())
    terminal.resize(0, 0)
    assert (terminal.sample().rows, terminal.sample().cols) == (1, 1)


@pytest.mark.parametrize("path", recordings()[::8], ids=lambda path: path.name.split(".")[0])
def test_an_agents_screen_has_no_traces_of_control_sequences(path: object) -> None:
    rows, cols, data = recorded(path)  # type: ignore[arg-type]
    terminal = Terminal(rows, cols)
    for start in range(0, len(data), 2000):
        terminal.feed(data[start : start + 2000])
        text = terminal.text()
        assert "\x1b" not in text
        assert "\ufffd" not in text
        assert not any(leak in text for leak in ("[?2026", "[38;", "]0;", ";2;255", "[?25"))


def test_a_recorded_agent_reports_its_own_status() -> None:
    path = next(path for path in recordings() if path.name.startswith("claude__bash-approve-psp"))
    rows, cols, data = recorded(path)
    terminal = Terminal(rows, cols)
    terminal.feed(data)
    statuses = [report for report in terminal.take_reports() if isinstance(report, ProgramStatus)]
    assert {status.app for status in statuses} == {"claude-code"}
    assert [status.state for status in statuses if status.state != "clear"][-1] in ("idle", "done")
    (blocked,) = {status for status in statuses if status.state == "blocked"}
    assert blocked.kind == "permission"
    assert blocked.message.startswith("approve Bash")
