"""Writing one segment."""

import subprocess
import sys
from pathlib import Path

import pytest
from journal_samples import entries, header, segment_records
from simulated_disk import BROKEN, NO_SPACE, Fault, Short, SimulatedDisk, Survives

from pitwall.errors import JournalUnwritable
from pitwall.journal.files import SystemFiles
from pitwall.journal.segments import Verdict, read_segment, segment_name
from pitwall.journal.verify import read
from pitwall.journal.writer import SegmentWriter, create_segment, encode_records

FOLDER = Path("/home/ana/.pitwall/journal")
PATH = FOLDER / segment_name(1)


def created(disk: SimulatedDisk) -> SegmentWriter:
    return create_segment(disk, FOLDER, header(), entries(2))


def test_a_new_segment_is_its_header_and_its_entries() -> None:
    disk = SimulatedDisk()
    writer = created(disk)
    assert disk[PATH] == b"".join(segment_records(entries(2)))
    assert writer.size == len(disk[PATH])
    assert not writer.failed


def test_a_new_segment_has_its_name_only_when_all_of_it_is_on_disk() -> None:
    disk = SimulatedDisk()
    created(disk)
    assert disk.calls == ["create", "write", "sync", "replace", "sync_folder"]
    assert disk.after_crash(Survives.NOTHING)[PATH] == disk[PATH]


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        *((call, f) for call in ("create", "write", "sync", "replace") for f in (NO_SPACE, BROKEN)),
        ("write", Short()),
    ],
)
def test_a_segment_that_cannot_be_made_leaves_nothing_behind(call: str, fault: Fault) -> None:
    disk = SimulatedDisk()
    disk.fault = lambda number, name: fault if name == call else None
    with pytest.raises(JournalUnwritable):
        created(disk)
    assert disk.live == {}


def test_a_segment_whose_name_may_not_be_on_disk_has_failed() -> None:
    disk = SimulatedDisk()
    disk.fault = lambda number, name: BROKEN if name == "sync_folder" else None
    assert created(disk).failed


def test_appended_records_continue_the_chain() -> None:
    disk = SimulatedDisk()
    writer = created(disk)
    for seq in (3, 4):
        writer.append(*encode_records(entries(1, first=seq), writer.crc))
    assert disk[PATH] == b"".join(segment_records(entries(4)))


@pytest.mark.parametrize("fault", [NO_SPACE, BROKEN, Short()])
def test_a_write_that_fails_is_cut_back_and_may_be_tried_again(fault: Fault) -> None:
    disk = SimulatedDisk()
    writer = created(disk)
    before = disk[PATH]
    disk.fault = lambda number, name: fault if name == "write" else None
    with pytest.raises(JournalUnwritable):
        writer.append(*encode_records(entries(3, first=3), writer.crc))
    assert disk[PATH] == before
    disk.fault = lambda number, name: None
    writer.append(*encode_records(entries(3, first=3), writer.crc))
    assert read_segment(1, disk[PATH]).entries == tuple(entries(5))


def test_a_write_that_cannot_be_cut_back_is_the_last() -> None:
    disk = SimulatedDisk()
    writer = created(disk)
    disk.fault = lambda number, name: {"write": Short(), "truncate": BROKEN}.get(name)
    records, crc = encode_records(entries(3, first=3), writer.crc)
    with pytest.raises(JournalUnwritable):
        writer.append(records, crc)
    disk.fault = lambda number, name: None
    before = disk[PATH]
    for call in (lambda: writer.append(records, crc), writer.sync):
        with pytest.raises(JournalUnwritable, match="an earlier write to this file failed"):
            call()
    assert disk[PATH] == before


def test_a_sync_that_fails_is_the_last() -> None:
    disk = SimulatedDisk()
    writer = created(disk)
    disk.fault = lambda number, name: BROKEN if name == "sync" else None
    with pytest.raises(JournalUnwritable, match="Input/output error"):
        writer.sync()
    disk.fault = lambda number, name: None
    before = len(disk.calls)
    with pytest.raises(JournalUnwritable):
        writer.sync()
    assert len(disk.calls) == before


FILL = """
import resource, sys
from pathlib import Path
from journal_samples import BY, NOW, RUN, entry
from pitwall.errors import JournalUnwritable
from pitwall.journal.journal import Journal

journal = Journal.open(Path(sys.argv[1]), run=RUN, by=BY, now=NOW)
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, resource.RLIM_INFINITY))
failures = 0
while failures < 3:
    try:
        journal.append([entry(journal.next_seq, 100)])
        journal.sync()
    except JournalUnwritable:
        failures += 1
full = journal.next_seq
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
journal.append([entry(journal.next_seq, 100)])
journal.close()
print(full)
"""


def test_a_real_file_that_may_not_grow_keeps_whole_records_and_is_written_again_when_it_may(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-c", FILL, str(tmp_path)]
    environment = {"PYTHONPATH": ":".join(path for path in sys.path if path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    full = int(done.stdout)
    assert full > 10
    segment = read_segment(1, SystemFiles().read(tmp_path / segment_name(1)))
    assert segment.verdict is Verdict.WHOLE
    assert segment.end(full) < 5000 < segment.end(full + 1)
    assert [entry.seq for entry in read(tmp_path)] == [*range(1, full + 1)]
