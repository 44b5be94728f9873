"""Entries and their bytes."""

import gc

import pytest
from hypothesis import given
from journal_samples import entries, numbered

from pitwall.journal import encoding
from pitwall.journal.encoding import NotAValue
from pitwall.journal.entries import Entry, decode_entries, decode_entry, encode_entry


@given(numbered(max_size=3))
def test_every_entry_comes_back(written: list[Entry]) -> None:
    assert [decode_entry(encode_entry(entry)) for entry in written] == written


def test_an_entry_is_a_list_of_its_four_parts() -> None:
    entry = Entry(7, 9, "tab.closed", {"tab": bytes(8)})
    assert encoding.decode(encode_entry(entry)) == [7, 9, "tab.closed", {"tab": bytes(8)}]


@pytest.mark.parametrize("count", [0, 1, 255, 256, 257, 600])
def test_many_bodies_are_decoded_together_up_to_the_first_bad_one(count: int) -> None:
    bodies = [encode_entry(entry) for entry in entries(count)]
    assert decode_entries(bodies) == entries(count)
    for bad in {0, count // 2, count - 1} & {*range(count)}:
        for body in (b"", bodies[bad][:-1], bodies[bad] + b"\xf6", b"\x80", b"\x98\x04" + bodies[bad][1:]):
            assert decode_entries([*bodies[:bad], body, *bodies[bad + 1 :]]) == entries(bad)


def test_two_bodies_that_are_right_only_together_are_not() -> None:
    one, two = (encode_entry(entry) for entry in entries(2))
    assert decode_entries([one + two[:5], two[5:]]) == []
    assert decode_entries([one[:-1], one[-1:] + two]) == []


def test_the_collector_runs_again_when_all_is_decoded() -> None:
    decode_entries([b""])
    assert gc.isenabled()


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
