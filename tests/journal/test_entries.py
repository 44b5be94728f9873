"""Entries and their bytes."""

import pytest
from hypothesis import given
from journal_samples import entries, numbered

from pitwall.journal import encoding
from pitwall.journal.encoding import NotAValue
from pitwall.journal.entries import Entry, decode_entry, encode_entry


@given(numbered(max_size=3))
def test_every_entry_comes_back(written: list[Entry]) -> None:
    assert [decode_entry(encode_entry(entry)) for entry in written] == written


def test_an_entry_is_a_list_of_its_four_parts() -> None:
    entry = Entry(7, 9, "tab.closed", {"tab": bytes(8)})
    assert encoding.decode(encode_entry(entry)) == [7, 9, "tab.closed", {"tab": bytes(8)}]


def test_order_of_keys_is_kept() -> None:
    body = encode_entry(Entry(1, 0, "x", {"b": 1, "a": 2}))
    found = decode_entry(body)
    assert found is not None
    assert list(found.data) == ["b", "a"]


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        [1, 0, "x"],
        [1, 0, "x", {}, None],
        [0, 0, "x", {}],
        [-1, 0, "x", {}],
        [True, 0, "x", {}],
        [1, -1, "x", {}],
        [1, None, "x", {}],
        [1, 0, b"x", {}],
        [1, 0, "x", []],
        ["1", 0, "x", {}],
    ],
)
def test_another_shape_is_no_entry(value: object) -> None:
    assert decode_entry(encoding.encode(value)) is None


def test_a_long_head_is_no_entry() -> None:
    body = encode_entry(entries(1)[0])
    assert decode_entry(body) is not None
    assert decode_entry(b"\x98\x04" + body[1:]) is None


def test_a_float_cannot_be_recorded() -> None:
    with pytest.raises(NotAValue):
        encode_entry(Entry(1, 0, "x", {"load": 0.5}))  # type: ignore[dict-item]
