"""The bytes of snapshots, and how they get to disk."""

from pathlib import Path

import pycddl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from journal_counter import (
    FILES,
    FOLD,
    FOLDER,
    SIX,
    TEN,
    Counter,
    about_of,
    disk_with,
    taken,
)
from journal_samples import BY, NOW, datas, entries, records
from simulated_disk import BROKEN, NO_SPACE, Crash, Fault, Short, SimulatedDisk, Survives

from pitwall.errors import JournalUnwritable
from pitwall.events.values import Value
from pitwall.journal import encoding
from pitwall.journal.encoding import MAX_BODY
from pitwall.journal.segments import read_segment, segment_firsts
from pitwall.journal.snapshots import (
    About,
    Snapshot,
    decode_snapshot,
    encode_snapshot,
    snapshot_seqs,
)

# Writing


def test_what_is_not_durable_is_in_no_snapshot() -> None:
    disk = SimulatedDisk()
    counter = Counter(disk)
    counter.journal.append(entries(3))
    with pytest.raises(JournalUnwritable, match="not all of it is on disk"):
        counter.keeps()
    with pytest.raises(JournalUnwritable, match="not all of it is on disk"):
        counter.journal.write_snapshot(0, FOLD, [])
    counter.journal.sync()
    with pytest.raises(JournalUnwritable, match="not all of it is on disk"):
        counter.journal.write_snapshot(2, FOLD, [])
    assert snapshot_seqs(disk.names(FOLDER)) == []


def test_what_no_record_can_hold_is_in_no_snapshot() -> None:
    disk = disk_with({})
    counter = Counter(disk)
    for odd in ("x" * MAX_BODY, "\ud800", 2**64):
        with pytest.raises(JournalUnwritable, match=r"snapshot-0000000012\.cborseq"):
            counter.journal.write_snapshot(12, FOLD, [odd])
    assert snapshot_seqs(disk.names(FOLDER)) == [6, 10]


def calls_of_keeping() -> int:
    disk = disk_with({})
    counter = Counter(disk)
    disk.calls.clear()
    counter.keeps()
    return len(disk.calls)


@pytest.mark.parametrize("survives", Survives)
def test_a_crash_at_any_call_of_keeping_one_leaves_a_start_that_is_right(survives: Survives) -> None:
    for number in range(calls_of_keeping()):
        disk = disk_with({})
        counter = Counter(disk)
        disk.crash_at = len(disk.calls) + number
        with pytest.raises(Crash):
            counter.keeps()
        again = Counter(disk.after_crash(survives))
        assert again.right
        assert again.seq == 12
        assert taken(again)[0] in (10, 12)
        assert not [name for name in again.disk.names(FOLDER) if name.endswith(".new")]


@pytest.mark.parametrize("fault", [NO_SPACE, BROKEN, Short()], ids=["ENOSPC", "EIO", "short"])
def test_a_disk_that_refuses_one_harms_nothing(fault: Fault) -> None:
    for number in range(calls_of_keeping()):
        disk = disk_with({})
        counter = Counter(disk)
        at = len(disk.calls) + number
        disk.fault = lambda now, call, at=at: fault if now == at and call != "close" else None  # type: ignore[misc]
        try:
            counter.keeps()
        except JournalUnwritable:
            assert counter.journal.snapshot == 10
        disk.fault = lambda now, call: None
        counter.works(2)
        counter.journal.close()
        for survives in Survives:
            again = Counter(disk.after_crash(survives))
            assert again.right
            assert again.seq == 14


# Bytes


def small() -> Snapshot:
    return Snapshot(About(10, 0xDEADBEEF, FOLD, NOW, BY), ("sum", 10, [1, {"a": b"x"}]))


def test_its_header_is_as_the_cddl_specifies() -> None:
    rules = (Path(__file__).parents[2] / "journal" / "journal.cddl").read_text("utf-8")
    header = pycddl.Schema(f"start = snapshot-header\n{rules}")
    for data in (encode_snapshot(small()), FILES[SIX], FILES[TEN]):
        header.validate_cbor(encoding.encode(["pitwall-snapshot", about_of(data)]))


def test_a_snapshot_comes_back_from_its_bytes() -> None:
    assert decode_snapshot(encode_snapshot(small())) == small()


def test_every_truncation_and_every_flipped_bit_is_refused() -> None:
    data = encode_snapshot(small())
    for size in range(len(data)):
        assert decode_snapshot(data[:size]) is None
    for bit in range(len(data) * 8):
        bad = bytearray(data)
        bad[bit // 8] ^= 1 << bit % 8
        assert decode_snapshot(bytes(bad)) is None, bit


def test_records_that_are_missing_or_more_than_told_are_refused() -> None:
    about = about_of(encode_snapshot(small()))
    for count in (2, 4):
        bodies = [["pitwall-snapshot", about], *range(count)]
        assert decode_snapshot(b"".join(records([encoding.encode(body) for body in bodies]))) is None


KEYS = st.sampled_from(["seq", "crc", "made", "fold", "by", "parts", "format", "schema"])
ODD = st.none() | st.booleans() | st.text(max_size=2) | st.integers(-2, 2)


@given(st.dictionaries(KEYS, ODD))
def test_an_odd_header_is_refused_or_read(odd: dict[str, Value]) -> None:
    about = {**about_of(encode_snapshot(small())), **odd}
    bodies = [["pitwall-snapshot", about], *small().parts]
    found = decode_snapshot(b"".join(records([encoding.encode(body) for body in bodies])))
    if found is not None:
        assert encode_snapshot(found) == b"".join(records([encoding.encode(body) for body in bodies]))


@given(st.binary(max_size=200))
def test_junk_is_no_snapshot(data: bytes) -> None:
    assert decode_snapshot(data) is None


@settings(max_examples=40)
@given(st.lists(datas, max_size=600))
def test_any_parts_come_back(parts: list[dict[str, Value]]) -> None:
    snapshot = Snapshot(small().about, tuple(parts))
    assert decode_snapshot(encode_snapshot(snapshot)) == snapshot


def test_a_snapshot_under_a_segments_name_is_no_segment() -> None:
    assert read_segment(10, FILES[TEN]).header is None
    names = [name.name for name in FILES]
    assert segment_firsts(names) == [1, 5, 9]
    assert snapshot_seqs([*names, "snapshot-6.cborseq", "snapshot-0000000006.cborseq.new"]) == [6, 10]
