"""Records, and what is made of bytes that are none."""

import hypothesis.strategies as st
import pytest
from hypothesis import given
from journal_samples import entries, records, segment_records

from pitwall.journal import framing
from pitwall.journal.encoding import MAX_BODY
from pitwall.journal.framing import HEAD

FIFTY = segment_records(entries(49))
STARTS = [sum(map(len, FIFTY[:i])) for i in range(51)]
WHOLE = b"".join(FIFTY)


def bodies(scan: framing.Scan) -> list[bytes]:
    return [scan.body(index) for index in range(len(scan))]


def record_at(offset: int) -> int:
    """The number of the record of the fifty that holds the byte at ``offset``."""
    return next(i for i in range(50) if STARTS[i] <= offset < STARTS[i + 1])


@given(st.lists(st.binary(max_size=50), max_size=20), st.integers(0, 2**32 - 1))
def test_what_was_written_is_scanned(written: list[bytes], previous: int) -> None:
    data = b"".join(records(written, previous))
    scan = framing.scan(data, previous)
    assert bodies(scan) == written
    assert scan.clean
    assert not scan.followed


@given(st.lists(st.binary(max_size=20) | st.sampled_from([b"\x82\x44", b"\x5a", FIFTY[1], FIFTY[2]])))
def test_no_bytes_raise(parts: list[bytes]) -> None:
    data = b"".join(parts)
    scan = framing.scan(data)
    assert data.startswith(b"".join(records(bodies(scan))))
    framing.salvage(data, scan.end)


def test_a_record_reads_as_one_item_of_cbor() -> None:
    record, crc = framing.encode(b"body", 0)
    assert record == b"\x82\x44" + crc.to_bytes(4, "big") + b"\x5a\x00\x00\x00\x04body"


def test_a_body_over_the_limit_is_refused() -> None:
    record, _ = framing.encode(bytes(MAX_BODY), 0)
    assert bodies(framing.scan(record)) == [bytes(MAX_BODY)]
    with pytest.raises(ValueError, match="at most 1048576"):
        framing.encode(bytes(MAX_BODY + 1), 0)


def test_S10_truncated_at_every_byte_is_torn_behind_the_last_whole_record() -> None:
    count = 0
    for size in range(len(WHOLE)):
        if size >= STARTS[count + 1]:
            count += 1
        scan = framing.scan(WHOLE[:size])
        assert scan.bounds == tuple(STARTS[: count + 1])
        assert not scan.followed


def test_S10_each_flipped_bit_ends_the_scan_at_its_record_and_is_damage_unless_in_the_last_two() -> None:
    data = bytearray(WHOLE)
    for offset in range(len(data)):
        number = record_at(offset)
        expected = tuple(STARTS[: number + 1])
        for bit in range(8):
            data[offset] ^= 1 << bit
            scan = framing.scan(bytes(data))
            assert scan.bounds == expected, (offset, bit)
            assert scan.followed == (number < 48), (offset, bit)
            data[offset] ^= 1 << bit


def test_every_zeroed_sector_ends_the_scan_at_its_first_record() -> None:
    for start in range(0, len(WHOLE), 512):
        torn = WHOLE[:start] + bytes(512) + WHOLE[start + 512 :]
        scan = framing.scan(torn[: len(WHOLE)])
        number = record_at(start)
        assert len(scan) == number
        assert scan.followed == (record_at(min(start + 511, len(WHOLE) - 1)) < 48)


@pytest.mark.parametrize("tail", [bytes(4096), b"\xff" * 4096, b"\x82\x44" * 2048, b"\x82"])
def test_a_tail_of_nothing_is_torn(tail: bytes) -> None:
    scan = framing.scan(WHOLE + tail)
    assert scan.end == len(WHOLE)
    assert not scan.followed


@pytest.mark.parametrize("number", range(48))
def test_a_record_that_is_dropped_or_repeated_or_swapped_ends_the_scan(number: int) -> None:
    before, record, after = FIFTY[:number], FIFTY[number], FIFTY[number + 1 :]
    dropped = framing.scan(b"".join([*before, *after]))
    repeated = framing.scan(b"".join([*before, record, record, *after]))
    swapped = framing.scan(b"".join([*before, after[0], record, *after[1:]]))
    assert [len(dropped), len(repeated), len(swapped)] == [number, number + 1, number]
    assert repeated.followed


def test_the_tail_of_an_older_file_is_not_taken_for_records_of_this_one() -> None:
    older = b"".join(segment_records(entries(80)[20:]))
    for cut in STARTS[1:]:
        scan = framing.scan(WHOLE[:cut] + older[cut:])
        assert len(scan) == STARTS.index(cut)


def test_S10_a_record_that_claims_2_gib_is_a_torn_tail_and_takes_no_memory() -> None:
    claim = b"\x82\x44\x00\x00\x00\x00\x5a\x80\x00\x00\x00"
    scan = framing.scan(WHOLE + claim + b"x" * 100)
    assert scan.end == len(WHOLE)
    assert not scan.followed
    assert framing.scan(WHOLE[: STARTS[3]] + claim + WHOLE[STARTS[3] :]).followed


def test_salvage_finds_what_verifies_behind_a_damaged_record() -> None:
    data = bytearray(WHOLE)
    data[STARTS[7] + HEAD + 3] ^= 1
    assert framing.salvage(bytes(data), STARTS[7]) == [r[HEAD:] for r in FIFTY[8:]]


def test_salvage_does_not_vouch_for_the_record_behind_a_damaged_checksum() -> None:
    data = bytearray(WHOLE)
    data[STARTS[7] + 3] ^= 1
    assert framing.salvage(bytes(data), STARTS[7]) == [r[HEAD:] for r in FIFTY[9:]]


def test_salvage_goes_on_behind_a_second_damage() -> None:
    data = bytearray(WHOLE)
    data[STARTS[7] + HEAD] ^= 1
    data[STARTS[20] + HEAD] ^= 1
    kept = [*FIFTY[8:20], *FIFTY[21:]]
    assert framing.salvage(bytes(data), STARTS[7]) == [r[HEAD:] for r in kept]


def test_a_megabyte_of_false_heads_is_searched_in_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = 0

    def count(data: bytes, previous: int = 0) -> int:
        nonlocal checked
        checked += len(data)
        return 1

    monkeypatch.setattr(framing, "crc32", count)
    head = b"\x82\x44\x00\x00\x00\x00\x5a" + (HEAD * 89_000).to_bytes(4, "big")
    data = head * (2 * MAX_BODY // HEAD)
    assert framing.scan(b"!" + data).followed
    assert checked <= framing.SEARCH_BUDGET + MAX_BODY
