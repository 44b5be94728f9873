"""The journal's commands look at a folder that was named, or say that it is none."""

from pathlib import Path

import pytest
from journal_samples import BY, NOW, RUN, entries

from pitwall.cli import slow
from pitwall.journal.journal import Journal
from pitwall.journal.snapshots import snapshot_name


@pytest.mark.parametrize("command", ["verify", "dump", "stats"])
def test_a_folder_that_is_not_there_is_no_empty_journal(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    assert slow.main(["journal", command, str(tmp_path / "none")]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("pitwall: ")
    assert "is no folder" in err


@pytest.mark.parametrize("command", ["verify", "dump", "stats"])
def test_a_folder_without_a_journal_is_no_sound_one(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    (tmp_path / "lock").touch()
    assert slow.main(["journal", command, str(tmp_path)]) == 1
    advice = "name the folder of one, or none for your own"
    assert capfd.readouterr() == ("", f"pitwall: {str(tmp_path)!r} holds no journal; {advice}\n")


def test_a_data_folder_is_no_journal_and_the_advice_names_the_one_in_it(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = Journal.open(tmp_path / "journal", run=RUN, by=BY, now=NOW)
    journal.append(entries(3))
    journal.close()
    assert slow.main(["journal", "verify", str(tmp_path)]) == 1
    named = repr(str(tmp_path / "journal"))
    assert f"holds no journal; name {named}, or none for your own" in capfd.readouterr().err
    assert slow.main(["journal", "verify", str(tmp_path / "journal")]) == 0


@pytest.mark.parametrize(
    "name", ["0000000001.torn-20260102T030405Z", "0000000001.damaged-20260102T030405Z", "0000000001.cborseq"]
)
def test_a_folder_with_nothing_but_what_was_put_aside_or_left_empty_is_looked_at(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    (tmp_path / name).touch()
    slow.main(["journal", "verify", str(tmp_path)])
    assert name in capfd.readouterr().out


def test_a_user_without_a_journal_has_an_empty_one(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITWALL_HOME", str(tmp_path / "none"))
    assert slow.main(["journal", "verify"]) == 0
    assert capfd.readouterr().out == "0 events, the last is number 0\n"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A journal with 3 events and a snapshot of them."""
    journal = Journal.open(tmp_path, run=RUN, by=BY, now=NOW)
    journal.append(entries(3))
    journal.sync()
    journal.write_snapshot(3, "fold", ["state"] * 1000)
    journal.close()
    return tmp_path


def test_verify_says_what_a_snapshot_is_good_for(capfd: pytest.CaptureFixture[str], kept: Path) -> None:
    path = kept / snapshot_name(3)
    assert slow.main(["journal", "verify", str(kept)]) == 0
    assert f"{path.name}: whole: what the events up to number 3 add up to\n" in capfd.readouterr().out
    path.write_bytes(path.read_bytes()[:-9])
    assert slow.main(["journal", "verify", str(kept)]) == 1
    line = f"{path.name}: damaged: it is not used, and nothing is lost with it; it may be removed\n"
    assert line in capfd.readouterr().out


def test_dump_and_stats_pass_over_snapshots(capfd: pytest.CaptureFixture[str], kept: Path) -> None:
    outs: list[str] = []
    for _ in range(2):
        assert slow.main(["journal", "dump", str(kept)]) == 0
        assert slow.main(["journal", "stats", str(kept)]) == 0
        outs.append(capfd.readouterr().out)
        (kept / snapshot_name(3)).unlink(missing_ok=True)
    assert outs[0] == outs[1]
    assert "3  facts in" in outs[0]
