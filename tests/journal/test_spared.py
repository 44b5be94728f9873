"""What a start from a snapshot was spared is looked through afterwards, to the first damage."""

from pathlib import Path

import pytest
from journal_counter import FILES, FOLDER, ONE, THREE, TWO, Counter, disk_with, taken
from journal_samples import entries, header, segment_records
from simulated_disk import SimulatedDisk

from pitwall.journal import framing
from pitwall.journal.findings import Finding
from pitwall.journal.segments import read_segment, segment_name
from pitwall.journal.spared import PIECE, look_through


def found(disk: SimulatedDisk) -> list[str]:
    """What is told of the segments behind a start on that disk, by file and last good entry."""
    counter = Counter(disk)
    assert taken(counter) == (10, [11, 12]), "the start finds nothing amiss"
    assert counter.journal.findings == ()
    steps = look_through(FOLDER, counter.journal.spared, disk)
    return [f"{step.file}: {step.text.split(': ')[0].split()[-1]}" for step in steps if step is not None]


def flipped(path: Path, seq: int) -> bytes:
    """The file with one bit changed in an entry, or in its header for the number before its first."""
    data = bytearray(FILES[path])
    first = int(path.name.partition(".")[0])
    data[read_segment(first, FILES[path]).scan.bounds[seq - first + 1] + framing.HEAD + 2] ^= 4
    return bytes(data)


def test_a_start_without_a_snapshot_is_spared_nothing() -> None:
    assert Counter(disk_with({}), fold="another").journal.spared == ()


def test_of_whole_segments_nothing_is_told() -> None:
    assert Counter(disk_with({})).journal.spared == (1, 5, 9)
    assert found(disk_with({})) == []


@pytest.mark.parametrize(
    ("path", "seq", "told"),
    [
        (ONE, 0, f"{ONE.name}: 0"),
        (ONE, 3, f"{ONE.name}: 2"),
        (TWO, 5, f"{TWO.name}: 4"),
        (TWO, 8, f"{TWO.name}: 7"),
    ],
)
def test_the_first_damage_is_told_with_the_last_entry_before_it(path: Path, seq: int, told: str) -> None:
    assert found(disk_with({path: flipped(path, seq)})) == [told]


def test_damage_behind_damage_is_for_verify_to_tell() -> None:
    assert found(disk_with({ONE: flipped(ONE, 2), TWO: flipped(TWO, 6)})) == [f"{ONE.name}: 1"]


def test_a_header_that_is_damaged_is_told() -> None:
    assert found(disk_with({TWO: flipped(TWO, 4)})) == [f"{TWO.name}: 4"]


def test_a_segment_of_another_history_is_told() -> None:
    stranger = b"".join(segment_records(entries(4, 5), header(5, previous=7)))
    assert found(disk_with({TWO: stranger})) == [f"{TWO.name}: 4"]


def test_what_was_written_behind_the_record_that_the_next_segment_continues_is_void() -> None:
    longer = b"".join(segment_records(entries(6)))
    assert found(disk_with({ONE: longer})) == []


def test_a_segment_that_begins_another_history_at_the_first_that_was_read_is_told() -> None:
    other = b"".join(segment_records(entries(4, 5), header(5, previous=7)))
    steps = look_through(FOLDER, (5, 9), SimulatedDisk({TWO: other, THREE: FILES[THREE]}))
    (told,) = (step for step in steps if isinstance(step, Finding))
    assert told.file == THREE.name


def test_a_large_segment_is_looked_through_in_many_small_steps() -> None:
    held = entries(PIECE // 8)
    records = segment_records(held)
    size = sum(map(len, records))
    assert size > 8 * PIECE
    following = segment_records(
        entries(1, len(held) + 1),
        header(len(held) + 1, previous=read_segment(1, b"".join(records)).crc(len(held) + 1)),
    )
    paths = FOLDER / segment_name(1), FOLDER / segment_name(len(held) + 1)
    disk = SimulatedDisk(dict(zip(paths, (b"".join(records), b"".join(following)), strict=True)))
    steps = [*look_through(FOLDER, (1, len(held) + 1), disk)]
    assert steps == [None] * (2 + size // PIECE)


def test_a_file_that_is_gone_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        list(look_through(FOLDER, (1, 5), disk_with({ONE: None})))
