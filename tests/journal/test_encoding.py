"""The one encoding of values."""

import re

import cbor2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from journal_samples import values

from pitwall.journal import encoding
from pitwall.journal.encoding import MAX_DEPTH, NotAValue


def nested(depth: int) -> list[object]:
    value: list[object] = []
    for _ in range(depth - 1):
        value = [value]
    return value


@given(values)
def test_every_value_comes_back(value: object) -> None:
    again = encoding.decode(encoding.encode(value))
    assert again == value
    assert repr(again) == repr(value)


@given(st.binary(max_size=60))
@example(bytes.fromhex("d81c8181d81d00"))
def test_bytes_are_refused_or_are_what_encode_gives(data: bytes) -> None:
    try:
        value = encoding.decode(data)
    except NotAValue:
        return
    assert encoding.encode(value) == data


@pytest.mark.parametrize(
    ("why", "data"),
    [
        ("an indefinite byte string", "5f42010243030405ff"),
        ("an indefinite text", "7f6161ff"),
        ("an indefinite list", "9f01ff"),
        ("an indefinite map", "bf616101ff"),
        ("a long head for a small integer", "1817"),
        ("an integer in more bytes than it needs", "190010"),
        ("a length in more bytes than it needs", "580161"),
        ("a float", "fb3ff199999999999a"),
        ("a half float", "f93c00"),
        ("a tag", "c11a514b67b0"),
        ("a bignum", "c249010000000000000000"),
        ("an undefined", "f7"),
        ("a simple value", "f0"),
        ("a repeated key", "a2616101616102"),
        ("a key that is an integer", "a10102"),
        ("a key that is bytes", "a1416101"),
        ("text that is no UTF-8", "61ff"),
        ("an encoded surrogate", "63eda080"),
        ("a byte behind the item", "0000"),
        ("half an item", "6261"),
        ("nothing", ""),
        ("a shared reference", "d81c8181d81d00"),
        ("a list that contains itself", "d81c81d81d00"),
        ("a list that claims 2^64 items", "9bffffffffffffffff"),
        ("a string that claims 2^63 bytes", "5b7fffffffffffffff00"),
    ],
)
def test_another_encoding_is_refused(why: str, data: str) -> None:
    with pytest.raises(NotAValue):
        encoding.decode(bytes.fromhex(data))


def test_shared_references_that_stand_for_a_trillion_items_are_refused_at_once() -> None:
    shelf: list[object] = ["x"]
    for _ in range(12):
        shelf = [shelf] * 10
    data = cbor2.dumps(shelf, value_sharing=True)
    assert len(data) < 1000
    with pytest.raises(NotAValue):
        encoding.decode(data)


@pytest.mark.parametrize(
    "value", [1.5, {1: 2}, {"a": {b"k": 1}}, 2**64, -(2**64) - 1, {1}, object(), bytearray()]
)
def test_what_is_no_value_cannot_be_encoded(value: object) -> None:
    with pytest.raises(NotAValue, match=re.escape("None, bool, int, str, bytes, and lists and maps")):
        encoding.encode(value)


def test_text_with_a_lone_surrogate_cannot_be_encoded() -> None:
    with pytest.raises(NotAValue, match="goes in as bytes"):
        encoding.encode({"cwd": "caf\udce9"})


def test_nesting_ends_at_the_limit() -> None:
    assert encoding.decode(encoding.encode(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    with pytest.raises(NotAValue):
        encoding.encode(nested(MAX_DEPTH + 1))
    with pytest.raises(NotAValue):
        encoding.decode(b"\x81" * MAX_DEPTH + b"\x80")
    with pytest.raises(NotAValue):
        encoding.decode(b"\x81" * 100_000)
