"""A hello is read back as it was said, and any other bytes are refused as no hello."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitwall.errors import FrameError
from pitwall.wire.frames import encode_fields
from pitwall.wire.hello import Hello, parse

texts = st.binary(max_size=30).map(lambda data: data.replace(b"\0", b"").decode("utf-8", "surrogateescape"))
names = texts.map(lambda text: text.replace("=", "")).filter(bool)
numbers = st.integers(0, 10**19)

hellos = st.builds(
    Hello,
    protocol=st.integers(0, 0xFFFF),
    client_version=st.text("0123456789.", max_size=10),
    cwd=texts,
    umask=st.integers(0, 0o777),
    terminals=st.frozensets(st.integers(0, 2)),
    rows=numbers,
    columns=numbers,
    resume=st.binary(max_size=30),
    pane=texts,
    started_ns=numbers,
    environment=st.dictionaries(names, texts, max_size=5),
    argv=st.lists(texts, max_size=5).map(tuple),
)

PLAIN = Hello(
    protocol=1,
    client_version="0.1.0",
    cwd="/home/ann",
    umask=0o22,
    terminals=frozenset({0, 2}),
    rows=24,
    columns=80,
    resume=b"",
    pane="",
    started_ns=5,
    environment={"HOME": "/home/ann"},
    argv=("ls", "--json"),
)


@given(hellos)
def test_a_hello_is_read_back_as_it_was_said(hello: Hello) -> None:
    assert parse(hello.encode()) == hello


def test_the_bytes_of_a_hello_never_change() -> None:
    """A change here means that clients and daemons of released versions no longer understand each other."""
    assert PLAIN.encode() == (
        b"\x00\x01"
        b"\x00\x00\x00\x050.1.0"
        b"\x00\x00\x00\x09/home/ann"
        b"\x00\x00\x00\x0218"
        b"\x00\x00\x00\x0202"
        b"\x00\x00\x00\x0224"
        b"\x00\x00\x00\x0280"
        b"\x00\x00\x00\x00"
        b"\x00\x00\x00\x00"
        b"\x00\x00\x00\x015"
        b"\x00\x00\x00\x011"
        b"\x00\x00\x00\x0eHOME=/home/ann"
        b"\x00\x00\x00\x012"
        b"\x00\x00\x00\x02ls"
        b"\x00\x00\x00\x06--json"
    )


@given(st.lists(st.binary(max_size=10), max_size=3))
def test_fields_of_a_later_version_are_ignored(more: list[bytes]) -> None:
    assert parse(PLAIN.encode() + encode_fields(more)) == PLAIN


@given(st.binary(max_size=200))
@example(b"\0\1" + encode_fields([b"0.1.0", b"/", b"-1"]))
def test_other_bytes_are_no_hello_and_nothing_worse(payload: bytes) -> None:
    with pytest.raises(FrameError):
        parse(payload)


def test_a_hello_cut_anywhere_is_refused() -> None:
    whole = PLAIN.encode()

    for length in range(len(whole)):
        with pytest.raises(FrameError):
            parse(whole[:length])


@given(st.data())
def test_a_damaged_hello_raises_nothing_but_frame_error(data: st.DataObject) -> None:
    whole = bytearray(PLAIN.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))

    try:
        parse(bytes(whole))
    except FrameError:
        pass


def test_a_nul_in_an_argument_is_refused_for_no_program_can_be_given_one() -> None:
    with pytest.raises(FrameError, match="NUL"):
        parse(replace(PLAIN, argv=("new", "--", "a\0b")).encode())


def test_a_count_no_frame_can_hold_is_refused_before_anything_is_made_of_it() -> None:
    whole = PLAIN.encode()
    claimed = whole.replace(encode_fields([b"2", b"ls"]), encode_fields([b"9999999999999", b"ls"]))
    assert claimed != whole

    with pytest.raises(FrameError, match="too soon"):
        parse(claimed)


def test_of_two_variables_of_one_name_the_first_counts_and_what_is_no_variable_is_dropped() -> None:
    entries = [b"A=1", b"A=2", b"B", b"=C:=x", b"D="]
    whole = PLAIN.encode().replace(encode_fields([b"1", b"HOME=/home/ann"]), encode_fields([b"5", *entries]))

    assert parse(whole).environment == {"A": "1", "D": ""}
