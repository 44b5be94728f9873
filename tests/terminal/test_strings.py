"""OSC and DCS."""

import pytest

from pitwall.terminal import Terminal
from pitwall.terminal.reports import Bell, Folder, Notification, ProgramStatus, Progress, PromptMark, Report
from pitwall.terminal.sgr import Link
from pitwall.terminal.strings import LONGEST_TITLE, LONGEST_URI


def terminal_after(data: bytes) -> Terminal:
    terminal = Terminal(5, 20)
    terminal.feed(data)
    return terminal


@pytest.mark.parametrize(
    ("data", "title"),
    [
        (b"\x1b]0;zero\x07", "zero"),
        (b"\x1b]2;two\x1b\\", "two"),
        (b"\x1b]2;a;b;c\x07", "a;b;c"),
        (b"\x1b]2;one\x07\x1b]1;icon\x07", "one"),
        (b"\x1b]2;one\x07\x1b]2;\x07", ""),
        (b"\x1b]2;one\x07\x1b]21;x\x07\x1b]22;y\x07\x1b]l;z\x07\x1bkw\x1b\\", "one"),
        ("\x1b]0;✳ Claude Code\x07".encode(), "✳ Claude Code"),
        (b"\x1b]2;one\x07\x1b]2;lost\x18", "one"),
    ],
)
def test_only_osc_0_and_2_set_the_title(data: bytes, title: str) -> None:
    assert terminal_after(data).title == title


def test_the_byte_9C_inside_a_character_ends_no_title() -> None:
    """✳ is E2 9C B3 in UTF-8."""
    assert terminal_after("\x1b]2;a✳b\x1b\\c".encode()).title == "a✳b"


def test_S01_a_title_has_no_controls_and_a_bounded_length() -> None:
    terminal = terminal_after(b"\x1b]2;a\nb\tc\xc2\x80d" + b"x" * 10000 + b"\x07")
    assert terminal.title == ("abcd" + "x" * 10000)[:LONGEST_TITLE]
    assert terminal_after(b"\x1b]2;a\x07\x1b[2Jb").title == "a"


def reports(data: bytes) -> tuple[Report, ...]:
    return terminal_after(data).take_reports()


@pytest.mark.parametrize(
    ("data", "report"),
    [
        (b"\x1b]7501;state=idle:app=codex\x1b\\", ProgramStatus("idle", "codex")),
        (
            b"\x1b]7501;state=blocked:app=claude-code:kind=permission:msg=YXBwcm92ZSBCYXNo\x07",
            ProgramStatus("blocked", "claude-code", "permission", "approve Bash"),
        ),
        (b"\x1b]9;done\x07", Notification(9, "done")),
        (b"\x1b]9;4;1;50\x07", Progress(1, 50)),
        (b"\x1b]9;4;0\x07", Progress(0, 0)),
        (b"\x1b]9;4;1;999\x07", Progress(1, 100)),
        (b"\x1b]99;i=1:d=1;Hi\x1b\\", Notification(99, "Hi")),
        (b"\x1b]99;i=1:d=0;Hi\x1b\\\x1b]99;i=1:p=body;there\x1b\\", Notification(99, "Hi", "there")),
        (b"\x1b]777;notify;title;the body\x07", Notification(777, "title", "the body")),
        (b"\x1b]133;A\x07", PromptMark("A")),
        (b"\x1b]133;D;3\x07", PromptMark("D", 3)),
        (b"\x1b]133;D\x07", PromptMark("D")),
        (b"\x1b]7;file://box/home/a%20b\x07", Folder("/home/a b", "box")),
        (b"\x07", Bell()),
    ],
)
def test_what_a_program_reports(data: bytes, report: Report) -> None:
    assert reports(data) == (report,)


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b]7501;app=codex\x07",
        b"\x1b]7501;?\x07",
        b"\x1b]9;4;9\x07",
        b"\x1b]9;1;200\x07",
        b"\x1b]9;\x07",
        b"\x1b]99;p=?;\x07",
        b"\x1b]133;Z\x07",
        b"\x1b]777;other;x\x07",
        b"\x1b]7;http://x/\x07",
        b"\x1b]7;file://x:y]/\x07",
        b"\x1b]7;file://x" + b"/" * LONGEST_URI + b"\x07",
        b"\x1b]52;c;QUJD\x07",
    ],
)
def test_what_says_nothing_reports_nothing(data: bytes) -> None:
    assert reports(data) == ()


