"""What a detector takes in and says is recorded, and read back the same."""

from pathlib import Path

import pycddl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.detect.rulefile import parse
from pitwall.detect.screen import Screen
from pitwall.detector import Sampled
from pitwall.events.ids import PaneId
from pitwall.evidence.reader import kinds_in, read_archive
from pitwall.evidence.records import Encoder, Item, RulesNoted, RulesUsed, StatusRead, encode_rules
from pitwall.journal.encoding import decode, encode
from pitwall.journal.entries import Entry
from pitwall.state.status_inputs import (
    AgentCame,
    AgentContinued,
    AgentPaused,
    AgentWent,
    KeyPressed,
    OwnWordCleared,
    OwnWordHeard,
    TabLookedAt,
    Tick,
)

PANES = [PaneId(f"{number:016x}") for number in range(2)]
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
times = st.integers(0, 10**9)
screens = st.builds(Screen, st.lists(texts, max_size=6).map(tuple), texts)
words = st.sampled_from(["hook", "report"])
items: st.SearchStrategy[Item] = st.one_of(
    st.builds(Sampled, times, screens, st.none() | times),
    st.builds(AgentCame, times, texts),
    st.builds(AgentWent, times),
    st.builds(AgentPaused, times),
    st.builds(AgentContinued, times),
    st.builds(
        OwnWordHeard,
        times,
        words,
        st.sampled_from(["working", "blocked", "idle", "done"]),
        texts,
        times,
        st.booleans(),
        st.booleans(),
    ),
    st.builds(OwnWordCleared, times, words, times),
    st.builds(KeyPressed, times, st.sampled_from(["interrupt", "other"])),
    st.builds(TabLookedAt, times),
    st.builds(Tick, times),
    st.builds(RulesUsed, times, texts),
    st.builds(
        StatusRead,
        times,
        st.sampled_from(["working", "blocked", "idle", "done", "unknown"]),
        st.sampled_from(["hook", "report", "screen", "activity"]),
        st.booleans(),
        texts,
        texts,
        texts,
    ),
)
lives = st.lists(st.tuples(st.sampled_from(PANES), items), max_size=30)


def recorded(life: list[tuple[PaneId, Item]], encoder: Encoder) -> list[Entry]:
    """The life's entries, through the bytes of the journal."""
    entries = []
    for seq, (pane, item) in enumerate(life, 1):
        kind, data = encoder.encode(pane, seq * 10, item)
        stored = decode(encode(dict(data)))
        assert isinstance(stored, dict)
        entries.append(Entry(seq, seq * 1000, kind, stored))
    return entries


@given(lives)
def test_what_is_recorded_is_read_back_the_same(life: list[tuple[PaneId, Item]]) -> None:
    archive = read_archive(recorded(life, Encoder()))
    assert [(piece.pane, piece.item) for piece in archive.evidence] == life
    assert archive.unread == 0


@given(lives, lives)
def test_a_segment_is_read_without_those_before_it(
    before: list[tuple[PaneId, Item]], after: list[tuple[PaneId, Item]]
) -> None:
    recorded(before, Encoder())
    archive = read_archive(recorded(after, Encoder()))
    assert [(piece.pane, piece.item) for piece in archive.evidence] == after


def test_a_screen_is_recorded_as_what_changed() -> None:
    encoder, pane = Encoder(), PANES[0]
    first = Screen(("one", "two", "three"), "title")
    encoder.encode(pane, 0, Sampled(1, first))
    _, data = encoder.encode(pane, 0, Sampled(2, Screen(("one", "2", "three"), "title")))
    assert data["rows"] == [[1, "2"]]
    assert "title" not in data


def test_rows_that_are_gone_are_gone_when_read() -> None:
    life: list[tuple[PaneId, Item]] = [
        (PANES[0], Sampled(1, Screen(("a", "b", "c")))),
        (PANES[0], Sampled(2, Screen(("a",)))),
        (PANES[0], Sampled(3, Screen(("a", "", "c")))),
    ]
    archive = read_archive(recorded(life, Encoder()))
    assert [piece.item for piece in archive.evidence] == [item for _, item in life]


def test_a_change_without_its_first_screen_is_left_out_and_told_of() -> None:
    entries = recorded(
        [(PANES[0], Sampled(1, Screen(("a",)))), (PANES[0], Sampled(2, Screen(("b",))))], Encoder()
    )
    archive = read_archive(entries[1:])
    assert archive.evidence == []
    assert archive.unread == 1


@given(
    st.dictionaries(
        st.sampled_from(["pane", "after", "t", "rows", "count", "status", "kind"]),
        st.none() | st.integers() | texts | st.binary(min_size=8, max_size=8),
    )
)
def test_records_of_a_newer_pitwall_never_stop_a_reader(data: dict[str, object]) -> None:
    names = ["screen.sampled", "status.read", "agent.came", "rules.noted", "some.day"]
    entries = [Entry(seq, 0, name, data) for seq, name in enumerate(names, 1)]  # type: ignore[arg-type]
    archive = read_archive(entries)
    assert len(archive.evidence) + archive.unread + len(archive.rules) == len(names)


def test_a_rule_file_is_recorded_with_its_bytes() -> None:
    rules = parse(b'[[rules]]\nid = "x"\nstate = "idle"\n', kind="drift", path="/x/drift.toml")
    kind, data = encode_rules(RulesNoted(rules.sha256, "drift", rules.path, rules.origin, rules.source))
    archive = read_archive([Entry(1, 0, kind, data)])
    assert archive.rules == {rules.sha256: rules}


@pytest.fixture(scope="module")
def schema() -> pycddl.Schema:
    """The specification, with the evidence lane's records as its root."""
    text = (Path(__file__).parents[2] / "journal" / "journal.cddl").read_text(encoding="utf-8")
    kept = [
        line for line in text.split("\n") if not line.startswith(("journal-record", "header", "  format"))
    ]
    return pycddl.Schema("root = evidence\n" + "\n".join(kept))


@given(lives)
def test_every_record_is_as_the_specification_says(
    schema: pycddl.Schema, life: list[tuple[PaneId, Item]]
) -> None:
    for entry in recorded(life, Encoder()):
        schema.validate_cbor(encode([entry.seq, entry.at, entry.type, dict(entry.data)]))


def test_a_noted_rule_file_is_as_the_specification_says(schema: pycddl.Schema) -> None:
    kind, data = encode_rules(RulesNoted("0" * 64, "drift", "/x", "user", b"[[rules]]"))
    schema.validate_cbor(encode([1, 2, kind, dict(data)]))


def test_the_kinds_that_came_are_told_for_the_panes_that_are_meant() -> None:
    kinds = [(PANES[0], "drift"), (PANES[1], "codex"), (PANES[0], "pi"), (PANES[0], "drift")]
    archive = read_archive(recorded([(pane, AgentCame(1, kind)) for pane, kind in kinds], Encoder()))
    assert kinds_in(archive, PANES) == ["drift", "codex", "pi"]
    assert kinds_in(archive, PANES[:1]) == ["drift", "pi"]
