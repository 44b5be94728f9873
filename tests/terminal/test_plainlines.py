"""Lines of plain ASCII, put on the screen all at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminal_streams import shown

from pitwall.terminal import Terminal
from pitwall.terminal.plainlines import plain_lines, takes_lines


def test_plain_lines_are_told_from_others() -> None:
    assert plain_lines(b"a\r\nb\r\n\r\n\r\nc") == ["a", "b", "", "", "c"]


@pytest.mark.parametrize("odd", [b"\x1b", b"\t", b"\r", b"\n", b"\x07", b"\x7f", b"\xc3\xa9", b"\n\r"])
def test_lines_with_anything_else_are_none(odd: bytes) -> None:
    assert plain_lines(b"a\r\nb\r\nc\r\nd\r\ne" + odd) is None


@pytest.mark.parametrize(
    "before",
    [
        "",
        "x",
        "\x1b[2;3r",
        "\x1b[?7l",
        "\x1b[4h",
        "\x1b(0",
        "\x1b[44m",
        "\x1bN",
        "\x1b[5;1Hold",
        "\x1b[5;9H\x1b[1K",
    ],
)
def test_a_screen_that_would_do_more_than_scroll_takes_none(before: str) -> None:
    terminal = Terminal(5, 10)
    terminal.feed(before.encode())
    terminal.sample()
    assert not takes_lines(terminal.screen)


lines = st.lists(st.text(alphabet="ab ", max_size=30), min_size=5, max_size=30)


@given(
    lines,
    st.sampled_from(["", "\x1b[9;1H", "\x1b[9;1Hx\x1b[31m", "\x1b[9;1H\x1b[?1049h"]),
    st.sampled_from([0, 7]),
)
def test_lines_at_once_look_as_lines_one_by_one(texts: list[str], before: str, history: int) -> None:
    at_once, one_by_one = Terminal(4, 10, history=history), Terminal(4, 10, history=history)
    data = "\r\n".join(texts).encode()
    for terminal in (at_once, one_by_one):
        terminal.feed(before.encode())
        terminal.sample()
    at_once.feed(data)
    for byte in data:
        one_by_one.feed(bytes([byte]))
        one_by_one.advance()
    assert shown(at_once) == shown(one_by_one)
