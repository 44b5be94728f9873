"""What ``replay`` says of a pane in which no agent is any more."""

import json

import pytest

from pitwall.commands.replay_lines import clock, picture_lines, picture_row, timeline_lines, timeline_rows
from pitwall.events.base import Fact, Recorded
from pitwall.events.ids import PaneId, TabId
from pitwall.events.panes import PaneClosed, PaneExited, PaneStarted
from pitwall.events.tabs import TabClosed
from pitwall.evidence.course import Step
from pitwall.evidence.records import Evidence
from pitwall.evidence.timeline import picture, timeline
from pitwall.state.status_inputs import AgentCame, AgentWent

PANE, TAB = PaneId("1" * 16), TabId("2" * 16)
CAME = Evidence(1, 1_000_000, 5, PANE, AgentCame(1000, "drift"))
WENT = Evidence(2, 2_000_000, 6, PANE, AgentWent(2000))


def exited(code: int | None) -> Fact:
    return PaneExited(pane=PANE, code=code)


STARTED = PaneStarted(pane=PANE, tab=TAB, pid=1, began=1, boot="")
CLOSED = TabClosed(tab=TAB, why="killed")


def after(*facts: Fact) -> list[Recorded]:
    """The facts, recorded from number 8 on."""
    return [Recorded(seq, seq * 1_000_000, fact) for seq, fact in enumerate(facts, 8)]


def told(steps: list[Step], lost: Recorded | None = None) -> tuple[list[str], dict[str, object]]:
    """A moment in lines and as JSON."""
    found = picture(steps, {})
    assert found is not None
    row = json.loads(picture_row(found, lost, PANE, screen=False))
    return picture_lines(found, lost, screen=False), row


@pytest.mark.parametrize(
    ("facts", "words", "status", "code", "reason"),
    [
        ([exited(4)], "exited         code 4", "exited", 4, "The process ended at {8} with code 4."),
        ([exited(-9)], "exited         signal 9", "exited", -9, "The process ended at {8} with signal 9."),
        (
            [exited(None)],
            "exited         code unknown",
            "exited",
            None,
            "The process was found gone at {8}; its exit code is unknown.",
        ),
        (
            [PaneClosed(pane=PANE, tab=TAB)],
            "closed         the pane",
            "closed",
            None,
            "The pane was closed at {8}.",
        ),
        ([CLOSED], "closed         the tab", "closed", None, "The tab was closed at {8}."),
        (
            [CLOSED, exited(-1)],
            "closed         the tab",
            "closed",
            -1,
            "The process ended at {9} with signal 1.",
        ),
        ([exited(0), CLOSED], "closed         the tab", "closed", 0, "The tab was closed at {9}."),
        (
            [exited(3), STARTED],
            "running        another process",
            "running",
            None,
            "Another process was started in the pane at {9}; no agent was recognised in it by then.",
        ),
    ],
)
def test_what_ended_an_agents_stay_is_told_with_its_time_and_code(
    facts: list[Fact], words: str, status: str, code: int | None, reason: str
) -> None:
    lines, row = told([CAME, *after(*facts)])
    times = [clock(seq * 1_000_000) for seq in range(10)]
    assert lines[0].endswith(words)
    assert f"- {reason.format(*times)}" in lines
    assert lines[-1] == "- What was before is explained by `--event 8`."
    assert (row["status"], row["exit_code"], row["kind"]) == (status, code, "")
    assert reason.format(*times) in str(row["why"])


def test_an_agent_that_left_is_said_to_have_left() -> None:
    lines, row = told([CAME, WENT])
    assert lines[1] == "agent: none"
    assert f"- The agent left at {clock(2_000_000)}." in lines
    assert (row["status"], row["kind"]) == ("unknown", "")


def test_what_is_not_known_of_a_moment_before_a_crash_was_found_is_said() -> None:
    (lost,) = after(exited(None))
    lines, row = told([CAME], lost)
    said = f"The process was found gone at {clock(8_000_000)}: whether it still ran at this moment is not recorded."
    assert f"- {said}" in lines
    assert said in str(row["why"])


def test_a_timeline_ends_in_what_ended_it() -> None:
    line = timeline([CAME, *after(exited(4), CLOSED)], {})
    assert [text.split("event ")[1].split()[:2] for text in timeline_lines(line)] == [
        ["5", "unknown"],
        ["8", "exited"],
        ["9", "closed"],
    ]
    rows = [json.loads(row) for row in timeline_rows(line, PANE)]
    assert [(row["status"], row["exit_code"]) for row in rows] == [
        ("unknown", None),
        ("exited", 4),
        ("closed", None),
    ]
    assert len({tuple(row) for row in rows}) == 1, "all have the same keys"
