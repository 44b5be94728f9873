"""A journal looked at without touching it."""

import os
from pathlib import Path

import pytest
from journal_samples import BY, NOW, RUN, STAMP, entries, records

from pitwall.journal import encoding
from pitwall.journal.journal import Journal
from pitwall.journal.segments import Verdict, read_segment, segment_name
from pitwall.journal.snapshots import Reader, snapshot_name
from pitwall.journal.verify import FileVerdict, read, verify

ONE, TWO, THREE = (segment_name(first) for first in (1, 5, 9))


def opened(folder: Path) -> Journal:
    return Journal.open(folder, run=RUN, by=BY, now=NOW)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A journal with the entries 1–4, 5–8 and 9–16 in its segments."""
    journal = opened(tmp_path)
    for first, count in ((1, 4), (5, 4), (9, 8)):
        journal.rotate()
        journal.append(entries(count, first))
    journal.close()
    return tmp_path


def flip(path: Path, seq: int) -> None:
    """Change one bit of the body of entry ``seq``."""
    data = bytearray(path.read_bytes())
    first = int(path.stem)
    data[read_segment(first, bytes(data)).end(seq) + 15] ^= 8
    path.write_bytes(data)


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def verdicts(folder: Path) -> dict[str, Verdict]:
    return {file.path.name: file.verdict for file in verify(folder).files}


def test_a_whole_journal_is_whole(folder: Path) -> None:
    found = verify(folder)
    assert found.whole
    assert (found.folder, found.entries, found.last, found.newer) == (folder, 16, 16, None)
    assert [file.path.name for file in found.files] == [ONE, TWO, THREE]
    assert [file.entries for file in found.files] == [4, 4, 8]
    assert all(file.good == file.size == file.path.stat().st_size for file in found.files)


def test_no_journal_is_whole_and_empty(tmp_path: Path) -> None:
    found = verify(tmp_path / "none")
    assert (found.whole, found.files, found.entries, found.last) == (True, (), 0, 0)
    assert list(read(tmp_path / "none")) == []


def test_nothing_is_changed_by_looking(folder: Path) -> None:
    flip(folder / TWO, 6)
    with (folder / THREE).open("ab") as file:
        file.write(b"\x82\x44")
    (folder / "0000000017.cborseq.new").write_bytes(b"?")
    before = snapshot(folder)
    verify(folder)
    list(read(folder))
    assert snapshot(folder) == before


def test_a_damaged_file_tells_what_can_be_read_behind_the_damage(folder: Path) -> None:
    flip(folder / THREE, 11)
    found = verify(folder)
    assert not found.whole
    assert (found.entries, found.last) == (10, 10)
    last = found.files[-1]
    assert last.verdict is Verdict.DAMAGED
    assert last.entries == 2
    assert last.good == read_segment(9, (folder / THREE).read_bytes()).end(11)
    assert list(last.salvageable) == entries(5, first=12)


def test_behind_damage_in_an_earlier_file_the_later_ones_are_detached_and_salvageable(folder: Path) -> None:
    flip(folder / ONE, 2)
    found = verify(folder)
    assert [file.verdict for file in found.files] == [Verdict.DAMAGED, Verdict.DETACHED, Verdict.DETACHED]
    assert [len(file.salvageable) for file in found.files] == [2, 4, 8]
    assert found.last == 1


def test_a_file_without_a_header_is_salvageable(folder: Path) -> None:
    path = folder / ONE
    data = path.read_bytes()
    path.write_bytes(b"\x00" * 40 + data[40:])
    found = verify(folder)
    assert found.entries == 0
    assert list(found.files[0].salvageable) == entries(3, first=2)


def test_a_torn_tail_is_torn(folder: Path) -> None:
    path = folder / THREE
    os.truncate(path, path.stat().st_size - 3)
    found = verify(folder)
    last = found.files[-1]
    assert (last.verdict, last.entries, last.salvageable) == (Verdict.TORN, 7, ())


def test_the_verdicts_are_those_of_the_next_start(folder: Path) -> None:
    flip(folder / TWO, 6)
    expected = verify(folder)
    journal = opened(folder)
    assert len(journal.entries) == expected.entries == 5
    assert [finding.file for finding in journal.findings] == [TWO, THREE]
    journal.close()


def test_what_a_recovery_put_aside_stays_salvageable(folder: Path) -> None:
    flip(folder / TWO, 6)
    opened(folder).close()
    found = verify(folder)
    assert found.whole
    asides = {file.path.name: file for file in found.files if file.aside}
    assert set(asides) == {f"0000000005.damaged-{STAMP}", f"0000000009.damaged-{STAMP}"}
    assert list(asides[f"0000000005.damaged-{STAMP}"].salvageable) == entries(2, first=7)
    assert list(asides[f"0000000009.damaged-{STAMP}"].salvageable) == entries(8, first=9)


def test_a_newer_format_is_told_and_our_own_journal_beside_it_verified(tmp_path: Path) -> None:
    about = {"format": 2, "by": "pitwall 9.0"}
    newer = b"".join(records([encoding.encode(["pitwall-journal", about])])) + b"\x00" * 9999
    (tmp_path / ONE).write_bytes(newer)
    journal = opened(tmp_path)
    journal.append(entries(3))
    journal.close()
    found = verify(tmp_path)
    assert not found.whole
    assert found.newer is not None
    assert found.newer.by == "pitwall 9.0"
    assert found.folder == tmp_path / "format-1"
    assert [(file.path, file.verdict) for file in found.files] == [
        (tmp_path / ONE, Verdict.NEWER_FORMAT),
        (tmp_path / "format-1" / ONE, Verdict.WHOLE),
    ]
    assert list(read(tmp_path)) == entries(3)


@pytest.mark.parametrize("since", range(18))
def test_reading_begins_behind_a_number(folder: Path, since: int) -> None:
    assert list(read(folder, since)) == entries(16)[since:]


def test_reading_later_entries_leaves_older_segments_alone(folder: Path) -> None:
    (folder / ONE).write_bytes(b"")
    assert list(read(folder, 6)) == entries(10, first=7)


@pytest.mark.parametrize(
    ("name", "seq", "read_to"), [(ONE, 2, 1), (TWO, 7, 6), (THREE, 9, 8), (THREE, 16, 15)]
)
def test_reading_ends_at_the_first_bad_record(folder: Path, name: str, seq: int, read_to: int) -> None:
    flip(folder / name, seq)
    assert list(read(folder)) == entries(read_to)


def test_reading_while_a_daemon_writes_ends_at_its_last_whole_record(folder: Path) -> None:
    journal = opened(folder)
    with (folder / THREE).open("ab") as file:
        file.write(b"\x82\x44\x00\x00")
    assert list(read(folder)) == entries(16)
    assert isinstance(verify(folder).files[-1], FileVerdict)
    assert verdicts(folder)[THREE] is Verdict.TORN
    journal.close()


def test_reading_goes_on_where_a_later_segment_replaces_the_end_of_one(folder: Path) -> None:
    first = (folder / ONE).read_bytes()
    (folder / ONE).write_bytes(first + b"void")
    assert list(read(folder)) == entries(16)
    assert verify(folder).whole


def keep(folder: Path) -> Path:
    """Put a snapshot of all entries beside them."""
    journal = opened(folder)
    last = journal.next_seq - 1
    journal.write_snapshot(last, "fold", ["state"])
    journal.close()
    return folder / snapshot_name(last)


def told(folder: Path) -> list[tuple[int, Verdict]]:
    return [(snapshot.seq, snapshot.verdict) for snapshot in verify(folder).snapshots]


def test_a_snapshot_is_told_of_and_is_no_segment(folder: Path) -> None:
    plain, listed = verify(folder), list(read(folder))
    keep(folder)
    found = verify(folder)
    assert found.whole
    assert (found.files, found.entries, found.last) == (plain.files, plain.entries, plain.last)
    assert list(read(folder)) == listed
    assert list(read(folder, since=10)) == listed[10:]
    assert told(folder) == [(16, Verdict.WHOLE)]


def test_a_damaged_snapshot_is_told_of_and_costs_nothing_else(folder: Path) -> None:
    path = keep(folder)
    path.write_bytes(path.read_bytes()[:-1])
    found = verify(folder)
    assert not found.whole
    assert told(folder) == [(16, Verdict.DAMAGED)]
    assert found.entries == 16


def test_a_snapshot_of_another_history_or_version_is_told_of_and_is_no_damage(folder: Path) -> None:
    path = keep(folder)
    data = path.read_bytes()
    (folder / THREE).unlink()
    assert told(folder) == [(16, Verdict.DETACHED)]
    assert verify(folder).whole
    header = encoding.decode(data[11 : 11 + int.from_bytes(data[7:11], "big")])
    assert isinstance(header, list)
    later = encoding.encode([header[0], {**header[1], "format": 2}])
    path.write_bytes(b"".join(records([later])))
    assert told(folder) == [(16, Verdict.NEWER_FORMAT)]
    assert verify(folder).whole


def test_a_snapshot_right_before_a_segment_fits_without_those_before(folder: Path) -> None:
    path = keep(folder)
    journal = opened(folder)
    journal.rotate()
    journal.append(entries(1, 17))
    journal.close()
    for name in (ONE, TWO, THREE):
        (folder / name).unlink()
    assert path.exists()
    assert told(folder) == [(16, Verdict.WHOLE)]


def test_a_pipe_in_the_place_of_a_snapshot_holds_nobody_up(folder: Path) -> None:
    path = keep(folder)
    path.unlink()
    os.mkfifo(path)
    assert told(folder) == [(16, Verdict.DAMAGED)]
    reader = Reader("fold", lambda snapshot: True)
    journal = Journal.open(folder, run=RUN, by=BY, now=NOW, reader=reader)
    assert (journal.snapshot, len(journal.entries)) == (0, 16)
    journal.write_snapshot(16, "fold", ["state"])
    journal.close()
    assert told(folder) == [(16, Verdict.WHOLE)]
