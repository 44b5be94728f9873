"""``replay`` of a file of evidence, which needs neither a daemon nor a journal."""

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from fakeagents import RULES
from journal_samples import BY, NOW, RUN

from pitwall.cli.slow import main
from pitwall.commands.replay import is_behind
from pitwall.commands.replay_lines import clock
from pitwall.detect.screen import Screen
from pitwall.detector import Sampled
from pitwall.events.ids import PaneId, TabId
from pitwall.evidence.records import Encoder, Evidence, Item, RulesUsed
from pitwall.journal.entries import Entry
from pitwall.journal.evidence import EvidenceFiles, segments
from pitwall.state.model import Agent, Pane, Reading
from pitwall.state.status_inputs import AgentCame

FIRST, SECOND = PaneId("1" * 16), PaneId("2" * 16)
STEP = 1_000_000
"""µs."""


def evidence(folder: Path, *pieces: tuple[PaneId, Item]) -> str:
    """The path of a file with those pieces, a second apart from ``NOW`` on."""
    files = EvidenceFiles(folder / "evidence", run=RUN, by=BY, now=NOW)
    encoder = Encoder()
    files.append(
        [
            Entry(seq, NOW + seq * STEP, *encoder.encode(pane, seq, item))
            for seq, (pane, item) in enumerate(pieces, 1)
        ]
    )
    return str(segments(folder / "evidence")[-1])


@pytest.fixture
def two(tmp_path: Path) -> str:
    """Evidence of two panes with an agent each, one a drift, one a codex."""
    return evidence(
        tmp_path,
        (FIRST, AgentCame(0, "drift")),
        (FIRST, RulesUsed(0, "")),
        (SECOND, AgentCame(10, "codex")),
        (SECOND, RulesUsed(10, "")),
        (FIRST, Sampled(1000, Screen(("* working",)))),
        (SECOND, Sampled(1010, Screen(("* working",)))),
    )


def test_kinds_that_other_rules_lack_are_named_and_the_rest_is_judged(
    two: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "drift.toml").write_text(RULES)
    assert main(["replay", two, "--rules", str(tmp_path)]) == 0
    out, err = capfd.readouterr()
    what = "has no codex.toml: what is recorded of that is judged without rules"
    assert err == f"pitwall: --rules: {str(tmp_path)!r} {what}\n"
    assert "screen spinner" in out


def test_a_moment_later_than_all_of_a_file_is_refused(two: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", two, "--at", "0s"]) == 1
    assert "is later than all evidence in the file, which ends at" in capfd.readouterr().err
    assert main(["replay", two, "--at", datetime.fromtimestamp(NOW / STEP + 6).isoformat()]) == 0
    assert main(["replay", two, "--event", "7"]) == 0
    assert main(["replay", two, "--event", "8"]) == 1
    assert "what is here reaches up to event 7" in capfd.readouterr().err


def test_a_moment_before_all_evidence_is_refused_with_where_it_begins(
    two: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", two, "--event", "1"]) == 1
    assert f"it begins at {clock(NOW + STEP)}" in capfd.readouterr().err


def test_a_status_whose_evidence_is_still_to_be_written_is_told() -> None:
    known = [Evidence(1, NOW, 1, FIRST, AgentCame(0, "drift"))]
    agent = Agent("drift", pid=1, began=1)
    pane = Pane(FIRST, TabId("3" * 16), ("drift",), "/bin/drift", "/", 24, 80, agent=agent)
    for since, behind in ((NOW, False), (NOW + STEP, True)):
        assert is_behind(replace(pane, reading=Reading("working", since=since)), known) is behind
    assert not is_behind(replace(pane, agent=None, reading=Reading("working", since=NOW + STEP)), known)
    assert not is_behind(None, known)


@pytest.mark.parametrize("moment", [(), ("--event", "7")])
def test_each_of_several_panes_is_told_of_under_its_id_and_its_agents(
    two: str, moment: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", two, *moment]) == 0
    lines = capfd.readouterr().out.splitlines()
    second = lines.index(f"pane {SECOND} (codex):")
    assert lines[0] == f"pane {FIRST} (drift):"
    assert lines[second - 1] == ""
    assert "after event" in lines[1]
    assert "after event" in lines[second + 1]


def test_json_names_the_pane_in_every_line_and_has_no_headings(
    two: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", two, "--json"]) == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert {row["pane"] for row in rows} == {FIRST, SECOND}


def test_a_single_pane_has_no_heading(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    one = evidence(tmp_path, (FIRST, AgentCame(0, "drift")))
    assert main(["replay", one]) == 0
    assert "pane" not in capfd.readouterr().out


def test_a_screen_is_that_of_a_moment(two: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", two, "--screen"]) == 2
    assert "name that with --at TIME or --event N" in capfd.readouterr().err
    assert main(["replay", two, "--screen", "--event", "7"]) == 0
    assert capfd.readouterr().out.count("screen:\n* working\n") == 2


def test_what_a_terminal_would_act_on_is_not_printed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A file of evidence may be somebody else's."""
    screen = Screen(("\x1b]0;owned\x07hello  there",), "\x1b[2Jtitle")
    path = evidence(tmp_path, (FIRST, AgentCame(0, "\x1b[31mdrift")), (FIRST, Sampled(1000, screen)))
    assert main(["replay", path, "--event", "3", "--screen"]) == 0
    out = capfd.readouterr().out
    assert out.replace("\n", "").isprintable()
    assert "hello  there" in out
