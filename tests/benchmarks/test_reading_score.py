"""The score of recordings counts what its head says."""

import base64
import gzip
import importlib
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

RULES = """
[[rules]]
id = "dialog"
state = "blocked"
priority = 9
contains = ["(y/n)"]

[[rules]]
id = "spinner"
state = "working"
priority = 8
contains = ["thinking"]

[[rules]]
id = "prompt"
state = "idle"
line_regex = ['^>']
"""


@pytest.fixture(scope="module")
def reading() -> ModuleType:
    """The benchmark, as a module."""
    sys.path.insert(0, str(BENCHMARKS))
    try:
        return importlib.import_module("reading")
    finally:
        sys.path.remove(str(BENCHMARKS))


class Lab:
    """A folder of made-up recordings of an agent called drift."""

    def __init__(self, folder: Path, reading: ModuleType) -> None:
        self.folder, self.reading = folder, reading
        (folder / "rules").mkdir()
        (folder / "rules" / "drift.toml").write_text(RULES)

    def score(self, screens, truth, doubts=()):
        """The score of one recording: (seconds, text shown) pairs, and its true spans."""
        path = self.folder / "drift__made-up__10x40.rec.jsonl.gz"
        head = {"format": "agent-rec", "version": 1, "agent": "drift", "rows": 10, "cols": 40}
        tail = {"k": "end", "t": truth[-1][1], "truth": [[*span, ""] for span in truth]}
        shown = [
            {"t": t, "k": "o", "b": base64.b64encode(b"\x1b[2J\x1b[H" + text.encode()).decode()}
            for t, text in screens
        ]
        with gzip.open(path, "wt") as file:
            file.write("\n".join(json.dumps(line) for line in (head, *shown, tail)))
        return self.reading.Job(path, tuple(doubts), self.folder / "rules", False).run()


@pytest.fixture
def lab(tmp_path: Path, reading: ModuleType) -> Lab:
    return Lab(tmp_path, reading)


def test_time_is_right_while_the_status_is_the_labels(lab: Lab) -> None:
    score = lab.score([(0, "> "), (2, "thinking"), (7, ">")], [(0.0, 1.0, "startup"), (1.0, 4.0, "working")])

    assert (score.length["working"], score.right["working"]) == (3_000, 1_960)
    assert [str(piece) for piece in score.wrong] == ["   1.00–2.04    working  read idle (prompt)"]


def test_done_counts_as_idle(lab: Lab) -> None:
    score = lab.score([(0, "thinking"), (2, "> ")], [(0.0, 3.0, "transition"), (3.0, 5.0, "idle")])

    assert (score.length["idle"], score.right["idle"]) == (2_000, 2_000)


@pytest.mark.parametrize(("painted", "missed"), [(3.0, 0), (3.9, 0), (4.3, 1), (99.0, 1)])
def test_a_blocked_stretch_is_missed_when_it_is_not_read_within_a_second(
    lab: Lab, painted: float, missed: int
) -> None:
    score = lab.score([(0, "thinking"), (painted, "(y/n)")], [(0.0, 3.0, "working"), (3.0, 8.0, "blocked")])

    assert (score.blocked, len(score.missed)) == (1, missed)


@pytest.mark.parametrize("label", ["idle", "working", "menu", "noagent"])
def test_blocked_anywhere_else_is_false(lab: Lab, label: str) -> None:
    score = lab.score([(0, "> "), (2, "(y/n)"), (4, "thinking")], [(0.0, 1.0, "idle"), (1.0, 8.0, label)])

    assert len(score.false_blocked) == 1


def test_working_for_more_than_two_seconds_at_a_prompt_is_stuck(lab: Lab) -> None:
    truth = [(0.0, 2.0, "working"), (2.0, 8.0, "idle")]

    assert len(lab.score([(0, "thinking"), (3.5, ">")], truth).stuck) == 0
    assert len(lab.score([(0, "thinking"), (4.5, ">")], truth).stuck) == 1


def test_in_a_menu_the_state_before_it_or_unknown_is_right(lab: Lab) -> None:
    truth = [(0.0, 0.5, "startup"), (0.5, 1.0, "idle"), (1.0, 5.0, "menu")]

    for_menu = lab.score([(0, ">"), (2, "a menu")], truth)

    assert for_menu.wrong == ()
    assert for_menu.length["menu"] == for_menu.right["menu"] == 2_840
    assert sum(lab.score([(0, ">"), (2, "thinking")], truth).length.values()) > for_menu.length["menu"]


def test_doubtful_stretches_are_left_out(lab: Lab, reading: ModuleType) -> None:
    doubt = reading.Span(1_000, 3_000, "doubt")

    score = lab.score([(0, ">")], [(0.0, 5.0, "working")], [doubt])

    assert score.length["working"] == 3_000


def test_transitions_and_start_up_are_not_scored(lab: Lab) -> None:
    score = lab.score([(0, ">")], [(0.0, 2.0, "startup"), (2.0, 4.0, "transition"), (4.0, 5.0, "ambiguous")])

    assert dict(score.length) == {}


def test_the_table_has_a_line_for_each_kind_and_one_for_all(lab: Lab, reading: ModuleType) -> None:
    score = lab.score([(0, ">")], [(0.0, 1.0, "startup"), (1.0, 5.0, "idle")])

    lines = list(reading.table([score]))

    assert [line.split()[0] for line in lines] == ["kind", "drift", "all"]
    assert "100.00%" in lines[1]
