"""One writer at a time."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from journal_samples import BY, NOW, RUN, entries

from pitwall.errors import JournalLocked
from pitwall.journal.journal import Journal

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
    inherited = os.dup(journal._lock)
    journal.close()
    opened(tmp_path).close()
    os.close(inherited)


def test_a_journal_that_cannot_be_opened_does_not_stay_locked(tmp_path: Path) -> None:
    (tmp_path / "0000000001.cborseq").mkdir()
    with pytest.raises(Exception, match="Is a directory"):
        opened(tmp_path)
    (tmp_path / "0000000001.cborseq").rmdir()
    opened(tmp_path).close()
