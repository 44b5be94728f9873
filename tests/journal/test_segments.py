"""One segment judged by itself."""

import pytest
from hypothesis import given
from journal_samples import entries, header, numbered, records, segment_records

from pitwall.journal import encoding
from pitwall.journal.entries import Entry, encode_entry
from pitwall.journal.header import NewerFormat, encode_header
from pitwall.journal.segments import Verdict, read_segment, segment_firsts, segment_name


def test_segments_are_named_by_their_first_entry() -> None:
    assert segment_name(1) == "0000000001.cborseq"
    assert segment_name(4242) == "0000004242.cborseq"
    assert segment_name(12_345_678_901) == "12345678901.cborseq"


def test_only_exact_names_are_segments_and_they_are_in_the_order_of_their_numbers() -> None:
    names = ["12345678901.cborseq", "0000000002.cborseq", "0000000010.cborseq"]
    others = [
        "lock",
        "0000000001.cborseq.new",
        "0000000001.damaged-20260102T030405Z",
        "00000000001.cborseq",
        "1.cborseq",
        "snapshot-0000000001.cborseq",
        "٠٠٠٠٠٠٠٠٠١.cborseq",
    ]
    assert segment_firsts(names + others) == [2, 10, 12_345_678_901]


@given(numbered(first=5))
def test_what_was_written_is_read(written: list[Entry]) -> None:
    segment = read_segment(5, b"".join(segment_records(written, header(5, previous=77))))
    assert segment.verdict is Verdict.WHOLE
    assert list(segment.entries) == written
    assert segment.next == 5 + len(written)


def test_it_knows_offset_and_checksum_behind_each_entry() -> None:
    made = segment_records(entries(3, first=5), header(5, previous=77))
    segment = read_segment(5, b"".join(made))
    sizes = [len(record) for record in made]
    assert [segment.end(seq) for seq in (5, 6, 7, 8)] == [sum(sizes[:n]) for n in (1, 2, 3, 4)]
    assert [segment.crc(seq) for seq in (5, 6)] == [77, int.from_bytes(made[1][2:6], "big")]


def test_S10_a_segment_cut_at_any_byte_is_torn_there_or_whole() -> None:
    made = segment_records(entries(4))
    data = b"".join(made)
    ends = [sum(map(len, made[: n + 1])) for n in range(5)]
    for size in range(len(data) + 1):
        segment = read_segment(1, data[:size])
        assert len(segment.entries) == max(0, sum(end <= size for end in ends) - 1)
        assert segment.verdict is (Verdict.WHOLE if size in ends else Verdict.TORN)


def test_a_bad_record_with_others_behind_it_is_damage() -> None:
    made = segment_records(entries(6))
    made[3] = made[3][:-1] + b"!"
    segment = read_segment(1, b"".join(made))
    assert segment.verdict is Verdict.DAMAGED
    assert segment.entries == tuple(entries(2))


@pytest.mark.parametrize("place", [1, 3, 6])
@pytest.mark.parametrize(
    "body",
    [
        encoding.encode("no entry"),
        b"\x98\x04" + encode_entry(entries(3)[2])[1:],
        encode_entry(Entry(99, 0, "x", {})),
        encode_header(header()),
    ],
)
def test_a_record_that_verifies_and_does_not_belong_is_damage_even_in_the_last_place(
    place: int, body: bytes
) -> None:
    bodies = [encode_header(header()), *(encode_entry(e) for e in entries(6))]
    bodies[place] = body
    segment = read_segment(1, b"".join(records(bodies)))
    assert segment.verdict is Verdict.DAMAGED
    assert segment.entries == tuple(entries(place - 1))


def test_a_segment_under_another_name_is_damage() -> None:
    segment = read_segment(2, b"".join(segment_records(entries(3))))
    assert segment.verdict is Verdict.DAMAGED
    assert segment.header is None
    assert segment.entries == ()


def test_a_newer_format_is_known_as_such_and_not_read() -> None:
    about = {"format": 2, "by": "pitwall 9.0", "layout": ["quite", "different"]}
    data = b"".join(records([encoding.encode(["pitwall-journal", about]), b"?"]))
    segment = read_segment(1, data + b"whatever")
    assert segment.verdict is Verdict.NEWER_FORMAT
    assert segment.header == NewerFormat(2, "pitwall 9.0")
    assert segment.entries == ()
