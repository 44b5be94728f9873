"""Keys have one name each, however the terminal writes them."""

import pytest

from pitwall.errors import ConfigRejected
from pitwall.window.input import InputSplitter
from pitwall.window.keys import Key, keys, named


def pressed(data: bytes) -> list[Key]:
    splitter = InputSplitter()
    return [key for token in (*splitter.feed(data), *splitter.flush()) for key in keys(token)]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"c", "c"), (b"?", "?"), (b" ", "Space"), (b"\r", "Enter"), (b"\t", "Tab"), (b"\x7f", "Backspace"),
        (b"\x02", "C-b"), (b"\x00", "C-Space"), (b"\x1b", "Escape"), (b"\x1c", "C-\\"), (b"\x1bx", "M-x"),
        (b"\x1b[A", "Up"), (b"\x1bOA", "Up"), (b"\x1b[1;5D", "C-Left"), (b"\x1b[5~", "PageUp"),
        (b"\x1b[5;5~", "C-PageUp"), (b"\x1b[Z", "S-Tab"), (b"\x1b[15~", "F5"), (b"\xc3\xa4", "ä"),
        (b"\x1b[98;5u", "C-b"), (b"\x1b[98;69u", "C-b"), (b"\x1b[27;5;98~", "C-b"), (b"\x1b[99u", "c"),
        (b"\x1b[99;2u", "C"), (b"\x1b[27u", "Escape"), (b"\x1b[13;1:1u", "Enter"), (b"\x1b[99;3u", "M-c"),
    ],
)  # fmt: skip
def test_a_key_has_the_name_that_people_know(data: bytes, name: str) -> None:
    (key,) = pressed(data)
    assert key.name == name
    assert key.data == data
    assert not key.released


def test_letting_go_of_a_key_is_told_from_pressing_it() -> None:
    (key,) = pressed(b"\x1b[98;5:3u")
    assert (key.name, key.released) == ("C-b", True)


def test_a_modifier_by_itself_is_no_key() -> None:
    assert pressed(b"\x1b[57442;5u") == []


def test_what_types_has_text() -> None:
    assert [key.text for key in pressed("aä \x02".encode())] == ["a", "ä", " ", ""]
    assert pressed(b"\x1b[99;2u")[0].text == "C"
    assert pressed(b"\x1b[98;5u")[0].text == ""


@pytest.mark.parametrize(
    ("written", "name"),
    [("ctrl-b", "C-b"), ("C-B", "C-b"), ("alt-x", "M-x"), ("f5", "F5"), ("pageup", "PageUp"), ("-", "-"),
     ("ctrl--", "C--"), ("ctrl-alt-a", "C-M-a"), ("space", "Space"), ("Q", "Q")],
)  # fmt: skip
def test_keys_are_written_as_people_do(written: str, name: str) -> None:
    assert named(written) == name


@pytest.mark.parametrize("written", ["", "ctrl-", "hyper-x", "abc", "ctrl-foo"])
def test_what_is_no_key_is_refused_with_advice(written: str) -> None:
    with pytest.raises(ConfigRejected, match="write ctrl-b"):
        named(written)