def test_reports_are_taken_once_and_bounded_and_bells_in_a_row_are_one() -> None:
    terminal = terminal_after(b"\x07" * 1000)
    assert terminal.take_reports() == (Bell(),)
    assert terminal.take_reports() == ()
    terminal.feed(b"\x1b]9;x\x07\x07" * 5000)
    assert len(terminal.take_reports()) <= 256


def test_a_notification_is_one_line_free_of_controls() -> None:
    assert reports(b"\x1b]9;a\nb\tc\x01d\x07") == (Notification(9, "a b cd"),)


@pytest.mark.parametrize("end", [b"\x07", b"\x1b\\"])
def test_the_program_status_query_is_answered_with_itself(end: bytes) -> None:
    terminal = terminal_after(b"\x1b]7501;?" + end)
    assert terminal.take_replies() == b"\x1b]7501;?" + end


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (b"\x1b]4;1;?\x07", b"\x1b]4;1;rgb:cdcd/0000/0000\x07"),
        (b"\x1b]4;1;?;0;?\x1b\\", b"\x1b]4;1;rgb:cdcd/0000/0000\x1b\\\x1b]4;0;rgb:0000/0000/0000\x1b\\"),
        (b"\x1b]10;?\x07", b"\x1b]10;rgb:e5e5/e5e5/e5e5\x07"),
        (b"\x1b]11;?\x1b\\", b"\x1b]11;rgb:0000/0000/0000\x1b\\"),
        (b"\x1b]10;?;?\x07", b"\x1b]10;rgb:e5e5/e5e5/e5e5\x07\x1b]11;rgb:0000/0000/0000\x07"),
        (b"\x1b]11;#102030\x07\x1b]11;?\x07", b"\x1b]11;rgb:1010/2020/3030\x07"),
        (b"\x1b]11;#102030\x07\x1b]111\x07\x1b]11;?\x07", b"\x1b]11;rgb:0000/0000/0000\x07"),
        (b"\x1b]4;7;rgb:1/2/3\x07\x1b]4;7;?\x07", b"\x1b]4;7;rgb:1111/2222/3333\x07"),
        (b"\x1b]4;7;#fff\x07\x1b]104;7\x07\x1b]4;7;?\x07", b"\x1b]4;7;rgb:e5e5/e5e5/e5e5\x07"),
        (b"\x1b]4;7;#fff\x07\x1b]104\x07\x1b]4;7;?\x07", b"\x1b]4;7;rgb:e5e5/e5e5/e5e5\x07"),
        (b"\x1b]12;#ff0000\x07\x1b]12;?\x07", b"\x1b]12;rgb:ffff/0000/0000\x07"),
        (b"\x1b]4;256;?\x07\x1b]4;-1;?\x07\x1b]4;x;?\x07\x1b]4\x07", b""),
    ],
)
def test_colours_are_told_and_set(question: bytes, answer: bytes) -> None:
    assert terminal_after(question).take_replies() == answer


def test_a_colour_that_a_program_made_up_is_not_answered() -> None:
    assert (
        terminal_after(b"\x1b]11;evil\x07\x1b]11;?\x07").take_replies() == b"\x1b]11;rgb:0000/0000/0000\x07"
    )


def links(data: bytes) -> list[tuple[str, Link | None]]:
    row = terminal_after(data).look().rows[0]
    return [(run.text, run.attributes.link) for run in row.runs()]


def test_cells_keep_their_links() -> None:
    assert links(b"a\x1b]8;id=7;http://x\x07b\x1b[mc\x1b]8;;\x07d") == [
        ("a", None),
        ("bc", Link("http://x", "7")),
        ("d", None),
    ]


def test_a_link_too_long_to_keep_is_no_link() -> None:
    assert links(b"\x1b]8;;http://" + b"x" * LONGEST_URI + b"\x07a") == [("a", None)]


@pytest.mark.parametrize(
    "string",
    [
        b"\x1bP+q544e\x1b\\",
        b"\x1bPtmux;\x1b\x1b]52;c;x\x07\x1b\\",
        b"\x1b^a\x1b\\",
        b"\x1bXa\x1b\\",
        b"\x1b_Gf=100;AAAA\x1b\\",
        b"\x1bPq#0;2;0;0;0#0~~@@vv@@~~$-\x1b\\",
        b"\x1bktitle\x1b\\",
        b"\x1b]1337;File=inline=1:AAAA\x07",
    ],
)
def test_E04_strings_are_swallowed(string: bytes) -> None:
    assert terminal_after(b"a" + string + b"x").text() == "ax"
