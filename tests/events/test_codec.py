import dataclasses
import os
from pathlib import Path

import cbor2
import pycddl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import FACT_TYPES, facts, facts_of, os_texts

from pitwall.events import codec
from pitwall.events.agents import StatusChanged
from pitwall.events.base import Fact, UnknownFact
from pitwall.events.ids import Argument, FilePath, PaneId, RunId, TabId
from pitwall.events.panes import PaneMoved, PaneOpened
from pitwall.events.runs import ActorFailed
from pitwall.events.tabs import TabOpened

PANE = PaneId("00000000000000ff")
CDDL = (Path(__file__).parents[2] / "journal" / "journal.cddl").read_text()
VALIDATIONS = settings(max_examples=15)
EVENT = pycddl.Schema("facts-lane = event\n" + CDDL)


@given(facts())
def test_a_fact_comes_back_from_what_is_stored(fact: Fact) -> None:
    kind, data = codec.encode(fact)
    assert codec.decode(kind, data) == fact


@given(facts())
def test_a_fact_comes_back_through_cbor(fact: Fact) -> None:
    kind, data = cbor2.loads(cbor2.dumps(codec.encode(fact)))
    assert codec.decode(kind, data) == fact


@pytest.mark.parametrize("kind", FACT_TYPES, ids=lambda kind: kind.TYPE)
@VALIDATIONS
@given(data=st.data())
def test_every_type_of_fact_is_as_the_cddl_specifies(kind: type[Fact], data: st.DataObject) -> None:
    fact = data.draw(facts_of(kind))
    EVENT.validate_cbor(cbor2.dumps([1, 2, *codec.encode(fact)]))


@pytest.mark.parametrize("kind", FACT_TYPES, ids=lambda kind: kind.TYPE)
@VALIDATIONS
@given(data=st.data())
def test_the_cddl_refuses_a_fact_that_lacks_a_required_key(kind: type[Fact], data: st.DataObject) -> None:
    name, stored = codec.encode(data.draw(facts_of(kind)))
    required = [field.name for field in dataclasses.fields(kind) if field.default is dataclasses.MISSING]
    missing = data.draw(st.sampled_from(required))
    with pytest.raises(pycddl.ValidationError):
        EVENT.validate_cbor(cbor2.dumps([1, 2, name, {k: v for k, v in stored.items() if k != missing}]))


def test_the_cddl_names_every_type_of_fact_and_no_other() -> None:
    facts, _, _ = CDDL.partition("; The evidence lane")
    told = {line.split('"')[1] for line in facts.splitlines() if "seq: uint" in line and "type: " in line}
    assert told == set(codec.REGISTRY)


def test_a_field_at_its_default_is_left_out_and_a_missing_one_takes_it() -> None:
    fact = StatusChanged(pane=PANE, status="idle", source="screen", turn=False)
    kind, data = codec.encode(fact)
    assert "detail" not in data
    assert codec.decode(kind, data) == fact


def test_a_key_that_is_not_known_is_passed_over() -> None:
    fact = PaneMoved(pane=PANE, cwd=FilePath("/srv"))
    kind, data = codec.encode(fact)
    assert codec.decode(kind, {**data, "later": 1}) == fact


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("pane.dreamt", {"pane": b"\0" * 8}),
        ("pane.moved", {"pane": b"\0" * 8}),
        ("pane.moved", {"pane": b"\0" * 7, "cwd": "/"}),
        ("pane.moved", {"pane": b"\0" * 8, "cwd": 7}),
        ("pane.moved", ["pane"]),
        ("pane.exited", {"pane": b"\0" * 8, "code": True}),
        ("tab.closed", {"tab": b"\0" * 8, "why": "bored"}),
        ("pane.opened", {"pane": b"\0" * 8, "tab": b"\0" * 8, "argv": "ls"}),
    ],
)
def test_what_this_version_cannot_read_is_kept_as_it_stands(kind: str, data: dict[str, object]) -> None:
    fact = codec.decode(kind, data)
    assert fact == UnknownFact(type=kind, data=data)


def test_an_unknown_fact_is_written_as_it_was_read() -> None:
    data = {"pane": b"\0" * 8, "later": [1, None]}
    assert codec.encode(codec.decode("pane.dreamt", data)) == ("pane.dreamt", data)


@given(os_texts())
def test_a_path_keeps_its_bytes_whatever_they_are(path: str) -> None:
    _, data = codec.encode(PaneMoved(pane=PANE, cwd=FilePath(path)))
    stored = data["cwd"]
    assert (stored if isinstance(stored, bytes) else str(stored).encode()) == os.fsencode(path)


def test_a_path_that_is_no_utf_8_is_stored_as_bytes() -> None:
    _, data = codec.encode(PaneMoved(pane=PANE, cwd=FilePath("/caf\udce9")))
    assert data["cwd"] == b"/caf\xe9"


def test_an_argument_with_a_surrogate_that_stands_for_no_byte_is_stored_all_the_same() -> None:
    fact = PaneOpened(
        pane=PANE,
        tab=TabId("0" * 16),
        argv=(Argument("a\ud800"),),
        program=FilePath("/bin/a"),
        cwd=FilePath("/"),
        rows=1,
        cols=1,
    )
    _, data = codec.encode(fact)
    assert data["argv"] == ["a?"]


def test_text_with_a_lone_surrogate_is_stored_as_utf_8() -> None:
    fact = TabOpened(tab=TabId("0" * 16), session=RunId("1" * 16), title="a\udc9bb", detached=False)
    _, data = codec.encode(fact)
    assert data["title"] == "a?b"


def test_a_thing_that_may_be_missing_is_stored_when_it_is_there() -> None:
    fact = ActorFailed(actor="pty", error="OSError", pane=PANE)
    assert codec.encode(fact)[1]["pane"] == bytes.fromhex(PANE)
