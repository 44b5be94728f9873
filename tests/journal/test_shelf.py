"""What is put aside keeps its bytes, under a name of its own."""

from pathlib import Path

from journal_samples import NOW, STAMP
from simulated_disk import SimulatedDisk

from pitwall.journal.segments import segment_firsts
from pitwall.journal.shelf import Shelf

FOLDER = Path("/home/ana/.pitwall/journal")
SEGMENT = FOLDER / "0000000001.cborseq"


def test_a_copy_leaves_the_file_and_a_move_does_not() -> None:
    disk = SimulatedDisk({SEGMENT: b"bytes"})
    shelf = Shelf(FOLDER, NOW, disk)
    assert shelf.copy(SEGMENT.name, "torn", b"es") == f"0000000001.torn-{STAMP}"
    assert disk[SEGMENT] == b"bytes"
    assert shelf.move(SEGMENT.name, "damaged") == f"0000000001.damaged-{STAMP}"
    assert disk.names(FOLDER) == [f"0000000001.torn-{STAMP}", f"0000000001.damaged-{STAMP}"]
    assert disk[FOLDER / f"0000000001.torn-{STAMP}"] == b"es"
    assert disk[FOLDER / f"0000000001.damaged-{STAMP}"] == b"bytes"


def test_nothing_that_was_put_aside_is_replaced_or_taken_for_a_segment() -> None:
    disk = SimulatedDisk()
    shelf = Shelf(FOLDER, NOW, disk)
    kept = [shelf.copy(SEGMENT.name, "torn", b"%d" % number) for number in range(3)]
    assert kept == [f"0000000001.torn-{STAMP}{more}" for more in ("", "-2", "-3")]
    assert [disk[FOLDER / name] for name in kept] == [b"0", b"1", b"2"]
    assert segment_firsts(kept) == []
