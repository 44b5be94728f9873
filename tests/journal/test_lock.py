"""One writer at a time."""

import errno
import fcntl
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from journal_samples import BY, NOW, RUN, entries
from oddfiles import ODD, put

from pitwall.errors import JournalLocked, JournalUnwritable
from pitwall.journal.files import SystemFiles
from pitwall.journal.journal import Journal
from pitwall.journal.lock import LOCK
from pitwall.plainfiles import is_plain

HOLD = """
import sys
from pathlib import Path
from pitwall.journal.journal import Journal
journal = Journal.open(Path(sys.argv[1]), run="00112233aabbccdd", by="pitwall 0.1.0", now=0)
print("locked", flush=True)
sys.stdin.read()
"""


def opened(folder: Path) -> Journal:
    return Journal.open(folder, run=RUN, by=BY, now=NOW)


def test_S10_a_second_writer_is_refused_and_told_how_to_see_the_first(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    with pytest.raises(JournalLocked) as caught:
        opened(tmp_path)
    assert str(caught.value) == (
        f"another pitwall daemon writes the journal in {tmp_path}; "
        "`pitwall daemon status` shows it, `pitwall daemon stop` ends it"
    )
    journal.append(entries(1))
    journal.close()
    opened(tmp_path).close()


def test_trap_43_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        with pytest.raises(JournalLocked):
            opened(tmp_path)
        process.send_signal(signal.SIGKILL)
    opened(tmp_path).close()


def test_a_child_that_was_forked_and_has_not_run_its_program_yet_does_not_keep_the_lock(
    tmp_path: Path,
) -> None:
    journal = opened(tmp_path)
    inherited = [os.dup(lock) for lock in journal._locks]
    journal.close()
    opened(tmp_path).close()
    for descriptor in inherited:
        os.close(descriptor)


def test_a_second_writer_is_refused_even_when_somebody_removed_the_lock_file(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    (tmp_path / LOCK).unlink()
    with pytest.raises(JournalLocked):
        opened(tmp_path)
    journal.close()
    opened(tmp_path).close()


def test_a_folder_that_cannot_be_locked_is_written_under_the_lock_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flock = fcntl.flock

    def as_on_nfs(descriptor: int, operation: int) -> None:
        if operation != fcntl.LOCK_UN and stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        flock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", as_on_nfs)
    journal = opened(tmp_path)
    with pytest.raises(JournalLocked):
        opened(tmp_path)
    journal.close()
    opened(tmp_path).close()


def test_a_journal_that_cannot_be_opened_does_not_stay_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(tmp_path).close()

    def unreadable(*_: object) -> bytes:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as broken:
        broken.setattr(SystemFiles, "read", unreadable)
        with pytest.raises(JournalUnwritable, match="Input/output error"):
            opened(tmp_path)
    opened(tmp_path).close()


@pytest.mark.parametrize("kind", [*ODD])
def test_what_is_no_file_in_the_place_of_the_lock_is_put_aside(tmp_path: Path, kind: str) -> None:
    put(tmp_path / LOCK, kind)
    journal = opened(tmp_path)
    assert [finding.file for finding in journal.findings] == [LOCK]
    assert is_plain(tmp_path / LOCK)
    assert [path for path in tmp_path.iterdir() if path.name.startswith(f"{LOCK}.damaged-")]
    with pytest.raises(JournalLocked):
        opened(tmp_path)
    journal.close()
